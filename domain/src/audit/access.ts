import { hasPermission, type Actor } from '../kit/actor.ts'
import { forbidden } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/**
 * Who sees the audit trail of a type, or of everything when none is named: holders of the audit permission; the trail of
 * provider settings also opens for whoever may save them (AUD-014…AUD-016).
 */
export function mayViewAudit(actor: Actor, type: string | undefined): RuleResult {
  if (hasPermission(actor, 'INLINE_view_audit_trail')) return true
  if (type === 'provider_setting' && hasPermission(actor, 'API_/providers/settings:POST')) return true
  return forbidden('You may not see the audit trail.')
}
