import type { collectionsApi } from '@waybill/domain/collections/api'
import { fallsOn, type Frequency } from '@waybill/domain/collections/days'
import { daysAfter } from '@waybill/domain/kit/dates/service-days'
import type { RecurringPatch } from '@waybill/domain/collections/model'
import { checkRecurrence } from '@waybill/domain/collections/rules'
import { open_requests } from '@waybill/domain/collections/status'
import { conflict } from '@waybill/domain/kit/problem'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { AddressParts } from '@waybill/domain/accounts/address'
import type { Context, ExternalHandler, Handler } from '../kit/handler.ts'
import { applyChange, storedOf } from './change-request.ts'
import { columnsOf, draftChanged, draftNew, type Particulars } from './drafts.ts'
import { enterRequest } from './enter-request.ts'
import { makeRequests } from './make-requests.ts'
import {
  insertRecurring,
  listRecurringRows,
  lockRecurring,
  updateRecurring,
  type RecurringRow,
} from './recurring-store.ts'
import { dayProblems, placed, routeOf } from './routing.ts'
import { presentRecurring } from './present-request.ts'
import { listOpenIds, lockRequest, updateRequest } from './store.ts'
import { requireRequests } from './access.ts'

async function present(ctx: Context, row: RecurringRow) {
  const [recurring] = await presentRecurring(ctx, [row])
  if (!recurring) throw new Error('A recurring collection could not be read back.')
  return recurring
}

/** Returns the weekdays in order and without duplicates; empty for daily collections. */
const weekdaysOf = (frequency: Frequency, weekdays: readonly number[]): number[] =>
  frequency === 'daily' ? [] : [...new Set(weekdays)].sort((one, other) => one - other)

/**
 * Creates a recurring collection and immediately creates the requests of the next days (COLL-006,
 * docs/domain/collections.md).
 */
export const createRecurring: ExternalHandler<typeof collectionsApi.createRecurring> = async (ctx, input) => {
  const address = await placed(ctx, input.address)
  return ctx.answer(async (inner) => {
    await requireRequests(inner)
    const today = dayOf(inner.now)
    const recurrence = {
      frequency: input.frequency,
      weekdays: weekdaysOf(input.frequency, input.weekdays ?? []),
      from: input.date !== undefined && input.date > today ? input.date : today,
      until: input.until ?? null,
    }
    const problems = [...dayProblems(inner, { date: input.date }), ...checkRecurrence(recurrence)]
    const draft = await draftNew(inner, input, address, problems)
    const row = await insertRecurring(inner, {
      account_id: draft.account.id,
      frequency: recurrence.frequency,
      weekdays: recurrence.weekdays,
      from_day: recurrence.from,
      until_day: recurrence.until,
      ...columnsOf(draft.particulars),
    })
    await makeRequests(inner, row)
    return present(inner, row)
  })
}

/**
 * Changes a recurring collection from one of its days on. Open requests on and after that day are changed, requests
 * on days that no longer apply are cancelled, and new days get requests ('This and following',
 * docs/domain/collections.md).
 */
export const changeRecurring: ExternalHandler<typeof collectionsApi.changeRecurring> = async (ctx, input) => {
  const address = await placed(ctx, input.address)
  return ctx.answer(async (inner) => {
    await requireRequests(inner)
    const row = await lockRecurring(inner, input.id)
    if (input.version !== row.version)
      throw conflict(
        'Someone else changed this recurring collection in the meantime. Check their values and save again.',
        { ...(await present(inner, row)) },
      )
    return present(inner, await change(inner, row, input, address))
  })
}

async function change(
  ctx: Context,
  row: RecurringRow,
  input: RecurringPatch,
  moved: AddressParts | null,
): Promise<RecurringRow> {
  const stored = await storedOf(ctx, row)
  const frequency = input.frequency ?? row.frequency
  const recurrence = {
    frequency,
    weekdays: weekdaysOf(frequency, input.weekdays ?? row.weekdays),
    from: row.from_day,
    until: input.until === undefined ? row.until_day : input.until || null,
  }
  const problems = checkRecurrence(recurrence)
  const particulars = await draftChanged(ctx, row.account_id, stored, input, moved, problems)
  const changed = await updateRecurring(ctx, row.id, {
    ...columnsOf(particulars),
    frequency,
    weekdays: recurrence.weekdays,
    until_day: recurrence.until,
  })
  await changeMade(ctx, changed, particulars, input.from)
  await makeRequests(ctx, changed, input.from)
  return changed
}

/** Applies the change to the open requests on a day and later. */
async function changeMade(
  ctx: Context,
  row: RecurringRow,
  particulars: Particulars,
  from: string,
): Promise<void> {
  const today = dayOf(ctx.now)
  const since = from > today ? from : today
  const { address } = await storedOf(ctx, row)
  const route = await routeOf(ctx, address)
  const rule = { frequency: row.frequency, weekdays: row.weekdays }
  for (const id of await listOpenIds(ctx, open_requests, { recurring_id: row.id, from: since })) {
    const request = await lockRequest(ctx, id)
    const due = request.due_day ?? request.date
    const isWanted = fallsOn(rule, due) && (row.until_day === null || due <= row.until_day)
    if (!isWanted) {
      await updateRequest(ctx, request, { due_day: null })
      await enterRequest(ctx, request, { to: 'cancelled', message: 'The recurring collection was changed' })
    } else {
      const hasMoved = request.address_id !== particulars.address_id
      await applyChange(ctx, request, particulars, { date: request.date, route: hasMoved ? route : null })
    }
  }
}

/** Ends a recurring collection before a day (default: today) and cancels its open requests from that day on. */
export const endRecurring: Handler<typeof collectionsApi.endRecurring> = async (ctx, input) => {
  await requireRequests(ctx)
  const row = await lockRecurring(ctx, input.id)
  await endBefore(ctx, row, input.from ?? dayOf(ctx.now), input.reason ?? '')
  return {}
}

async function endBefore(ctx: Context, row: RecurringRow, from: string, reason: string): Promise<void> {
  const until = daysAfter(from, -1)
  if (row.until_day === null || row.until_day > until)
    await updateRecurring(ctx, row.id, { until_day: until })
  for (const id of await listOpenIds(ctx, open_requests, { recurring_id: row.id, from }))
    await enterRequest(ctx, await lockRequest(ctx, id), {
      to: 'cancelled',
      message: reason || 'The recurring collection ended',
    })
}

const max_of_account = 10_000

/** Cancels the open requests of a closed account and ends its recurring collections. */
export async function endWithAccount(ctx: Context, { account_id }: { account_id: number }): Promise<void> {
  const today = dayOf(ctx.now)
  const page = { limit: max_of_account, offset: 0 }
  const { rows } = await listRecurringRows(ctx, { account_id, live_on: today }, page)
  const reason = 'The account was closed'
  for (const row of rows) await endBefore(ctx, await lockRecurring(ctx, row.id), today, reason)
  for (const id of await listOpenIds(ctx, open_requests, { account_id }))
    await enterRequest(ctx, await lockRequest(ctx, id), { to: 'cancelled', message: reason })
}
