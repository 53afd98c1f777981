import { hub_bays } from '@waybill/domain/hub/settings'
import { describe, expect, it } from 'vitest'
import { optionsWithStored, thingOf } from './named-options.ts'

describe('options of named settings', () => {
  const { control } = hub_bays
  const which = control.kind === 'rows' ? control.columns.find(({ key }) => key === 'value')?.control : null
  const of = which?.kind === 'named' ? which.of : 'branch'

  it('chooses the kind of object from the row, and free text for an unknown kind', () => {
    const things = ['branch', 'service', 'manifest', 'zone', 'none'].map((boundTo) =>
      thingOf(of, { bound_to: boundTo }),
    )
    expect(things).toEqual(['branch', 'service level', 'carrier', null, null])
    expect(thingOf('driver', undefined)).toBe('driver')
  })

  it('offers existing names, and keeps a stored name that no longer exists with the hint not found', () => {
    const thereAre = [{ value: 'ECO', label: 'Economy' }]
    expect(optionsWithStored(thereAre, 'ECO')).toEqual(thereAre)
    expect(optionsWithStored(thereAre, '')).toEqual(thereAre)
    expect(optionsWithStored(thereAre, 'OVN')).toEqual([
      ...thereAre,
      { value: 'OVN', label: 'OVN', hint: 'not found' },
    ])
  })
})
