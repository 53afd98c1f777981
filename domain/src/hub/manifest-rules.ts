import { hasPermission, isOffice, type Actor } from '../kit/actor.ts'
import type { Cents } from '../kit/money.ts'
import { forbidden, invalid, wrongState, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import {
  isAtOrPast,
  isInvalid,
  shipment_statuses,
  statusLabel,
  type ShipmentStatus,
} from '../shipments/statuses/status.ts'
import { manifestReference, type ManifestPhase, type ManifestStatus } from './manifest.ts'

/** The manifest data that the rules need. Branches are given as ids, with their display names. */
export interface ManifestState {
  number: number
  status: ManifestStatus
  from_branch_id: number
  to_branch_id: number
  via_branch_ids: readonly number[]
  from_branch_name: string
  to_branch_name: string
  departed_at: Date | null
  arrived_at: Date | null
  received_at: Date | null
  vehicle_registration: string
  seal_number: string
  /** Number of parcels on the manifest. */
  parcel_count: number
}

/** Returns the phase of a manifest (docs/domain/hub.md#interhub-manifests). */
export function phaseOf(
  manifest: Pick<ManifestState, 'status' | 'departed_at' | 'arrived_at' | 'received_at'>,
): ManifestPhase {
  if (manifest.status === 'open') return 'open'
  if (manifest.received_at !== null) return 'received'
  if (manifest.arrived_at !== null) return 'arrived'
  return manifest.departed_at === null ? 'closed' : 'departed'
}

/** The actions on a manifest. */
export const manifest_acts = [
  'edit',
  'add',
  'remove',
  'close',
  'depart',
  'reopen',
  'unload',
  'receive',
  'delete',
] as const
export type ManifestAct = (typeof manifest_acts)[number]

/** Where an action is done. `to` includes the via branches; `end` is the destination only. */
type End = 'from' | 'to' | 'end' | 'either'

/** The phases in which each action is possible, and where a user limited to a branch must work to do it. */
const acts: Readonly<Record<ManifestAct, { phases: readonly ManifestPhase[]; at: End }>> = {
  edit: { phases: ['open', 'closed', 'departed', 'arrived', 'received'], at: 'either' },
  add: { phases: ['open'], at: 'from' },
  remove: { phases: ['open'], at: 'from' },
  close: { phases: ['open'], at: 'from' },
  depart: { phases: ['closed'], at: 'from' },
  reopen: { phases: ['closed'], at: 'from' },
  unload: { phases: ['closed', 'departed', 'arrived', 'received'], at: 'to' },
  receive: { phases: ['departed', 'arrived'], at: 'end' },
  delete: { phases: ['open'], at: 'from' },
}

/**
 * Checks whether `actor` may do `act` with a manifest, in addition to the permission of the endpoint (HUB-002,
 * docs/domain/hub.md#interhub-manifests): office staff only, at the right end when limited to a branch, in the right
 * phase. For receiving, the destination branch is required even for staff who are not limited to a branch:
 * `asBranchId` if given, else their own branch.
 */
export function mayAct(
  act: ManifestAct,
  manifest: ManifestState,
  actor: Actor,
  asBranchId?: number,
): RuleResult {
  if (actor.kind !== 'system' && !isOffice(actor)) return forbidden('Only our staff can work with manifests.')
  const { phases, at } = acts[act]
  const phase = phaseOf(manifest)
  const name = manifestReference(manifest.number)
  if (act === 'reopen' && !hasPermission(actor, 'INLINE_reopen_interhub_transfer'))
    return forbidden(`You may not reopen ${name}. Ask someone with this permission.`)
  const away = awayFrom(at, manifest, actor, asBranchId)
  if (away !== null) return forbidden(away)
  if (!phases.includes(phase)) return wrongState(wrongPhase(act, phase, name))
  if (act === 'delete' && manifest.parcel_count > 0)
    return wrongState(`There are parcels on ${name}. Take them off first.`)
  if (act === 'close' && manifest.parcel_count === 0)
    return wrongState(`There is no parcel on ${name} yet. Scan parcels in first.`)
  return true
}

/**
 * Returns the branch of a user who receives a manifest that goes to another branch; `null` when they work at its
 * destination or at no branch. For every role this must be confirmed first and is stored with the manifest.
 */
export function receivesFrom(
  { to_branch_id }: Pick<ManifestState, 'to_branch_id'>,
  { branch_id }: Pick<Actor, 'branch_id'>,
): number | null {
  return branch_id === to_branch_id ? null : branch_id
}

function awayFrom(
  at: End,
  manifest: ManifestState,
  actor: Actor,
  asBranchId: number | undefined,
): string | null {
  const branchId = actor.limit_user_to_branch ? actor.branch_id : (asBranchId ?? actor.branch_id)
  if (branchId === null || (at !== 'end' && !actor.limit_user_to_branch)) return null
  const ends = {
    from: [manifest.from_branch_id],
    to: [manifest.to_branch_id, ...manifest.via_branch_ids],
    end: [manifest.to_branch_id],
    either: [manifest.from_branch_id, manifest.to_branch_id, ...manifest.via_branch_ids],
  }[at]
  if (ends.includes(branchId)) return null
  return at === 'from'
    ? `${manifestReference(manifest.number)} is loaded at ${manifest.from_branch_name}. Only that branch can do this.`
    : `${manifestReference(manifest.number)} goes to ${manifest.to_branch_name}. Only that branch can do this.`
}

function wrongPhase(act: ManifestAct, phase: ManifestPhase, name: string): string {
  if (phase === 'open')
    return act === 'receive' || act === 'unload'
      ? `${name} is still being loaded. Close it first.`
      : `${name} is still open. Close it first.`
  if (act === 'receive')
    return phase === 'closed' ? `${name} has not departed yet.` : `${name} has already been received.`
  if (phase === 'closed') return `${name} is closed. Reopen it to change its parcels.`
  return act === 'reopen'
    ? `${name} has departed and cannot be reopened.`
    : `${name} has departed. Its parcels can no longer be changed.`
}

/** Which fields a manifest needs before it is closed (settings interhub_require_vehicle, interhub_require_seal). */
export interface CloseNeeds {
  vehicle: boolean
  seal: boolean
}

/** A parcel on a manifest that is about to be closed. */
export interface ClosingParcel {
  tracking_reference: string
  status: ShipmentStatus
}

/** A shipment with some parcels left behind. */
export interface IncompleteShipment {
  reference: string
  loaded: number
  parcel_count: number
}

const max_listed = 3

/**
 * Checks whether a manifest can be closed as it is loaded: vehicle and seal number are given where required, it holds
 * no parcel that must not travel, and no shipment is split unless `accept_missing` is set by a user with the
 * permission INLINE_close_interhub_transfer.
 */
export function mayClose(
  manifest: ManifestState,
  actor: Actor,
  load: {
    needs: CloseNeeds
    parcels: readonly ClosingParcel[]
    incomplete: readonly IncompleteShipment[]
    accept_missing: boolean
  },
): RuleResult {
  const possible = mayAct('close', manifest, actor)
  if (possible !== true) return possible
  const missing = missingParticulars(manifest, load.needs)
  if (missing) return invalid(missing.message, [missing])
  const held = load.parcels.find(({ status }) => mustStay(status))
  if (held)
    return wrongState(
      `${held.tracking_reference} is ${statusLabel(held.status).toLowerCase()}. Take it off the manifest first.`,
    )
  if (load.incomplete.length === 0) return true
  const named = load.incomplete
    .slice(0, max_listed)
    .map((one) => `${one.reference} (${one.loaded} of ${one.parcel_count})`)
  const others = load.incomplete.length - named.length
  const list = others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ')
  if (!load.accept_missing)
    return wrongState(
      `Some parcels are missing: ${list}. Load the rest, or close the manifest with parcels missing.`,
    )
  return hasPermission(actor, 'INLINE_close_interhub_transfer')
    ? true
    : forbidden(
        `You may not close the manifest with parcels missing: ${list}. Load the rest, or ask someone with this permission.`,
      )
}

function missingParticulars(manifest: ManifestState, needs: CloseNeeds): FieldProblem | null {
  if (needs.vehicle && manifest.vehicle_registration === '')
    return { field: 'vehicle_registration', message: 'Enter the vehicle before you close the manifest.' }
  if (needs.seal && manifest.seal_number === '')
    return { field: 'seal_number', message: 'Enter the seal number before you close the manifest.' }
  return null
}

/** Whether a parcel in this status must not travel: it is on hold, damaged, cancelled, finished or was never booked. */
export function mustStay(status: ShipmentStatus): boolean {
  return isInvalid(status) || stays.includes(status)
}

const stays: readonly ShipmentStatus[] = [
  'cancelled',
  'on-hold',
  'on-hold-internal',
  'damaged',
  'delivered',
  'returned-to-sender',
  'undeliverable',
]

/**
 * Statuses that a manifest changes: closing and departing move parcels in these statuses and leave all others
 * unchanged.
 */
export const carried_statuses: readonly ShipmentStatus[] = [
  'collected',
  'at-hub',
  'manifested',
  'ready-for-dispatch',
  'in-transit',
  'at-destination-hub',
  'returned-to-hub',
]

/** Statuses of a parcel that has not departed yet: it counts as left behind when other parcels of its shipment depart. */
export const behind_statuses: readonly ShipmentStatus[] = shipment_statuses.filter(
  (status) => !isAtOrPast(status, 'in-transit') && !mustStay(status),
)

/**
 * Fields that are fixed once a manifest is closed, and fields that are fixed once it has departed. The others can be
 * corrected at any time.
 */
const settled_by_closing = ['to_branch_id', 'via_branch_ids', 'scan_status']
const settled_by_departing = [
  ...settled_by_closing,
  'carrier',
  'service_level',
  'driver',
  'driver_name',
  'vehicle_registration',
  'trailer',
  'seal_number',
  'planned_departure',
]

/** Checks whether `fields` of a manifest may still be changed. */
export function mayChange(manifest: ManifestState, fields: readonly string[]): RuleResult {
  const phase = phaseOf(manifest)
  const name = manifestReference(manifest.number)
  if (phase === 'open') return true
  const settled = phase === 'closed' ? settled_by_closing : settled_by_departing
  const field = fields.find((one) => settled.includes(one))
  if (field === undefined) return true
  const message =
    phase === 'closed'
      ? `${name} is closed. Reopen it to change where it goes.`
      : `${name} has departed. Only its notes, cost, arrival and reference can be changed.`
  return wrongState(message)
}

/** The manifest fields that are validated on create and change. */
export interface ManifestDetails {
  from_branch_id: number
  to_branch_id: number
  via_branch_ids: readonly number[]
  planned_departure: Date | null
  planned_arrival: Date | null
  /** In cents. */
  cost: Cents | null
}

/** Returns the field problems of a manifest, in the order of its form. */
export function checkManifest(manifest: ManifestDetails): FieldProblem[] {
  const problems: FieldProblem[] = []
  const wrong = (field: keyof ManifestDetails, message: string) => problems.push({ field, message })
  const { from_branch_id, to_branch_id, via_branch_ids, planned_departure, planned_arrival, cost } = manifest
  if (from_branch_id === 0) wrong('from_branch_id', 'Choose the branch it leaves from.')
  if (to_branch_id === 0) wrong('to_branch_id', 'Choose the branch it goes to.')
  else if (from_branch_id === to_branch_id) wrong('to_branch_id', 'Choose a different destination branch.')
  const stops = [from_branch_id, to_branch_id, ...via_branch_ids]
  if (via_branch_ids.length > 0 && new Set(stops).size < stops.length)
    wrong('via_branch_ids', 'Choose each branch on the route only once.')
  if (planned_departure && planned_arrival && planned_arrival <= planned_departure)
    wrong('planned_arrival', 'The arrival must be after the departure.')
  if (cost !== null && cost < 0) wrong('cost', 'The cost must not be negative.')
  return problems
}

/** Throws 400 with all field problems of a manifest. */
export function requireManifest(manifest: ManifestDetails): void {
  const problems = checkManifest(manifest)
  const [first] = problems
  if (first) throw invalid(first.message, problems)
}

/** A manifest on which parcels could be loaded. */
export interface LoadChoice {
  id: number
  to_branch_id: number
  via_branch_ids: readonly number[]
  planned_departure: Date | null
}

/**
 * Returns the open manifest on which a parcel belongs: one to its delivery branch, else one via that branch, else one
 * to or via a branch on its route. Among several, the one with the earliest planned departure is chosen. Returns
 * `null` when none goes there.
 */
export function proposeManifest<Choice extends LoadChoice>(
  open: readonly Choice[],
  deliveryBranchId: number,
  transientBranchIds: readonly number[],
): Choice | null {
  const leaves = ({ planned_departure }: Choice) => planned_departure?.getTime() ?? Number.POSITIVE_INFINITY
  const soonest = [...open].sort((one, other) => leaves(one) - leaves(other) || one.id - other.id)
  return (
    soonest.find((one) => one.to_branch_id === deliveryBranchId) ??
    soonest.find((one) => one.via_branch_ids.includes(deliveryBranchId)) ??
    soonest.find((one) =>
      [one.to_branch_id, ...one.via_branch_ids].some((stop) => transientBranchIds.includes(stop)),
    ) ??
    null
  )
}

/** Size in cm and weight in kg of a parcel. */
export interface ParcelMeasures {
  length_cm: number
  width_cm: number
  height_cm: number
  weight_kg: number
}

const cm3_per_m3 = 1_000_000

/**
 * Returns the volume in m³, the volumetric weight in kg, and the weight in kg that determines the parcel’s share of
 * the cost (docs/domain/rating.md#weights, docs/domain/hub.md#interhub-manifests).
 */
export function loadMeasures(
  parcel: ParcelMeasures,
  volumetricFactor: number,
): { volume_m3: number; volumetric_kg: number; charged_weight_kg: number } {
  const cm3 = parcel.length_cm * parcel.width_cm * parcel.height_cm
  const volumetricKg = cm3 / volumetricFactor
  return {
    volume_m3: cm3 / cm3_per_m3,
    volumetric_kg: volumetricKg,
    charged_weight_kg: Math.max(parcel.weight_kg, volumetricKg),
  }
}

/**
 * Spreads the cost of a trip over its parcels by charged weight, in cents that add up to it exactly: the cents left
 * over from rounding go to the largest remainders. When the total weight is 0, all parcels get an equal share
 * (docs/domain/hub.md#interhub-manifests).
 */
export function spreadCost(cost: Cents, chargedWeights: readonly number[]): Cents[] {
  if (chargedWeights.length === 0) return []
  const sum = chargedWeights.reduce((total, weight) => total + weight, 0)
  const shares = chargedWeights.map((weight) =>
    sum > 0 ? (cost * weight) / sum : cost / chargedWeights.length,
  )
  const cents = shares.map((share) => Math.floor(share))
  const left = cost - cents.reduce((total, one) => total + one, 0)
  const largest = shares
    .map((share, index) => ({ index, rest: share - Math.floor(share) }))
    .sort((one, other) => other.rest - one.rest || one.index - other.index)
  for (const { index } of largest.slice(0, left)) cents[index] = (cents[index] ?? 0) + 1
  return cents
}
