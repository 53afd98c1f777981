import { expect, it } from 'vitest'
import { cannotText } from './statuses/cancel-many.ts'

it('explains for each shipment why it cannot be cancelled, or only counts the shipments if there are more than three', () => {
  const held = { tracking_reference: 'K7M2QX', status: 'on-hold' } as const
  const done = { tracking_reference: 'P4T9WB', status: 'delivered' } as const
  expect(cannotText([held])).toBe('K7M2QX is on hold and cannot be cancelled. Release it first.')
  expect(cannotText([done])).toBe('P4T9WB is delivered and cannot be cancelled.')
  expect(cannotText([held, done, done, done])).toBe('4 of them cannot be cancelled.')
})
