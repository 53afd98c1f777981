import {
  purpose_codes,
  status_table,
  type StatusColour,
  type StatusPurpose,
  type StepRule,
} from './status-table.ts'

export { tracking_steps, type StatusColour, type StatusPurpose, type TrackingStep } from './status-table.ts'

/** The names of all purpose lists (STAT-013). */
export const status_purposes = Object.keys(purpose_codes) as [StatusPurpose, ...StatusPurpose[]]

/** A status of a shipment or parcel (STAT-001). */
export type ShipmentStatus = (typeof status_table)[number][0]

/** All 38 statuses in the order of comparison (STAT-001…STAT-005). */
export const shipment_statuses = status_table.map(([status]) => status) as [
  ShipmentStatus,
  ...ShipmentStatus[],
]

/** All data of one status in the table. */
export interface StatusFacts {
  status: ShipmentStatus
  /** 0 for quote … 37 for damaged. */
  position: number
  purposes: readonly StatusPurpose[]
  label: string
  colour: StatusColour
  step: StepRule
  /** The customer sentence with its placeholders; `''` for statuses that customers never see. */
  sentence: string
}

const facts = new Map<string, StatusFacts>(
  status_table.map(([status, codes, label, colour, step, sentence], position) => {
    const held = new Set<string>(codes.split(' '))
    const purposes = status_purposes.filter((purpose) => held.has(purpose_codes[purpose]))
    return [status, { status, position, purposes, label, colour, step, sentence }]
  }),
)

/** Returns the table row of a status; throws a `RangeError` for an unknown one. */
export function factsOf(status: ShipmentStatus): StatusFacts {
  const found = facts.get(status)
  if (!found) throw new RangeError(`Unknown shipment status ${String(status)}`)
  return found
}

/** Whether a text is one of the 38 statuses. */
export function isShipmentStatus(text: string): text is ShipmentStatus {
  return facts.has(text)
}

/** The statuses of a purpose list, in order (STAT-013, STAT-014). */
export function statusesFor(purpose: StatusPurpose): ShipmentStatus[] {
  return shipment_statuses.filter((status) => isFor(purpose, status))
}

/** Whether a status belongs to a purpose list. */
export function isFor(purpose: StatusPurpose, status: ShipmentStatus): boolean {
  return factsOf(status).purposes.includes(purpose)
}

/** Statuses in which a shipment still needs its account and branches: active, held or damaged. */
export const active_statuses: readonly ShipmentStatus[] = shipment_statuses.filter(
  (status) => isFor('active', status) || isFor('intervention', status),
)

/**
 * Statuses in which nothing is left to do. Only an exception leads out of them: an expired quote is paid at today's
 * price, a cancelled shipment is restored (docs/domain/statuses.md#ways-out).
 */
export const final_statuses: readonly ShipmentStatus[] = [
  'quote-expired',
  'returned-to-sender',
  'delivered',
  'cancelled',
]

/** Whether nothing is left to do for a shipment in this status. */
export function isFinal(status: ShipmentStatus): boolean {
  return final_statuses.includes(status)
}

/** Whether a booking still has to be paid. Before payment, nothing is collected and no label is printed. */
export function isUnpaid(status: ShipmentStatus): boolean {
  return status === 'payment-pending' || status === 'payment-failed'
}

/**
 * Statuses that expire when they are not accepted or paid in time: quotes, and bookings with a pending or failed
 * payment.
 */
export const expiring_statuses: readonly ShipmentStatus[] = shipment_statuses.filter(
  (status) => status === 'quote' || isUnpaid(status),
)

/** Whether the parcel waits at a locker or counter to be fetched. */
export function waitsAtPoint(status: ShipmentStatus): boolean {
  return status === 'in-locker' || status === 'ready-for-pickup'
}

/**
 * Whether the parcel came to its pickup point and is still there, also after the receiver's time is over. It has
 * arrived, so it can no longer be late.
 */
export function isAtPoint(status: ShipmentStatus): boolean {
  return waitsAtPoint(status) || status === 'collect-and-return-to-hub'
}

/** Whether the parcel still has to arrive, so that it can be late. */
export function isToArrive(status: ShipmentStatus): boolean {
  return isFor('active', status) && !isAtPoint(status)
}

/**
 * Returns the label of a status badge, for example `Out for delivery`
 * (docs/domain/statuses.md#meanings-and-sentences).
 */
export function statusLabel(status: ShipmentStatus): string {
  return factsOf(status).label
}

/** Returns the colour family of a status badge (STAT-058…STAT-062). */
export function statusColour(status: ShipmentStatus): StatusColour {
  return factsOf(status).colour
}

/** Values for the placeholders of a customer sentence; general words replace missing ones. */
export interface SentenceParts {
  hub?: string | undefined
  destination_hub?: string | undefined
  /** Where the sender drops the parcel off. */
  dropoff_point?: string | undefined
  /** Where the receiver fetches the parcel. */
  pickup_point?: string | undefined
  pickup_deadline?: string | undefined
  message?: string | undefined
}

const plain_words: Readonly<Record<string, string>> = {
  destination_hub: 'its destination',
  dropoff_point: 'the drop-off point',
  pickup_point: 'the pickup point',
}

/**
 * The shipment data from which pickup point names are derived: the pickup point ids and the companies of the two
 * addresses.
 */
export interface PointSides {
  collection_pickup_point_id: string | null
  delivery_pickup_point_id: string | null
  sender_company: string
  receiver_company: string
}

/**
 * Returns the names of the locker or counter at each end: where the sender drops the parcel off and where the
 * receiver fetches it; `''` for a door.
 */
export function pointNames(shipment: PointSides): { dropoff_point: string; pickup_point: string } {
  return {
    dropoff_point: shipment.collection_pickup_point_id ? shipment.sender_company : '',
    pickup_point: shipment.delivery_pickup_point_id ? shipment.receiver_company : '',
  }
}

