import { formatRand, type Cents } from '../kit/money.ts'

/** The smallest top-up; cents (PAY-023). */
export const top_up_minimum: Cents = 500

/** What keeps an amount from being a top-up, as a sentence; `null` when it may be paid in. */
export function topUpProblem(amount: Cents | null): string | null {
  if (amount === null) return 'Enter an amount.'
  return amount < top_up_minimum ? `The smallest top-up is ${formatRand(top_up_minimum)}.` : null
}

/** The wording of a top-up chip, `R 1 000`: its own, with spaces and without cents when there are none (FMT-014). */
export function chipText(amount: Cents): string {
  const text = formatRand(amount).replaceAll(',', ' ')
  return text.endsWith('.00') ? text.slice(0, -3) : text
}
