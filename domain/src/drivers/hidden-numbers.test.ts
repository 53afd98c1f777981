import { describe, expect, it } from 'vitest'
import { withoutNumbers } from './hidden-numbers.ts'

describe('texts for drivers who must not see numbers', () => {
  it.each([
    ['Ring Sipho on 082 765 4321.', 'Ring Sipho on (number hidden).'],
    ['0827654321', '(number hidden)'],
    ['(082) 765-4321 or +27 (0)83 111 2222', '(number hidden) or (number hidden)'],
    ['May also take it: Sipho Dube, +27827654321', 'May also take it: Sipho Dube, (number hidden)'],
    ['0027 82 765 4321', '(number hidden)'],
    ['+44 20 7946 0958', '(number hidden)'],
    ['Gate code 4711, unit 0823, order 10028765', 'Gate code 4711, unit 0823, order 10028765'],
    [
      'Unit 12, 0827654321 2 parcels, or 27827654321',
      'Unit 12, (number hidden) 2 parcels, or (number hidden)',
    ],
    ['', ''],
  ])('%s becomes %s', (written, read) => {
    expect(withoutNumbers(written)).toBe(read)
  })
})
