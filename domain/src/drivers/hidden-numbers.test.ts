import { describe, expect, it } from 'vitest'
import { answerWithoutNumbers, withoutNumbers } from './hidden-numbers.ts'

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

it('answers for such drivers keep codes, dates and the driver, and hide numbers in every other field, however deep', () => {
  const time = new Date('2026-11-23T10:00:00Z')
  const ring = 'Ring 082 765 4321'
  expect(
    answerWithoutNumbers({
      driver: { mobile_number: '0821112222' },
      stops: [
        {
          eta: time,
          km: 27_821_234_567,
          address: { street_address: `12 Oxford Road, ${ring}`, code: '2196', hash: '0821234567' },
          shipments: [{ contact_number: '0821234567', alternative_tracking_reference: '0821234567' }],
        },
      ],
      field_of_tomorrow: { note: [ring, null] },
    }),
  ).toEqual({
    driver: { mobile_number: '0821112222' },
    stops: [
      {
        eta: time,
        km: 27_821_234_567,
        address: {
          street_address: '12 Oxford Road, Ring (number hidden)',
          code: '2196',
          hash: '0821234567',
        },
        shipments: [{ contact_number: '', alternative_tracking_reference: '0821234567' }],
      },
    ],
    field_of_tomorrow: { note: ['Ring (number hidden)', null] },
  })
})

it.each([
  '2b0e4c1a-0821-4345-8675-0821234567aa',
  '00821234-5678-4901-8234-082123456789',
  'a0821234567b0e4c1a820e4c1a820e4c1a820e4c1a820e4c1a820e4c1a82c0de',
])('the identifier %s reaches the driver unchanged, although its digits look like a number', (id) => {
  expect(withoutNumbers(id)).not.toBe(id)
  expect(answerWithoutNumbers({ results: [{ action_id: id }] })).toEqual({ results: [{ action_id: id }] })
})
