import { describe, expect, it } from 'vitest'
import { reasonOf } from '../kit/rule-result.ts'
import { isAttemptVerified, isTimeVerified, metresBetween, mustCallFirst } from './attempts.ts'
import { driversApi } from './api.ts'
import { checkProof, fallback_fields, proofMessage, type FallbackRules, type Proof } from './proof.ts'
import { fieldOrder, proofOrder } from './proof-order.ts'
import { pod_fallback } from './settings.ts'

const rules = Object.fromEntries(
  fallback_fields.map((field) => [
    field,
    { enabled: pod_fallback[field].enabled.default, required: pod_fallback[field].required.default },
  ]),
) as FallbackRules
const proof = (more: Partial<Proof> = {}): Proof => ({ pin_ok: false, ...more })

describe('proof of delivery', () => {
  it('[DRV-004] has six fallback fields', () => {
    expect(fallback_fields).toEqual([
      'name',
      'mobile_number',
      'department',
      'description',
      'photos',
      'signature',
    ])
  })
  it.each<[Partial<Proof>, string | null]>([
    [{ pin_ok: true }, null],
    [{}, 'Without a PIN you must provide the name of the receiver.'],
    [{ name: 'A Receiver' }, 'Without a PIN you must provide a photo.'],
    [{ name: '  ', photos: ['a.jpg'] }, 'Without a PIN you must provide the name of the receiver.'],
    [{ name: 'A Receiver', photos: ['a.jpg'] }, null],
  ])('[DRV-001] [DRV-005] checkProof for pin-with-fallback with %o gives %s', (more, expected) => {
    expect(reasonOf(checkProof('pin-with-fallback', proof(more), rules))).toBe(expected)
  })
  it.each([
    ['name', { name: 'A' }, 'the name of the receiver'],
    ['mobile_number', { mobile_number: '0821234567' }, 'a mobile number'],
    ['department', { department: 'Receiving' }, 'the department'],
    ['description', { description: 'At the side gate' }, 'a description'],
    ['photos', { photos: ['a.jpg'] }, 'a photo'],
    ['signature', { signature: 's.png' }, 'a signature'],
  ] as const)('[DRV-005] requires %s where it is enabled and required', (field, given, words) => {
    const optional = Object.fromEntries(
      fallback_fields.map((one) => [one, { enabled: true, required: one === field }]),
    ) as FallbackRules
    expect(reasonOf(checkProof('pin-with-fallback', proof(), optional))).toBe(
      `Without a PIN you must provide ${words}.`,
    )
    expect(checkProof('pin-with-fallback', proof(given), optional)).toBe(true)
    const off = { ...optional, [field]: { enabled: false, required: true } }
    expect(checkProof('pin-with-fallback', proof({ name: 'A' }), off)).toBe(true)
    expect(pod_fallback[field].enabled.key).toBe(`pod_fallback_${field}_enabled`)
    expect(pod_fallback[field].required.key).toBe(`pod_fallback_${field}_required`)
  })
  it('[DRV-005] ignores a required field that is disabled and then requires the name', () => {
    const none = Object.fromEntries(
      fallback_fields.map((field) => [field, { enabled: false, required: true }]),
    ) as FallbackRules
    expect(reasonOf(checkProof('pin-with-fallback', proof(), none))).toContain('the name of the receiver')
    expect(checkProof('pin-with-fallback', proof({ name: 'A' }), none)).toBe(true)
  })
  it('[DRV-002] requires a photo for a voucher, even with a right PIN', () => {
    expect(checkProof('grv', proof({ pin_ok: true }), rules)).not.toBe(true)
    expect(checkProof('grv', proof({ photos: ['grv.jpg'] }), rules)).toBe(true)
  })
  it.each<['pin-with-fallback' | 'grv', Partial<Proof>, string]>([
    ['pin-with-fallback', { pin_ok: true }, 'PIN entered successfully'],
    ['pin-with-fallback', { name: 'A' }, 'Recipient details entered'],
    ['pin-with-fallback', { photos: ['a.jpg'] }, 'POD file(s) captured'],
    [
      'pin-with-fallback',
      { name: 'A', signature: 's.png' },
      'Recipient details entered and POD file(s) captured',
    ],
    ['grv', { photos: ['a.jpg'] }, 'POD image captured'],
  ])('returns the delivered message for %s with %o: %s', (method, more, expected) => {
    expect(proofMessage(method, proof(more))).toBe(expected)
  })
})

