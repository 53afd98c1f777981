import { payment_statuses } from '@waybill/domain/payments/payment'
import { expect, it } from 'vitest'
import { payment_families } from './payment-status-colours.ts'

it('[STAT-063] [STAT-064] gives each payment status its colour', () => {
  const by = (family: string) =>
    payment_statuses.filter((status) => payment_families[status] === family).toSorted()
  expect(by('blue')).toEqual(['created', 'pending', 'redirected'])
  expect(by('green')).toEqual(['complete'])
  expect(by('yellow')).toEqual(['held'])
  expect(by('red')).toEqual(['failed', 'mismatch'])
  expect(by('grey')).toEqual(['cancelled', 'expired'])
})
