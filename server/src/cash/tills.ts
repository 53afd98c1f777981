import type { cashApi } from '@waybill/domain/cash/api'
import {
  depositOf,
  floatOf,
  tillOpeningOf,
  tillPaymentOf,
  tillPayoutOf,
} from '@waybill/domain/cash/cash-book'
import { smallest_coin } from '@waybill/domain/cash/denominations'
import type { CashHolder } from '@waybill/domain/cash/model'
import { till_required } from '@waybill/domain/cash/settings'
import { amountProblem, formatRand, type Cents } from '@waybill/domain/kit/money'
import { invalid, wrongState } from '@waybill/domain/kit/problem'
import { unknownDrivers } from '../identity/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { requireOffice } from './access.ts'
import { balanceAt, insertMovement, lockHolder } from './book-store.ts'
import { findOpenTill, insertTill, waitingCashUp } from './cash-up-store.ts'
import { drawerOf } from './cash-ups.ts'

/** Throws 400 for an amount that no notes and coins make. */
function requireCash(amount: Cents, field: string): void {
  const problem = amountProblem(amount)
  const message =
    problem === null
      ? amount % smallest_coin === 0
        ? null
        : 'Cash comes in multiples of 10 cents. Count it again.'
      : `The amount ${problem}.`
  if (message !== null) throw invalid(message, [{ field, message }])
}

async function holderOf(ctx: Context, kind: 'driver' | 'till', username: string): Promise<CashHolder> {
  const drawer = await drawerOf(ctx, kind, username)
  if (!drawer) throw new Error('An open till could not be read back.')
  return drawer
}

/** Gives a driver change from the safe. The driver hands it in with the next count. */
export const giveFloat: Handler<typeof cashApi.giveFloat> = async (ctx, { username, amount }) => {
  requireOffice(ctx)
  requireCash(amount, 'amount')
  if ((await unknownDrivers(ctx, [username])).length > 0)
    throw invalid('Choose a driver.', [{ field: 'username', message: 'is not a driver' }])
  await lockHolder(ctx, 'driver', username)
  await insertMovement(ctx, floatOf(username, amount), 'Change for the day')
  return holderOf(ctx, 'driver', username)
}

/** Records cash from the safe that was paid into the bank. */
export const depositCash: Handler<typeof cashApi.deposit> = async (ctx, { amount, reference }) => {
  requireOffice(ctx)
  requireCash(amount, 'amount')
  await lockHolder(ctx, 'safe')
  const safe = await balanceAt(ctx, 'safe')
  if (amount > safe)
    throw invalid(`Only ${formatRand(Math.max(0, safe))} are in the safe.`, [
      { field: 'amount', message: 'is more than the safe holds' },
    ])
  await insertMovement(ctx, depositOf(amount), reference)
  return { safe: safe - amount }
}

/** Opens the till of the calling operator with a float from the safe. */
export const openTill: Handler<typeof cashApi.openTill> = async (ctx, { opening_float }) => {
  requireOffice(ctx)
  if (opening_float !== 0) requireCash(opening_float, 'opening_float')
  const { username } = ctx.actor
  await lockHolder(ctx, 'till', username)
  const id = await insertTill(ctx)
  if (id === null) throw wrongState('Your till is open already.')
  if (opening_float > 0) await insertMovement(ctx, tillOpeningOf(id, opening_float), 'Opening float')
  return holderOf(ctx, 'till', username)
}

/** Records money that the operator paid from the till, such as for parking. */
export const payFromTill: Handler<typeof cashApi.payFromTill> = async (ctx, { amount, reason }) => {
  requireOffice(ctx)
  requireCash(amount, 'amount')
  const { username } = ctx.actor
  await lockHolder(ctx, 'till', username)
  const till = await countableTill(ctx, username)
  if (!till) throw wrongState('Your till is not open. Open it first.')
  const held = await balanceAt(ctx, 'till', String(till.id))
  if (amount > held)
    throw invalid(`Only ${formatRand(held)} are in the till.`, [
      { field: 'amount', message: 'is more than the till holds' },
    ])
  return {
    transaction_id: await insertMovement(ctx, tillPayoutOf(till.id, amount), reason),
    held: held - amount,
  }
}

/** Returns the open till of an operator; throws while its count waits for confirmation. */
async function countableTill(ctx: Context, username: string) {
  if ((await waitingCashUp(ctx, 'till', username)) !== null)
    throw wrongState('The till was counted. Another person must confirm the count first.')
  return findOpenTill(ctx, username)
}

/**
 * Puts cash that the calling operator took at the counter into the open till. Without an open till it throws when the
 * company requires one, and otherwise records nothing here.
 */
export async function putIntoTill(ctx: Context, amount: Cents, description: string): Promise<void> {
  const { username } = ctx.actor
  await lockHolder(ctx, 'till', username)
  const till = await countableTill(ctx, username)
  if (till) await insertMovement(ctx, tillPaymentOf(till.id, amount), description)
  else if (ctx.setting(till_required)) throw wrongState('Open your till under Cash before you take cash.')
}
