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

describe('second factor required by the company', () => {
  it('defaults to administrators in a newly installed company, and to off otherwise', async () => {
    const { runtime } = await testRuntime()
    const { provider_id } = await installProvider(runtime, { name: 'New couriers' })
    expect((await settingsOf(runtime, provider_id)).get(require_2fa_for_staff.key)).toBe('administrators')
    expect(require_2fa_for_staff.default).toBe('off')
  })

  it('blocks an administrator’s requests until a second factor is set up', async () => {
    const p = await newProvider({ require_2fa_for_staff: 'administrators' })
    const administrator = await p.staff()
    expect(await held(administrator)).toBe('two_factor_needed')
    expect(await codeOf(administrator.send(settingsApi.list, {}))).toBe('two_factor_needed')
    // The shell needs this data to show the reason.
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
  ])('set to %s gives a user with role %i the error code %j', async (ensure, roleId, expected) => {
    const p = await newProvider({ require_2fa_for_staff: ensure })
    expect(await held(await p.user(roleId))).toBe(expected)
  })

  it('does not apply to customers and API keys', async () => {
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

  it('cannot be switched off by a user who must have it', async () => {
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
      message: 'Two-factor authentication is required for your user. You can set it up again instead.',
    })
  })
})
