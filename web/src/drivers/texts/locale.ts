import type { Language } from '@waybill/domain/drivers/languages'

/** The name of each language in the language itself. */
export const language_names: Readonly<Record<Language, string>> = {
  en: 'English',
  af: 'Afrikaans',
  zu: 'isiZulu',
}

/** The ways in which a language writes counts, numbers and days. */
interface Locale {
  /** Returns the form for a count: `one` or `other`, by the plural rules of the language. */
  plural: (count: number, one: string, other: string) => string
  /** Returns a number with at most this many decimals. */
  number: (value: number, decimals?: number) => string
  /** Returns a calendar day `YYYY-MM-DD` with its weekday, without the year. */
  weekday: (day: string) => string
  /** Returns a calendar day `YYYY-MM-DD` with its year. */
  day: (day: string) => string
}

/** Returns how a language writes counts, numbers and days in South Africa. */
export function localeOf(language: Language): Locale {
  const name = `${language}-ZA`
  const rules = new Intl.PluralRules(name)
  const dayIn = (day: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(name, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))
  return {
    plural: (count, one, other) => (rules.select(count) === 'one' ? one : other),
    number: (value, decimals = 3) =>
      new Intl.NumberFormat(name, { maximumFractionDigits: decimals }).format(value),
    weekday: (day) => dayIn(day, { weekday: 'long', day: 'numeric', month: 'long' }),
    day: (day) => dayIn(day, { day: 'numeric', month: 'long', year: 'numeric' }),
  }
}
