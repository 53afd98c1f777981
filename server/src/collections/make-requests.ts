import { days_ahead, dueDays, fallsOn, servedDay } from '@waybill/domain/collections/days'
import {
  collection_request_cut_off_time,
  recurring_collection_holiday_rule,
} from '@waybill/domain/collections/settings'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { daysAfter, offerDay } from '@waybill/domain/kit/dates/service-days'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { serviceCalendar } from '../maps/index.ts'
import { pointOf } from '../rates/index.ts'
import { storedOf } from './change-request.ts'
import { insertRequestWithParcels } from './create-request.ts'
import { listMade, listRecurringDue, lockRecurring, noteMade, type RecurringRow } from './recurring-store.ts'

/** Time of day (South African time) from which the requests of the next days are created (docs/domain/jobs.md). */
const from_clock = '03:00'

/**
 * Scheduled job: creates the requests of every recurring collection up to seven days ahead, each in a separate
 * transaction. Repeated runs create only one request per day. Accounts that are closed or on hold get none. A failure
 * is logged, and the next run tries again.
 */
export async function makeDueRequests(ctx: ExternalContext): Promise<void> {
  if (clockOf(ctx.now) < from_clock) return
  const today = dayOf(ctx.now)
  const horizon = daysAfter(today, days_ahead)
  for (const id of await ctx.inTransaction((inner) => listRecurringDue(inner, today, horizon))) {
    try {
      await ctx.inTransaction(async (inner) => makeRequests(inner, await lockRecurring(inner, id)))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      ctx.log.error(
        { provider_id: ctx.provider_id, recurring_id: id, error: reason },
        'recurring collection failed',
      )
    }
  }
}

/**
 * Creates the missing requests of a locked recurring collection up to seven days ahead: those of days without requests
 * so far, and after a change also those from the day `changedFrom` on. Days before that keep the requests of the
 * schedule that applied then.
 */
export async function makeRequests(ctx: Context, row: RecurringRow, changedFrom?: string): Promise<void> {
  const today = dayOf(ctx.now)
  const unmade = row.made_until === null ? today : daysAfter(row.made_until, 1)
  const first = changedFrom !== undefined && changedFrom < unmade ? changedFrom : unmade
  const horizon = daysAfter(today, days_ahead)
  const { address, ...particulars } = await storedOf(ctx, row)
  const calendar = await serviceCalendar(ctx, pointOf(address))
  const made = await listMade(ctx, row.id, today)
  const days = new Set(made.map((one) => one.due_day))
  const taken = new Set(made.filter((one) => one.status !== 'cancelled').map((one) => one.date))
  const recurrence = {
    frequency: row.frequency,
    weekdays: row.weekdays,
    from: row.from_day,
    until: row.until_day,
  }
  const rule = ctx.setting(recurring_collection_holiday_rule)
  const end = { cut_off: ctx.setting(collection_request_cut_off_time), until: row.before }
  for (const dueDay of dueDays(recurrence, first > today ? first : today, horizon)) {
    const date = servedDay(dueDay, recurrence.frequency, calendar, rule)
    const isFree = date !== null && !taken.has(date) && (date === dueDay || !fallsOn(recurrence, date))
    if (!isFree || days.has(dueDay) || offerDay(date, ctx.now, end, calendar).day !== date) continue
    taken.add(date)
    await insertRequestWithParcels(ctx, {
      account_id: row.account_id,
      address,
      particulars,
      date,
      recurring_id: row.id,
      due_day: dueDay,
    })
  }
  await noteMade(ctx, row.id, horizon)
}
