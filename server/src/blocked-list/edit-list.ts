import type { blockedListApi } from '@waybill/domain/blocked-list/api'
import type { BlockedEntry } from '@waybill/domain/blocked-list/model'
import { checkBlocked, mayEditBlockedList, normalBlocked } from '@waybill/domain/blocked-list/rules'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import type { Context, BaseContext, Handler } from '../kit/handler.ts'
import { blocked_topic } from './stop.ts'
import { endEntry, insertEntry, listEntries, type EntryRow } from './store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

function presentEntry(reader: BaseContext, row: EntryRow): BlockedEntry {
  const { hits, time_last, ...rest } = row
  return {
    ...rest,
    type: row.type,
    is_active: row.until === null || row.until > reader.now,
    hits: hits ?? 0,
    time_last_hit: time_last,
  }
}

async function entryOf(ctx: Context, id: number): Promise<BlockedEntry> {
  const { rows } = await listEntries(ctx, { id }, { limit: 1, offset: 0 })
  if (!rows[0]) throw notFound('Could not find this entry of the blocked list. Load the list again.')
  return presentEntry(ctx, rows[0])
}

/** Returns the blocked list, newest first (TOOL-008). */
export const readBlockedList: Handler<typeof blockedListApi.list> = async (ctx, input) => {
  ensure(mayEditBlockedList(ctx.actor))
  const { rows, total } = await listEntries(ctx, input, pageOf(input, 100))
  return { entries: rows.map((row) => presentEntry(ctx, row)), count: total }
}

/** Adds an entry to the list; an entry that has ended becomes active again. */
export const block: Handler<typeof blockedListApi.block> = async (ctx, input) => {
  ensure(mayEditBlockedList(ctx.actor))
  const problems = checkBlocked(input, dayOf(ctx.now))
  const value = normalBlocked(input.type, input.value)
  if (problems[0] || value === null)
    throw invalid(problems[0]?.message ?? 'This value is not valid.', problems)
  const until = input.until === undefined ? null : new Date(startOfDay(input.until).getTime() + day_ms)
  const id = await insertEntry(ctx, { type: input.type, value, reason: input.reason, until })
  if (id === null) {
    const message = `${value} is already on the list. To change its reason or day, end that entry first.`
    throw invalid(message, [{ field: 'value', message }])
  }
  await ctx.publish({ topic: blocked_topic })
  return entryOf(ctx, id)
}

/** Ends an entry; it stays on the list with its hit counter. */
export const endBlocked: Handler<typeof blockedListApi.end> = async (ctx, { id }) => {
  ensure(mayEditBlockedList(ctx.actor))
  if (!(await endEntry(ctx, id))) {
    const { value } = await entryOf(ctx, id)
    throw wrongState(`The entry for ${value} has ended already.`)
  }
  await ctx.publish({ topic: blocked_topic })
  return {}
}
