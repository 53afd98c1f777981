/** The languages of the driver's phone. */
export const languages = ['en', 'af', 'zu'] as const
export type Language = (typeof languages)[number]

/** The setting of the user with the language: stored on the phone and on the server. */
export const language_key = 'language'

/** Whether a value is one of the languages. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((one) => one === value)
}
