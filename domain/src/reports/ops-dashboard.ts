import { z } from 'zod'
import { duty_states } from '../drivers/duty.ts'
import { with_driver_statuses } from '../drivers/hand-back.ts'
import { LastPosition } from '../drivers/positions.ts'
import { day, instant } from '../kit/calls/wire.ts'
import { to_do } from '../shipments/statuses/open-work.ts'
import {
  isToArrive,
  problem_statuses,
  shipment_statuses,
  statusesFor,
  type ShipmentStatus,
} from '../shipments/statuses/status.ts'

/** Modes of the ops dashboard with their button labels, in display order (OPS-001). */
export const ops_modes = [
  { key: 'all', label: 'All' },
  { key: 'driver-tripsheet', label: 'Driver tripsheet' },
  { key: 'pending', label: 'Pending' },
] as const
/** Further modes, each with a button of its own beside those of OPS-001. */
export const more_ops_modes = [{ key: 'dispatch', label: 'Dispatch' }] as const
/** Boards that the page of the ops dashboard shows too, reached by links beside the buttons (decision 0135). */
export const ops_boards = [{ key: 'depot', label: 'Depot' }] as const

export type OpsMode = (typeof ops_modes | typeof more_ops_modes)[number]['key']
export type OpsBoard = (typeof ops_boards)[number]['key']

/** Returns the mode or board for a word from the URL; `all` when the word is unknown or missing. */
export function opsModeOf(word: string | undefined): OpsMode | OpsBoard {
  return [...ops_modes, ...more_ops_modes, ...ops_boards].find(({ key }) => key === word)?.key ?? 'all'
}

/** Reasons why shipments wait for an action by staff (OPS-002, docs/domain/reports-and-dashboards.md#dashboards). */
export const pending_reasons = [
  'unassigned',
  'unrouted',
  'rejected',
  'failed',
  'exception',
  'on-hold',
  'locker',
  'not-returned',
  'unread',
  'late-risk',
  'late',
  'not-moved',
] as const
export type PendingReason = (typeof pending_reasons)[number]

/** Views of all exceptions by who looks after them. Snoozed ones are in no other list. */
export const pending_views = ['mine', 'without-owner', 'snoozed'] as const
export type PendingView = (typeof pending_views)[number]

/**
 * The pending reasons, preceded by `problem`: every shipment with any of these reasons or with a problem status,
 * counted once; and the views of them.
 */
export const pending_kinds = ['problem', ...pending_reasons, ...pending_views] as const
export type PendingKind = (typeof pending_kinds)[number]

export function isPendingKind(word: string | undefined): word is PendingKind {
  return pending_kinds.some((kind) => kind === word)
}

/** Statuses of shipments that are at the pickup point or with the receiver. Staff do not have to move these. */
const out_of_our_hands: readonly ShipmentStatus[] = [
  'ready-for-pickup',
  'in-locker',
  'collected-from-locker',
  'collected-from-counter',
]
const inOurHands = (statuses: readonly ShipmentStatus[]) =>
  statuses.filter((status) => !out_of_our_hands.includes(status))

const rules: Readonly<Record<PendingReason, { label: string; statuses: readonly ShipmentStatus[] }>> = {
  unassigned: {
    label: 'Unassigned',
    statuses: [...statusesFor('ops_dashboard_unassigned'), ...to_do.collection, ...to_do.delivery],
  },
  rejected: { label: 'Rejected by driver', statuses: ['collection-rejected', 'delivery-rejected'] },
  failed: { label: 'Failed today', statuses: ['collection-failed-attempt', 'delivery-failed-attempt'] },
  exception: {
    label: 'Exceptions',
    statuses: ['collection-exception', 'delivery-exception', 'damaged'],
  },
  unrouted: { label: 'Unrouted', statuses: inOurHands(statusesFor('active')) },
  'on-hold': { label: 'On hold', statuses: ['on-hold', 'on-hold-internal'] },
  locker: { label: 'Locker failures', statuses: ['bob-box-reservation-failed'] },
  'not-returned': { label: 'Not returned', statuses: with_driver_statuses },
  unread: { label: 'Unread by driver', statuses: ['collection-assigned', 'delivery-assigned'] },
  'late-risk': {
    label: 'Late risk',
    statuses: inOurHands(statusesFor('collected_and_undelivered')).filter(isToArrive),
  },
  late: { label: 'Late', statuses: inOurHands(statusesFor('active')).filter(isToArrive) },
  'not-moved': { label: 'Not moved', statuses: inOurHands(statusesFor('collected_and_undelivered')) },
}

/** Returns the label of a kind, used for its figure, tab and list. */
export function pendingLabel(kind: PendingKind): string {
  if (kind === 'problem') return 'Shipments need you'
  return isPendingView(kind) ? view_labels[kind] : rules[kind].label
}

