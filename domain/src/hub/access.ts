import { hasPermission, hasAllPermissions, isOffice, type Actor } from '../kit/actor.ts'
import { forbidden } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { ScanMode } from './model.ts'

/** Permissions for the hub scanner, which changes shipments and writes tracking events; both are required (NAV-056). */
export const scanner_rights = ['API_/shipments:PATCH', 'API_/tracking/shipment-events:POST'] as const

/** Permission to use the scanner at a counter: receive parcels and look them up. */
export const receive_right = 'INLINE_receive_parcels'

/** The scanner modes that may be used at a counter. */
const counter_modes: readonly ScanMode[] = ['arrive', 'look-up']

/** Checks whether a staff user may use the hub scanner. */
export function mayUseHubScanner(actor: Actor): RuleResult {
  if (!isOffice(actor)) return forbidden('Only our hub staff may see this.')
  return (
    hasAllPermissions(actor, scanner_rights) ||
    hasPermission(actor, receive_right) ||
    forbidden('You may not work with the hub scanner. Ask an administrator.')
  )
}

/** Whether a user may add manual tracking events and scan in every mode; `receive_right` alone is not enough. */
function makesEvents(actor: Actor): boolean {
  return hasPermission(actor, scanner_rights[1])
}

/** Checks whether a user may scan in a mode. */
export function mayScan(actor: Actor, mode: ScanMode): RuleResult {
  return (
    makesEvents(actor) ||
    counter_modes.includes(mode) ||
    forbidden('At the counter you may only receive and look up parcels. Ask hub staff.')
  )
}

/** Checks whether a user may set a status or add pictures by hand. */
export function mayAddEvents(actor: Actor): RuleResult {
  return (
    makesEvents(actor) || forbidden('You may only receive parcels by scanning their labels. Ask hub staff.')
  )
}

/** Checks whether a user may see the damage register. Customers and drivers never do. */
export function maySeeDamages(actor: Actor): RuleResult {
  return isOffice(actor) || forbidden('Only our staff see damages.')
}

/** Checks whether a user may see unidentified parcels. Customers and drivers never do. */
export function maySeeUnidentified(actor: Actor): RuleResult {
  return isOffice(actor) || forbidden('Only our hub staff see unidentified parcels.')
}
