import { describe, expect, it } from 'vitest'
import type { Setting } from '../kit/setting.ts'
import { catalogue } from './catalogue.ts'
import { approvableSettings, guarded_settings, isGuarded } from './guarded.ts'

const settings = [...catalogue.values()]
const keysOf = (some: readonly Setting[]) => some.map(({ key }) => key.toLowerCase()).sort()

/**
 * Settings whose keys look like money, a credential, a destination or a way to sign in, but that are harmless, with
 * the reason.
 */
const harmless: Readonly<Record<string, string>> = {
  privacy_url: 'a page that is linked to',
  terms_url: 'a page that is linked to',
  app_store_url: 'a page that is linked to',
  play_store_url: 'a page that is linked to',
  help_centre_external_url: 'a page that is linked to',
  map_tiles_url: 'pictures that browsers fetch, without any credential',
  google_maps_client_key: 'a key that every browser is given',
  default_account_type: 'how accounts of customers begin, not of a bank',
  otp_resend_seconds: 'when a code may be sent again, not what it is',
  tracking_requires_verification: 'what a tracking page shows',
}
const sensitive_key =
  /url|host|port$|user$|key$|secret|token|password|passphrase|bank|branch_code|account_(number|type|holder)|merchant|otp|captcha|login|2fa|client_id|_provider$|bcc|jwt|verification/i

describe('settings that need a confirmation to change', () => {
  it('lists exactly the settings that are declared as guarded', () => {
    expect([...guarded_settings].sort()).toEqual(keysOf(settings.filter(({ guarded }) => guarded !== null)))
  })

  it('guards every secret as a credential', () => {
    expect(keysOf(settings.filter(({ secret, guarded }) => secret && guarded !== 'credential'))).toEqual([])
  })

  it('guards every setting whose key suggests money, credentials, destinations or sign-in, except the harmless ones', () => {
    const suspect = settings.filter(
      ({ key, tab, control }) =>
        tab !== 'feature_toggles' &&
        control.kind !== 'image' &&
        sensitive_key.test(key) &&
        !key.startsWith('notify_'),
    )
    const unguarded = suspect.filter(({ key, guarded }) => guarded === null && !(key in harmless))
    expect(keysOf(unguarded)).toEqual([])
    const needless = Object.keys(harmless).filter((key) => !suspect.some((one) => one.key === key))
    expect(needless).toEqual([])
  })

  it('guards every setting that defines where a secret is sent', () => {
    const places = settings.flatMap(({ sent_to }) => sent_to)
    expect(keysOf(places.filter(({ guarded }) => guarded !== 'destination'))).toEqual([])
  })

  it.each<[{ key: string; value: unknown }[], string]>([
    [[{ key: 'EFT_account_number', value: '62001' }], 'Change settings. Account number for EFT: 62001'],
    [
      [
        { key: 'provider_title', value: 'x'.repeat(2_000) },
        { key: 'invoice_bank_name', value: '' },
        { key: 'dashboard_duration_days', value: 7 },
      ],
      'Change settings. Bank on invoices: none; and 2 other settings, which need no approval',
    ],
    [
      [
        { key: 'eft_bank_name', value: 'Karoo' },
        { key: 'finance_four_eyes_above', value: '2500' },
        { key: 'finance_four_eyes', value: 'yes' },
      ],
      'Change settings. Approval only of amounts above: R 2,500.00; Approval by a second person: on; Bank for EFT: Karoo',
    ],
  ])(
    'describes what is approved with names and amounts, complete and before anything else: %j',
    (changes, text) => {
      expect(approvableSettings(changes)?.description).toBe(text)
    },
  )

  it('requires no confirmation for the placeholder of a secret or an unguarded setting', () => {
    expect(isGuarded({ key: 'payfast_passphrase', value: '***' })).toBe(false)
    expect(isGuarded({ key: 'PAYFAST_passphrase', value: 'x' })).toBe(true)
    expect(isGuarded({ key: 'provider_title', value: 'x' })).toBe(false)
  })
})
