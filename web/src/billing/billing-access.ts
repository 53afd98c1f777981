import { hasPermission, isStaff, type Actor } from '@waybill/domain/kit/actor'

/**
 * Whether somebody sees balances, transactions and invoices at all (BILL-007). Names the permission itself, because
 * the list of pages asks this before any endpoint is loaded.
 */
export function seesBilling(me: Actor): boolean {
  return hasPermission(me, 'INLINE_see_billing_info') && hasPermission(me, 'API_/billing/transactions:GET')
}

/** The page of an invoice; staff read it under `/accounts` (NAV-025, NAV-070). */
export function invoicePath(me: Actor, id: number): string {
  return `${isStaff(me) ? '/accounts' : ''}/invoices/${id}`
}

/** The page of a credit note; staff read it under `/accounts` (NAV-026, NAV-070). */
export function creditNotePath(me: Actor, id: number): string {
  return `${isStaff(me) ? '/accounts' : ''}/credit-notes/${id}`
}
