import { describe, expect, it } from 'vitest'
import { cleanScan, ScanRecogniser } from './recogniser.ts'

/** Types a text with a gap in ms between keys, then a terminator after `last_gap`. */
function type(text: string, gap: number, lastGap = gap, recogniser = new ScanRecogniser()) {
  let at = 1000
  for (const key of text) {
    recogniser.key(key, at)
    at += gap
  }
  return recogniser.key('Enter', at - gap + lastGap)
}

describe('telling scanners from people', () => {
  it('hears a burst ended by Enter and swallows the Enter', () => {
    expect(type('k7m2qx/1', 12)).toEqual({ scan: 'K7M2QX/1', swallow: true, typed: 'k7m2qx/1' })
  })

  it('lets people type', () => {
    expect(type('k7m2qx', 120)).toMatchObject({ scan: null, swallow: false })
  })

  it.each([
    ['the mean gap is 35 ms', 35, true],
    ['the mean gap is 36 ms', 36, false],
  ])('when %s, a scan is %s', (_, gap, isScan) => {
    expect(type('ABCDEFGH', gap).scan !== null).toBe(isScan)
  })

  it('needs at least four characters', () => {
    expect(type('ABC', 10).scan).toBeNull()
    expect(type('ABCD', 10).scan).toBe('ABCD')
  })

  it('begins anew after a gap over 80 ms', () => {
    const recogniser = new ScanRecogniser()
    recogniser.key('x', 0)
    expect(type('ABCD12', 10, 10, recogniser).scan).toBe('ABCD12')
  })

  it('does not take an Enter pressed later by a person', () => {
    expect(type('ABCD12', 10, 300)).toMatchObject({ scan: null, swallow: false })
  })

  it('ends by 100 ms of silence when there is no terminator', () => {
    const recogniser = new ScanRecogniser()
    for (const [index, key] of [...'ABCD12'].entries()) recogniser.key(key, index * 10)
    expect(recogniser.silence(120).scan).toBeNull()
    expect(recogniser.silence(151).scan).toBe('ABCD12')
  })

  it('knows nothing of what it was told to forget', () => {
    const recogniser = new ScanRecogniser()
    for (const [index, key] of [...'ABCD12'].entries()) recogniser.key(key, index * 10)
    recogniser.forget()
    expect(recogniser.silence(151).scan).toBeNull()
  })

  it('keeps capital letters that arrive with Shift', () => {
    const recogniser = new ScanRecogniser()
    recogniser.key('a', 0)
    recogniser.key('Shift', 4)
    recogniser.key('B', 8)
    recogniser.key('c', 16)
    recogniser.key('d', 24)
    expect(recogniser.key('Enter', 30).scan).toBe('ABCD')
  })
})

describe('cleaning a scan', () => {
  it.each([
    [']C1K7M2QX', 'K7M2QX'],
    ['  k7m2qx \u001d', 'K7M2QX'],
    ['ab   cd', 'AB CD'],
    ['https://track.example/s/K7M2QX?x=1', 'K7M2QX'],
    ['https://courier.example/track?ref=k7m2qx', 'K7M2QX'],
    ['https://courier.example/track?provider=2&ref=K7M2QX%2F2#now', 'K7M2QX/2'],
    ['https://courier.example/track/100%', '100%'],
    ['x'.repeat(80), 'X'.repeat(64)],
  ])('%j becomes %s', (raw, clean) => {
    expect(cleanScan(raw)).toBe(clean)
  })

  it('strips the configured prefix and suffix', () => {
    expect(cleanScan('##K7M2QX~', { prefix: '##', suffix: '~' })).toBe('K7M2QX')
  })
})
