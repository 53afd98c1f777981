import { checkAffords, mayBook, mayPayAlone, type Funds } from '@waybill/domain/accounts/affordability'
import { isStaff } from '@waybill/domain/kit/actor'
import { Problem, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Offer } from '@waybill/domain/rates/pricing/offer'
import { pay_as_you_go } from '@waybill/domain/rates/settings'
import type { NewShipment } from '@waybill/domain/shipments/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { lockBalance, readBookingState, type AccountRow } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'

/**
 * Checks that the account can pay and returns the first status of the booking. The balance of a submitted booking is
 * locked, so that two bookings cannot spend the same money, and charges can be posted. A guest booking waits for its own payment, unless staff
 * book it.
 */
export async function fund(
  ctx: Context,
  { save_as }: Pick<NewShipment, 'save_as'>,
  account: AccountRow,
  offer: Offer,
): Promise<ShipmentStatus> {
  if (save_as === 'quote') return 'quote'
  requireAccountOpen(account, account)
  const isPaidHere = save_as === 'payment-pending' || !isStaff(ctx.actor)
  if (account.account_type === 'guest') {
    if (isPaidHere) return 'payment-pending'
    await lockBalance(ctx, account.id)
    return 'submitted'
  }
  const [balance, state] = await Promise.all([
    lockBalance(ctx, account.id),
    readBookingState(ctx, account.id),
  ])
  requireAccountOpen(account, state)
  const funds: Funds = {
    account_type: account.account_type,
    balance,
    credit_limit: account.credit_limit,
  }
  const isPaidAlone = mayPayAlone(funds, offer.rate, { pay_as_you_go: ctx.setting(pay_as_you_go) })
  if (save_as === 'payment-pending' && isPaidAlone) return 'payment-pending'
  ensure(checkAffords(funds, offer.rate))
  return 'submitted'
}

/**
 * Throws if the account is on hold or closed. It runs again after the balance is locked, because closing and holding
 * an account take the same lock.
 */
function requireAccountOpen(
  { support_email }: AccountRow,
  state: Pick<AccountRow, 'status' | 'is_on_hold'>,
): void {
  const onHold = mayBook(state, support_email ?? '')
  if (onHold !== true) throw wrongState(onHold.message)
  if (state.status === 'closed') throw new Problem('account_closed', 'the account has been closed')
}
