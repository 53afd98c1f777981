import { isOffice, type Actor } from '../../kit/actor.ts'
import { forbidden } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'

/** Maximum number of tags of one shipment. */
export const max_shipment_tags = 20
/** Maximum number of shipments tagged in one request. */
export const max_tagged = 500

/**
 * Checks whether the actor may read and set tags of shipments, in addition to the permission of the endpoint. Only
 * staff may, because tags are internal to the company.
 */
export function mayTag(actor: Actor): RuleResult {
  return isOffice(actor) ? true : forbidden('Only staff of the company can change tags. Ask them.')
}
