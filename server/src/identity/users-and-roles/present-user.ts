import type { User } from '@waybill/domain/identity/model'
import type { UserRow } from '../store.ts'

/** Returns a user row in the form used in responses. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    email: row.email,
    provider_id: row.provider_id,
    role_id: row.role_id,
    role: {
      id: row.role_id,
      name: row.role_name,
      label: row.role_label,
      provider_id: row.provider_id,
      permissions: row.permissions,
      permissions_ui: row.permissions_ui,
      require_2fa: row.require_2fa,
    },
    limit_user_to_branch: row.limit_user_to_branch,
    limit_user_to_account: row.limit_user_to_account,
    shipment_page_mode: row.shipment_page_mode,
    two_factor_auth_enabled: row.two_factor_auth_enabled,
    has_passkey: row.has_passkey,
    is_api_user: row.is_api_user,
    time_created: row.time_created,
    time_modified: row.time_modified,
    ...(row.phone_number ? { phone_number: row.phone_number } : {}),
    ...(row.account_id ? { account_id: row.account_id } : {}),
    ...(row.branch_id ? { branch_id: row.branch_id } : {}),
    ...(row.terms_and_conditions_accepted_version
      ? { terms_and_conditions_accepted_version: row.terms_and_conditions_accepted_version }
      : {}),
  }
}
