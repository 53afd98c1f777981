import { describe, expect, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import { guarded_settings, isGuarded } from './guarded.ts'

describe('settings whose change is confirmed', () => {
  it('are settings', () => {
    expect([...guarded_settings].filter((key) => !catalogue.has(key))).toEqual([])
  })

  it('are every secret, and everything that says where money goes', () => {
    const needed = [...catalogue.values()].filter(
      ({ key, secret }) => secret || /bank|^eft_|merchant|passphrase/i.test(key),
    )
    expect(needed.map(({ key }) => key).filter((key) => !isGuarded({ key, value: 'x' }))).toEqual([])
  })

  it('are not touched by a secret that is sent back as it was shown', () => {
    expect(isGuarded({ key: 'payfast_passphrase', value: '***' })).toBe(false)
    expect(isGuarded({ key: 'PAYFAST_passphrase', value: 'x' })).toBe(true)
    expect(isGuarded({ key: 'provider_title', value: 'x' })).toBe(false)
  })
})
