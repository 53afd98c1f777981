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

/** What the rules ask of a manifest. Branch ids; names as people read them. */
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
  /** Parcels on it. */
  parcel_count: number
}

/** How far a manifest is (docs/domain/hub.md#interhub-manifests). */
export function phaseOf(
  manifest: Pick<ManifestState, 'status' | 'departed_at' | 'arrived_at' | 'received_at'>,
): ManifestPhase {
  if (manifest.status === 'open') return 'open'
  if (manifest.received_at !== null) return 'received'
  if (manifest.arrived_at !== null) return 'arrived'
  return manifest.departed_at === null ? 'closed' : 'departed'
}

/** What can be done with a manifest. */
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

/** Where an act is done; `end` is where the way ends, without the branches at which it calls. */
type End = 'from' | 'to' | 'end' | 'either'

/** In which phases each act is possible, and at which end of the way somebody limited to a branch must stand. */
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
 * Whether an act is possible with a manifest and for somebody, beside the permission of the call (HUB-002,
 * docs/domain/hub.md#interhub-manifests): office staff only, at the right end when limited to a branch, in the right
 * phase. A load is received where it is bound also by those who are limited to none: at `as_branch_id`, else at their
 * own branch.
 */
export function mayAct(
  act: ManifestAct,
  manifest: ManifestState,
  actor: Actor,
  asBranchId?: number,
): RuleResult {
  if (actor.kind !== 'system' && !isOffice(actor)) return forbidden('Only our staff work with manifests.')
  const { phases, at } = acts[act]
  const phase = phaseOf(manifest)
  const name = manifestReference(manifest.number)
  if (act === 'reopen' && !hasPermission(actor, 'INLINE_reopen_interhub_transfer'))
    return forbidden(`You may not reopen ${name}. Ask somebody who may.`)
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
 * The branch at which somebody works who receives a load that is bound for another; `null` when they work where it is
 * bound, or at no branch. Whatever their role, this is confirmed first and kept with the load.
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
    ? `${manifestReference(manifest.number)} is loaded at ${manifest.from_branch_name}. That branch does this.`
    : `${manifestReference(manifest.number)} goes to ${manifest.to_branch_name}. That branch does this.`
}

function wrongPhase(act: ManifestAct, phase: ManifestPhase, name: string): string {
  if (phase === 'open')
    return act === 'receive' || act === 'unload'
      ? `${name} is still being loaded. Close it first.`
      : `${name} is still open. Close it first.`
  if (act === 'receive') return phase === 'closed' ? `${name} has not departed yet.` : `${name} is received.`
  if (phase === 'closed') return `${name} is closed. Reopen it to change what is on it.`
  return act === 'reopen'
    ? `${name} has departed and cannot be reopened.`
    : `${name} has departed. What is on it cannot be changed any more.`
}

/** What a manifest must say before it is closed (settings interhub_require_vehicle, interhub_require_seal). */
export interface CloseNeeds {
  vehicle: boolean
  seal: boolean
}

/** A parcel of a manifest that is about to be closed. */
export interface ClosingParcel {
  tracking_reference: string
  status: ShipmentStatus
}

/** A shipment of which some parcels stay behind. */
export interface IncompleteShipment {
  reference: string
  loaded: number
  parcel_count: number
}

const max_listed = 3

/**
 * Whether a manifest can be closed as it is loaded: vehicle and seal where they are needed, no parcel on it that must
 * not travel, and no shipment torn apart unless somebody who may close it with parcels missing says so.
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
    return wrongState(`Not all parcels are on it: ${list}. Load the rest, or close it with parcels missing.`)
  return hasPermission(actor, 'INLINE_close_interhub_transfer')
    ? true
    : forbidden(`You may not close it with parcels missing: ${list}. Load the rest, or ask somebody who may.`)
}

function missingParticulars(manifest: ManifestState, needs: CloseNeeds): FieldProblem | null {
  if (needs.vehicle && manifest.vehicle_registration === '')
    return { field: 'vehicle_registration', message: 'Enter the vehicle before you close the manifest.' }
  if (needs.seal && manifest.seal_number === '')
    return { field: 'seal_number', message: 'Enter the seal number before you close the manifest.' }
  return null
}

/** Whether a parcel in this status must not travel: it is held, damaged, cancelled, finished or was never booked. */
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

/** Statuses that a load carries along: closing and departing move parcels in these, and leave every other alone. */
export const carried_statuses: readonly ShipmentStatus[] = [
  'collected',
  'at-hub',
  'manifested',
  'ready-for-dispatch',
  'in-transit',
  'at-destination-hub',
  'returned-to-hub',
]

/** Statuses of a parcel that has not left yet: beside parcels of its shipment that leave, it stays behind. */
export const behind_statuses: readonly ShipmentStatus[] = shipment_statuses.filter(
  (status) => !isAtOrPast(status, 'in-transit') && !mustStay(status),
)

/**
 * Fields that a closed manifest keeps, and those that one keeps that has departed; the others may be corrected at any
 * time.
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

/** Whether these fields of a manifest may still be changed. */
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

/** What is said of a manifest that is made or changed. */
export interface ManifestDetails {
  from_branch_id: number
  to_branch_id: number
  via_branch_ids: readonly number[]
  planned_departure: Date | null
  planned_arrival: Date | null
  /** In cents. */
  cost: Cents | null
}

/** What is wrong with the particulars of a manifest, in the order of its form. */
export function checkManifest(manifest: ManifestDetails): FieldProblem[] {
  const problems: FieldProblem[] = []
  const wrong = (field: keyof ManifestDetails, message: string) => problems.push({ field, message })
  const { from_branch_id, to_branch_id, via_branch_ids, planned_departure, planned_arrival, cost } = manifest
  if (from_branch_id === 0) wrong('from_branch_id', 'Choose the branch it leaves from.')
  if (to_branch_id === 0) wrong('to_branch_id', 'Choose the branch it goes to.')
  else if (from_branch_id === to_branch_id) wrong('to_branch_id', 'It must go to another branch.')
  const stops = [from_branch_id, to_branch_id, ...via_branch_ids]
  if (via_branch_ids.length > 0 && new Set(stops).size < stops.length)
    wrong('via_branch_ids', 'Name every branch on the way once.')
  if (planned_departure && planned_arrival && planned_arrival <= planned_departure)
    wrong('planned_arrival', 'It must arrive after it departs.')
  if (cost !== null && cost < 0) wrong('cost', 'The cost must not be negative.')
  return problems
}

/** Throws what is wrong with a manifest, every field at once. */
export function requireManifest(manifest: ManifestDetails): void {
  const problems = checkManifest(manifest)
  const [first] = problems
  if (first) throw invalid(first.message, problems)
}

/** A manifest that parcels could be loaded on. */
export interface LoadChoice {
  id: number
  to_branch_id: number
  via_branch_ids: readonly number[]
  planned_departure: Date | null
}

/**
 * The open manifest a parcel belongs on: one to its delivery branch, else one by way of it, else one to or by way of a
 * branch on its route; among equals the one that leaves first. `null` when none goes there.
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

/** Sizes of a parcel: cm and kg. */
export interface ParcelMeasures {
  length_cm: number
  width_cm: number
  height_cm: number
  weight_kg: number
}

const cm3_per_m3 = 1_000_000

/**
 * Volume in m³, and the weight in kg by which a parcel's share of the load is reckoned (docs/domain/rating.md#weights,
 * docs/domain/hub.md#interhub-manifests).
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
 * Spreads the cost of a trip over its parcels by charged weight, in cents that add up to it exactly: what rounding
 * leaves over goes to the largest remainders. Without any weight every parcel bears the same
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
