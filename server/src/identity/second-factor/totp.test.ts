import { authUrl, secretOf, stepAt } from '@waybill/domain/identity/sign-in/two-factor'
import { describe, expect, it } from 'vitest'
import { codeAt, matchingSteps, newSecret } from './totp.ts'

/** '12345678901234567890', the SHA-1 secret of the RFC 6238 test vectors, in base32. */
const rfc_secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('authenticator codes', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('match the RFC 6238 test vectors at second %i', (second, code) => {
    expect(codeAt(rfc_secret, stepAt(new Date(second * 1000)), 8)).toBe(code)
    expect(codeAt(rfc_secret, stepAt(new Date(second * 1000)))).toBe(code.slice(2))
  })

  it('are accepted one step early and one step late, but not two', () => {
    const now = new Date('2026-03-04T10:00:15Z')
    const step = stepAt(now)
    const taken = [-2, -1, 0, 1, 2].map((by) => matchingSteps(rfc_secret, codeAt(rfc_secret, step + by), now))
    expect(taken).toEqual([[], [step - 1], [step], [step + 1], []])
  })

  it('use a secret of 160 random bits, which the address for the app includes', () => {
    const secret = newSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(newSecret()).not.toBe(secret)
    const url = authUrl({ issuer: 'Fynbos & Sons', account: 'a@b.co', secret })
    expect(secretOf(url)).toBe(secret)
    expect(new URL(url).searchParams.get('issuer')).toBe('Fynbos & Sons')
  })
})
