import type { User } from '@waybill/domain/identity/model'
import {
  requiresSecondFactor,
  type SecondFactorRequirement,
} from '@waybill/domain/identity/sign-in/two-factor'

/** Whether a user must have a second factor, by role or by company setting. */
export function isRequiredOf(ensure: SecondFactorRequirement, user: User): boolean {
  return requiresSecondFactor(ensure, {
    role_id: user.role_id,
    account_id: user.account_id ?? null,
    require_2fa: user.role.require_2fa,
  })
}

/** Whether a user must set up a second factor before anything else. */
export function isHeldForSecondFactor(ensure: SecondFactorRequirement, user: User): boolean {
  return isRequiredOf(ensure, user) && !user.two_factor_auth_enabled && !user.has_passkey
}
