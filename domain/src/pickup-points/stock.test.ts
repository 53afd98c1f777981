import { describe, expect, it } from 'vitest'
import { countDoors, doorPrefix, namedSize, nextDoorNames, sizesOfTemplate, withNewDoors } from './stock.ts'

const door = (name: string) => ({ name, is_out_of_order: false })
const small = { size: 'small', length: 32, width: 56, height: 12, weight: 6, doors: [door('A1'), door('a3')] }

describe('doors of an own locker', () => {
  it('get the next free numbers of their prefix', () => {
    expect(nextDoorNames([small], 'A', 3)).toEqual(['A2', 'A4', 'A5'])
    expect(nextDoorNames([small], 'B', 2)).toEqual(['B1', 'B2'])
    const large = { ...small, size: 'large', doors: [] }
    expect(withNewDoors([small, large], 1, { prefix: 'A', count: 2 })).toEqual([
      small,
      { ...large, doors: [door('A2'), door('A4')] },
    ])
  })

  it('have a letter for each size, from A again after Z', () => {
    expect([0, 1, 25, 26].map(doorPrefix)).toEqual(['A', 'B', 'Z', 'A'])
  })

  it('are free unless a parcel holds them or they are out of order', () => {
    const doors = [
      { is_out_of_order: false, is_held: false },
      { is_out_of_order: true, is_held: false },
      { is_out_of_order: false, is_held: true },
    ]
    expect(countDoors([{ size: 'small', doors }])).toEqual([{ size: 'small', free: 1, all: 3 }])
  })
})

describe('sizes of networks', () => {
  it('are offered smallest first and found by name in any case', () => {
    expect(sizesOfTemplate('bob-box').map(({ size }) => size)).toEqual(['small', 'medium', 'large'])
    expect(namedSize(' v4-xs ')).toEqual({ size: 'V4-XS', length: 17, width: 60, height: 8, weight: 2 })
    expect(namedSize('huge')).toBeUndefined()
  })
})
