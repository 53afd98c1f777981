import { formatRand, max_at_once, type Cents } from '../kit/money.ts'

/** The smallest top-up; cents (PAY-023). */
export const top_up_minimum: Cents = 500

/**
 * What keeps an amount from being a top-up, as a sentence; `null` when it may be paid in. `limit` is the most at once by
 * the chosen way, in cents (PAY-021, PAY-023).
 */
export function topUpProblem(amount: Cents | null, limit: Cents | null = null): string | null {
  if (amount === null) return 'Enter an amount.'
  if (amount < top_up_minimum) return `The smallest top-up is ${formatRand(top_up_minimum)}.`
  if (amount > (limit ?? max_at_once) || amount > max_at_once)
    return 'The amount you have specified is more than the maximum allowed limit.'
  return null
}

/** The wording of a top-up chip, `R 1 000`: its own, with spaces and without cents when there are none (FMT-014). */
export function chipText(amount: Cents): string {
  const text = formatRand(amount).replaceAll(',', ' ')
  return text.endsWith('.00') ? text.slice(0, -3) : text
}

/** An amount as gateways are sent it: positive, with two decimals, `111.38` (PAY-025, PAY-050). */
export function sentAmount(cents: Cents): string {
  return `${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/** What is wrong with a card's security code, as a sentence; `null` when it has 3 or 4 digits (PAY-026, PAY-027). */
export function cvvProblem(cvv: string): string | null {
  if (cvv === '') return 'Enter the CVV of your card.'
  if (!/^\d+$/.test(cvv)) return 'The CVV has digits only.'
  return cvv.length < 3 || cvv.length > 4 ? 'The CVV has 3 or 4 digits.' : null
}

/** What a field for a CVV keeps of what is typed: digits, at most 4 (PAY-026). */
export function typedCvv(typed: string): string {
  return typed.replaceAll(/\D/g, '').slice(0, 4)
}

/** What is said wherever manual EFT is chosen (PAY-028, PAY-029). */
export const manual_eft_note = 'Manual EFT payments can take up to three days to reflect.'
