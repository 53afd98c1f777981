import type { creditControlApi, PaymentPromise } from '@waybill/domain/billing/credit-control'
import { isStaff } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { accountFor, lockBalance } from '../../accounts/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { requireBillingInfo } from '../billing-reach.ts'
import { insertPromise, listPromiseRows, markWithdrawn } from './promise-store.ts'

const max_rows = 1_000

/** Lists promises to pay, newest first; payments decide whether they are kept. */
export const listPromises: Handler<typeof creditControlApi.promises> = async (ctx, input) => {
  requireStaff(ctx)
  const { rows, total } = await listPromiseRows(ctx, input, pageOf(input, max_rows))
  return { promises: rows, count: total }
}

/** Records a promise to pay; an account has one running promise at a time. */
export const addPromise: Handler<typeof creditControlApi.addPromise> = async (ctx, input) => {
  requireStaff(ctx)
  const { amount, promised_date, promised_by, note = '' } = input
  const problems = [
    ...(amount > 0 ? [] : [{ field: 'amount', message: 'Enter an amount above zero.' }]),
    ...(promised_date >= dayOf(ctx.now)
      ? []
      : [{ field: 'promised_date', message: 'Choose today or a later day.' }]),
    ...(promised_by === '' ? [{ field: 'promised_by', message: 'Enter who promised it.' }] : []),
  ]
  if (problems[0]) throw invalid(problems[0].message, problems)
  const { id: accountId } = await accountFor(ctx, input.account_id)
  await lockBalance(ctx, accountId)
  const running = await listPromiseRows(
    ctx,
    { account_id: accountId, state: ['running'] },
    { limit: 1, offset: 0 },
  )
  const [other] = running.rows
  if (other)
    throw wrongState(
      `This account has a promise that runs until ${formatDate(other.promised_date)}. Withdraw it first.`,
    )
  return getPromise(
    ctx,
    await insertPromise(ctx, { account_id: accountId, amount, promised_date, promised_by, note }),
  )
}

/** Withdraws a running promise, so that reminders continue. */
export const withdrawPromise: Handler<typeof creditControlApi.withdrawPromise> = async (ctx, { id }) => {
  requireStaff(ctx)
  const promise = await getPromise(ctx, id)
  await lockBalance(ctx, promise.account_id)
  if ((await getPromise(ctx, id)).state !== 'running')
    throw wrongState('Only a running promise can be withdrawn. Load the page again.')
  await markWithdrawn(ctx, id)
  return getPromise(ctx, id)
}

function requireStaff(ctx: Context): void {
  requireBillingInfo(ctx)
  if (!isStaff(ctx.actor)) throw forbidden('Promises to pay are for staff only.')
}

async function getPromise(ctx: Context, id: number): Promise<PaymentPromise> {
  const { rows } = await listPromiseRows(ctx, { id }, { limit: 1, offset: 0 })
  if (!rows[0]) throw notFound('Could not find this promise.')
  return rows[0]
}
