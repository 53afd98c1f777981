import { wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { isFor, statusLabel, type ShipmentStatus } from '../shipments/statuses/status.ts'
import { nameIn, type BulkChange, type DriverNames } from './bulk-change.ts'

/** What an update can change of a shipment. Days are `YYYY-MM-DD`. */
export interface ChangedShipment {
  status: ShipmentStatus
  service_level_code: string | null
  collection_min_date: string
  delivery_min_date: string
  /** Usernames; `null` when nobody is assigned. */
  collection_agent_id: string | null
  delivery_agent_id: string | null
}

/** Dates and counters that follow a status. Times are ISO 8601. */
export interface StatusTraces {
  collected_date: string | null
  original_collected_date: string | null
  returned_to_hub_date: string | null
  failed_collection_attempts: number
  failed_delivery_attempts: number
  last_failed_collection_attempt_time: string | null
  last_failed_delivery_attempt_time: string | null
}

/** What an update changed of a shipment, or would change according to its check. */
export interface RowEffect {
  before: ChangedShipment & StatusTraces
  after: ChangedShipment
  /** The parcels whose status changed, with their status before. */
  parcels: { id: number; status: ShipmentStatus }[]
}

/** The field that an update changes. */
export function fieldOf(change: BulkChange): keyof ChangedShipment {
  switch (change.kind) {
    case 'service-level':
      return 'service_level_code'
    case 'date':
      return `${change.side}_min_date`
    case 'driver':
      return `${change.side}_agent_id`
    case 'status':
    case 'hold':
    case 'release':
    case 'cancel':
      return 'status'
  }
}

/** Returns a value of a field in words, for a reason; `names`: the names of drivers. */
export function words(field: keyof ChangedShipment, value: string | null, names: DriverNames): string {
  if (field === 'status') return statusLabel(value as ShipmentStatus).toLowerCase()
  return field.endsWith('_agent_id') ? nameIn(names, value) : (value ?? 'nothing')
}

/** Whether an undo restores the status: the update changed it, and it has not changed since. */
function restoresStatus({ before, after }: RowEffect, now: Pick<ChangedShipment, 'status'>): boolean {
  return before.status !== after.status && now.status === after.status
}

/**
 * Whether an update can be undone for a shipment as it is now: only while the shipment has what the update gave it, and
 * is not over. What led to delivery or another end had effects on money and messages, and is not undone in bulk.
 * `names`: the names of drivers, for the reason.
 */
export function mayUndoRow(
  change: BulkChange,
  effect: RowEffect,
  now: ChangedShipment,
  names: DriverNames,
): RuleResult {
  const { before, after, parcels } = effect
  const field = fieldOf(change)
  if (before[field] === after[field]) return wrongState('The update changed nothing that can be undone.')
  if (now[field] !== after[field])
    return wrongState(
      `Changed since: it was ${words(field, after[field], names)} after the update, and is ${words(field, now[field], names)} now.`,
    )
  const isOver = (status: ShipmentStatus) => !isFor('active', status) && !isFor('intervention', status)
  if (isOver(now.status) && change.kind !== 'cancel')
    return wrongState(
      `The shipment is ${statusLabel(now.status).toLowerCase()}, which has effects on money and messages. Change it by itself.`,
    )
  if (isOver(before.status))
    return wrongState(`It was ${statusLabel(before.status).toLowerCase()} before. Change it by itself.`)
  if (!restoresStatus(effect, now)) return true
  if (change.kind === 'driver' && before.status === 'outsourced')
    return wrongState('The update took it back from another courier. Change it by itself.')
  return new Set(parcels.map(({ status }) => status)).size > 1
    ? wrongState('Its parcels had different statuses. Change it by itself.')
    : true
}

/** Returns what an undo leaves as it is, in sentences. */
export function undoLeaves(change: BulkChange): string[] {
  const sent = 'Messages that were sent about the change are not recalled.'
  switch (change.kind) {
    case 'service-level':
      return ['Prices are calculated again. Invoices and payments stay as they are.', sent]
    case 'date':
      return [`${sent} Customers get the usual message about the day.`]
    case 'driver':
      return [`${sent} Drivers see the change on their trip sheets.`]
    case 'cancel':
      return ['Charges that were reversed are posted again. Refunds stay as they are.', sent]
    case 'status':
    case 'hold':
    case 'release':
      return ['Charges and payments stay as they are.', `${sent} Customers get no message about the undo.`]
  }
}
