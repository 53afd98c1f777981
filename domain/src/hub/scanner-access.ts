import { hasPermission, hasAllPermissions, isOffice, type Actor } from '../kit/actor.ts'
import { forbidden } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { ScanMode } from './model.ts'

/** What the hub scanner does: it changes shipments and makes tracking events, and needs the right to both (NAV-056). */
export const scanner_rights = ['API_/shipments:PATCH', 'API_/tracking/shipment-events:POST'] as const

/** Lets its holder use the scanner at a counter: take parcels in and look them up. */
export const receive_right = 'INLINE_receive_parcels'

/** What the scanner does at a counter. */
const counter_modes: readonly ScanMode[] = ['arrive', 'look-up']

/** Whether somebody of the office may work with the hub scanner. */
export function mayUseHubScanner(actor: Actor): RuleResult {
  if (!isOffice(actor)) return forbidden('Only our hub staff may see this.')
  return (
    hasAllPermissions(actor, scanner_rights) ||
    hasPermission(actor, receive_right) ||
    forbidden('You may not work with the hub scanner. Ask an administrator.')
  )
}

/** Whether somebody may make tracking events by hand and scan in every mode; `receive_right` alone does not do. */
function makesEvents(actor: Actor): boolean {
  return hasPermission(actor, scanner_rights[1])
}

/** Whether somebody may scan in a mode. */
export function mayScan(actor: Actor, mode: ScanMode): RuleResult {
  return (
    makesEvents(actor) ||
    counter_modes.includes(mode) ||
    forbidden('At the counter you may only receive parcels and look them up. Ask somebody of the hub.')
  )
}

/** Whether somebody may give a shipment a status or pictures by hand. */
export function mayAddEvents(actor: Actor): RuleResult {
  return (
    makesEvents(actor) ||
    forbidden('You may only receive parcels, by scanning their labels. Ask somebody of the hub.')
  )
}
