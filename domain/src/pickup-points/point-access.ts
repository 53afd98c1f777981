import { isOffice, type Actor } from '../kit/actor.ts'
import { forbidden } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/**
 * Checks whether the actor may make and change points. The endpoint's permission is checked separately. A file of its
 * own, because the list of pages, which every visitor loads, asks this.
 */
export function mayEditPoints(actor: Actor): RuleResult {
  return isOffice(actor) ? true : forbidden('Only company staff can change locations. Ask them.')
}
