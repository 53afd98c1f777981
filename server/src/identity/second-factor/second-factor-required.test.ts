import { identityApi } from '@waybill/domain/identity/api'
import { require_2fa_for_staff } from '@waybill/domain/identity/settings'
import { role_ids } from '@waybill/domain/kit/actor'
import { settingsApi } from '@waybill/domain/settings/api'
import { startupApi } from '@waybill/domain/startup/api'
import { describe, expect, it } from 'vitest'
import { installProvider } from '../../main/install.ts'
import { testRuntime } from '../../../dev/test-kit/runtime.ts'
import { good_password, setUp, withPassword } from '../../../dev/test-kit/people.ts'
import { newProvider, ApiError, errorOf, type Caller } from '../../../dev/test-kit/provider.ts'
import { settingsOf } from '../../db/settings-cache.ts'

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => '',
    (thrown: unknown) => {
      if (!(thrown instanceof ApiError)) throw thrown
      return thrown.body.code
    },
  )
const held = (who: Caller) => codeOf(who.send(identityApi.sessions, {}))

describe('a second factor that the company requires', () => {
  it('is required of administrators in a new company, and in no other unless it says so', async () => {
    const { runtime } = await testRuntime()
    const { provider_id } = await installProvider(runtime, { name: 'New couriers' })
    expect((await settingsOf(runtime, provider_id)).get(require_2fa_for_staff.key)).toBe('administrators')
    expect(require_2fa_for_staff.default).toBe('off')
  })

  it('lets an administrator do nothing but set it up, and everything afterwards', async () => {
    const p = await newProvider({ require_2fa_for_staff: 'administrators' })
    const administrator = await p.staff()
    expect(await held(administrator)).toBe('two_factor_needed')
    expect(await codeOf(administrator.send(settingsApi.list, {}))).toBe('two_factor_needed')
    // The shell must be able to say so.
    expect(await codeOf(administrator.send(startupApi.generalData, {}))).toBe('')
    await setUp(p, administrator)
    expect(await held(administrator)).toBe('')
  })

  it.each([
    ['off', role_ids.administrator, ''],
    ['off', role_ids.driver, ''],
    ['administrators', role_ids.administrator, 'two_factor_needed'],
    ['administrators', role_ids.finance_manager, ''],
    ['administrators', role_ids.driver, ''],
    ['staff', role_ids.administrator, 'two_factor_needed'],
    ['staff', role_ids.finance_manager, 'two_factor_needed'],
    ['staff', role_ids.driver, 'two_factor_needed'],
  ])('set to %s asks a user with role %i: %j', async (ensure, roleId, expected) => {
    const p = await newProvider({ require_2fa_for_staff: ensure })
    expect(await held(await p.user(roleId))).toBe(expected)
  })

  it('asks neither customers nor keys', async () => {
    const p = await newProvider()
    const owner = await p.owner()
    const key = await p.apiKey()
    await (
      await p.staff()
    ).send(settingsApi.save, {
      settings: [{ key: require_2fa_for_staff.key, value: 'staff' }],
    })
    expect(await held(owner)).toBe('')
    expect(await codeOf(key.send(settingsApi.list, {}))).toBe('')
  })

  it('is not switched off by who must have it', async () => {
    const p = await newProvider({ require_2fa_for_staff: 'administrators' })
    const administrator = await withPassword(p, await p.staff())
    await setUp(p, administrator)
    const rejected = await errorOf(
      administrator.send(identityApi.switchOffTwoFactor, {
        password: good_password,
        two_factor_auth_passcode: '000000',
      }),
    )
    expect(rejected).toEqual({
      status: 403,
      message: 'Two-factor authentication is required of you. You can set it up again instead.',
    })
  })
})
