/** An integer number of South African cents. Never a fraction, and never a floating-point number of Rand. */
export type Cents = number

/** The only currency of the product (SHELL-003). */
export const currency = { code: 'ZAR', symbol: 'R' } as const

/**
 * Parses an amount typed by a user or sent by an external service: removes spaces and thousands commas, and allows
 * one decimal point or comma with at most two digits. Returns `null` when the text is not an amount.
 */
export function parseRand(text: string): Cents | null {
  let plain = text
    .trim()
    .replace(/^R\s*/i, '')
    .replace(/[\s  ]/g, '')
  if (/^-?\d{1,3}(,\d{3})*(\.\d{1,2})?$/.test(plain)) plain = plain.replaceAll(',', '')
  else if (/^-?\d+,\d{1,2}$/.test(plain)) plain = plain.replace(',', '.')
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(plain)
  if (!match) return null
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] === '-' && cents !== 0 ? -cents : cents
}

/** Maximum of one payment or posting. A larger amount is a mistake, and sums of many would no longer be exact. */
export const max_at_once: Cents = 100_000_000_00

/** From this amount on, the user must confirm before an amount is posted. */
export const unusual_from: Cents = 1_000_000_00

/** Returns why an amount cannot be paid or posted, as a message for its field; `null` when it can. */
export function amountProblem(amount: Cents): string | null {
  if (!(amount > 0)) return `must be more than ${formatRand(0)}`
  return amount <= max_at_once ? null : `must be at most ${formatRand(max_at_once)}`
}

/** Returns the error message for a typed text that `parseRand` rejects. */
export function amountProblemText(text: string): string {
  return /[.,]\d{3,}\s*$/.test(text)
    ? 'An amount has at most two decimals, such as 12.34.'
    : 'This is not an amount. Type it like 1250.50.'
}

/** Formats cents as `R 1,234.50`, negative as `-R 1,234.50` (FMT-013, FMT-015). */
export function formatRand(cents: Cents): string {
  const whole = Math.trunc(Math.abs(cents) / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = (Math.abs(cents) % 100).toString().padStart(2, '0')
  return `${cents < 0 ? '-' : ''}${currency.symbol} ${whole}.${rest}`
}

/** Converts cents to the JSON number of Rand used in API responses: 11138 → 111.38. */
export function toRand(cents: Cents): number {
  return cents / 100
}

/** Converts a JSON number of Rand to cents; more than two decimals are rounded half away from zero. */
export function fromRand(rand: number): Cents {
  return Math.sign(rand) * Math.round(Math.abs(rand) * 100 + 1e-6)
}

/**
 * Returns the VAT contained in an inclusive amount, rounded once to the cent, half away from zero
 * (docs/domain/conventions.md#money; docs/domain/rating.md#vat): `total × p / (100 + p)`.
 */
export function vatWithin(total: Cents, vatPercentage: number): Cents {
  const scaled =
    (Math.abs(total) * Math.round(vatPercentage * 100)) / (10000 + Math.round(vatPercentage * 100))
  return Math.sign(total) * Math.round(scaled + 1e-9) || 0
}
