import { expect, it } from 'vitest'
import { settlementDifference, type SettledPayment, type SettlementLine } from './settlement.ts'

const line = { kind: 'payment', gross: 200_00, fee: 5_00, currency: 'ZAR' } as const
const payment: SettledPayment = {
  status: 'complete',
  received: 200_00,
  fee: 5_00,
  has_fee: true,
  refunds: [],
}

type Line = Pick<SettlementLine, 'kind' | 'gross' | 'fee' | 'currency'>

it.each<[Partial<Line>, Partial<SettledPayment> | null, string]>([
  [{}, {}, ''],
  [{ currency: '' }, {}, ''],
  [{}, { status: 'mismatch' }, ''],
  [{}, null, 'unknown-payment'],
  [{}, { status: 'expired' }, 'not-posted'],
  [{ gross: 199_99 }, {}, 'amount'],
  [{ fee: 5_01 }, {}, 'fee'],
  [{ fee: 5_01 }, { has_fee: false }, ''],
  [{ currency: 'USD' }, {}, 'currency'],
  [{ kind: 'refund', gross: 20_00 }, { refunds: [20_00] }, ''],
  [{ kind: 'refund', gross: 20_00 }, { refunds: [] }, 'refund'],
  [{ kind: 'payout' }, null, ''],
])('compares the line %o with the payment %o: %s', (changes, other, difference) => {
  expect(settlementDifference({ ...line, ...changes }, other && { ...payment, ...other })).toBe(difference)
})
