import { role_ids } from '@waybill/domain/kit/actor'

/** A role that a key may have, with a hint about its use. */
export interface KeyRole {
  value: number
  label: string
  hint: string
}

/** Roles for keys that act for one account. */
export const account_key_roles: readonly KeyRole[] = [
  { value: role_ids.account_owner, label: 'Account Owner', hint: 'everything in the account' },
  { value: role_ids.account_user, label: 'Account User', hint: 'shipments and billing' },
  { value: role_ids.account_user_no_billing, label: 'Account User – No billing', hint: 'shipments only' },
]

/** Roles for keys that act for the courier company. */
export const company_key_roles: readonly KeyRole[] = [
  { value: role_ids.provider_api_user, label: 'Provider API user', hint: 'integrations' },
  { value: role_ids.finance_manager, label: 'Finance manager', hint: 'billing and reports' },
  { value: role_ids.administrator, label: 'Administrator', hint: 'everything in the company' },
]

/** Returns the name of a key's role. */
export function keyRoleLabel(roleId: number): string {
  return (
    [...account_key_roles, ...company_key_roles].find(({ value }) => value === roleId)?.label ??
    `Role ${roleId}`
  )
}
