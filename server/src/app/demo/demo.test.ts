import { describe, expect, it } from 'vitest'
import { asSystem } from '../install.ts'
import { brokenInvariants } from '../test-kit/invariants.ts'
import { openTestHouse } from '../test-kit/house.ts'
import { openDemo } from './index.ts'

describe('the demonstration', () => {
  it('with its whole history breaks no invariant', { timeout: 300_000 }, async () => {
    const own = await openTestHouse()
    const filling = await openDemo(own.house, () => undefined, 700)
    await filling?.done
    const { rows } = await own.house.pool.query<{ id: number; shipments: number }>(
      `SELECT p.id, (SELECT count(*)::int FROM shipment s WHERE s.provider_id = p.id AND s.status = 'cancelled') AS shipments
       FROM provider p ORDER BY p.id`,
    )
    const [company] = rows
    expect(company?.shipments).toBeGreaterThan(0)
    const broken = await asSystem(own.house, company?.id ?? 0, brokenInvariants)
    expect(Object.entries(broken).map(([name, found]) => [name, found.length, found.slice(0, 2)])).toEqual([])
    await own.close()
  })
})
