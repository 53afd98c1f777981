import { isOffice, seesUi, type Actor } from '../kit/actor.ts'
import { forbidden } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** What the polygons of a map decide (docs/domain/maps.md). */
export const zone_kinds = [
  'drivers',
  'branches',
  'rates',
  'surcharges',
  'exceptions',
  'service_days',
] as const
export type ZoneKind = (typeof zone_kinds)[number]

/** Kinds of map as permissions name them: those of areas, and draft maps. */
export type MapKind = ZoneKind | 'draft_maps'

/** Whether somebody sees a kind of map: whoever may edit it may look at it too (NAV-063, PERM-034). */
export function seesMap(actor: Actor, kind: MapKind): boolean {
  return isOffice(actor) && (seesUi(actor, `UI_maps_${kind}_view`) || seesUi(actor, `UI_maps_${kind}_edit`))
}

/** The same as a rule. */
export function maySeeMap(actor: Actor, kind: MapKind): RuleResult {
  return (
    seesMap(actor, kind) || forbidden('Your role does not include this kind of map. Ask an administrator.')
  )
}

/** Whether somebody sees any kind of map, draft maps among them (NAV-063). */
export function maySeeAnyMap(actor: Actor): RuleResult {
  return (
    [...zone_kinds, 'draft_maps' as const].some((kind) => seesMap(actor, kind)) ||
    forbidden('Your role does not include maps. Ask an administrator.')
  )
}
