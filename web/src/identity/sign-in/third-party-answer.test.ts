import { describe, expect, it } from 'vitest'
import { isAnswerTo } from './third-party-answer.ts'

const base64url = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const token = (claims: object) => `e30.${base64url(JSON.stringify(claims))}.x`

describe('third-party sign-in response', () => {
  it('is accepted only with the nonce stored in this browser', () => {
    expect(isAnswerTo(token({ nonce: 'mine', name: 'Ñandú ≥' }), 'mine')).toBe(true)
    expect(isAnswerTo(token({ nonce: 'of somebody else' }), 'mine')).toBe(false)
    expect(isAnswerTo(token({ nonce: 'mine' }), null)).toBe(false)
    expect(isAnswerTo(token({}), 'undefined')).toBe(false)
    for (const broken of ['', 'x', 'a.b.c', 'a.%%%.c']) expect(isAnswerTo(broken, 'mine')).toBe(false)
  })
})
