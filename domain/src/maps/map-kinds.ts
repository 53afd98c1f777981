import { isOffice, seesUi, type Actor } from '../kit/actor.ts'
import { forbidden } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** The kinds of area. Each kind decides something else about an address (docs/domain/maps.md). */
export const zone_kinds = [
  'drivers',
  'branches',
  'rates',
  'surcharges',
  'exceptions',
  'service_days',
] as const
export type ZoneKind = (typeof zone_kinds)[number]

/** The kinds of map that permissions distinguish: one for each kind of area, and draft maps. */
export type MapKind = ZoneKind | 'draft_maps'

/** Whether the actor may view a kind of map. The edit permission includes viewing (NAV-063, PERM-034). */
export function seesMap(actor: Actor, kind: MapKind): boolean {
  return isOffice(actor) && (seesUi(actor, `UI_maps_${kind}_view`) || seesUi(actor, `UI_maps_${kind}_edit`))
}

/** Same check as `seesMap`, as a rule result with a reason. */
export function maySeeMap(actor: Actor, kind: MapKind): RuleResult {
  return (
    seesMap(actor, kind) || forbidden('Your role does not include this kind of map. Ask an administrator.')
  )
}

/** Checks whether the actor may view any kind of map, including draft maps (NAV-063). */
export function maySeeAnyMap(actor: Actor): RuleResult {
  return (
    [...zone_kinds, 'draft_maps' as const].some((kind) => seesMap(actor, kind)) ||
    forbidden('Your role does not include maps. Ask an administrator.')
  )
}
