import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likelyOwners, longestCommonPart, type FoundParcel, type MissingParcel } from './likely-owners.ts'

const time_found = new Date('2026-03-11T06:00:00Z')
const found: FoundParcel = {
  branch_id: 1,
  time_found,
  length_cm: 40,
  width_cm: 30,
  height_cm: 20,
  weight_kg: 5,
  barcode_text: '',
  description: 'Blue plastic crate with shoes',
}
const missing: MissingParcel = {
  parcel_id: 7,
  tracking_reference: 'FYN2K8WQ-1',
  alternative_tracking_reference: '',
  length_cm: 40,
  width_cm: 30,
  height_cm: 20,
  weight_kg: 5,
  description: 'Shoes',
  collection_branch_id: 2,
  delivery_branch_id: 1,
  transient_branch_ids: [],
  last_branch_id: 2,
  last_seen: new Date('2026-03-10T06:00:00Z'),
  siblings_here: 0,
}
const score = (of: Partial<FoundParcel>, against: Partial<MissingParcel> = {}): number =>
  likelyOwners({ ...found, ...of }, [{ ...missing, ...against }])[0]?.score ?? 0

describe('[HUB-003] likely owners of an unidentified parcel', () => {
  it('explains the score with the strongest reason first', () => {
    expect(likelyOwners(found, [missing])).toEqual([
      {
        parcel: missing,
        score: 76,
        confidence: 'strong',
        reasons: [
          { text: 'Same size: 40 × 30 × 20 cm booked, 40 × 30 × 20 cm found', points: 25 },
          { text: 'It is expected at this branch', points: 18 },
          { text: 'Same weight: 5 kg booked, 5 kg found', points: 15 },
          { text: 'It was last scanned 1 day before', points: 12 },
          { text: 'Both descriptions say "shoe"', points: 6 },
        ],
      },
    ])
  })

  it.each<[what: string, of: Partial<FoundParcel>, against: Partial<MissingParcel>, points: number]>([
    ['the same sides in another orientation', { length_cm: 20, width_cm: 40, height_cm: 30 }, {}, 76],
    ['a side that is 2 cm longer', { length_cm: 42 }, {}, 76],
    ['a side that is a fifth longer', { length_cm: 48 }, {}, 63],
    ['a side that is half longer', { length_cm: 60 }, {}, 41],
    ['a side that is twice as long', { length_cm: 80 }, {}, 0],
    ['no size', { length_cm: null }, {}, 51],
    ['a booked size of 0', {}, { length_cm: 0 }, 51],
    ['a weight within a third', { weight_kg: 6 }, {}, 68],
    ['a weight that is twice as high', { weight_kg: 10 }, {}, 56],
    ['a weight that is three times as high', { weight_kg: 15 }, {}, 41],
    ['no weight', { weight_kg: null }, {}, 61],
    ['a parcel last scanned here', {}, { last_branch_id: 1 }, 78],
    ['a route through this branch', {}, { delivery_branch_id: 3, transient_branch_ids: [1] }, 70],
    ['a parcel collected for this branch', {}, { delivery_branch_id: 3, collection_branch_id: 1 }, 70],
    ['a branch that is not on the route', {}, { delivery_branch_id: 3 }, 48],
    ['siblings that are here', {}, { siblings_here: 2 }, 91],
    ['a scan of a week ago', {}, { last_seen: new Date('2026-03-04T06:00:00Z') }, 70],
    ['a scan of two months ago', {}, { last_seen: new Date('2026-01-10T06:00:00Z') }, 54],
    ['no scan at all', {}, { last_seen: null }, 64],
    ['more words that both say', {}, { description: 'Plastic crate, blue shoe' }, 88],
    ['words that all parcels have', { description: 'The box' }, { description: 'Box for the parcel' }, 70],
    ['half a reference on the label', { barcode_text: 'yn-2k8' }, {}, 100],
    ['a part that is too short', { barcode_text: 'FYN' }, {}, 76],
    [
      'a part of the sticker',
      { barcode_text: '990', length_cm: 80 },
      { alternative_tracking_reference: 'ST9901' },
      0,
    ],
  ])('scores %s', (_, of, against, points) => {
    expect(score(of, against)).toBe(points)
  })

  it('leaves out a parcel that was scanned after the unidentified one was found', () => {
    const later = new Date(time_found.getTime() + 1)
    expect(likelyOwners(found, [{ ...missing, last_seen: later }])).toEqual([])
    expect(likelyOwners(found, [{ ...missing, last_seen: time_found }])).toHaveLength(1)
  })

  it('lists the likeliest first, equal ones by id, and leaves out those that do not fit', () => {
    const owners = likelyOwners(found, [
      { ...missing, parcel_id: 3, weight_kg: 4 },
      { ...missing, parcel_id: 2 },
      { ...missing, parcel_id: 1 },
      { ...missing, parcel_id: 4, length_cm: 100, weight_kg: 40, delivery_branch_id: 3 },
    ])
    expect(owners.map(({ parcel, confidence }) => [parcel.parcel_id, confidence])).toEqual([
      [1, 'strong'],
      [2, 'strong'],
      [3, 'strong'],
    ])
  })

  it('finds the longest common part of any two texts', () => {
    const text = fc.string({ unit: fc.constantFrom('A', 'B', '1'), maxLength: 12 })
    fc.assert(
      fc.property(text, text, text, (before, part, after) => {
        const common = longestCommonPart(`${before}${part}${after}`, part)
        expect(common).toBe(part)
        expect(longestCommonPart(part, `${after}${part}`).length).toBe(part.length)
      }),
    )
  })
})
