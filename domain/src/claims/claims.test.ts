import { describe, expect, it } from 'vitest'
import type { Actor } from '../kit/actor.ts'
import { systemActor } from '../kit/actor.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { liabilityOf, mayApproveAmount, type LiabilityFacts } from './liability.ts'
import {
  checkClaim,
  lodgeUntil,
  mayChange,
  mayClaimKind,
  mayClaimParcels,
  mayLodge,
  mayAddMessage,
  type ClaimableShipment,
  type ClaimRules,
} from './lodging.ts'
import { checkMessage, claim_moves, claim_states, mayMove, movesOf, type ClaimState } from './states.ts'
import { claimInboxText, claimUpdate } from './texts.ts'
import { day_ms } from '../kit/dates/durations.ts'

const person = (more: Partial<Actor>): Actor => ({
  ...systemActor(1),
  kind: 'user',
  role_id: 3,
  permissions: [],
  ...more,
})
const claimant = person({ role_id: 5, account_id: 7, permissions: ['API_/claims/*'] })
const assessor = person({ permissions: ['API_/claims/*', 'INLINE_assess_claims'] })
const approver = person({ permissions: ['API_/claims/*', 'INLINE_assess_claims', 'INLINE_approve_claims'] })
const clerk = person({ permissions: ['API_/claims/*'] })
const messageOf = (verdict: RuleResult) => (verdict === true ? '' : verdict.message)

describe('claim status transitions', () => {
  const payMethodsOf = (actor: Actor) =>
    claim_states.map(
      (state) =>
        `${state} → ${movesOf(actor, state)
          .map((move) => move.to)
          .join(', ')}`,
    )

  it('allows each role only its transitions from the table', () => {
    expect(payMethodsOf(claimant)).toEqual([
      'submitted → closed',
      'in-review → closed',
      'needs-information → in-review, closed',
      'approved → ',
      'rejected → ',
      'paid → ',
      'closed → ',
    ])
    expect(payMethodsOf(assessor)).toEqual([
      'submitted → in-review, needs-information',
      'in-review → needs-information',
      'needs-information → in-review',
      'approved → ',
      'rejected → closed',
      'paid → closed',
      'closed → ',
    ])
    expect(payMethodsOf(approver)).toEqual([
      'submitted → in-review, needs-information, rejected',
      'in-review → needs-information, approved, rejected',
      'needs-information → in-review, rejected',
      'approved → paid, in-review',
      'rejected → in-review, closed',
      'paid → closed',
      'closed → ',
    ])
    expect(payMethodsOf(clerk).every((text) => text.endsWith('→ '))).toBe(true)
    expect(
      payMethodsOf(person({ role_id: 7, permissions: ['*'] })).every((text) => text.endsWith('→ ')),
    ).toBe(true)
  })

  it('rejects other transitions with the states that are possible and the role that is required', () => {
    const at = (state: ClaimState) => ({ display_id: 'CLM000012', state })
    for (const from of claim_states)
      for (const to of claim_states) {
        const hasMethod = claim_moves.some((move) => move.to === to && move.from.includes(from))
        const verdict = mayMove(approver, at(from), to)
        if (!hasMethod) expect(verdict).toMatchObject({ kind: 'wrong_state' })
      }
    expect(messageOf(mayMove(approver, at('submitted'), 'paid'))).toBe(
      'CLM000012 is submitted and cannot become paid. It can become in review, needs information, rejected, closed.',
    )
    expect(messageOf(mayMove(approver, at('closed'), 'paid'))).toBe(
      'CLM000012 is closed; nothing follows from that. Lodge a new claim.',
    )
    expect(mayMove(assessor, at('in-review'), 'approved')).toMatchObject({ kind: 'forbidden' })
    expect(mayMove(claimant, at('submitted'), 'in-review')).toMatchObject({ kind: 'forbidden' })
    expect(messageOf(mayMove(approver, at('submitted'), 'closed'))).toMatch(/^Only the customer may withdraw/)
  })

  it('requires a message to the claimant for rejecting, asking for information and reopening', () => {
    expect(checkMessage('in-review', 'rejected', ' ')).toMatchObject({ fields: [{ field: 'message' }] })
    expect(checkMessage('submitted', 'needs-information', '')).toMatchObject({ kind: 'invalid' })
    expect(checkMessage('approved', 'in-review', '')).toMatchObject({ kind: 'invalid' })
    expect(checkMessage('submitted', 'in-review', '')).toBe(true)
    expect(checkMessage('in-review', 'rejected', 'The box was sealed.')).toBe(true)
  })
})

