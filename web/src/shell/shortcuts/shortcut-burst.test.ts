import { describe, expect, it } from 'vitest'
import { ShortcutBurst } from './shortcut-burst.ts'

/** What is pressed when keys arrive at these times in ms, and then nothing. */
function pressed(keys: string, times: readonly number[]): string {
  const burst = new ShortcutBurst()
  const given = [...keys].flatMap((key, at) => burst.key(key, times[at] ?? 0))
  return [...given, ...burst.end()].join('')
}

const every = (gap: number) => Array.from({ length: 20 }, (_, at) => 1000 + at * gap)

describe('shortcuts and scanners', () => {
  it('presses what a person types, one key or two', () => {
    expect(pressed('n', every(10))).toBe('n')
    expect(pressed('gs', every(60))).toBe('gs')
    expect(pressed('gs', every(400))).toBe('gs')
  })

  it.each(['K7/NG2', 'ngr/', 'https://x.example/track?ref=NGS'])(
    'presses nothing for the scan %s',
    (code) => {
      expect(pressed(code, every(12))).toBe('')
      expect(pressed(code, every(75))).toBe('')
    },
  )

  it('hears a person again after a scan', () => {
    const burst = new ShortcutBurst()
    for (const [at, key] of [...'NG/R2'].entries()) burst.key(key, at * 10)
    expect(burst.key('n', 500)).toEqual([])
    expect(burst.end()).toEqual(['n'])
  })
})
