import { mayBook } from '@waybill/domain/accounts/affordability'
import { isStaff } from '@waybill/domain/kit/actor'
import { formatRand, toRand } from '@waybill/domain/kit/money'
import { conflict, forbidden, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { paymentsApi } from '@waybill/domain/payments/api'
import { mayPayFromAccount } from '@waybill/domain/shipments/pricing/pay-from-account'
import { getAccount, lockBalance } from '../accounts/index.ts'
import type { Handler } from '../kit/handler.ts'
import { asSystem } from './begin.ts'
import { payableShipment } from './store.ts'
import { acceptShipment, lockShipment, readShipments, rerateShipment } from '../shipments/index.ts'

/**
 * Pays a shipment from the balance of its account. The shipment is submitted and charged in this transaction
 * (PAY-032…PAY-037). An expired quote is priced again first. Throws 409 when the current price differs from `rate`,
 * so that the customer can accept the new price.
 */
export const payShipment: Handler<typeof paymentsApi.payShipment> = async (ctx, { id, rate }) => {
  if (isStaff(ctx.actor)) throw forbidden('Staff cannot pay a shipment from an account.')
  await payableShipment(ctx, id, undefined)
  const inner = asSystem(ctx)
  const before = await lockShipment(inner, id)
  if (before.status === 'quote-expired')
    await rerateShipment(inner, id, {}, 'the quote had expired', { afresh: true })
  const row = await lockShipment(inner, id)
  if (rate !== row.rate)
    throw conflict(
      `The price has changed from ${formatRand(rate)} to ${formatRand(row.rate)}. Check the new price and pay again.`,
      { rate: toRand(row.rate) },
    )
  const balance = await lockBalance(ctx, row.account_id)
  const account = await getAccount(ctx, row.account_id)
  const standing = mayBook(account, account.support_email ?? '')
  if (standing !== true) throw wrongState(standing.message)
  const funds = {
    ...account,
    account_type: account.account_type,
    balance,
  }
  ensure(mayPayFromAccount(ctx.actor, row.status, funds, row.rate))
  await acceptShipment(ctx, row, 'Paid from the account')
  const [shipment] = await readShipments(ctx, [id], false)
  if (!shipment) throw new Error('A paid shipment could not be read back.')
  return shipment
}
