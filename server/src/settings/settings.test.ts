import { accountsApi } from '@waybill/domain/accounts/api'
import { auditApi } from '@waybill/domain/audit/api'
import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { toStored } from '@waybill/domain/kit/setting'
import { settingsApi, type StoredSetting } from '@waybill/domain/settings/api'
import { catalogue } from '@waybill/domain/settings/catalogue'
import { isLater } from '@waybill/domain/settings/unreleased-settings'
import { startupApi } from '@waybill/domain/startup/api'
import { afterEach, describe, expect, it } from 'vitest'
import { testRuntime } from '../../dev/test-kit/runtime.ts'
import { z } from 'zod'
import {
  newProvider,
  errorOf,
  ApiError,
  type Caller,
  type TestProvider,
} from '../../dev/test-kit/provider.ts'
import { settingsOf } from '../db/settings-cache.ts'

type Change = { key: string; value: unknown; based_on?: string | null }

const save = (somebody: Caller, ...settings: Change[]) => somebody.send(settingsApi.save, { settings })

async function stored(somebody: Caller, key: string): Promise<StoredSetting | null> {
  const { settings } = await somebody.send(settingsApi.list, { setting: key })
  return settings[0] ?? null
}

describe('saving and reading company settings', () => {
  afterEach(async () => (await testRuntime()).setNow(null))

  it('[SET-001] [SET-003] [SET-006] [SET-007] stores one value per key in any case, and saves all values or none', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    await save(
      staff,
      { key: 'Support_Phone', value: '011 555 0100' },
      { key: 'ops_dashboard_duration_days', value: 14 },
    )
    await save(staff, { key: 'SUPPORT_PHONE', value: '011 555 0200' })
    const { settings } = await staff.send(settingsApi.list, {})
    expect(settings.filter(({ key }) => key === 'support_phone').map(({ value }) => value)).toEqual([
      '011 555 0200',
    ])
    expect((await stored(staff, 'OPS_dashboard_duration_days'))?.value).toBe('14')
    expect(
      await errorOf(
        save(staff, { key: 'support_phone', value: '1' }, { key: 'ops_dashboard_duration_days', value: 0 }),
      ),
    ).toEqual({ status: 400, message: 'Days back must be a whole number from 1 to 90.' })
    expect((await stored(staff, 'support_phone'))?.value).toBe('011 555 0200')
    const other = await (await newProvider()).staff()
    expect(await stored(other, 'support_phone')).toBeNull()
  })

  it('[SET-004] [SET-005] returns only the settings changed since a given time', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    await save(staff, { key: 'support_email', value: 'help@example.test' })
    const { settings } = await staff.send(settingsApi.list, {})
    const last = settings.reduce(
      (latest, { time_modified }) => (time_modified > latest ? time_modified : latest),
      new Date(0),
    )
    expect((await staff.send(settingsApi.list, { since: last })).settings).toEqual([])
    p.runtime.setNow(new Date(Date.now() + 60_000))
    await save(staff, { key: 'support_whatsapp', value: '082 555 0100' })
    expect((await staff.send(settingsApi.list, { since: last })).settings.map(({ key }) => key)).toEqual([
      'support_whatsapp',
    ])
  })

  it('[SET-018] returns secrets as ***, leaves them unchanged when *** is saved, and hides them in the audit trail', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    await save(
      staff,
      { key: 'payfast_merchant_key', value: '46f0cd694581a' },
      { key: 'payfast_passphrase', value: 'jt7NOE43FZPn' },
    )
    expect((await stored(staff, 'payfast_passphrase'))?.value).toBe('***')
    await save(staff, { key: 'payfast_passphrase', value: '***' }, { key: 'payfast_sandbox', value: true })
    expect((await settingsOf(p.runtime.runtime, p.provider_id)).get('payfast_passphrase')).toBe(
      'jt7NOE43FZPn',
    )
    const trail = await staff.send(auditApi.events, { type: 'provider_setting' })
    expect(JSON.stringify(trail)).toContain('payfast_passphrase')
    expect(JSON.stringify(trail)).not.toContain('jt7NOE43FZPn')
    const general = await staff.send(startupApi.generalData, {})
    expect(general.provider_settings.payfast_passphrase).toBe('***')
  })

  it('returns 409 with the changed setting and its stored value when another administrator has changed it', async () => {
    const p = await newProvider()
    const [first, second] = [await p.staff(), await p.user(role_ids.administrator)]
    await save(first, { key: 'support_email', value: 'one@example.test' })
    const seen = (await stored(second, 'support_email'))?.time_modified.toISOString() ?? null
    p.runtime.setNow(new Date(Date.now() + 60_000))
    await save(first, { key: 'support_email', value: 'two@example.test', based_on: seen })
    const refused = await save(
      second,
      { key: 'support_email', value: 'three@example.test', based_on: seen },
      { key: 'support_phone', value: '011', based_on: null },
    ).catch((thrown: unknown) => thrown)
    expect(refused).toBeInstanceOf(ApiError)
    expect((refused as ApiError).status).toBe(409)
    expect((refused as ApiError).body).toMatchObject({
      message: 'Someone else changed Support e-mail in the meantime. Check their values and save again.',
      current: { support_email: 'two@example.test' },
    })
    expect(await stored(first, 'support_phone')).toBeNull()
  })

  it('[SET-006] [SET-021] [SET-023] [SET-038] requires the right to save, and a further right for some settings', async () => {
    const p = await newProvider()
    const finance = await p.user(role_ids.finance_manager)
    const staff = await p.staff()
    expect((await finance.http('GET', '/providers/settings')).status).toBe(200)
    expect((await errorOf(save(finance, { key: 'support_phone', value: '1' }))).status).toBe(403)
    const toggles = [{ name: 'maps', state: 'staff', percentage: 0, accounts: [], note: '' }]
    const platform = await p.user(role_ids.system_administrator)
    await save(platform, { key: 'feature_toggles', value: toggles })
    expect(await stored(finance, 'feature_toggles')).toBeNull()
    expect(await errorOf(save(finance, { key: 'feature_toggles', value: toggles }))).toMatchObject({
      status: 403,
    })
    await save(staff, { key: 'vip_accounts', value: ['IAL001'] })
    expect((await stored(staff, 'vip_accounts'))?.value).toBe('["IAL001"]')
  })

  it('[SET-024] [SET-025] rejects identity checks with 403 for companies without that allowance', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    expect(await errorOf(save(staff, { key: 'enable_idm', value: true }))).toEqual({
      status: 403,
      message: 'You may not change Identity checks of receivers. Ask an administrator of your company.',
    })
    const { provider } = await staff.send(identityApi.provider, {})
    expect(provider.allowances).toEqual([])
  })

  it('[SET-024] [SET-025] allows third-party courier settings only while an account is third-party, and returns that to staff', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const account = await p.given.account()
    const owner = await p.owner(account.id)
    const turn = async () =>
      (await errorOf(save(staff, { key: 'enable_third_party_bob_box', value: true }))).status
    const hasThirdPartyAccounts = async (by = staff) =>
      (await by.send(startupApi.generalData, {})).has_third_party_accounts
    expect([await turn(), await hasThirdPartyAccounts()]).toEqual([403, false])
    await staff.send(accountsApi.change, { id: account.id, is_third_party: true })
    expect([await turn(), await hasThirdPartyAccounts(), await hasThirdPartyAccounts(owner)]).toEqual([
      200,
      true,
      false,
    ])
    await staff.send(accountsApi.change, { id: account.id, is_third_party: false })
    expect([await turn(), await hasThirdPartyAccounts()]).toEqual([403, false])
    expect(await errorOf(owner.send(accountsApi.change, { id: account.id, is_third_party: true }))).toEqual({
      status: 403,
      message: 'Only the courier company may change is third party.',
    })
  })

  it('stores formatted text from HTML as Markdown without scripts', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    await save(staff, {
      key: 'window_user_terms_and_conditions',
      value:
        '<h1>Terms</h1><p>Pay <b>in time</b>.</p><ul><li>First</li><li>Second</li></ul><script>alert(1)</script><p><a href="https://example.test/t">Read</a><img src=x onerror=alert(1)></p>',
    })
    expect((await stored(staff, 'window_user_terms_and_conditions'))?.value).toBe(
      '## Terms\n\nPay **in time**.\n\n- First\n- Second\n\n[Read](https://example.test/t)![](x)',
    )
  })

  it('returns a specific message for an unknown key, an invalid value and a rule across settings', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const cases: readonly [Change, string][] = [
      [{ key: 'no_such', value: 1 }, 'There is no setting no_such. Check its name.'],
      [{ key: 'jwt_expiry', value: 'a year' }, 'Stay signed in for must be one of 7 days, 30 days, never.'],
      [{ key: 'vat_percentage', value: 101 }, 'VAT must be a number from 0 to 100.'],
      [
        { key: 'url', value: 'javascript:alert(1)' },
        'Portal address must be an address that begins with https:// or /.',
      ],
      [
        { key: 'driver_app_minimum_version', value: '99.0.0' },
        'Force an update below must not be above 3.17.17, the current version.',
      ],
      [
        { key: 'driver_app_minimum_version', value: 'new' },
        'Force an update below must be a version such as 3.17.0.',
      ],
      [{ key: 'parcel_max_length', value: 1 }, 'Maximum length must be above minimum length, which is 1.'],
      [{ key: 'theme_primary', value: 'greenish' }, 'Primary must be a colour such as #15803D.'],
      [
        { key: 'working_hours', value: { mon: { open: '17:00', close: '08:00' } } },
        'Office hours must be the opening and closing times of each weekday, opening before closing.',
      ],
    ]
    for (const [change, message] of cases)
      expect(await errorOf(save(staff, change)), change.key).toEqual({ status: 400, message })
  })

  it('saves all settings in one call, stores them unchanged and lists them in less than 60 kB', async () => {
    const p = await newProvider()
    const platform = await p.user(role_ids.system_administrator)
    const all = [...catalogue.values()].filter((setting) => setting.allowance === null && !isLater(setting))
    await save(
      platform,
      ...all.map((setting) => ({ key: setting.key, value: z.encode(setting.schema, setting.default) })),
    )
    const answer = await platform.http('GET', '/providers/settings')
    expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThan(60_000)
    const after = await settingsOf(p.runtime.runtime, p.provider_id)
    for (const setting of all.filter(({ secret }) => !secret))
      expect(after.get(setting.key.toLowerCase()), setting.key).toBe(toStored(setting, setting.default))
  })

  it('[SET-019] [SET-020] records every change in the audit trail of settings, which drivers may not read', async () => {
    const p: TestProvider = await newProvider()
    const staff = await p.staff()
    await save(staff, { key: 'support_phone', value: '011 555 0100' })
    const { audit_events } = await staff.send(auditApi.events, { type: 'provider_setting' })
    expect(audit_events.some(({ object_name }) => object_name === 'support_phone')).toBe(true)
    const driver = await p.driver()
    expect((await driver.http('GET', '/audit/events?type=provider_setting')).status).toBe(403)
  })
})
