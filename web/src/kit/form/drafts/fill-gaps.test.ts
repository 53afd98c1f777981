import { expect, it } from 'vitest'
import { fillGaps } from './fill-gaps.ts'

it('keeps the stored values and adds fields that the form has gained since', () => {
  const opening = { name: '', contact: { email: '', second: '' }, parcels: [{ weight: 1 }], method: null }
  const stored = {
    name: 'Riaan',
    contact: { email: 'r@example.com' },
    parcels: [],
  } as unknown as typeof opening
  expect(fillGaps(stored, opening)).toEqual({
    name: 'Riaan',
    contact: { email: 'r@example.com', second: '' },
    parcels: [],
    method: null,
  })
})
