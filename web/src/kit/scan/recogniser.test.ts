import { describe, expect, it } from 'vitest'
import { cleanScan, ScanRecogniser } from './recogniser.ts'

/** Types a text with `gap` ms between keys, then Enter `lastGap` ms after the last one. */
function type(text: string, gap: number, lastGap = gap, recogniser = new ScanRecogniser()) {
  let at = 1000
  for (const key of text) {
    recogniser.key(key, at)
    at += gap
  }
  return recogniser.key('Enter', at - gap + lastGap)
}

describe('scan recognition', () => {
  it('recognises a burst that ends with Enter and swallows the Enter', () => {
    expect(type('k7m2qx/1', 12)).toEqual({ scan: 'K7M2QX/1', swallow: true, typed: 'k7m2qx/1' })
  })

  it('does not recognise slow typing as a scan', () => {
    expect(type('k7m2qx', 120)).toMatchObject({ scan: null, swallow: false })
  })

  it.each([
    ['the mean gap is 35 ms', 35, true],
    ['the mean gap is 36 ms', 36, false],
  ])('recognises a scan up to a mean gap of 35 ms: %s (gap %s ms)', (_, gap, isScan) => {
    expect(type('ABCDEFGH', gap).scan !== null).toBe(isScan)
  })

  it('requires at least four characters', () => {
    expect(type('ABC', 10).scan).toBeNull()
    expect(type('ABCD', 10).scan).toBe('ABCD')
  })

  it('starts a new burst after a gap of more than 80 ms', () => {
    const recogniser = new ScanRecogniser()
    recogniser.key('x', 0)
    expect(type('ABCD12', 10, 10, recogniser).scan).toBe('ABCD12')
  })

  it('does not accept an Enter pressed 300 ms after the last character', () => {
    expect(type('ABCD12', 10, 300)).toMatchObject({ scan: null, swallow: false })
  })

  it('ends a scan without terminator after 100 ms of silence', () => {
    const recogniser = new ScanRecogniser()
    for (const [index, key] of [...'ABCD12'].entries()) recogniser.key(key, index * 10)
    expect(recogniser.silence(120).scan).toBeNull()
    expect(recogniser.silence(151).scan).toBe('ABCD12')
  })

  it('discards the characters on forget', () => {
    const recogniser = new ScanRecogniser()
    for (const [index, key] of [...'ABCD12'].entries()) recogniser.key(key, index * 10)
    recogniser.forget()
    expect(recogniser.silence(151).scan).toBeNull()
  })

  it('accepts capital letters that are typed with Shift', () => {
    const recogniser = new ScanRecogniser()
    recogniser.key('a', 0)
    recogniser.key('Shift', 4)
    recogniser.key('B', 8)
    recogniser.key('c', 16)
    recogniser.key('d', 24)
    expect(recogniser.key('Enter', 30).scan).toBe('ABCD')
  })
})

describe('cleanScan', () => {
  it.each([
    [']C1K7M2QX', 'K7M2QX'],
    ['  k7m2qx \u001d', 'K7M2QX'],
    ['ab   cd', 'AB CD'],
    ['https://track.example/s/K7M2QX?x=1', 'K7M2QX'],
    ['https://courier.example/track?ref=k7m2qx', 'K7M2QX'],
    ['https://courier.example/track?provider=2&ref=K7M2QX%2F2#now', 'K7M2QX/2'],
    ['https://courier.example/track/100%', '100%'],
    ['x'.repeat(80), 'X'.repeat(64)],
  ])('converts %j to %s', (raw, clean) => {
    expect(cleanScan(raw)).toBe(clean)
  })

  it('strips the configured prefix and suffix', () => {
    expect(cleanScan('##K7M2QX~', { prefix: '##', suffix: '~' })).toBe('K7M2QX')
  })
})
