import { expect, it } from 'vitest'
import { reasonOf } from '../../kit/rule-result.ts'
import { mayPrintLabel } from './printable.ts'
import { shipment_statuses } from '../statuses/status.ts'

it('rejects labels of unpaid and cancelled shipments', () => {
  const rejected = shipment_statuses.filter((status) => mayPrintLabel('K7M2QX', status) !== true)
  expect(rejected).toEqual(['payment-pending', 'payment-failed', 'cancelled'])
  expect(reasonOf(mayPrintLabel('K7M2QX', 'payment-pending'))).toBe(
    'K7M2QX is not paid yet. You can print its label after payment.',
  )
  expect(reasonOf(mayPrintLabel('K7M2QX', 'cancelled'))).toBe('K7M2QX is cancelled and has no label.')
})
