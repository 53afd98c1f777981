import { describe, expect, it } from 'vitest'
import { measureDoubts, type ParcelMeasures } from './doubtful-measures.ts'

const booked: ParcelMeasures = { length_cm: 30, width_cm: 20, height_cm: 20, weight_kg: 2 }

describe('comparison of measured with submitted sizes', () => {
  it.each<[string, Partial<ParcelMeasures>, string[]]>([
    ['as booked', {}, []],
    ['three times the weight exactly', { weight_kg: 6 }, []],
    ['a point that slipped', { weight_kg: 21 }, ['the weight is more than 3 times what was booked']],
    [
      'somebody else’s parcel',
      { length_cm: 90, width_cm: 80, height_cm: 70, weight_kg: 55 },
      ['the weight is more than 3 times what was booked', 'the volume is more than 3 times what was booked'],
    ],
    ['a little more of little', { weight_kg: 0.5, length_cm: 10 }, []],
  ])('returns the expected doubts: %s', (_, measured, doubts) => {
    expect(measureDoubts(booked, { ...booked, ...measured })).toEqual(doubts)
  })

  it('reports measures below a third of the submitted ones', () => {
    const large = { length_cm: 90, width_cm: 80, height_cm: 70, weight_kg: 55 }
    expect(measureDoubts(large, booked)).toEqual([
      'the weight is less than a third of what was booked',
      'the volume is less than a third of what was booked',
    ])
  })

  it('reports no doubts when nothing was submitted', () => {
    const nothing = { length_cm: 0, width_cm: 0, height_cm: 0, weight_kg: 0 }
    expect(measureDoubts(nothing, { ...booked, weight_kg: 55 })).toEqual([])
  })
})
