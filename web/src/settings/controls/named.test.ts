import { hub_bays } from '@waybill/domain/hub/settings'
import { describe, expect, it } from 'vitest'
import { optionsWithStored, thingOf } from './named.ts'

describe('names of what the company has', () => {
  const { control } = hub_bays
  const which = control.kind === 'rows' ? control.columns.find(({ key }) => key === 'value')?.control : null
  const of = which?.kind === 'named' ? which.of : 'branch'

  it('are of what the row says, and written freely where it says nothing that is known', () => {
    const things = ['branch', 'service', 'manifest', 'zone', 'none'].map((bound_to) =>
      thingOf(of, { bound_to }),
    )
    expect(things).toEqual(['branch', 'service level', 'carrier', null, null])
    expect(thingOf('driver', undefined)).toBe('driver')
  })

  it('are chosen from what there is; one that is gone stays until another is chosen', () => {
    const there_are = [{ value: 'ECO', label: 'Economy' }]
    expect(optionsWithStored(there_are, 'ECO')).toEqual(there_are)
    expect(optionsWithStored(there_are, '')).toEqual(there_are)
    expect(optionsWithStored(there_are, 'OVN')).toEqual([
      ...there_are,
      { value: 'OVN', label: 'OVN', hint: 'not found' },
    ])
  })
})
