import { formatRand, max_at_once, type Cents } from '../kit/money.ts'

/** The minimum top-up in cents (PAY-023). */
export const top_up_minimum: Cents = 500

/**
 * Returns why an amount cannot be topped up, as a sentence; `null` when it can. `limit` is the maximum of one payment
 * with the chosen method, in cents (PAY-021, PAY-023).
 */
export function topUpProblem(amount: Cents | null, limit: Cents | null = null): string | null {
  if (amount === null) return 'Enter an amount.'
  if (amount < top_up_minimum) return `The smallest top-up is ${formatRand(top_up_minimum)}.`
  if (amount > (limit ?? max_at_once) || amount > max_at_once)
    return 'The amount you have specified is more than the maximum allowed limit.'
  return null
}

/**
 * The label of a suggested top-up amount, such as `R 1 000`: with spaces, and without cents when they are zero
 * (FMT-014).
 */
export function chipText(amount: Cents): string {
  const text = formatRand(amount).replaceAll(',', ' ')
  return text.endsWith('.00') ? text.slice(0, -3) : text
}

/** Formats an amount for gateways: positive, with two decimals, such as `111.38` (PAY-025, PAY-050). */
export function sentAmount(cents: Cents): string {
  return `${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/** Returns the problem of a card's security code as a sentence; `null` when it has 3 or 4 digits (PAY-026, PAY-027). */
export function cvvProblem(cvv: string): string | null {
  if (cvv === '') return 'Enter the CVV of your card.'
  if (!/^\d+$/.test(cvv)) return 'The CVV has digits only.'
  return cvv.length < 3 || cvv.length > 4 ? 'The CVV has 3 or 4 digits.' : null
}

/** Filters the input of a CVV field: digits only, at most 4 (PAY-026). */
export function typedCvv(typed: string): string {
  return typed.replaceAll(/\D/g, '').slice(0, 4)
}

/** The note displayed wherever manual EFT is chosen (PAY-028, PAY-029). */
export const manual_eft_note = 'Manual EFT payments can take up to three days to reflect.'
