import { holdsAll, isOffice, type Actor } from '../kit/actor.ts'
import { forbidden } from '../kit/problem.ts'
import type { Verdict } from '../kit/verdict.ts'

/** What the hub scanner does: it changes shipments and makes tracking events, and needs the right to both (NAV-056). */
export const scanner_rights = ['API_/shipments:PATCH', 'API_/tracking/shipment-events:POST'] as const

/** Whether somebody of the office may work with the hub scanner. */
export function mayUseHubScanner(actor: Actor): Verdict {
  if (!isOffice(actor)) return forbidden('Only our hub staff may see this.')
  return (
    holdsAll(actor, scanner_rights) ||
    forbidden('You may not work with the hub scanner. Ask an administrator.')
  )
}
