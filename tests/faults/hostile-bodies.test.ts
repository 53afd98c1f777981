import { describe, expect, it } from 'vitest'
import { worstBodies } from '../../scripts/attack/worst-bodies.ts'

/** Maximum processor time of a request, in ms, before the caller is authenticated. */
const max_ms = 50

describe('hostile request bodies of the maximum size', () => {
  it('are parsed or rejected with a message, within 50 ms', () => {
    const { tried, odd, slow } = worstBodies({ total: 1_800, seed: 20_261_123, max_ms })
    expect(tried).toBeGreaterThan(1_500)
    expect(odd).toEqual([])
    expect(slow).toEqual([])
  })
})
