import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import { isDriver } from '@waybill/domain/kit/actor'
import { tripWorkChanged } from '@waybill/domain/shipments/events'
import type { Updateable } from 'kysely'
import type { CollectionRequestTable } from '../kit/tables.ts'
import type { Context } from '../kit/handler.ts'
import { insertRequestEvent, updateRequest, type RequestRow } from './store.ts'

/** A status to set: what happened, where, and the source of the report. */
export interface EnteringRequest {
  to: CollectionRequestStatus
  /** When it happened; defaults to now. */
  date?: Date
  message?: string
  lat?: number | null
  lng?: number | null
  data?: object | null
  source?: string
  /** Other columns to update with the status. */
  changes?: Updateable<CollectionRequestTable>
}

/**
 * Sets the status of a locked request and applies its side effects: the collection time, the counter of failed
 * attempts, the removal of the driver, and an entry in the history. The caller must check whether the change is
 * allowed.
 */
export async function enterRequest(ctx: Context, row: RequestRow, entering: EnteringRequest): Promise<void> {
  const { to, changes, date = ctx.now, ...event } = entering
  await updateRequest(ctx, row.id, {
    ...sideEffects(row, to, date),
    status: to,
    latest_event_time: date,
    ...changes,
  })
  await insertRequestEvent(ctx, row.id, { ...event, date, status: to })
  const sent: Readonly<Record<string, unknown>> = { ...changes }
  await publishRequestWork(ctx, row, {
    status: to,
    agent_id:
      'agent_id' in sent ? textOf(sent['agent_id']) : to === 'collection-unassigned' ? null : row.agent_id,
    date: textOf(sent['date']) ?? row.date,
  })
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What decides on whose trip sheet a request is, and on which day. */
type RequestWork = Pick<RequestRow, 'status' | 'agent_id' | 'date'>

/** Publishes which drivers have more or less to do after a change of a request; `before` is `null` for a new one. */
export async function publishRequestWork(
  ctx: Context,
  before: RequestWork | null,
  after: RequestWork,
): Promise<void> {
  if (isDriver(ctx.actor)) return
  const isOver = ({ status }: RequestWork) => status === 'cancelled' || status === 'closed'
  if (before?.agent_id === after.agent_id && before.date === after.date && isOver(before) === isOver(after))
    return
  const usernames = [before?.agent_id, after.agent_id].filter((one) => typeof one === 'string')
  if (usernames.length === 0) return
  for (const day of new Set([before?.date ?? after.date, after.date]))
    await ctx.emit(tripWorkChanged, { usernames, day })
}

function sideEffects(
  row: RequestRow,
  to: CollectionRequestStatus,
  date: Date,
): Updateable<CollectionRequestTable> {
  if (to === 'closed') return { collected_date: date }
  if (to === 'collection-failed-attempt')
    return { failed_collection_attempts: row.failed_collection_attempts + 1 }
  return to === 'collection-unassigned' ? { agent_id: null } : {}
}