const now = new Date('2026-11-20T10:00:00+02:00')
const ago = (days: number) => new Date(now.getTime() - days * day_ms)
const rules: ClaimRules = { is_enabled: true, window_days: 7, guaranteed: ['ONX'] }
const delivered = (more: Partial<ClaimableShipment> = {}): ClaimableShipment => ({
  tracking_reference: 'K7M2QX',
  status: 'delivered',
  service_level_code: 'ECO',
  collected_date: ago(3),
  delivered_date: ago(1),
  arrived_date: ago(1),
  estimated_delivery_to: ago(1),
  ...more,
})
const active_shipment = (more: Partial<ClaimableShipment> = {}) =>
  delivered({ status: 'in-transit', delivered_date: null, arrived_date: null, ...more })

describe('lodging a claim', () => {
  it.each<[string, ClaimableShipment, Actor, string | RegExp]>([
    ['delivered yesterday', delivered(), claimant, ''],
    ['on the last day', delivered({ delivered_date: ago(7) }), claimant, ''],
    [
      'a day too late',
      delivered({ delivered_date: ago(8) }),
      claimant,
      /^The deadline for a claim for K7M2QX was Thursday 19 November, 7 days after its delivery\. Contact us/,
    ],
    ['a day too late, taken in by who assesses', delivered({ delivered_date: ago(8) }), assessor, ''],
    [
      'a day too late, by other staff',
      delivered({ delivered_date: ago(8) }),
      clerk,
      /^The deadline for a claim for K7M2QX was/,
    ],
    ['overdue', active_shipment({ estimated_delivery_to: ago(2) }), claimant, ''],
    [
      'overdue for long',
      active_shipment({ estimated_delivery_to: ago(9) }),
      claimant,
      /after the day it was expected/,
    ],
    ['nobody knows when it comes', active_shipment({ estimated_delivery_to: null }), claimant, ''],
    [
      'on its way',
      active_shipment({ estimated_delivery_to: ago(-2) }),
      claimant,
      /^K7M2QX is on its way and expected by 22 Nov 2026\./,
    ],
    [
      'found damaged on its way',
      active_shipment({ status: 'damaged', estimated_delivery_to: ago(-2) }),
      claimant,
      '',
    ],
    [
      'cancelled',
      delivered({ status: 'cancelled', delivered_date: null }),
      claimant,
      /^K7M2QX was cancelled/,
    ],
    [
      'not collected',
      active_shipment({ status: 'submitted', collected_date: null }),
      assessor,
      /has not been collected yet/,
    ],
  ])('%s', (_what, shipment, actor, error) => {
    const verdict = messageOf(mayLodge(actor, shipment, rules, now))
    if (typeof error === 'string') expect(verdict).toBe(error)
    else expect(verdict).toMatch(error)
  })

  it('counts the window from the delivery date, or else from the latest estimate', () => {
    expect(lodgeUntil(delivered(), rules)).toBe('2026-11-26')
    expect(lodgeUntil(active_shipment({ estimated_delivery_to: ago(-1) }), rules)).toBe('2026-11-28')
    expect(lodgeUntil(active_shipment({ estimated_delivery_to: null }), rules)).toBeNull()
    expect(mayLodge(claimant, delivered(), { ...rules, is_enabled: false }, now)).toMatchObject({
      kind: 'forbidden',
    })
  })

  it('accepts only kinds that fit the shipment; late requires a guaranteed delivery time that passed before it arrived at the door or pickup point', () => {
    const kind = (of: Parameters<typeof mayClaimKind>[0], shipment: ClaimableShipment) =>
      messageOf(mayClaimKind(of, shipment, rules))
    expect(kind('damaged', delivered())).toBe('')
    expect(kind('lost', active_shipment())).toBe('')
    expect(kind('damaged', active_shipment())).toMatch(/has not been delivered/)
    expect(kind('late', delivered({ delivered_date: ago(0) }))).toMatch(/ECO is not guaranteed/)
    const fast = { service_level_code: 'ONX' }
    expect(kind('late', delivered({ ...fast, arrived_date: ago(0) }))).toBe('')
    const onTime = 'K7M2QX was delivered on time.'
    expect(kind('late', delivered(fast))).toBe(onTime)
    expect(kind('late', delivered({ ...fast, delivered_date: ago(0) }))).toBe(onTime)
    const waiting = { ...fast, status: 'ready-for-pickup', arrived_date: ago(1) } as const
    expect(kind('late', active_shipment(waiting))).toBe(onTime)
  })

  it('rejects parcels of an undecided claim, or of a paid claim of the same kind, also when it is closed', () => {
    const parcels = [
      { id: 1, tracking_reference: 'K7M2QX/1' },
      { id: 2, tracking_reference: 'K7M2QX/2' },
    ]
    const earlier = (state: ClaimState, isPaid: boolean) => [
      { display_id: 'CLM000003', state, kind: 'damaged' as const, parcel_ids: [1], is_paid: isPaid },
    ]
    const claim = (kind: 'damaged' | 'short', ids: number[], state: ClaimState, isPaid = false) =>
      messageOf(mayClaimParcels({ kind, parcel_ids: ids }, parcels, earlier(state, isPaid)))
    expect(claim('short', [1, 2], 'in-review')).toBe(
      'Claim CLM000003 is already in review for parcel K7M2QX/1. Add to that claim, or choose other parcels.',
    )
    expect(claim('damaged', [2], 'in-review')).toBe('')
    for (const state of ['paid', 'closed'] as const) {
      expect(claim('damaged', [1], state, true)).toMatch(/^Claim CLM000003 was paid for parcel K7M2QX.1/)
      expect(claim('short', [1], state, true)).toBe('')
    }
    expect(claim('damaged', [1], 'closed')).toBe('')
    expect(claim('damaged', [], 'closed')).toBe('Choose the parcels for this claim.')
    expect(claim('damaged', [9], 'closed')).toBe('Parcel 9 does not belong to this shipment.')
  })

  it('returns every problem of the claim details in form order', () => {
    const empty = {
      kind: 'damaged' as const,
      description: ' ',
      item_value: 0,
      claimed_amount: 0,
      pay_by: 'bank' as const,
      bank_details: '',
      contact_email: 'riaan',
    }
    const about = { account_type: 'postpaid', by_claimant: true }
    expect(checkClaim(empty, about).map(({ field }) => field)).toEqual([
      'description',
      'item_value',
      'claimed_amount',
      'bank_details',
      'contact_email',
    ])
    const sound = {
      ...empty,
      description: 'Broken glass',
      item_value: 50_000,
      claimed_amount: 50_000,
      bank_details: 'FNB 62 000',
      contact_email: 'riaan@example.com',
    }
    expect(checkClaim(sound, about)).toEqual([])
    expect(checkClaim({ ...sound, claimed_amount: 50_001 }, about)).toMatchObject([
      { field: 'claimed_amount' },
    ])
    expect(checkClaim({ ...sound, kind: 'late', item_value: 0 }, about)).toEqual([])
    expect(
      checkClaim({ ...sound, pay_by: 'account-credit' }, { ...about, account_type: 'guest' }),
    ).toMatchObject([{ field: 'pay_by' }])
    expect(checkClaim(sound, { ...about, files: 11 })).toMatchObject([{ field: 'files' }])
    expect(mayChange({ display_id: 'CLM000001', state: 'approved' })).toMatchObject({ kind: 'wrong_state' })
    expect(
      mayAddMessage({ display_id: 'CLM000001', state: 'paid' }, { message: '', files: 0 }),
    ).toMatchObject({
      kind: 'invalid',
    })
    expect(
      mayAddMessage({ display_id: 'CLM000001', state: 'closed' }, { message: 'x', files: 0 }),
    ).toMatchObject({
      kind: 'wrong_state',
    })
  })
})

