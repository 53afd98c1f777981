import { describe, expect, it } from 'vitest'
import { ShortcutBurst } from './shortcut-burst.ts'

/** Returns the keys accepted as shortcuts when `keys` arrive at `times` (ms) and nothing follows. */
function pressed(keys: string, times: readonly number[]): string {
  const burst = new ShortcutBurst()
  const given = [...keys].flatMap((key, at) => burst.key(key, times[at] ?? 0))
  return [...given, ...burst.end()].join('')
}

const every = (gap: number) => Array.from({ length: 20 }, (_, at) => 1000 + at * gap)

describe('shortcuts and scanner input', () => {
  it('accepts one or two keys that a person types', () => {
    expect(pressed('n', every(10))).toBe('n')
    expect(pressed('gs', every(60))).toBe('gs')
    expect(pressed('gs', every(400))).toBe('gs')
  })

  it.each(['K7/NG2', 'ngr/', 'https://x.example/track?ref=NGS'])('ignores the scan %s', (code) => {
    expect(pressed(code, every(12))).toBe('')
    expect(pressed(code, every(75))).toBe('')
  })

  it('accepts typed keys again after a scan', () => {
    const burst = new ShortcutBurst()
    for (const [at, key] of [...'NG/R2'].entries()) burst.key(key, at * 10)
    expect(burst.key('n', 500)).toEqual([])
    expect(burst.end()).toEqual(['n'])
  })
})
