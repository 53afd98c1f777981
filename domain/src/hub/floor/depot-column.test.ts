import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shipment_statuses } from '../../shipments/statuses/status.ts'
import { depot_columns, depotColumn, type DepotColumn, type DepotFacts } from './depot-column.ts'

const facts = (more: Partial<DepotFacts>): DepotFacts => ({
  status: 'at-destination-hub',
  is_at_branch: true,
  is_planned: true,
  is_on_load: false,
  has_open_damage: false,
  is_overdue: false,
  counted: null,
  ...more,
})
const away = { is_at_branch: false, status: 'in-transit' } as const

describe('[HUB-003] [OPS-002] column of a parcel on the depot board', () => {
  const cases: readonly (readonly [string, Partial<DepotFacts>, DepotColumn])[] = [
    ['stands at the branch', {}, 'on_floor'],
    ['waits on hold at the branch', { status: 'on-hold' }, 'on_floor'],
    ['stands at the branch, although its route does not lead here', { is_planned: false }, 'over'],
    ['is on its way', away, 'expected'],
    ['is on its way past its time', { ...away, is_overdue: true }, 'missing'],
    ['is at another branch past its time', { is_at_branch: false, is_overdue: true }, 'missing'],
    ['stands here past its time', { is_overdue: true }, 'on_floor'],
    ['is on a line-haul that has not left', { status: 'manifested', is_on_load: true }, 'loaded'],
    ['left on a line-haul', { ...away, is_on_load: true, is_overdue: true }, 'loaded'],
    ['is on the wrong line-haul', { ...away, is_on_load: true, is_planned: false }, 'over'],
    ['is out with the driver', { status: 'out-for-delivery' }, 'loaded'],
    ['is out on another day than planned', { status: 'out-for-delivery', is_planned: false }, 'over'],
    ['is delivered', { status: 'delivered', is_at_branch: false, is_overdue: true }, 'loaded'],
    ['was not found by a count', { counted: 'not-found' }, 'missing'],
    ['was counted although it is on its way', { ...away, counted: 'found' }, 'on_floor'],
    ['was counted although it is out', { status: 'out-for-delivery', counted: 'found' }, 'on_floor'],
    ['was counted and belongs elsewhere', { ...away, counted: 'found', is_planned: false }, 'over'],
    ['has open damage wherever it is', { ...away, has_open_damage: true, is_overdue: true }, 'damaged'],
  ]
  for (const [when, more, column] of cases)
    it(`is ${column} for a parcel that ${when}`, () => expect(depotColumn(facts(more))).toBe(column))

  it('is exactly one column for all 38 statuses with all facts, so that columns add up to the parcels', () => {
    const either = [false, true]
    const columns = new Map<DepotColumn, number>(depot_columns.map((column) => [column, 0]))
    let every: Partial<DepotFacts>[] = shipment_statuses.map((status) => ({ status }))
    for (const fact of ['is_at_branch', 'is_planned', 'is_on_load', 'has_open_damage', 'is_overdue'] as const)
      every = every.flatMap((one) => either.map((holds) => ({ ...one, [fact]: holds })))
    every = every.flatMap((one) =>
      (['found', 'not-found', null] as const).map((counted) => ({ ...one, counted })),
    )
    for (const one of every) {
      const column = depotColumn(facts(one))
      columns.set(column, (columns.get(column) ?? Number.NaN) + 1)
    }
    const all = 38 * 2 ** 5 * 3
    expect(shipment_statuses).toHaveLength(38)
    expect(columns.size).toBe(depot_columns.length)
    expect([...columns.values()].reduce((one, other) => one + other)).toBe(all)
    for (const [column, number] of columns) expect(number, column).toBeGreaterThan(0)
  })

  it('calls a parcel missing or expected only when nothing shows it here, loaded or damaged', () => {
    const any = fc.record({
      status: fc.constantFrom(...shipment_statuses),
      is_at_branch: fc.boolean(),
      is_planned: fc.boolean(),
      is_on_load: fc.boolean(),
      has_open_damage: fc.boolean(),
      is_overdue: fc.boolean(),
      counted: fc.constantFrom('found', 'not-found', null),
    })
    fc.assert(
      fc.property(any, (one) => {
        const column = depotColumn(one as DepotFacts)
        const isNowhere = column === 'missing' || column === 'expected'
        if (isNowhere) expect(one.is_on_load || one.has_open_damage || one.counted === 'found').toBe(false)
        if (column === 'over') expect(one.is_planned).toBe(false)
        if (column === 'loaded' || column === 'on_floor') expect(one.is_planned).toBe(true)
      }),
    )
  })
})
