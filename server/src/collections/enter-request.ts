import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
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
  /** Whether customers see the entry in the history; by default they do. */
  is_public?: boolean
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
  await updateRequest(ctx, row, {
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
