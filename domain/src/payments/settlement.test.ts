import { expect, it } from 'vitest'
import { settlementDifference, type SettledPayment, type SettlementLine } from './settlement.ts'

const line = { kind: 'payment', gross: 200_00, fee: 5_00, net: 195_00, currency: 'ZAR' } as const
const payment: SettledPayment = {
  status: 'complete',
  received: 200_00,
  fee: 5_00,
  has_fee: true,
  is_settled: false,
  refunds: [],
}

type Line = Pick<SettlementLine, 'kind' | 'gross' | 'fee' | 'net' | 'currency'>

it.each<[Partial<Line>, Partial<SettledPayment> | null, string]>([
  [{}, {}, ''],
  [{ currency: '' }, {}, ''],
  [{}, { status: 'mismatch' }, ''],
  [{}, null, 'unknown-payment'],
  [{}, { status: 'expired' }, 'not-posted'],
  [{ gross: 199_99 }, {}, 'amount'],
  [{ fee: 5_01, net: 194_99 }, {}, 'fee'],
  [{ fee: 5_01, net: 194_99 }, { has_fee: false }, ''],
  [{ net: 190_00 }, {}, 'total'],
  [{}, { is_settled: true }, 'repeated'],
  [{ currency: 'USD' }, {}, 'currency'],
  [{ kind: 'refund', gross: 20_00 }, { refunds: [20_00] }, ''],
  [{ kind: 'refund', gross: 20_00 }, { refunds: [] }, 'refund'],
  [{ kind: 'payout' }, null, ''],
])('compares the line %o with the payment %o: %s', (changes, other, difference) => {
  expect(settlementDifference({ ...line, ...changes }, other && { ...payment, ...other })).toBe(difference)
})
