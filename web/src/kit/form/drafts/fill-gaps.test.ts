import { expect, it } from 'vitest'
import { fillGaps } from './fill-gaps.ts'

it('keeps what was typed and adds what the form has learned to ask since', () => {
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
