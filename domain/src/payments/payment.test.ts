import { describe, expect, it } from 'vitest'
import { max_at_once } from '../kit/money.ts'
import {
  decide,
  holdPause,
  otherAmountText,
  payment_statuses,
  paymentReference,
  type Finding,
  type Outcome,
  type PaymentStatus,
  mayApplyHeld,
  mayCloseHeld,
} from './payment.ts'

const found = (outcome: Outcome, more: Partial<Finding> = {}): Finding => ({
  outcome,
  amount: 100_00,
  fee: 0,
  gateway_reference: 'g1',
  is_confirmed: true,
  ...more,
})
const at = (status: PaymentStatus) => ({ status, amount: 100_00, gateway_reference: 'g1' })

describe('decisions about gateway findings', () => {
  it('posts money in every status in which none was received', () => {
    const posting = payment_statuses.filter((status) => decide(at(status), found('paid')).do === 'post')
    expect(posting).toEqual(['created', 'redirected', 'pending', 'failed', 'cancelled', 'expired', 'held'])
  })

  it('marks a payment as mismatch when the amount differs by one cent', () => {
    expect(decide(at('redirected'), found('paid', { amount: 99_99 }))).toEqual({
      do: 'post',
      status: 'mismatch',
    })
    expect(decide(at('redirected'), found('paid', { amount: 100_01 }))).toEqual({
      do: 'post',
      status: 'mismatch',
    })
    expect(decide(at('redirected'), found('paid'))).toEqual({ do: 'post', status: 'complete' })
  })

  it('ignores pending, failed and cancelled for complete, mismatched and held payments', () => {
    for (const outcome of ['pending', 'failed', 'cancelled'] as const)
      for (const status of ['complete', 'mismatch', 'held'] as const)
        expect(decide(at(status), found(outcome))).toEqual({ do: 'nothing' })
  })

  it('ignores a repeated finding, and records a confirmed one with another gateway reference as another payment', () => {
    expect(decide(at('complete'), found('paid'))).toEqual({ do: 'nothing' })
    expect(decide(at('complete'), found('paid', { gateway_reference: 'g2' }))).toEqual({ do: 'again' })
    expect(decide(at('complete'), found('paid', { gateway_reference: 'g2', is_confirmed: false }))).toEqual({
      do: 'nothing',
    })
  })

  it('holds a payment that is not confirmed', () => {
    const unproven = found('paid', { is_confirmed: false })
    expect(decide(at('redirected'), unproven)).toEqual({ do: 'enter', status: 'held' })
    expect(decide(at('held'), unproven)).toEqual({ do: 'nothing' })
  })

  it('never posts an amount that cannot be posted, even when it is confirmed', () => {
    for (const amount of [0, max_at_once + 1])
      for (const status of payment_statuses)
        expect(decide(at(status), found('paid', { amount })).do).toBe(
          status === 'complete' || status === 'mismatch' ? 'nothing' : 'hold',
        )
    expect(decide(at('redirected'), found('paid', { amount: max_at_once })).do).toBe('post')
    expect(decide({ ...at('redirected'), amount: 0 }, found('paid', { amount: 0 })).do).toBe('post')
  })

  it('holds money in another currency or of another merchant, also when it is not confirmed', () => {
    const problem = { reason: 'currency', text: 'It was paid in USD.' } as const
    for (const isConfirmed of [true, false])
      expect(decide(at('redirected'), found('paid', { problem, is_confirmed: isConfirmed }))).toEqual({
        do: 'hold',
        problem,
      })
    expect(decide(at('redirected'), found('failed', { problem }))).toEqual({ do: 'enter', status: 'failed' })
    expect(decide(at('complete'), found('paid', { problem: { ...problem, reason: 'merchant' } }))).toEqual({
      do: 'nothing',
    })
  })

  it('lets a user apply held money, but not money in another currency or of another merchant', () => {
    expect(mayApplyHeld({ status: 'held', held_reason: 'unconfirmed' })).toBe(true)
    expect(mayApplyHeld({ status: 'held', held_reason: 'currency' })).not.toBe(true)
    expect(mayApplyHeld({ status: 'held', held_reason: 'merchant' })).not.toBe(true)
    expect(mayApplyHeld({ status: 'complete', held_reason: '' })).not.toBe(true)
    expect(mayCloseHeld({ status: 'held' })).toBe(true)
    expect(mayCloseHeld({ status: 'complete' })).not.toBe(true)
  })

  it('does not return a failed payment to pending', () => {
    expect(decide(at('failed'), found('pending'))).toEqual({ do: 'nothing' })
    expect(decide(at('redirected'), found('pending'))).toEqual({ do: 'enter', status: 'pending' })
    expect(decide(at('pending'), found('pending'))).toEqual({ do: 'nothing' })
  })
})

it('formats payment numbers as PMT with at least six digits', () => {
  expect(paymentReference(123)).toBe('PMT000123')
  expect(paymentReference(1_234_567)).toBe('PMT1234567')
})

it('polls held payments after 1, 5 and 15 minutes, then every hour', () => {
  expect([0, 1, 2, 3, 40].map(holdPause)).toEqual([60_000, 300_000, 900_000, 3_600_000, 3_600_000])
})

describe('text about a different amount', () => {
  it('states the received amount and what is missing or too much', () => {
    expect(otherAmountText(9_900, 100)).toBe('We received R 1.00 of R 99.00: R 98.00 is missing.')
    expect(otherAmountText(9_900, 10_000)).toBe('We received R 100.00, R 1.00 more than the R 99.00 to pay.')
  })
})
