import { hasPermission, type Actor } from '../kit/actor.ts'
import { forbidden } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/**
 * Checks whether the actor may see the audit trail of `type`, or the whole trail when `type` is undefined. Requires
 * the audit permission; the permission to save provider settings also opens the trail of provider settings
 * (AUD-014…AUD-016).
 */
export function mayViewAudit(actor: Actor, type: string | undefined): RuleResult {
  if (hasPermission(actor, 'INLINE_view_audit_trail')) return true
  if (type === 'provider_setting' && hasPermission(actor, 'API_/providers/settings:POST')) return true
  return forbidden('You may not see the audit trail.')
}
