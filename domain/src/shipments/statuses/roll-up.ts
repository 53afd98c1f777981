import { factsOf, isFor, statusLabel, type ShipmentStatus } from './status.ts'

/** Result of combining the parcels of a shipment (docs/domain/statuses.md#parcels-and-the-shipment). */
export interface RolledUp {
  status: ShipmentStatus
  /**
   * `attention`: number of parcels that need attention; `of`: number of parcels that are not cancelled. Displayed as
   * '1 of 3 parcels need attention'.
   */
  attention: number
  of: number
  /** For a delivered shipment, how the parcels that were not delivered ended; `''` when all were delivered. */
  note: string
}

const attention_statuses: readonly ShipmentStatus[] = [
  'damaged',
  'on-hold',
  'on-hold-internal',
  'collection-exception',
  'delivery-exception',
  'collection-failed-attempt',
  'delivery-failed-attempt',
]
const ended: readonly ShipmentStatus[] = ['delivered', 'returned-to-sender', 'undeliverable']
const excluded_from_roll_up: readonly ShipmentStatus[] = ['cancelled', ...ended, 'damaged']

/**
 * Derives the status of a shipment from its parcels (STAT-034, docs/domain/statuses.md#parcels-and-the-shipment).
 * Throws a `RangeError` for an empty list, because every shipment has parcels.
 *
 * - Cancelled parcels are ignored; when all are cancelled, the shipment is cancelled.
 * - When all have the same status, that is the status.
 * - When all have ended and at least one is delivered, the shipment is delivered.
 * - Otherwise the slowest active parcel decides.
 */
export function rollUp(parcels: readonly ShipmentStatus[]): RolledUp {
  if (parcels.length === 0) throw new RangeError('A shipment without parcels has no status')
  const left = parcels.filter((status) => status !== 'cancelled')
  const attention = left.filter((status) => attention_statuses.includes(status)).length
  return { status: slowestOf(left), attention, of: left.length, note: endNote(left) }
}

function slowestOf(left: readonly ShipmentStatus[]): ShipmentStatus {
  const [first] = left
  if (first === undefined) return 'cancelled'
  if (left.every((status) => status === first)) return first
  if (left.every((status) => ended.includes(status)))
    return left.includes('delivered') ? 'delivered' : lowest(left)
  const moving = left.filter((status) => isFor('active', status))
  return lowest(moving.length > 0 ? moving : left.filter((status) => !ended.includes(status)))
}

function lowest(statuses: readonly ShipmentStatus[]): ShipmentStatus {
  return statuses.reduce((slowest, status) =>
    factsOf(status).position < factsOf(slowest).position ? status : slowest,
  )
}

function endNote(left: readonly ShipmentStatus[]): string {
  if (!left.includes('delivered') || !left.every((status) => ended.includes(status))) return ''
  const others = ended.slice(1).flatMap((status) => {
    const number = left.filter((one) => one === status).length
    return number === 0 ? [] : [`${number} ${statusLabel(status).toLowerCase()}`]
  })
  return others.join(', ')
}

/**
 * Whether a parcel takes over a newly set shipment status: not when it has ended, is damaged or was cancelled
 * separately. A parcel that shares the status of its shipment always follows, for example when a cancelled shipment is
 * restored or a damaged one is released (docs/domain/statuses.md#parcels-and-the-shipment).
 */
export function followsShipment(parcel: ShipmentStatus, shipmentFrom: ShipmentStatus): boolean {
  return parcel === shipmentFrom || !excluded_from_roll_up.includes(parcel)
}
