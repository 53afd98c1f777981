import { describe, expect, it } from 'vitest'
import { worstBodies } from '../../scripts/attack/worst-bodies.ts'

/** No call may keep the process busy for longer than this before anybody is asked who calls; milliseconds of processor time. */
const max_ms = 50

describe('hostile bodies, as large as each call takes', () => {
  it('are read or refused with a sentence, and never take longer than others can wait', () => {
    const { tried, odd, slow } = worstBodies({ total: 1_800, seed: 20_261_123, max_ms })
    expect(tried).toBeGreaterThan(1_500)
    expect(odd).toEqual([])
    expect(slow).toEqual([])
  })
})
