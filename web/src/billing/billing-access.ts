import { hasPermission, isStaff, type Actor } from '@waybill/domain/kit/actor'

/**
 * Whether an actor may see balances, transactions and invoices at all (BILL-007). Names the permission directly,
 * because the page list needs this before any endpoint is loaded.
 */
export function seesBilling(me: Actor): boolean {
  return hasPermission(me, 'INLINE_see_billing_info') && hasPermission(me, 'API_/billing/transactions:GET')
}

/** Returns the path of the statement page of an account; customers have their own. */
export function statementPath(me: Actor, accountId: number): string {
  return isStaff(me) ? `/accounts/${accountId}/statement` : '/statement'
}

/** Returns the path of an invoice page; for staff it is under `/accounts` (NAV-025, NAV-070). */
export function invoicePath(me: Actor, id: number): string {
  return `${isStaff(me) ? '/accounts' : ''}/invoices/${id}`
}

/** Returns the path of a credit note page; for staff it is under `/accounts` (NAV-026, NAV-070). */
export function creditNotePath(me: Actor, id: number): string {
  return `${isStaff(me) ? '/accounts' : ''}/credit-notes/${id}`
}

/** Returns the path of the page that allocates the credits of an account, with an invoice chosen if given. */
export function allocationsPath(accountId: number, invoiceId?: number): string {
  return `/accounts/${accountId}/allocations${invoiceId === undefined ? '' : `?invoice=${invoiceId}`}`
}
