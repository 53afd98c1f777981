import { currency } from '@waybill/domain/kit/money'
import type { HeldProblem } from '@waybill/domain/payments/payment'

/**
 * Returns the problem of money in another currency, or `null`. `paidIn` is the currency that the gateway called `title`
 * reported, in capital letters; `''` when it reports none, because then it is Rand.
 */
export function currencyProblem(paidIn: string, title: string): HeldProblem | null {
  if (paidIn === '' || paidIn === currency.code) return null
  return {
    reason: 'currency',
    text: `It was paid in ${paidIn.slice(0, 3)}. Ask ${title} what it will pay out.`,
  }
}
