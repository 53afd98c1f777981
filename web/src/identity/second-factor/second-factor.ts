import type { User } from '@waybill/domain/identity/model'
import {
  requiresSecondFactor,
  type SecondFactorRequirement,
} from '@waybill/domain/identity/sign-in/two-factor'

/** Whether a second factor is demanded of a user: by the role, or by the setting of the company. */
export function isRequiredOf(ensure: SecondFactorRequirement, user: User): boolean {
  return requiresSecondFactor(ensure, {
    role_id: user.role_id,
    account_id: user.account_id ?? null,
    require_2fa: user.role.require_2fa,
  })
}

/** Whether a user has to set a second factor up before anything else. */
export function isHeldForSecondFactor(ensure: SecondFactorRequirement, user: User): boolean {
  return isRequiredOf(ensure, user) && !user.two_factor_auth_enabled && !user.has_passkey
}
