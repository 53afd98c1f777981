import { amountInWords } from '@waybill/domain/kit/amount-words'
import { formatRand, unusual_from, type Cents } from '@waybill/domain/kit/money'
import { confirmAction } from '../../kit/layers/alerts.ts'

/** An amount to be posted, and the account it goes to: `Overberg Books (OVB014)`. */
export interface AmountToPost {
  amount: Cents
  to: string
}

/**
 * Asks the user to confirm unusually large amounts, which are also written in words. Returns whether to continue;
 * `true` without a prompt when no amount is unusual.
 */
export async function confirmUnusual(all: readonly AmountToPost[]): Promise<boolean> {
  const unusual = all.filter(({ amount }) => amount >= unusual_from)
  if (unusual.length === 0) return true
  return confirmAction({
    title: unusual.length === 1 ? 'Is this amount right?' : `Are these ${unusual.length} amounts right?`,
    body: (
      <ul>
        {unusual.map(({ amount, to }, at) => (
          <li key={`${at} ${to}`}>
            {formatRand(amount)} to {to}: {amountInWords(amount)}.
          </li>
        ))}
      </ul>
    ),
    confirm: unusual.length === 1 ? `Post ${formatRand(unusual[0]?.amount ?? 0)}` : 'Post all',
    cancel: 'Go back',
  })
}
