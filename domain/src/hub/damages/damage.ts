import { z } from 'zod'
import { branchLimit, type Actor } from '../../kit/actor.ts'
import { instant } from '../../kit/calls/wire.ts'
import { invalid, notFound, wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { HubPhoto } from '../photos.ts'

export const damage_states = ['open', 'resolved'] as const
export type DamageState = (typeof damage_states)[number]

export const max_damage_note = 500

/** A damage of a parcel, as staff see it (docs/domain/hub.md#damages). */
export const ParcelDamage = z.object({
  id: z.int(),
  parcel_id: z.int(),
  shipment_id: z.int(),
  tracking_reference: z.string(),
  account_name: z.string(),
  /** `null` when the branch of a driver's report is not known. */
  branch_id: z.int().nullable(),
  branch_name: z.string(),
  interhub_transfer_id: z.int().nullable(),
  /** Number of the manifest; `''` when the parcel did not come off one. */
  manifest: z.string(),
  note: z.string(),
  photos: z.array(HubPhoto),
  found_by: z.string(),
  time_found: instant,
  state: z.enum(damage_states),
  resolved_by: z.string(),
  time_resolved: instant.nullable(),
  resolution: z.string(),
})
export type ParcelDamage = z.output<typeof ParcelDamage>

/** Checks the text of a damage. */
export function checkDamageNote(note: string): RuleResult {
  return note.trim() === ''
    ? invalid('Describe the damage in a few words.', [{ field: 'note', message: 'is required' }])
    : true
}

/** Checks the photos of a damage that staff report: at least one. A driver is never held up for a photo. */
export function checkDamagePhotos(photos: readonly string[]): RuleResult {
  return photos.length === 0
    ? invalid('Take a photo of the damage.', [{ field: 'photos', message: 'needs at least one' }])
    : true
}

/** Checks whether staff may report something at a branch: those limited to a branch only at their own. */
export function mayReportAt(actor: Actor, branchId: number): RuleResult {
  const own = branchLimit(actor)
  return own === null || own === branchId || notFound('Could not find this branch.')
}

/** Checks whether a damage may be resolved now, with this text. */
export function mayResolve(state: DamageState, resolution: string): RuleResult {
  if (state === 'resolved')
    return wrongState('This damage was resolved in the meantime. Open it again to read how.')
  return resolution.trim() === ''
    ? invalid('Write how it was resolved.', [{ field: 'resolution', message: 'is required' }])
    : true
}
