import { describe, expect, it } from 'vitest'
import type { Setting } from '../kit/setting.ts'
import { catalogue } from './catalogue.ts'
import { guarded_settings, isGuarded } from './guarded.ts'

const settings = [...catalogue.values()]
const keysOf = (some: readonly Setting[]) => some.map(({ key }) => key.toLowerCase()).sort()

/** What looks like money, a credential, a destination or a way to sign in, and is none. */
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
const looks_like =
  /url|host|port$|user$|key$|secret|token|password|passphrase|bank|branch_code|account_(number|type|holder)|merchant|otp|captcha|login|2fa|client_id|_provider$|bcc|jwt|verification/i

describe('settings whose change is confirmed', () => {
  it('are listed by name as they are declared', () => {
    expect([...guarded_settings].sort()).toEqual(keysOf(settings.filter(({ guarded }) => guarded !== null)))
  })

  it('are every secret', () => {
    expect(keysOf(settings.filter(({ secret, guarded }) => secret && guarded !== 'credential'))).toEqual([])
  })

  it('are every setting that says where money, secrets or links go or who can sign in', () => {
    const suspect = settings.filter(
      ({ key, tab, control }) =>
        tab !== 'feature_toggles' &&
        control.kind !== 'image' &&
        looks_like.test(key) &&
        !key.startsWith('notify_'),
    )
    const unguarded = suspect.filter(({ key, guarded }) => guarded === null && !(key in harmless))
    expect(keysOf(unguarded)).toEqual([])
    const needless = Object.keys(harmless).filter((key) => !suspect.some((one) => one.key === key))
    expect(needless).toEqual([])
  })

  it('are the settings that say where a secret is sent', () => {
    const places = settings.flatMap(({ sent_to }) => sent_to)
    expect(keysOf(places.filter(({ guarded }) => guarded !== 'destination'))).toEqual([])
  })

  it('are not touched by a secret that is sent back as it was shown', () => {
    expect(isGuarded({ key: 'payfast_passphrase', value: '***' })).toBe(false)
    expect(isGuarded({ key: 'PAYFAST_passphrase', value: 'x' })).toBe(true)
    expect(isGuarded({ key: 'provider_title', value: 'x' })).toBe(false)
  })
})
