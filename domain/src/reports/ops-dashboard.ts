import { z } from 'zod'
import { day, instant } from '../kit/calls/wire.ts'
import {
  isToArrive,
  problem_statuses,
  shipment_statuses,
  statusesFor,
  type ShipmentStatus,
} from '../shipments/statuses/status.ts'

/** The modes of the ops dashboard with the words on their buttons, in order (OPS-001). */
export const ops_modes = [
  { key: 'all', label: 'All' },
  { key: 'driver-tripsheet', label: 'Driver tripsheet' },
  { key: 'pending', label: 'Pending' },
] as const
export type OpsMode = (typeof ops_modes)[number]['key']

/** The mode an address asks for; an unknown word is `all`. */
export function opsModeOf(word: string | undefined): OpsMode {
  return ops_modes.find(({ key }) => key === word)?.key ?? 'all'
}

/** Why shipments wait for somebody in the office (OPS-002, docs/domain/reports-and-dashboards.md#dashboards). */
export const pending_reasons = [
  'unassigned',
  'rejected',
  'failed',
  'exception',
  'on-hold',
  'locker',
  'late',
  'not-moved',
] as const
export type PendingReason = (typeof pending_reasons)[number]

/** The reasons, and before them whatever waits for any of them or is a problem; a shipment counts once in it. */
export const pending_kinds = ['problem', ...pending_reasons] as const
export type PendingKind = (typeof pending_kinds)[number]

export function isPendingKind(word: string | undefined): word is PendingKind {
  return pending_kinds.some((kind) => kind === word)
}

/** With the receiver's pickup point or the receiver: nobody of ours has to move these. */
const out_of_our_hands: readonly ShipmentStatus[] = [
  'ready-for-pickup',
  'in-locker',
  'collected-from-locker',
  'collected-from-counter',
]
const inOurHands = (statuses: readonly ShipmentStatus[]) =>
  statuses.filter((status) => !out_of_our_hands.includes(status))

const rules: Readonly<Record<PendingReason, { label: string; statuses: readonly ShipmentStatus[] }>> = {
  unassigned: { label: 'Unassigned', statuses: statusesFor('ops_dashboard_unassigned') },
  rejected: { label: 'Rejected by driver', statuses: ['collection-rejected', 'delivery-rejected'] },
  failed: { label: 'Failed today', statuses: ['collection-failed-attempt', 'delivery-failed-attempt'] },
  exception: {
    label: 'Exceptions',
    statuses: ['collection-exception', 'delivery-exception', 'damaged'],
  },
  'on-hold': { label: 'On hold', statuses: ['on-hold', 'on-hold-internal'] },
  locker: { label: 'Locker failures', statuses: ['bob-box-reservation-failed'] },
  late: { label: 'Late', statuses: inOurHands(statusesFor('active')).filter(isToArrive) },
  'not-moved': { label: 'Not moved', statuses: inOurHands(statusesFor('collected_and_undelivered')) },
}

/** What the number, the tab and the list of a reason are called. */
export function pendingLabel(kind: PendingKind): string {
  return kind === 'problem' ? 'Shipments need you' : rules[kind].label
}

/**
 * The statuses a shipment may have to wait for this reason; `failed`, `late` and `not-moved` ask for a time besides.
 */
export function pendingStatuses(kind: PendingKind): readonly ShipmentStatus[] {
  return kind === 'problem'
    ? [...new Set([...problem_statuses, ...pending_reasons.flatMap((reason) => rules[reason].statuses)])]
    : rules[kind].statuses
}

/** The one thing to do next with a shipment that waits. */
export function suggestionFor(kind: PendingKind, status: ShipmentStatus): string {
  switch (status) {
    case 'submitted':
    case 'collection-unassigned':
    case 'delivery-unassigned':
      return 'Assign a driver'
    case 'collection-rejected':
    case 'delivery-rejected':
      return 'Assign another driver'
    case 'collection-failed-attempt':
      return 'Plan another collection'
    case 'delivery-failed-attempt':
      return 'Plan another delivery'
    case 'on-hold':
    case 'on-hold-internal':
      return 'Release it or return it'
    case 'damaged':
      return 'Agree on it with the customer'
    case 'bob-box-reservation-failed':
      return 'Choose another pickup point'
    case 'collection-exception':
    case 'delivery-exception':
      return 'Fix the reported problem'
    default:
      return kind === 'not-moved' ? 'Find the parcels' : 'Tell the receiver the new time'
  }
}

/** How far a driver is on a day, in stops: one place and leg is one stop, as on the trip sheet. */
export const DriverProgress = z.object({
  username: z.string(),
  name: z.string(),
  branch_id: z.int().nullable(),
  branch_name: z.string(),
  vehicle_registration: z.string(),
  on_duty: z.boolean(),
  planned: z.int(),
  done: z.int(),
  failed: z.int(),
  remaining: z.int(),
  /** Still to do although their window is over. */
  late: z.int(),
  /** When the driver's phone was last heard of; `null` when it never was. */
  last_seen: instant.nullable(),
})
export type DriverProgress = z.output<typeof DriverProgress>

/** The ops dashboard of a day, of one branch or of all. */
export const OpsDashboard = z.object({
  date: day,
  /** The branch it is about; `null` is every branch. */
  branch_id: z.int().nullable(),
  /** How many shipments wait for each reason, up to the cap of all lists. */
  figures: z.array(z.object({ kind: z.enum(pending_kinds), count: z.int() })),
  /** Since when the shipment that needs somebody longest has been like that. */
  oldest_problem: instant.nullable(),
  /** Collection requests that no driver has. */
  unassigned_requests: z.int(),
  /** Drivers with stops on the day, and who is on duty without any. */
  drivers: z.array(DriverProgress),
})
export type OpsDashboard = z.output<typeof OpsDashboard>

/** A shipment that waits, with the reason and for how long. */
export const PendingRow = z.object({
  shipment_id: z.int(),
  tracking_reference: z.string(),
  status: z.enum(shipment_statuses),
  account_name: z.string(),
  /** Suburb or town of the collection and of the delivery. */
  collection_place: z.string(),
  delivery_place: z.string(),
  /** The driver of the leg that is next; empty when there is none. */
  driver_name: z.string(),
  /** What the latest event said. */
  reason: z.string(),
  suggestion: z.string(),
  since: instant,
  expected: instant.nullable(),
})
export type PendingRow = z.output<typeof PendingRow>