/**
 * Returns the sentence displayed to the public for a status; `''` for a status that customers never see
 * (docs/domain/statuses.md#meanings-and-sentences).
 */
export function customerSentence(status: ShipmentStatus, parts: SentenceParts = {}): string {
  const given = parts as Readonly<Record<string, string | undefined>>
  return factsOf(status)
    .sentence.replace(/: \{message\}$/, () => (parts.message ? `: ${parts.message}` : '.'))
    .replace(/ Collect it before \{pickup_deadline\}\./, (until) => (parts.pickup_deadline ? until : ''))
    .replace(/ \{hub\} hub/, () => (parts.hub ? ` ${parts.hub} hub` : ' hub'))
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] || (plain_words[name] ?? ''))
}

/**
 * Statuses with a late position in the order that are not later points of the journey
 * (docs/domain/statuses.md#comparing-positions).
 */
const outside_the_journey: ReadonlySet<ShipmentStatus> = new Set([
  'cancelled',
  'on-hold',
  'on-hold-internal',
  'damaged',
  'undeliverable',
  'returned-to-sender',
])

/**
 * Whether a status is a point of the journey at or after another one ('collected or past', 'delivered or past').
 * Held, damaged, cancelled, undeliverable and returned shipments are only at their own status, never past another
 * (STAT-010, docs/domain/statuses.md#comparing-positions).
 */
export function isAtOrPast(status: ShipmentStatus, than: ShipmentStatus): boolean {
  if (status === than) return true
  return !outside_the_journey.has(status) && factsOf(status).position >= factsOf(than).position
}

/**
 * Compares positions in the order of the 38 statuses, as the specification defines it. Cancelled and held shipments
 * also count as past everything before them (STAT-006…STAT-009, docs/domain/statuses.md#comparing-positions). For
 * decisions about money, custody or messages, use `isAtOrPast` and dates instead.
 */
export function standsAtOrPast(status: ShipmentStatus, than: ShipmentStatus): boolean {
  return factsOf(status).position >= factsOf(than).position
}

/** Whether a status is at or past at-destination-hub in that order (STAT-006, STAT-007). */
export function standsAtOrBeyondDestinationHub(status: ShipmentStatus): boolean {
  return standsAtOrPast(status, 'at-destination-hub')
}

/** Whether a status is not one of the valid ones: quotes, unpaid and cancelled (STAT-011). */
export function isInvalid(status: ShipmentStatus): boolean {
  return !isFor('valid', status)
}

/** Statuses that may trigger invoicing (STAT-017). */
export const invoice_trigger_statuses = [
  'collected',
  'at-destination-hub',
  'out-for-delivery',
  'delivered',
] as const

export type InvoiceTriggerStatus = (typeof invoice_trigger_statuses)[number]

/**
 * Whether charges may be invoiced: the shipment has reached the trigger status or a later one. A cancelled shipment
 * may be invoiced if its charges were not reversed (STAT-017, STAT-018;
 * docs/domain/invoices-and-statements.md#invoices).
 */
export function isInvoiceable(
  status: ShipmentStatus,
  trigger: InvoiceTriggerStatus,
  chargesReversed: boolean,
): boolean {
  if (status === 'cancelled') return !chargesReversed
  return isAtOrPast(status, trigger) || status === 'returned-to-sender' || status === 'undeliverable'
}

const problematic: ReadonlySet<ShipmentStatus> = new Set([
  'collection-exception',
  'delivery-exception',
  'collection-unassigned',
  'delivery-unassigned',
  'collection-failed-attempt',
  'delivery-failed-attempt',
  'collection-rejected',
  'delivery-rejected',
])

/** Whether a status belongs to the list of problems (STAT-019, STAT-020, docs/domain/statuses.md#problems). */
export function isProblem(status: ShipmentStatus): boolean {
  return problematic.has(status)
}

/** Whether receivers and senders should see that something did not go as planned. A cancellation was wanted. */
export function isFailure(status: ShipmentStatus): boolean {
  return statusColour(status) === 'red' && status !== 'cancelled'
}

const problem_reasons: Readonly<Partial<Record<ShipmentStatus, string>>> = {
  'collection-exception': 'The driver reported a problem at the collection.',
  'delivery-exception': 'The driver reported a problem at the delivery.',
  'collection-unassigned': 'No driver is assigned to this collection yet.',
  'delivery-unassigned': 'No driver is assigned to this delivery yet.',
  'collection-failed-attempt': 'The driver could not collect it.',
  'delivery-failed-attempt': 'The driver could not deliver it.',
  'collection-rejected': 'The driver declined this collection.',
  'delivery-rejected': 'The driver declined this delivery.',
}

/** Returns why a shipment with this status is on the list of problems, or `''` if it is not. */
export function problemReason(status: ShipmentStatus): string {
  return problem_reasons[status] ?? ''
}

/** The statuses on the list of problems, in status order. */
export const problem_statuses: readonly ShipmentStatus[] = shipment_statuses.filter(isProblem)

/**
 * Whether the goods have been collected, by status or by `collected_date`. The date is needed for held shipments
 * (docs/domain/statuses.md#lists).
 */
export function hasBeenCollected(shipment: { status: ShipmentStatus; collected_date: Date | null }): boolean {
  return shipment.collected_date !== null || isAtOrPast(shipment.status, 'collected')
}

/**
 * Returns the colour of a collection request: the colour of the shipment status of the same name, or grey when it is
 * closed (STAT-058).
 */
export function collectionRequestColour(status: ShipmentStatus | 'closed'): StatusColour {
  return status === 'closed' ? 'grey' : statusColour(status)
}
