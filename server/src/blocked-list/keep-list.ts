import type { blockedListApi } from '@waybill/domain/blocked-list/api'
import type { BlockedEntry, BlockedType } from '@waybill/domain/blocked-list/model'
import { checkBlocked, mayKeepBlockedList, normalBlocked } from '@waybill/domain/blocked-list/rules'
import { pageOf } from '@waybill/domain/kit/paging'
import { invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { demand } from '@waybill/domain/kit/verdict'
import { dayOf, startOfDay } from '@waybill/domain/kit/wire'
import type { Ctx, Reader, Verb } from '../kit/verb.ts'
import { blocked_topic } from './stop.ts'
import { endEntry, insertEntry, listEntries, type EntryRow } from './store.ts'

const day_ms = 86_400_000

function seen(reader: Reader, row: EntryRow): BlockedEntry {
  const { hits, time_last, ...rest } = row
  return {
    ...rest,
    type: row.type as BlockedType,
    is_active: row.until === null || row.until > reader.now,
    hits: hits ?? 0,
    time_last_hit: time_last,
  }
}

async function entryOf(ctx: Ctx, id: number): Promise<BlockedEntry> {
  const { rows } = await listEntries(ctx, { id }, { limit: 1, offset: 0 })
  if (!rows[0]) throw notFound('Could not find this entry of the blocked list. Load the list again.')
  return seen(ctx, rows[0])
}

/** The list, newest first (TOOL-008). */
export const readBlockedList: Verb<typeof blockedListApi.list> = async (ctx, input) => {
  demand(mayKeepBlockedList(ctx.actor))
  const { rows, total } = await listEntries(ctx, input, pageOf(input, 100))
  return { entries: rows.map((row) => seen(ctx, row)), count: total }
}

/** Puts somebody on the list; an entry that has ended holds again. */
export const block: Verb<typeof blockedListApi.block> = async (ctx, input) => {
  demand(mayKeepBlockedList(ctx.actor))
  const problems = checkBlocked(input, dayOf(ctx.now))
  const value = normalBlocked(input.type, input.value)
  if (problems[0] || value === null) throw invalid(problems[0]?.message ?? 'This cannot be read.', problems)
  const until = input.until === undefined ? null : new Date(startOfDay(input.until).getTime() + day_ms)
  const id = await insertEntry(ctx, { type: input.type, value, reason: input.reason, until })
  if (id === null) {
    const message = `${value} is on the list already. End that entry first to give it another reason or day.`
    throw invalid(message, [{ field: 'value', message }])
  }
  await ctx.news({ topic: blocked_topic })
  return entryOf(ctx, id)
}

/** Ends an entry; it stays on the list with its counter. */
export const endBlocked: Verb<typeof blockedListApi.end> = async (ctx, { id }) => {
  demand(mayKeepBlockedList(ctx.actor))
  if (!(await endEntry(ctx, id))) {
    const { value } = await entryOf(ctx, id)
    throw wrongState(`The entry for ${value} has ended already.`)
  }
  await ctx.news({ topic: blocked_topic })
  return {}
}