describe('maximum approved amount', () => {
  const facts: LiabilityFacts = {
    kind: 'damaged',
    declared_value: 0,
    insurance_charge: 0,
    included_value: 0,
    without_cover: 25_000,
    price: 12_000,
    approved_before: 0,
  }
  it.each<[string, Partial<LiabilityFacts>, number, boolean]>([
    ['without cover the liability', {}, 25_000, false],
    ['a declared value that was not insured counts as none', { declared_value: 500_000 }, 25_000, false],
    ['the insured value', { declared_value: 500_000, insurance_charge: 8_750 }, 500_000, true],
    ['a value within the free cover', { declared_value: 90_000, included_value: 100_000 }, 90_000, true],
    ['cover never lowers the liability', { declared_value: 10_000, insurance_charge: 2_500 }, 25_000, true],
    ['the price, when late', { kind: 'late', declared_value: 500_000, insurance_charge: 1 }, 12_000, false],
    ['less what was approved before', { approved_before: 20_000 }, 5_000, false],
    ['never less than nothing', { approved_before: 40_000 }, 0, false],
  ])('%s', (_what, more, maxAmount, isCovered) => {
    expect(liabilityOf({ ...facts, ...more })).toMatchObject({ most: maxAmount, is_covered: isCovered })
  })

  it('explains why an amount is rejected', () => {
    const liability = liabilityOf(facts)
    const verdict = (amount: number | null) =>
      messageOf(mayApproveAmount(amount, { claimed_amount: 40_000 }, liability))
    expect(verdict(25_000)).toBe('')
    expect(verdict(25_001)).toBe(
      'At most R 250.00 may be approved. Without cover we are liable for at most R 250.00.',
    )
    expect(verdict(40_001)).toMatch(/^Only R 400.00 was claimed/)
    expect(verdict(0)).toBe('Enter the approved amount.')
    expect(verdict(null)).toBe('Enter the approved amount.')
  })
})

describe('claim notification texts', () => {
  const claim = {
    display_id: 'CLM000012',
    tracking_reference: 'K7M2QX',
    claimed_amount: 40_000,
    approved_amount: 25_000,
    pay_by: 'account-credit' as const,
  }
  it('contain the state, the amounts and the assessor’s message', () => {
    expect(claimUpdate('approved', 'Only the vase.\n\nNot the box.', claim)).toEqual({
      subject: 'CLM000012: your claim is approved',
      headline: 'Your claim is approved.',
      lines: [
        'Claim CLM000012 for shipment K7M2QX, R 400.00.',
        'It is approved in part, for R 250.00. Paid by: credit on the account.',
        'Only the vase.',
        'Not the box.',
      ],
    })
    expect(claimUpdate('paid', '', { ...claim, pay_by: 'bank' }).lines[1]).toMatch(/bank account you gave us/)
    expect(claimUpdate(null, 'Hello', claim).headline).toBe('You have a new message about your claim.')
    expect(claimInboxText('submitted', '', { ...claim, account: 'Overberg Books' })).toEqual({
      subject: 'CLM000012: new claim from Overberg Books',
      text: 'R 400.00 for shipment K7M2QX.',
    })
  })
})
