import { describe, expect, it } from 'vitest'
import { pickup_point_credentials } from '../pickup-points/settings.ts'
import { hiddenText, withStoredSecrets } from './secret-rows.ts'

const stored = [
  { provider: 'bob-box', environment: 'live', base_url: '', api_key: 'k1', event_key: 'e1' },
  {
    provider: 'tcg-locker',
    environment: 'sandbox',
    base_url: 'https://a.example',
    api_key: 'k2',
    event_key: '',
  },
]
const shown = [
  { ...stored[0], api_key: '***', event_key: '***' },
  { ...stored[1], api_key: '***' },
]
const saved = (sent: unknown) => withStoredSecrets(pickup_point_credentials, sent, stored)

describe('a table with secret columns', () => {
  it('is displayed without its secrets', () => {
    expect(JSON.parse(hiddenText(pickup_point_credentials, JSON.stringify(stored)))).toEqual(shown)
  })

  it('keeps the secrets of unchanged rows when it is saved, in any order', () => {
    expect(saved(shown)).toEqual({ value: stored })
    expect(saved(shown.toReversed())).toEqual({ value: stored.toReversed() })
    expect(saved(shown.slice(1))).toEqual({ value: stored.slice(1) })
  })

  it('stores new secrets', () => {
    const [first] = shown
    expect(saved([{ ...first, api_key: 'k3' }])).toEqual({ value: [{ ...stored[0], api_key: 'k3' }] })
  })

  it('asks for the secrets again when another column of the row changed', () => {
    const elsewhere = shown.map((row) => ({ ...row, base_url: 'https://b.example' }))
    const problem = 'Access to the networks: enter the keys of a changed row again.'
    expect(saved(elsewhere)).toEqual({ problem })
    expect(saved(elsewhere.map((row) => ({ ...row, api_key: 'k', event_key: 'e' })))).toHaveProperty('value')
  })
})
