import { describe, expect, it } from 'vitest'
import { systemActor, type Actor } from '../../kit/actor.ts'
import {
  checkDecidedRate,
  checkDecisionText,
  checkDispute,
  checkOwnMeasures,
  discrepancy_right,
  discrepancy_states,
  isDiscrepancy,
  isPastWindow,
  mayDecide,
  mayDispute,
  thresholdFor,
  type JudgedDiscrepancy,
} from './discrepancy.ts'
import { discrepancyMessage } from './texts.ts'

const user = (change: Partial<Actor> = {}): Actor => ({
  ...systemActor(1),
  kind: 'user',
  role_id: 10,
  permissions: [discrepancy_right],
  ...change,
})
const clerk = user()
const customer = user({ account_id: 7, role_id: 6 })
const open: JudgedDiscrepancy = {
  state: 'open',
  submitted_rate: 111_38,
  measured_rate: 207_56,
  dispute_until: '2026-03-18',
}
const today = '2026-03-18'

describe('weight discrepancies', () => {
  it.each([
    ['both parts are reached', 100_00, 130_00, 20_00, 10, true],
    ['the amount is reached exactly', 100_00, 120_00, 20_00, 0, true],
    ['the amount is missed by a cent', 100_00, 119_99, 20_00, 0, false],
    ['the percentage is missed', 1_000_00, 1_030_00, 20_00, 5, false],
    ['the percentage is reached exactly', 1_000_00, 1_050_00, 20_00, 5, true],
    ['the price falls', 130_00, 100_00, 20_00, 10, true],
    ['nothing restricts and the price changes by a cent', 100_00, 100_01, 0, 0, true],
    ['nothing restricts and the price stays', 100_00, 100_00, 0, 0, false],
  ])('[RATE-022] compares both prices with the threshold: %s', (_, from, to, amount, percentage, waits) => {
    expect(isDiscrepancy(from, to, { amount, percentage })).toBe(waits)
  })

  it('uses each part of the threshold of the account before that of the company', () => {
    const company = { amount: 20_00, percentage: 5 }
    const own = (amount: number | null, percentage: number | null) =>
      thresholdFor(
        {
          charge_discrepancy_threshold_override: amount,
          charge_discrepancy_percentage_override: percentage,
        },
        company,
      )
    expect(own(null, null)).toEqual(company)
    expect(own(0, 0)).toEqual(company)
    expect(own(50_00, null)).toEqual({ amount: 50_00, percentage: 5 })
    expect(own(null, 12.5)).toEqual({ amount: 20_00, percentage: 12.5 })
  })

  it('lets the account dispute until the end of the last day, once', () => {
    expect(mayDispute(customer, open, today)).toBe(true)
    expect(mayDispute(customer, { ...open, dispute_until: null }, today)).toBe(true)
    expect(mayDispute(clerk, open, today)).toBe(true)
    expect(mayDispute(customer, open, '2026-03-19')).toMatchObject({ kind: 'wrong_state' })
    expect(isPastWindow(open, today)).toBe(false)
    expect(isPastWindow(open, '2026-03-19')).toBe(true)
    for (const state of discrepancy_states.filter((one) => one !== 'open'))
      expect(mayDispute(customer, { ...open, state }, today)).toMatchObject({ kind: 'wrong_state' })
    expect(mayDispute(user({ account_id: 7, permissions: [] }), open, today)).toMatchObject({
      kind: 'forbidden',
    })
    expect(mayDispute(user({ role_id: 7 }), open, today)).toMatchObject({ kind: 'forbidden' })
  })

  it('lets staff decide freely on a dispute, and before it only for the lower price', () => {
    const outcomes = ['measured', 'submitted', 'own'] as const
    const allowed = (actor: Actor, about: Partial<JudgedDiscrepancy>) =>
      outcomes.filter((outcome) => mayDecide(actor, { ...open, ...about }, outcome) === true)
    expect(allowed(clerk, { state: 'disputed' })).toEqual(outcomes)
    expect(allowed(clerk, {})).toEqual(['submitted'])
    expect(allowed(clerk, { measured_rate: 90_00 })).toEqual(['measured'])
    expect(allowed(clerk, { state: 'decided' })).toEqual([])
    expect(allowed(clerk, { state: 'expired' })).toEqual([])
    expect(allowed(customer, { state: 'disputed' })).toEqual([])
    expect(allowed(user({ permissions: [] }), { state: 'disputed' })).toEqual([])
  })

  it('requires a reason of a dispute, a text of a decision, and complete own measures', () => {
    const size = { length_cm: 40, width_cm: 30, height_cm: 20, weight_kg: 8 }
    expect(checkDispute(' ')).toMatchObject({ fields: [{ field: 'reason' }] })
    expect(checkDispute('It was weighed with another parcel.')).toBe(true)
    expect(checkDecisionText('')).toMatchObject({ fields: [{ field: 'message' }] })
    expect(checkDecisionText('Weighed again.')).toBe(true)
    expect(checkOwnMeasures([{ id: 1, ...size }], [1])).toBe(true)
    expect(checkOwnMeasures([{ id: 1, ...size }], [1, 2])).toMatchObject({ fields: [{ field: 'parcels' }] })
    expect(checkOwnMeasures([{ id: 1, ...size, weight_kg: 0 }], [1])).toMatchObject({
      fields: [{ field: 'parcels' }],
    })
  })

  it('rejects own measures that cost more than those in dispute', () => {
    expect(checkDecidedRate(open, 207_56)).toBe(true)
    expect(checkDecidedRate(open, 207_57)).toMatchObject({ fields: [{ field: 'parcels' }] })
  })

  it('states both prices and the last day to readers who see amounts, and no price to others', () => {
    const about = {
      ...open,
      reference: 'FYN123',
      account: 'Overberg Books',
      decided_rate: null,
      outcome: null,
      dispute_reason: '',
      decision_message: '',
    }
    expect(discrepancyMessage('noticed', about, true)).toEqual({
      subject: 'FYN123: measured differently than booked',
      lines: [
        'Booked, it costs R 111.38. As measured, it costs R 207.56.',
        'Nothing is charged yet. You can dispute the measures until Wednesday 18 March; without an answer they hold.',
      ],
    })
    const settled = { ...about, outcome: 'measured', decided_rate: 207_56 } as const
    expect(discrepancyMessage('settled', settled, true).lines).toEqual([
      'The measures of the hub hold.',
      'The measures were not disputed in time.',
      'The price is R 207.56.',
    ])
    expect(JSON.stringify(discrepancyMessage('settled', settled, false))).not.toContain('R 207')
    expect(JSON.stringify(discrepancyMessage('noticed', about, false))).not.toContain('R 207')
  })
})
