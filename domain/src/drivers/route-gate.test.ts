import { describe, expect, it } from 'vitest'
import { Problem } from '../kit/problem.ts'
import { mayStartRoute, releaserText, type RouteGate } from './route-gate.ts'

const gate: RouteGate = {
  is_ready: false,
  blockers: ['2 parcels are on the floor and not loaded.'],
  releasers: ['Thandi Nkosi'],
}

describe('start of a route', () => {
  it('[DRV-008] is rejected with what is missing and who may release it while the gate is not green', () => {
    const rejected = mayStartRoute(gate)
    expect(rejected).toBeInstanceOf(Problem)
    expect(rejected).toMatchObject({
      kind: 'wrong_state',
      message:
        'Your vehicle is not ready. 2 parcels are on the floor and not loaded. Thandi Nkosi may release the route.',
    })
    expect(mayStartRoute(gate, '05:42')).toMatchObject({
      message: expect.stringMatching(/^Your route did not start at 05:42\. 2 parcels/),
    })
  })

  it('[DRV-008] is allowed with a green or released gate, and where the company requires none', () => {
    expect(mayStartRoute({ ...gate, is_ready: true })).toBe(true)
    expect(mayStartRoute(undefined)).toBe(true)
  })

  it.each([
    [[], 'Ask the office to release the route.'],
    [['Ann'], 'Ann may release the route.'],
    [['Ann', 'Ben'], 'Ann or Ben may release the route.'],
    [['Ann', 'Ben', 'Cas', 'Dan', 'Eve'], 'Ann, Ben, Cas or 2 more may release the route.'],
  ])('names who may release it: %j', (releasers, text) => {
    expect(releaserText({ releasers }).text).toBe(text)
  })
})
