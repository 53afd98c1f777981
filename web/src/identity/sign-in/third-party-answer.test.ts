import { describe, expect, it } from 'vitest'
import { isAnswerTo } from './third-party-answer.ts'

const base64url = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const token = (claims: object) => `e30.${base64url(JSON.stringify(claims))}.x`

describe('the answer of a third party', () => {
  it('counts only in the browser that asked', () => {
    expect(isAnswerTo(token({ nonce: 'mine', name: 'Ñandú ≥' }), 'mine')).toBe(true)
    expect(isAnswerTo(token({ nonce: 'of somebody else' }), 'mine')).toBe(false)
    expect(isAnswerTo(token({ nonce: 'mine' }), null)).toBe(false)
    expect(isAnswerTo(token({}), 'undefined')).toBe(false)
    for (const broken of ['', 'x', 'a.b.c', 'a.%%%.c']) expect(isAnswerTo(broken, 'mine')).toBe(false)
  })
})
