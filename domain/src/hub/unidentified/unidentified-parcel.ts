import { z } from 'zod'
import { hasPermission, isOffice, type Actor } from '../../kit/actor.ts'
import { instant } from '../../kit/calls/wire.ts'
import { conflict, forbidden, invalid, wrongState, type FieldProblem } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { HubPhoto } from '../photos.ts'

export const unidentified_states = ['open', 'matched', 'disposed'] as const
export type UnidentifiedState = (typeof unidentified_states)[number]

/** What can be done with a parcel whose owner is never found. */
export const disposals = ['destroyed', 'auctioned', 'donated', 'handed-over'] as const
export type Disposal = (typeof disposals)[number]

/** Permission to dispose of a parcel whose owner was not found. */
export const dispose_right = 'INLINE_dispose_unidentified_parcels'

/** Maximum side length in cm and weight in kg of a parcel that is captured. */
export const max_side_cm = 1000
export const max_weight_kg = 5000

/** A parcel without a readable label, as hub staff see it (docs/domain/hub.md#unidentified-parcels). */
export const UnidentifiedParcel = z.object({
  id: z.int(),
  /** `UNP` and six digits; staff write it on the parcel. */
  display_id: z.string(),
  branch_id: z.int(),
  branch_name: z.string(),
  bay: z.string(),
  photos: z.array(HubPhoto),
  /** In cm, and kg for the weight; `null` when it was not measured. */
  length_cm: z.number().nullable(),
  width_cm: z.number().nullable(),
  height_cm: z.number().nullable(),
  weight_kg: z.number().nullable(),
  /** What can be read of the label, or the code that was not found. */
  barcode_text: z.string(),
  description: z.string(),
  found_by: z.string(),
  time_found: instant,
  state: z.enum(unidentified_states),
  /** The parcel that it turned out to be; `null` unless it is matched. */
  parcel: z.object({ parcel_id: z.int(), shipment_id: z.int(), tracking_reference: z.string() }).nullable(),
  matched_by: z.string(),
  time_matched: instant.nullable(),
  disposed_by: z.string(),
  time_disposed: instant.nullable(),
  disposal: z.enum(disposals).nullable(),
  disposal_reason: z.string(),
})
export type UnidentifiedParcel = z.output<typeof UnidentifiedParcel>

/** Returns the number that staff write on the parcel: `UNP000012`. */
export function unidentifiedReference(number: number): string {
  return `UNP${String(number).padStart(6, '0')}`
}

/** Returns the number of a reference such as `UNP000012`; `null` for every other text. */
export function unidentifiedNumber(reference: string): number | null {
  const digits = /^UNP(\d{1,9})$/i.exec(reference.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Size in cm and weight in kg as captured; `null` where it was not measured. */
export interface CapturedMeasures {
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  weight_kg: number | null
}

/** Checks a new unidentified parcel: photos, and something by which it can be found again. */
export function checkCapture(
  parcel: CapturedMeasures & { photos: readonly string[]; description: string; barcode_text: string },
): RuleResult {
  const problems: FieldProblem[] = []
  if (parcel.photos.length === 0) problems.push({ field: 'photos', message: 'Take a photo of the parcel.' })
  if (parcel.description.trim() === '' && parcel.barcode_text.trim() === '')
    problems.push({
      field: 'description',
      message: 'Describe the parcel, or type what you can read on its label.',
    })
  for (const side of ['length_cm', 'width_cm', 'height_cm'] as const)
    if (!isWithin(parcel[side], max_side_cm))
      problems.push({ field: side, message: `must be more than 0 and at most ${max_side_cm} cm` })
  if (!isWithin(parcel.weight_kg, max_weight_kg))
    problems.push({ field: 'weight_kg', message: `must be more than 0 and at most ${max_weight_kg} kg` })
  const [first] = problems
  if (!first) return true
  const isSentence = first.field === 'photos' || first.field === 'description'
  return invalid(isSentence ? first.message : 'Correct the size or the weight.', problems)
}

function isWithin(value: number | null, max: number): boolean {
  return value === null || (value > 0 && value <= max)
}

/** Who changed an unidentified parcel last, for the message to a user who was slower. */
export interface ChangedBefore {
  state: UnidentifiedState
  display_id: string
  /** The parcel that it is matched with; `''` unless it is matched. */
  tracking_reference: string
  matched_by: string
  disposed_by: string
}

/**
 * Checks whether an unidentified parcel is still open. Of two users who match or dispose of it at once, the slower one
 * reads what the other did; nothing of it is overwritten.
 */
export function mayClose(parcel: ChangedBefore): RuleResult {
  if (parcel.state === 'matched')
    return conflict(
      `${parcel.display_id} is already matched with ${parcel.tracking_reference} by ${parcel.matched_by}. Undo that match first if it is wrong.`,
    )
  return parcel.state === 'disposed'
    ? conflict(`${parcel.display_id} was already disposed of by ${parcel.disposed_by}.`)
    : true
}

/** Checks whether a match may be undone, with this reason. */
export function mayUndoMatch({ state, display_id }: ChangedBefore, reason: string): RuleResult {
  if (state !== 'matched') return wrongState(`${display_id} is not matched with a parcel.`)
  return reason.trim() === ''
    ? invalid('Write why it is not this parcel.', [{ field: 'reason', message: 'is required' }])
    : true
}

/** Checks whether a user may dispose of parcels whose owner was not found. */
export function mayDispose(actor: Actor): RuleResult {
  return (
    (isOffice(actor) && hasPermission(actor, dispose_right)) ||
    forbidden('You may not dispose of unidentified parcels. Ask your manager.')
  )
}
