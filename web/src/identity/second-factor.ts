import type { User } from '@waybill/domain/identity/model'
import { demandsSecondFactor, type SecondFactorDemand } from '@waybill/domain/identity/two-factor'

/** Whether a second factor is demanded of a user: by the role, or by the setting of the company. */
export function isDemandedOf(demand: SecondFactorDemand, user: User): boolean {
  return demandsSecondFactor(demand, {
    role_id: user.role_id,
    account_id: user.account_id ?? null,
    require_2fa: user.role.require_2fa,
  })
}

/** Whether a user has to set a second factor up before anything else. */
export function isHeldForSecondFactor(demand: SecondFactorDemand, user: User): boolean {
  return isDemandedOf(demand, user) && !user.two_factor_auth_enabled && !user.has_passkey
}
