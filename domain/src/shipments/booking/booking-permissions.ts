import { role_ids, type Actor } from '../../kit/actor.ts'
import type { Environment } from '../../kit/environment.ts'
import { forbidden } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'

/**
 * Checks whether a booking on the guest account is permitted: for signed-in users always, for guests unless the
 * provider has switched guest bookings off, and for provider 1 in production never (SHIP-078…SHIP-080). Bookings on
 * other accounts do not need this check.
 */
export function mayBookAsGuest(
  actor: Actor,
  provider: { id: number; environment: Environment; unused_feature_guest_shipment_creation: boolean },
): RuleResult {
  const off = forbidden('Guest shipments are not available. Please sign in to book a shipment.')
  if (provider.id === 1 && provider.environment === 'prod') return off
  const isSignedIn = actor.kind !== 'guest' && actor.role_id !== role_ids.guest
  return isSignedIn || !provider.unused_feature_guest_shipment_creation ? true : off
}