describe('verification of failed attempts and times', () => {
  const menlyn = { lat: -25.7829, lng: 28.2755 }
  const requested = { failed_attempt_photo_required: true, failed_attempt_geofence_m: 500 }
  it('calculates distances in metres', () => {
    expect(metresBetween(menlyn, { lat: -25.7919, lng: 28.2755 })).toBeCloseTo(1000.8, 0)
  })
  it.each([
    [{ ...menlyn, has_photo: true }, true],
    [{ ...menlyn, has_photo: false }, false],
    [{ lat: -25.7919, lng: 28.2755, has_photo: true }, false],
    [{ lat: null, lng: null, has_photo: true }, false],
  ])('verifies the attempt %o: %s', (attempt, yes) => {
    expect(isAttemptVerified(attempt, menlyn, requested)).toBe(yes)
  })
  it.each([
    [[{ contact_number: '082 123 4567' }], {}, true],
    [[{ contact_number: '', masked_call: true }], {}, true],
    [[{ contact_number: '' }, { contact_number: '0821234567' }], {}, true],
    [[{ contact_number: '' }], {}, false],
    [[{ contact_number: '', masked_call: false }], {}, false],
    [[{ contact_number: '0821234567' }], { driver_can_call_customer: false }, false],
    [[{ contact_number: '0821234567' }], { driver_must_call_before_fail: false }, false],
  ])('requires a call to %o before a failed attempt with %o: %s', (contacts, changed, yes) => {
    const required = { driver_must_call_before_fail: true, driver_can_call_customer: true }
    expect(mustCallFirst(contacts, { ...required, ...changed })).toBe(yes)
  })
  it('does not verify the time with a large or unknown clock offset, or a late upload', () => {
    const received = new Date('2026-03-03T20:00:00Z')
    const hours = (n: number) => new Date(received.getTime() - n * 3_600_000)
    expect(isTimeVerified(hours(1), received, 300)).toBe(true)
    expect(isTimeVerified(hours(1), received, -301)).toBe(false)
    expect(isTimeVerified(hours(12.1), received, 0)).toBe(false)
    expect(isTimeVerified(hours(1), received, undefined)).toBe(false)
  })
  it('accepts at most 200 actions per request', () => {
    const action = {
      action_id: '00000000-0000-4000-8000-000000000001',
      type: 'deliver',
      shipment_id: 1,
      occurred_at: '2026-03-03T08:00:00Z',
    }
    const many = (n: number) => ({ actions: Array.from({ length: n }, () => action) })
    expect(driversApi.actions.input.safeParse(many(200)).success).toBe(true)
    expect(driversApi.actions.input.safeParse(many(201)).success).toBe(false)
  })
})

describe('order of proof', () => {
  it.each([
    [
      ['pin', 'recipient details', 'photo'],
      ['pin', 'recipient details', 'photo', 'signature'],
    ],
    [
      ['photo', 'signature', 'pin'],
      ['photo', 'signature', 'pin', 'recipient details'],
    ],
    [
      ['none', 'signature', 'none'],
      ['signature', 'pin', 'recipient details', 'photo'],
    ],
    [
      ['none', 'none', 'none'],
      ['pin', 'recipient details', 'photo', 'signature'],
    ],
    [
      ['photo', 'photo', 'photo'],
      ['photo', 'pin', 'recipient details', 'signature'],
    ],
  ] as const)(
    '[SET-045] [SET-048] of %j is %j: chosen steps once and first, then the others',
    (chosen, order) => {
      expect(proofOrder(chosen)).toEqual(order)
      expect([...fieldOrder(proofOrder(chosen))].sort()).toEqual([...fallback_fields].sort())
    },
  )

  it('[SET-045] names the missing field of the first step first', () => {
    const both = {
      ...rules,
      name: { enabled: true, required: true },
      signature: { enabled: true, required: true },
    }
    const named = (...chosen: Parameters<typeof proofOrder>[0]) =>
      reasonOf(checkProof('pin-with-fallback', proof(), both, fieldOrder(proofOrder(chosen))))
    expect(named('pin', 'recipient details', 'photo')).toBe(
      'Without a PIN you must provide the name of the receiver.',
    )
    expect(named('signature', 'none', 'none')).toBe('Without a PIN you must provide a signature.')
  })
})
