import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

it('equals the SHA-256 of node:crypto for ASCII texts of different lengths and for bytes', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  for (let length = 0; length < 200; length += 1) {
    const text = 'a'.repeat(length)
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  }
  const bytes = Uint8Array.from({ length: 1_000 }, (_, at) => (at * 7) % 256)
  expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
  const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 300 })
  fc.assert(fc.property(ascii, (text) => sha256(text) === createHash('sha256').update(text).digest('hex')))
})
