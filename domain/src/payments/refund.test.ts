import { describe, expect, it } from 'vitest'
import { mayRefund, mayRefundAmount, refundReference, type RefundablePayment } from './refund.ts'

const paid: RefundablePayment = {
  status: 'complete',
  source: 'payfast-topup',
  received: 200_00,
  refunded: 0,
  refund_state: null,
  is_reversed: false,
}

describe('refunds', () => {
  it.each<[Partial<RefundablePayment>, boolean]>([
    [{}, true],
    [{ status: 'mismatch' }, true],
    [{ refunded: 199_99, refund_state: 'confirmed' }, true],
    [{ refunded: 0, refund_state: 'failed' }, true],
    [{ refunded: 50_00, refund_state: 'in-doubt' }, false],
    [{ refunded: 200_00, refund_state: 'confirmed' }, false],
    [{ refunded: 50_00, refund_state: 'asked' }, false],
    [{ status: 'held' }, false],
    [{ is_reversed: true }, false],
    [{ source: 'manual' }, false],
  ])('are possible for %o: %s', (changes, isPossible) => {
    expect(mayRefund({ ...paid, ...changes }) === true).toBe(isPossible)
  })

  it.each([
    ['payfast', 0, 1, true],
    ['payfast', 0, 200_00, true],
    ['payfast', 0, 200_01, false],
    ['payfast', 50_00, 150_00, true],
    ['payfast', 50_00, 150_01, false],
    ['payfast', 0, 0, false],
    ['payfast', 0, -1, false],
    ['bobpay', 0, 200_00, true],
    ['bobpay', 0, 199_99, false],
  ])('through %s after %d cents may be %d cents: %s', (source, refunded, amount, isAllowed) => {
    expect(mayRefundAmount({ ...paid, source, refunded }, amount) === true).toBe(isAllowed)
  })

  it('are numbered after their payment', () => {
    expect(refundReference(123, 2)).toBe('PMT000123-R2')
  })
})
