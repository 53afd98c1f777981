import { feeEntries } from '@waybill/domain/billing/posting'
import type { Cents } from '@waybill/domain/kit/money'
import type { Context } from '../../kit/handler.ts'
import { findPaymentTransactions, insertEntries } from './ledger-store.ts'

/**
 * Posts what gateways keep of payments: the fee moves from the clearing account of the gateway to its fee account, in
 * the transaction of the payment. Amounts in cents. Payments that are not in the ledger are left out.
 */
export async function postGatewayFees(
  ctx: Context,
  fees: readonly { payment_id: number; gateway: string; amount: Cents }[],
): Promise<void> {
  const transactions = await findPaymentTransactions(
    ctx,
    fees.map(({ payment_id }) => payment_id),
  )
  await insertEntries(
    ctx,
    fees.flatMap(({ payment_id, gateway, amount }) => {
      const transactionId = transactions.get(payment_id)
      return transactionId === undefined
        ? []
        : feeEntries(gateway, amount).map((entry) => ({ ...entry, transaction_id: transactionId }))
    }),
    ctx.now,
  )
}
