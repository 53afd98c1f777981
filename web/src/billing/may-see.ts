import { billingApi } from '@waybill/domain/billing/api'
import { holds, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { mayCall } from '../kit/session/me.ts'

/** Whether somebody sees balances, transactions and invoices at all (BILL-007). */
export function seesBilling(me: Actor): boolean {
  return holds(me, 'INLINE_see_billing_info') && mayCall(me, billingApi.balance)
}

/** The page of an invoice; staff read it under `/accounts` (NAV-025, NAV-070). */
export function invoicePath(me: Actor, id: number): string {
  return `${isStaff(me) ? '/accounts' : ''}/invoices/${id}`
}

/** The page of a credit note; staff read it under `/accounts` (NAV-026, NAV-070). */
export function creditNotePath(me: Actor, id: number): string {
  return `${isStaff(me) ? '/accounts' : ''}/credit-notes/${id}`
}
