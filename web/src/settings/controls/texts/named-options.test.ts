import { hub_bays } from '@waybill/domain/hub/settings'
import { describe, expect, it } from 'vitest'
import { optionsWithStored, thingOf } from './named-options.ts'

describe('names of what the company has', () => {
  const { control } = hub_bays
  const which = control.kind === 'rows' ? control.columns.find(({ key }) => key === 'value')?.control : null
  const of = which?.kind === 'named' ? which.of : 'branch'

  it('are of what the row says, and written freely where it says nothing that is known', () => {
    const things = ['branch', 'service', 'manifest', 'zone', 'none'].map((boundTo) =>
      thingOf(of, { bound_to: boundTo }),
    )
    expect(things).toEqual(['branch', 'service level', 'carrier', null, null])
    expect(thingOf('driver', undefined)).toBe('driver')
  })

  it('are chosen from what there is; one that is gone stays until another is chosen', () => {
    const thereAre = [{ value: 'ECO', label: 'Economy' }]
    expect(optionsWithStored(thereAre, 'ECO')).toEqual(thereAre)
    expect(optionsWithStored(thereAre, '')).toEqual(thereAre)
    expect(optionsWithStored(thereAre, 'OVN')).toEqual([
      ...thereAre,
      { value: 'OVN', label: 'OVN', hint: 'not found' },
    ])
  })
})
