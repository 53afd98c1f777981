import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import type { Updateable } from 'kysely'
import type { CollectionRequestTable } from '../kit/tables.ts'
import type { Context } from '../kit/handler.ts'
import { insertRequestEvent, updateRequest, type RequestRow } from './store.ts'

/** A status that a request enters: what happened, where, and who says so. */
export interface EnteringRequest {
  to: CollectionRequestStatus
  /** When it happened; default now. */
  date?: Date
  message?: string
  lat?: number | null
  lng?: number | null
  data?: object | null
  source?: string
  /** Other columns that change with it. */
  changes?: Updateable<CollectionRequestTable>
}

/**
 * Moves a locked request to a status, with what follows from it: the time of collection, the counter of failed
 * attempts, the driver who is taken off, and one entry of its history. Whether it may is the caller's to ask.
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