const view_labels: Readonly<Record<PendingView, string>> = {
  mine: 'Mine',
  'without-owner': 'Without owner',
  snoozed: 'Snoozed',
}

export function isPendingView(kind: PendingKind): kind is PendingView {
  return pending_views.some((view) => view === kind)
}

/**
 * Returns the statuses that a shipment of this kind may have. `unassigned`, `failed`, `unrouted`, `not-returned`, `unread`,
 * `late-risk`, `late` and `not-moved` also require further conditions.
 */
export function pendingStatuses(kind: PendingKind): readonly ShipmentStatus[] {
  return kind === 'problem' || isPendingView(kind)
    ? [...new Set([...problem_statuses, ...pending_reasons.flatMap((reason) => rules[reason].statuses)])]
    : rules[kind].statuses
}

/**
 * Returns the suggested next action for a pending shipment. `zoneWithoutDriver` is the driver zone of its next stop when
 * none of the drivers of the zone can be assigned; `''` otherwise.
 */
export function suggestionFor(kind: PendingKind, status: ShipmentStatus, zoneWithoutDriver = ''): string {
  if (kind === 'not-returned') return 'Ask the driver to hand it back'
  if (kind === 'unrouted') return 'Correct the address'
  if (kind === 'unread') return 'Message the driver'
  if (kind === 'late-risk') return 'Message the receiver'
  if (kind === 'unassigned' && !status.endsWith('-rejected')) return assignText(zoneWithoutDriver)
  switch (status) {
    case 'submitted':
    case 'collection-unassigned':
    case 'delivery-unassigned':
      return assignText(zoneWithoutDriver)
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
      return 'Agree the next step with the customer'
    case 'bob-box-reservation-failed':
      return 'Choose another pickup point'
    case 'collection-exception':
    case 'delivery-exception':
      return 'Fix the reported problem'
    default:
      return kind === 'not-moved' ? 'Find the parcels' : 'Tell the receiver the new time'
  }
}

function assignText(zoneWithoutDriver: string): string {
  return zoneWithoutDriver === ''
    ? 'Assign a driver'
    : `Assign a driver: nobody of ${zoneWithoutDriver} is on duty`
}

/** A driver’s progress on a day, in stops. One place and leg is one stop, as on the trip sheet. */
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
  /** Remaining stops whose time window has ended, or which are expected after it. */
  late: z.int(),
  /** When the driver is expected at the next stop; `null` when the day is not planned. */
  next_eta: instant.nullable(),
  /** Time of the last activity of the driver’s phone; `null` when there was none. */
  last_seen: instant.nullable(),
  duty: z.enum(duty_states),
  /** Start of the day, of the break or end of the day; `null` when it is not known. */
  duty_since: instant.nullable(),
  route_started: instant.nullable(),
  /** Last position and battery in percent; only on duty. */
  position: LastPosition.nullable(),
  battery: z.int().nullable(),
})
export type DriverProgress = z.output<typeof DriverProgress>

/** The ops dashboard of a day, for one branch or all branches. */
export const OpsDashboard = z.object({
  date: day,
  /** The branch that the figures cover; `null` for all branches. */
  branch_id: z.int().nullable(),
  /** Number of pending shipments per kind, up to the cap of all lists. */
  figures: z.array(z.object({ kind: z.enum(pending_kinds), count: z.int() })),
  /** Time since which the oldest pending shipment has had its problem; `null` when there is none. */
  oldest_problem: instant.nullable(),
  /** Number of collection requests without a driver. */
  unassigned_requests: z.int(),
  /** Drivers with stops on the day, and drivers on duty without stops. */
  drivers: z.array(DriverProgress),
})
export type OpsDashboard = z.output<typeof OpsDashboard>

/** A pending shipment with its reason and the time since which it has been waiting. */
export const PendingRow = z.object({
  shipment_id: z.int(),
  tracking_reference: z.string(),
  status: z.enum(shipment_statuses),
  account_name: z.string(),
  /** Suburb, or town if there is none, of the collection and of the delivery. */
  collection_place: z.string(),
  delivery_place: z.string(),
  /** Driver of the next leg; empty when there is none. */
  driver_name: z.string(),
  /** Message of the latest tracking event. */
  reason: z.string(),
  suggestion: z.string(),
  since: instant,
  expected: instant.nullable(),
  /** Username of the driver; empty when there is none. */
  driver_username: z.string(),
  /** Who looks after it; `''` and `null` when nobody does. */
  owner_username: z.string(),
  owner_name: z.string(),
  time_owned: instant.nullable(),
  /** Until when it is snoozed, and why; `null` and `''` when it is not. */
  snoozed_until: instant.nullable(),
  snooze_reason: z.string(),
})
export type PendingRow = z.output<typeof PendingRow>
