import type { BulkChange } from '@waybill/domain/imports/bulk-change'
import { mayUndoRow, type RowEffect, type StatusTraces } from '@waybill/domain/imports/undo'
import { hasPermission } from '@waybill/domain/kit/actor'
import { forbidden, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { isHeld } from '@waybill/domain/shipments/statuses/interventions'
import { undoAssignment } from '../drivers/index.ts'
import type { Context } from '../kit/handler.ts'
import { driverNames } from '../maps/index.ts'
import {
  changeWithin,
  enterStatus,
  type Entering,
  releaseLocked,
  type ParcelRow,
  type ShipmentRow,
} from '../shipments/index.ts'

/** Returns what an update changed of a shipment, from its rows and parcels before and after it. */
export function effectOf(
  before: ShipmentRow,
  parcelsBefore: readonly ParcelRow[],
  after: ShipmentRow,
  parcelsAfter: readonly ParcelRow[],
): RowEffect {
  const statuses = new Map(parcelsAfter.map(({ id, status }) => [id, status]))
  return {
    before: { ...valuesOf(before), ...tracesOf(before) },
    after: valuesOf(after),
    parcels: parcelsBefore.flatMap(({ id, status }) => (statuses.get(id) === status ? [] : [{ id, status }])),
  }
}

function valuesOf(row: ShipmentRow): RowEffect['after'] {
  return {
    status: row.status,
    service_level_code: row.service_level_code,
    collection_min_date: row.collection_min_date,
    delivery_min_date: row.delivery_min_date,
    collection_agent_id: row.collection_agent_id,
    delivery_agent_id: row.delivery_agent_id,
  }
}

function tracesOf(row: ShipmentRow): StatusTraces {
  const textOf = (time: Date | null) => time?.toISOString() ?? null
  return {
    collected_date: textOf(row.collected_date),
    original_collected_date: textOf(row.original_collected_date),
    returned_to_hub_date: textOf(row.returned_to_hub_date),
    failed_collection_attempts: row.failed_collection_attempts,
    failed_delivery_attempts: row.failed_delivery_attempts,
    last_failed_collection_attempt_time: textOf(row.last_failed_collection_attempt_time),
    last_failed_delivery_attempt_time: textOf(row.last_failed_delivery_attempt_time),
  }
}

/** Gives a locked shipment back what an update changed. Throws why that is not possible. */
export async function undoRow(
  ctx: Context,
  change: BulkChange,
  row: ShipmentRow,
  effect: RowEffect,
): Promise<void> {
  ensure(mayUndoRow(change, effect, row, await driverNames(ctx)))
  const { before } = effect
  switch (change.kind) {
    case 'service-level':
      if (before.service_level_code === null) throw wrongState('It had no service level before.')
      await changeWithin(ctx, { id: row.id, service_level_code: before.service_level_code })
      return
    case 'date': {
      const { side, reason } = change
      await changeWithin(ctx, {
        id: row.id,
        [`${side}_min_date`]: before[`${side}_min_date`],
        ...(reason ? { [`${side}_rescheduled_reason`]: reason } : {}),
      })
      return
    }
    case 'driver': {
      const { after, parcels } = effect
      const username = before[`${change.side}_agent_id`] ?? ''
      const assignment = { username, before: before.status, after: after.status, parcels }
      await undoAssignment(ctx, row, change.side, assignment, unseen.internal_message)
      return
    }
    case 'hold':
      // A shipment that was held already, or damaged, goes back to that, and not to where it was before.
      await releaseLocked(ctx, row, '', {
        ...unseen,
        ...(isHeld(before.status) ? { to: before.status } : {}),
      })
      return
    case 'cancel':
      if (!hasPermission(ctx.actor, 'INLINE_uncancel_shipment'))
        throw forbidden('You may not bring back a cancelled shipment.')
      await restoreStatus(ctx, row, effect, columnsOf(before))
      return
    case 'status':
    case 'release':
      await restoreStatus(ctx, row, effect, columnsOf(before))
  }
}

/** How the timeline states an undo: to the company only. */
const unseen = { is_internal: true, internal_message: 'The bulk update was undone.' }

/** Restores the status, without messages to customers. */
async function restoreStatus(
  ctx: Context,
  row: ShipmentRow,
  { before, parcels }: RowEffect,
  changes: Entering['changes'] = {},
): Promise<void> {
  await enterStatus(ctx, row, {
    to: before.status,
    ...unseen,
    is_release: true,
    ...(parcels.length > 0 ? { parcel_ids: parcels.map(({ id }) => id) } : {}),
    changes,
  })
}

/** Returns the columns with the dates and counters that follow a status. */
function columnsOf(traces: StatusTraces) {
  const dateOf = (text: string | null) => (text === null ? null : new Date(text))
  return {
    collected_date: dateOf(traces.collected_date),
    original_collected_date: dateOf(traces.original_collected_date),
    returned_to_hub_date: dateOf(traces.returned_to_hub_date),
    failed_collection_attempts: traces.failed_collection_attempts,
    failed_delivery_attempts: traces.failed_delivery_attempts,
    last_failed_collection_attempt_time: dateOf(traces.last_failed_collection_attempt_time),
    last_failed_delivery_attempt_time: dateOf(traces.last_failed_delivery_attempt_time),
  }
}
