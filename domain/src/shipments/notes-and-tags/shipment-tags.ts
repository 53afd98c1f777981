import { isOffice, type Actor } from '../../kit/actor.ts'
import { forbidden } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'

/** Most tags of one shipment. */
export const max_shipment_tags = 20
/** Most shipments tagged in one call. */
export const max_tagged = 500

/** Whether somebody may read and set tags of shipments, beside the permission of the call: they are the office's own. */
export function mayTag(actor: Actor): RuleResult {
  return isOffice(actor) ? true : forbidden('Tags belong to the company. Ask its staff.')
}
