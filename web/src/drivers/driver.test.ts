import type { Stop, StopShipment, TripSheet } from '@waybill/domain/drivers/model'
import { proofOrder } from '@waybill/domain/drivers/proof-order'
import { describe, expect, it } from 'vitest'
import {
  ageText,
  conflictOf,
  marksOf,
  newerMarks,
  replacedBy,
  waitingReason,
  withUploadedNames,
  type ActionContent,
} from './phone/action-content.ts'
import {
  addedParcel,
  empty_parcel,
  empty_receiver,
  receiverFields,
  missingForParcel,
  missingForReceiver,
} from './stops/add-input.ts'
import {
  absenceOf,
  payloadOf,
  missingForHandOver,
  newHandOver,
  withoutAbsent,
  type Evidence,
  type HandOver,
  type HandOverRules,
} from './proof-of-delivery/hand-over.ts'
import { handOverActions } from './proof-of-delivery/hand-over-actions.ts'
import type { Recorded } from './phone/store-actions.ts'
import { outcomeActions } from './stops/outcome-actions.ts'
import { handOverText, handOverType } from './stops/stop-outcomes.ts'
import { isSettled, pointAt, type Mark } from './stops/stop-rules.ts'
import { digitsToGo, eraseDigit, isWhole, newPin, typeDigit } from './proof-of-delivery/pin-pad.ts'
import { fitWithin } from '../kit/form/resize-photo.ts'
import {
  companyOf,
  endable,
  findParcel,
  groupStops,
  handedOver,
  namedParcels,
  navigationLink,
  parcelsText,
  progressOf,
  shortReferences,
  subjectsOf,
  handedOverReferences,
  viewStop,
  viewStops,
  withSteadyStops,
} from './stops/trip-sheet-stops.ts'
import { stopChanges } from './stops/use-stop-changes.ts'

const now = new Date('2026-03-03T08:14:00Z')
const shipment = (id: number, more: Partial<StopShipment> = {}): StopShipment => ({
  shipment_id: id,
  tracking_reference: `R${id}VGB3`,
  status: 'out-for-delivery',
  account_name: 'Kaapse Keuken',
  cod_due: 0,
  service_level_code: 'ECO',
  pod_method: 'pin-with-fallback',
  has_pin: true,
  is_return: false,
  special_instructions: '',
  contact_name: 'Thandi',
  contact_number: '+27821234567',
  attempt_number: 1,
  pickup_point_id: '',
  pickup_point_name: '',
  pickup_door: '',
  courier_code: '',
  parcels: [1, 2].map((number) => ({
    id: id * 10 + number,
    tracking_reference: `R${id}VGB3/${number}`,
    alternative_tracking_reference: number === 2 ? 'BOX-77' : '',
    status: more.status ?? 'out-for-delivery',
    parcel_description: '',
    weight_kg: 1,
  })),
  ...more,
})
const stop = (sequence: number, more: Partial<Stop> = {}): Stop => ({
  stop_id: `s${sequence}`,
  request: null,
  sequence,
  leg: 'delivery',
  address: {
    id: 1,
    type: 'residential',
    company: '',
    street_address: '9 4th Avenue',
    local_area: 'Parkhurst',
    city: 'Johannesburg',
    code: '2193',
    zone: 'GP',
    country: 'South Africa',
    lat: -26.14,
    lng: 28.01,
    entered_address: '',
    hash: '',
    gs_hash: null,
    geo_local_area: null,
    geo_city: null,
    time_created: now,
    time_modified: now,
  },
  window_from: '08:00',
  window_to: '12:00',
  driver_sequence: sequence,
  eta: null,
  km: null,
  minutes: null,
  receiver_window: null,
  is_locked: false,
  state: 'to-do',
  is_late_risk: false,
  driver_username: 'sipho',
  shipments: [shipment(sequence)],
  ...more,
})
const mark = (more: Partial<Mark> = {}): Mark => ({
  action_id: 'a',
  stop_id: 's1',
  shipment_id: 1,
  parcel_references: [],
  type: 'deliver',
  state: 'waiting',
  message: '',
  at: now,
  ...more,
})

describe('stops of today', () => {
  it('are grouped into next, later and finished, including actions that this phone has not sent yet', () => {
    const sheet = { stops: [stop(3), stop(1), stop(2), stop(4, { state: 'failed' })] }
    const views = viewStops(sheet, [mark()])
    const { next, later, over } = groupStops(views)
    expect(next?.stop.sequence).toBe(2)
    expect(later.map((view) => view.stop.sequence)).toEqual([3])
    expect(over.map((view) => [view.stop.sequence, view.state, view.mark])).toEqual([
      [1, 'done', 'waiting'],
      [4, 'failed', null],
    ])
    expect(progressOf(views)).toEqual({ all: 4, done: 1, failed: 1 })
  })

  it('stay open while one of several shipments is open', () => {
    const both = stop(1, { shipments: [shipment(1), shipment(2)] })
    expect(viewStop(both, [mark()])).toMatchObject({ state: 'to-do', open: [{ shipment_id: 2 }] })
    const failed = [mark({ type: 'delivery-failed' }), mark({ shipment_id: 2, type: 'delivery-failed' })]
    expect(viewStop(both, failed).state).toBe('failed')
  })

  it('count the open parcels out of all parcels of a stop', () => {
    const both = stop(1, { shipments: [shipment(1), shipment(2)] })
    expect(parcelsText(viewStop(both, []))).toBe('4 parcels')
    expect(parcelsText(viewStop(both, [mark()]))).toBe('2 of 4 parcels')
    expect(parcelsText(viewStop(both, [mark(), mark({ shipment_id: 2 })]))).toBe('4 parcels')
    const givenAway = stop(1, { state: 'failed', shipments: [shipment(1, { parcels: [] })] })
    expect(parcelsText(viewStop(givenAway, []))).toBe('parcels')
  })

  it('leave the list when they are rejected, and count as neither done nor failed', () => {
    const sheet = { stops: [stop(1), stop(2)] }
    const left = viewStops(sheet, [mark({ type: 'reject' })])
    expect(left.map((view) => view.stop.sequence)).toEqual([2])
    expect(progressOf(left)).toEqual({ all: 1, done: 0, failed: 0 })
    const refused = viewStops(sheet, [mark({ type: 'reject', state: 'needs-you' })])
    expect(refused.map((view) => view.state)).toEqual(['to-do', 'to-do'])
  })

  it('display the company below the street, and nothing when the address has no street', () => {
    const address = { ...stop(1).address, company: 'Kaapse Keuken' }
    expect(companyOf(stop(1, { address }))).toBe('Kaapse Keuken')
    expect(companyOf(stop(1, { address: { ...address, street_address: '' } }))).toBe('')
  })

  it('offer a failed delivery again where the provider allows it, and a second failure only separately', () => {
    const tried = stop(1, {
      shipments: [shipment(1, { status: 'delivery-failed-attempt' }), shipment(2)],
    })
    const mixed = viewStop(tried, [])
    expect(mixed).toMatchObject({ state: 'to-do', open: [{ shipment_id: 2 }], again: [{ shipment_id: 1 }] })
    expect(handedOver(mixed, false).map((one) => one.shipment_id)).toEqual([2])
    expect(handedOver(mixed, true).map((one) => one.shipment_id)).toEqual([2, 1])
    expect(endable(mixed, 'failed', true).map((one) => one.shipment_id)).toEqual([2])
    const offline = viewStop(stop(1), [mark({ type: 'delivery-failed' })])
    expect(offline).toMatchObject({ state: 'failed', open: [], again: [{ shipment_id: 1 }] })
    expect(endable(offline, 'failed', true).map((one) => one.shipment_id)).toEqual([1])
    expect([endable(offline, 'failed', false), endable(offline, 'problem', true)]).toEqual([[], []])
    const since = viewStop(stop(1), [mark({ type: 'delivery-failed' }), mark({ type: 'deliver' })])
    expect(since).toMatchObject({ state: 'done', again: [] })
  })

  it('list a collected shipment that is not loaded yet as not loaded', () => {
    const collected = stop(1, { shipments: [shipment(1, { status: 'collected' })] })
    expect(viewStop(collected, []).unloaded).toHaveLength(1)
    expect(viewStop(collected, [mark({ type: 'load' })]).unloaded).toEqual([])
  })

  it('list parcels at a hub as not loaded, so that they can be rejected but not delivered', () => {
    const mixed = stop(1, { shipments: [shipment(1, { status: 'delivery-assigned' }), shipment(2)] })
    const ids = (shipments: readonly StopShipment[]) => shipments.map(({ shipment_id }) => shipment_id)
    const view = viewStop(mixed, [])
    expect(ids(view.unloaded)).toEqual([1])
    expect(ids(handedOver(view, false))).toEqual([2])
    expect(ids(endable(view, 'failed', false))).toEqual([2])
    expect(ids(endable(view, 'reject', false))).toEqual([1])
    expect(ids(viewStop(mixed, [mark({ type: 'load' })]).unloaded)).toEqual([])
    expect(ids(viewStop(mixed, [mark({ type: 'load', state: 'needs-you' })]).unloaded)).toEqual([1])
  })

  it('open again with the server message when the server rejects the action', () => {
    const message = 'The office cancelled this stop at 10:14. Your photo was saved.'
    const view = viewStop(stop(1), [mark({ state: 'needs-you', message })])
    expect(view).toMatchObject({ state: 'to-do', mark: 'needs-you', message, open: [{ shipment_id: 1 }] })
  })

  it('find a parcel by either reference, and a single parcel by its shipment reference', () => {
    const stops = [
      stop(1),
      stop(2, { shipments: [shipment(2, { parcels: shipment(2).parcels.slice(0, 1) })] }),
    ]
    expect(findParcel(stops, 'R1VGB3/1')?.stop.sequence).toBe(1)
    expect(findParcel(stops, 'BOX-77')?.parcel.tracking_reference).toBe('R1VGB3/2')
    expect(findParcel(stops, 'R2VGB3')?.stop.sequence).toBe(2)
    expect(findParcel(stops, 'R1VGB3')).toBeNull()
    expect(shortReferences(['R8VGB3/1', 'R8VGB3/2', 'X/1'])).toBe('R8VGB3/1, /2, X/1')
  })

  it('link to the navigation app of the phone', () => {
    expect(navigationLink(stop(1), false)).toMatch(/^geo:-26\.14,28\.01\?q=-26\.14,28\.01\(9%204th%20Avenue/)
    expect(navigationLink(stop(1), true)).toBe('maps:?daddr=-26.14%2C28.01')
  })

  it('use the hand-over action for the leg, return shipment or locker', () => {
    const locker = stop(1, { address: { ...stop(1).address, type: 'locker' } })
    expect(handOverType(stop(1), shipment(1))).toBe('deliver')
    expect(handOverType(stop(1), shipment(1, { is_return: true }))).toBe('return-to-sender')
    expect(handOverType(locker, shipment(1))).toBe('deposit-in-locker')
    expect(handOverType(stop(1, { leg: 'collection' }), shipment(1))).toBe('collect')
    expect([isSettled('collection', 'collected'), isSettled('delivery', 'collected')]).toEqual([true, false])
  })

  it('take a parcel back that was not fetched from a locker, which cannot fail but have a problem', () => {
    const address = { ...stop(1).address, type: 'locker' as const }
    const expired = shipment(1, { status: 'collect-and-return-to-hub' })
    const view = viewStop(stop(1, { address, shipments: [expired] }), [])
    expect(view.ready).toEqual([expired])
    expect(handOverType(view.stop, expired)).toBe('collect-expired')
    expect(handOverText(view.stop, [expired])).toBe('Take back')
    expect(handOverText(view.stop, [expired, shipment(2)])).toBe('Put in locker and take back')
    expect([endable(view, 'failed', true), endable(view, 'problem', true)]).toEqual([[], [expired]])
  })
})

describe('a delivery with parcels in different states', () => {
  type Statuses = readonly StopShipment['parcels'][number]['status'][]
  const three = (status: StopShipment['status'], ...statuses: Statuses) => {
    const [parcel] = shipment(1).parcels
    if (!parcel) throw new Error('The parcel is missing.')
    const parcels = statuses.map((one, at) => ({
      ...parcel,
      id: at,
      tracking_reference: `R1/${at + 1}`,
      status: one,
    }))
    return stop(1, { shipments: [shipment(1, { status, parcels })] })
  }
  const atHub = 'delivery-assigned'
  const out = 'out-for-delivery'
  const failed = 'delivery-failed-attempt'
  const references = (shipments: readonly StopShipment[]) =>
    shipments.flatMap(({ parcels }) => parcels.map((one) => one.tracking_reference))
  const partly = three(atHub, out, out, atHub)

  it('offers those that are on the vehicle, and names them in the action', () => {
    const view = viewStop(partly, [])
    expect(references(view.open)).toEqual(['R1/1', 'R1/2', 'R1/3'])
    expect(references(handedOver(view, false))).toEqual(['R1/1', 'R1/2'])
    expect(references(view.unloaded)).toEqual(['R1/3'])
    for (const kind of ['failed', 'problem'] as const)
      expect(references(endable(view, kind, false))).toEqual(['R1/1', 'R1/2'])
    expect(view.ready.map((one) => namedParcels(partly, one))).toEqual([
      { parcel_references: ['R1/1', 'R1/2'] },
    ])
    expect(view.open.map((one) => namedParcels(partly, one))).toEqual([{}])
  })

  it('counts a scan while loading for its parcel only, until it is rejected', () => {
    const assigned = three(atHub, atHub, atHub, atHub)
    const load = mark({ type: 'load', parcel_references: ['R1/2'] })
    expect(references(viewStop(assigned, [load]).ready)).toEqual(['R1/2'])
    expect(references(viewStop(assigned, [load]).unloaded)).toEqual(['R1/1', 'R1/3'])
    expect(viewStop(assigned, [{ ...load, state: 'needs-you' }]).ready).toEqual([])
  })

  it('stays open for a parcel that was not loaded when the others are delivered or failed', () => {
    const others = { parcel_references: ['R1/1', 'R1/2'] }
    for (const view of [
      viewStop(partly, [mark(others)]),
      viewStop(partly, [mark({ ...others, type: 'delivery-failed' })]),
      viewStop(three(atHub, 'delivered', 'delivered', atHub), []),
      viewStop(three(atHub, failed, failed, atHub), []),
    ]) {
      expect(view).toMatchObject({ state: 'to-do', ready: [] })
      expect(references(view.unloaded)).toEqual(['R1/3'])
    }
  })

  it('can be tried again for the failed parcels only, together with those that are ready', () => {
    const view = viewStop(three(out, failed, 'delivered', out), [])
    expect(references(view.again)).toEqual(['R1/1'])
    expect(references(handedOver(view, false))).toEqual(['R1/3'])
    expect(handedOver(view, true).map(({ shipment_id }) => shipment_id)).toEqual([1])
    expect(references(handedOver(view, true))).toEqual(['R1/3', 'R1/1'])
  })

  it('can be rejected only while none of them is on the vehicle', () => {
    expect(endable(viewStop(partly, []), 'reject', false)).toEqual([])
    expect(endable(viewStop(three(atHub, failed, atHub), []), 'reject', false)).toEqual([])
    const assigned = viewStop(three(atHub, atHub, atHub), [])
    expect(references(endable(assigned, 'reject', false))).toEqual(['R1/1', 'R1/2'])
  })

  it('does not offer a parcel that is damaged, neither for loading nor for delivery', () => {
    const view = viewStop(three(out, out, 'damaged'), [])
    expect([references(view.open), references(view.unloaded)]).toEqual([['R1/1'], []])
  })
})

describe('PIN pad', () => {
  it('accepts digits until the PIN is complete, and erases them', () => {
    let pin = ['4', '9', 'x'].reduce(typeDigit, newPin(4))
    expect([pin.digits, digitsToGo(pin), isWhole(pin)]).toEqual(['49', '2 digits to go', false])
    pin = ['1', '1', '7'].reduce(typeDigit, pin)
    expect([pin.digits, digitsToGo(pin), isWhole(pin)]).toEqual(['4911', '', true])
    expect(eraseDigit(pin).digits).toBe('491')
  })
})

describe('hand-over', () => {
  const photo: Evidence = { evidence_id: 'p1', kind: 'photo', blob: new Blob(['x']) }
  const given = (more: Partial<HandOver> = {}): HandOver => ({
    pins: { 1: newPin(4) },
    isWithoutPin: false,
    name: '',
    mobile_number: '',
    department: '',
    description: '',
    document_number: '',
    compartment: '',
    photos: [],
    signature: null,
    absent: [],
    ...more,
  })
  const on = { enabled: true, required: false }
  const rules: HandOverRules = {
    leg: 'delivery',
    point: null,
    must_scan: true,
    steps: proofOrder(['pin', 'recipient details', 'photo']),
    fallback: {
      name: { enabled: true, required: true },
      mobile_number: on,
      department: on,
      description: on,
      photos: { enabled: true, required: true },
      signature: on,
    },
    collection_photo_required: false,
    collection_signature_required: true,
  }
  const all = new Set(['R1VGB3/1', 'R1VGB3/2'])

  it('names the missing step until the PIN is complete', () => {
    expect(missingForHandOver([shipment(1)], new Set(['R1VGB3/1']), given(), rules)).toBe('1 parcel to scan')
    expect(missingForHandOver([shipment(1)], all, given(), rules)).toBe('4 digits to go')
    const whole = given({ pins: { 1: { digits: '4911', length: 4 } } })
    expect(missingForHandOver([shipment(1)], all, whole, rules)).toBeNull()
    expect(payloadOf(shipment(1), whole, 'delivery')).toEqual({ pin: '4911' })
  })

  it('[DRV-004] [DRV-005] requires the required fallback fields when there is no PIN', () => {
    expect(missingForHandOver([shipment(1)], all, given({ isWithoutPin: true }), rules)).toBe('Name needed')
    expect(missingForHandOver([shipment(1)], all, given({ isWithoutPin: true, name: 'Sam' }), rules)).toBe(
      'Photo needed',
    )
    const whole = given({ isWithoutPin: true, name: ' Sam ', photos: [photo] })
    expect(missingForHandOver([shipment(1)], all, whole, rules)).toBeNull()
    expect(payloadOf(shipment(1), whole, 'delivery')).toEqual({ name: 'Sam', photos: ['p1'] })
  })

  it('requires a photo of the signed document for GRV', () => {
    const grv = shipment(1, { pod_method: 'grv' })
    expect(missingForHandOver([grv], all, given(), rules)).toBe('Photo needed')
    expect(missingForHandOver([grv], all, given({ photos: [photo] }), rules)).toBeNull()
  })

  it('requires every PIN when several shipments have one', () => {
    const pins = { 1: { digits: '4911', length: 4 }, 2: newPin(4) }
    const scanned = new Set([...all, 'R2VGB3/1', 'R2VGB3/2'])
    expect(missingForHandOver([shipment(1), shipment(2)], scanned, given({ pins }), rules)).toBe(
      '4 digits to go',
    )
  })

  it('needs no PIN or name at a locker, and sends the compartment when it is entered', () => {
    const atLocker = stop(1, { address: { ...stop(1).address, type: 'locker' } })
    expect([handOverText(atLocker, atLocker.shipments), pointAt(atLocker)]).toEqual([
      'Put in locker',
      'locker',
    ])
    expect(handOverType(atLocker, shipment(1))).toBe('deposit-in-locker')
    const toPoint = { ...rules, point: 'locker' as const }
    const parcel = shipment(1, { has_pin: false })
    expect(missingForHandOver([parcel], new Set(), given(), toPoint)).toBe('2 parcels to scan')
    expect(missingForHandOver([parcel], all, given(), toPoint)).toBeNull()
    expect(payloadOf(parcel, given({ compartment: ' B12 ' }), 'delivery')).toEqual({ compartment: 'B12' })
  })

  it('continues without a missing parcel, which is reported as a separate problem', () => {
    const absent = ['R1VGB3/2']
    const there = withoutAbsent(shipment(1), absent)
    expect(there.parcels.map(({ tracking_reference }) => tracking_reference)).toEqual(['R1VGB3/1'])
    const whole = given({ pins: { 1: { digits: '4911', length: 4 } }, absent })
    expect(missingForHandOver([there], new Set(['R1VGB3/1']), whole, rules)).toBeNull()
    expect(absenceOf('delivery', shipment(1), absent)).toEqual({
      type: 'delivery-exception',
      shipment_id: 1,
      parcel_references: absent,
      payload: { reason: 'Parcel missing' },
    })
    expect(absenceOf('collection', shipment(1), absent)?.type).toBe('collection-exception')
    expect(absenceOf('delivery', shipment(1), [])).toBeNull()
    expect(absenceOf('delivery', shipment(1, { status: 'delivery-exception' }), absent)).toBeNull()
  })

  it('requires the signature at a collection when the provider requires it', () => {
    const collecting = { ...rules, leg: 'collection' as const }
    expect(missingForHandOver([shipment(1)], all, given({ name: 'Sam' }), collecting)).toBe(
      'Signature needed',
    )
  })
})

describe('photos of a stop with several shipments', () => {
  const photo: Evidence = { evidence_id: 'p1', kind: 'photo', blob: new Blob(['x']) }
  const signature: Evidence = { evidence_id: 's1', kind: 'signature', blob: new Blob(['y']) }
  const idsOf = (actions: readonly Recorded[]) =>
    actions.map(({ evidence, action: { payload = {} } }) => {
      const named = [...(payload.photos ?? []), ...(payload.signature ? [payload.signature] : [])]
      expect(named).toEqual(evidence.map(({ evidence_id }) => evidence_id))
      return named
    })
  const both = [shipment(1), shipment(2)]

  it('have ids of their own for each shipment, the same in every attempt', () => {
    const given = { ...newHandOver('Sam'), photos: [photo], signature }
    const handOver = () => idsOf(handOverActions(stop(1), both, given, new Set()).actions)
    const failed = () =>
      idsOf(
        outcomeActions(stop(1), both, {
          type: 'delivery-failed',
          reason: 'Nobody there',
          called_before: false,
          photos: [photo],
          damage: null,
        }),
      )
    for (const record of [handOver, failed]) {
      const ids = record().flat()
      expect(new Set(ids).size).toBe(ids.length)
      expect(record().flat()).toEqual(ids)
    }
    expect([handOver(), failed()].map((lists) => lists.map(({ length }) => length))).toEqual([
      [2, 2],
      [1, 1],
    ])
  })
})

describe('actions stored on the phone', () => {
  const content: ActionContent = {
    where: '9 4th Avenue',
    evidence: [{ evidence_id: 'p1', kind: 'photo', blob: new Blob(['x']) }],
    action: { type: 'deliver', shipment_id: 1, stop_id: 's1', occurred_at: now, payload: { photos: ['p1'] } },
  }
  const item = (id: string, rejection: string | null) => ({
    id,
    queue: 'q',
    place: 1,
    content,
    made_at: now,
    tries: 1,
    refusal: rejection,
  })

  it('are marked as waiting, rejected or sent', () => {
    const state = { waiting: [item('w', null)], refused: [item('r', 'No.')], isOffline: false }
    expect(
      marksOf(state, [mark({ state: 'sent' })]).map((one) => [one.action_id, one.state, one.message]),
    ).toEqual([
      ['a', 'sent', ''],
      ['r', 'needs-you', 'No.'],
      ['w', 'waiting', ''],
    ])
  })

  it('name photos by their upload names', () => {
    const sent = withUploadedNames('w', content, new Map([['p1', '7/p1.jpg']]))
    expect(sent).toMatchObject({ action_id: 'w', payload: { photos: ['7/p1.jpg'] }, files: ['7/p1.jpg'] })
  })

  it('are no longer marked as sent once the sheet is read later', () => {
    const sent = [{ ...mark(), sent_at: 100 }]
    expect([newerMarks(sent, 99), newerMarks(sent, 101)].map((list) => list.length)).toEqual([1, 0])
  })

  it('have plain texts for age, waiting reason and conflicts', () => {
    expect(ageText(new Date(now.getTime() - 125 * 60_000), now)).toBe('2 h 05')
    expect(waitingReason(2, true, true)).toBe('No signal. Tried 2 times.')
    const result = { action_id: 'w', message: 'Cancelled at 10:14.', shipment_status: null }
    expect(conflictOf({ ...result, result: 'conflict' })).toBe('Cancelled at 10:14.')
    expect(conflictOf({ ...result, result: 'applied' })).toBeNull()
  })

  it('scale photos down to at most 1600 px', () => {
    expect(fitWithin(4000, 3000, 1600)).toEqual({ width: 1600, height: 1200 })
    expect(fitWithin(640, 480, 1600)).toEqual({ width: 640, height: 480 })
  })
})

describe('changes that a driver may make at a collection', () => {
  const all = { add_parcels: true, add_shipments: true, cancel_parcels: true }
  const none = { add_parcels: false, add_shipments: false, cancel_parcels: false }
  const collecting = stop(1, {
    leg: 'collection',
    shipments: [shipment(1, { status: 'collection-assigned' })],
  })
  const changes = (of: Stop, may: typeof all) => stopChanges(viewStop(of, []), may)

  it('[SET-046] [SET-047] are offered according to the settings, and never at a delivery or a locker', () => {
    expect(changes(collecting, all)).toEqual(['add-parcel', 'add-shipment', 'cancel-parcel'])
    expect(changes(collecting, none)).toEqual([])
    expect(changes(collecting, { ...none, add_parcels: true })).toEqual(['add-parcel'])
    expect(changes(collecting, { ...none, add_shipments: true })).toEqual(['add-shipment'])
    expect(changes(stop(1), all)).toEqual([])
    const locker = { ...collecting, address: { ...collecting.address, type: 'locker' as const } }
    expect(changes(locker, all)).toEqual([])
  })

  it('include adding a shipment, but no parcel, at a collection request', () => {
    const request = stop(1, {
      leg: 'collection',
      shipments: [],
      request: {
        collection_request_id: 7,
        display_id: 'COL000007',
        status: 'collection-assigned',
        account_name: 'Overberg Books',
        contact_name: 'Riaan',
        contact_number: '+27215550142',
        instructions: '',
        expected_parcels: 40,
        expected_kg: null,
        vehicle: '',
        packaging: '',
        attempt_number: 1,
        collected_parcels: null,
      },
    })
    expect(changes(request, all)).toEqual(['add-shipment'])
    const view = viewStop(request, [])
    expect(view.state).toBe('to-do')
    expect(subjectsOf(view)).toEqual([{ collection_request_id: 7 }])
    expect(parcelsText(view)).toBe('about 40 parcels')
    const collect = mark({ type: 'collect', shipment_id: 0 })
    expect(viewStop(request, [collect])).toMatchObject({ state: 'done', mark: 'waiting' })
    expect(viewStop(request, [{ ...collect, type: 'reject' }]).state).toBe('failed')
    expect(viewStop(request, [{ ...collect, state: 'needs-you' }])).toMatchObject({
      state: 'to-do',
      mark: 'needs-you',
    })
  })

  it('are displayed before they are sent, and collected parcels need no scan', () => {
    const cancelled = mark({ type: 'cancel-parcel', parcel_references: ['R1VGB3/1'] })
    const view = viewStop(collecting, [cancelled, mark({ type: 'add-parcel' })])
    expect(view.open[0]?.parcels.map((parcel) => parcel.tracking_reference)).toEqual(['R1VGB3/2'])
    expect(view).toMatchObject({ state: 'to-do', added: 1 })
    expect(viewStop(collecting, [{ ...cancelled, state: 'needs-you', message: 'No.' }])).toMatchObject({
      mark: 'needs-you',
      message: 'No.',
      open: [{ parcels: [{}, {}] }],
    })
    const [one, two] = collecting.shipments[0]?.parcels ?? []
    if (!one || !two) throw new Error('There are too few parcels.')
    const added = {
      ...collecting,
      shipments: [
        shipment(1, { status: 'collection-assigned', parcels: [one, { ...two, status: 'collected' }] }),
      ],
    }
    expect(viewStop(added, []).open[0]?.parcels).toHaveLength(1)
    expect(handedOverReferences(added)).toEqual([two.tracking_reference])
  })

  it('name the missing fields of an addition, and send numbers as numbers', () => {
    const parcel = { ...empty_parcel, length: '30', width: '20', height: '10,5' }
    expect(missingForParcel(empty_parcel)).toBe('Sizes needed')
    expect(missingForParcel(parcel)).toBe('Weight needed')
    expect(missingForParcel({ ...parcel, weight: '2' })).toBeNull()
    expect(addedParcel({ ...parcel, weight: '2' })).toEqual({
      submitted_length_cm: 30,
      submitted_width_cm: 20,
      submitted_height_cm: 10.5,
      submitted_weight_kg: 2,
    })
    const receiver = {
      ...empty_receiver,
      name: 'Naledi',
      mobile_number: '082 123 4567',
      street: '1 Main',
      suburb: 'Epping',
    }
    expect(missingForReceiver(receiver)).toBe('City needed')
    expect(missingForReceiver({ ...receiver, city: 'Cape Town' })).toBeNull()
    expect(receiverFields({ ...receiver, city: 'Cape Town' })).toMatchObject({
      delivery_contact: { name: 'Naledi' },
      delivery_address: { local_area: 'Epping', city: 'Cape Town' },
    })
  })
})

describe('new attempt at a stop', () => {
  it('replaces earlier rejected attempts for the same shipment and stop', () => {
    const refused = (id: string, action: Partial<ActionContent['action']>) => ({
      id,
      queue: 'driver-actions',
      place: 1,
      content: {
        evidence: [],
        where: '',
        action: { type: 'deliver' as const, stop_id: 's1', shipment_id: 1, occurred_at: now, ...action },
      },
      made_at: now,
      tries: 1,
      refusal: 'This PIN is incorrect. 4 tries left.',
    })
    const items = [
      refused('same', {}),
      refused('failed before', { type: 'delivery-failed' }),
      refused('other shipment', { shipment_id: 2 }),
      refused('other stop', { stop_id: 's2' }),
      refused('loading', { type: 'load' }),
    ]
    const attempt = { type: 'deliver' as const, stop_id: 's1', shipment_id: 1 }
    expect(replacedBy(attempt, items).map(({ id }) => id)).toEqual(['same', 'failed before'])
    expect(replacedBy({ ...attempt, type: 'load' }, items)).toEqual([])
    const partly = [refused('of the first parcel', { parcel_references: ['R1/1'] })]
    const about = (...references: string[]) => ({ ...attempt, parcel_references: references })
    expect(replacedBy({ ...about('R1/2'), type: 'delivery-exception' }, partly)).toEqual([])
    expect(replacedBy(about('R1/1', 'R1/2'), partly)).toEqual(partly)
    expect(replacedBy(attempt, partly)).toEqual(partly)
  })
})

describe('stop ids and numbers', () => {
  const sheet = (date: string, ...ids: readonly string[]) =>
    ({
      date,
      stops: ids.map((stopId, at) => ({ stop_id: stopId, sequence: at + 1 })),
    }) as unknown as TripSheet
  const numbersOf = ({ stops }: TripSheet) => stops.map(({ stop_id, sequence }) => `${stop_id}${sequence}`)

  it('keep the number when a stop is rejected, and a new stop gets the next number', () => {
    const first = sheet('2026-03-03', 'a', 'b', 'c')
    const rejected = withSteadyStops(sheet('2026-03-03', 'a', 'c'), first)
    expect(numbersOf(rejected)).toEqual(['a1', 'c3'])
    expect(numbersOf(withSteadyStops(sheet('2026-03-03', 'd', 'a', 'c'), rejected))).toEqual([
      'd4',
      'a1',
      'c3',
    ])
  })

  it('keep their id when a shipment that joins or leaves renames them on the server', () => {
    const former = {
      ...sheet('2026-03-03'),
      stops: [stop(1, { shipments: [shipment(1), shipment(2)] }), stop(2)],
    }
    const joined = stop(1, { stop_id: 'renamed', shipments: [shipment(7), shipment(2)] })
    const newest = { ...former, stops: [stop(2), joined] }
    const steady = withSteadyStops(newest, former)
    expect(numbersOf(steady)).toEqual(['s22', 's11'])
    expect(numbersOf(withSteadyStops(newest, steady))).toEqual(['s22', 's11'])
    const elsewhere = { ...former, stops: [{ ...joined, leg: 'collection' as const }] }
    expect(numbersOf(withSteadyStops(elsewhere, former))).toEqual(['renamed3'])
  })

  it('follow the plan of the office when the day is planned', () => {
    const plan = {
      version: 1,
      source: 'dispatcher' as const,
      times_from: 'estimate' as const,
      routing_note: '',
      modified_by_name: 'Thandi Nkosi',
      time_modified: now,
      locked_by_name: '',
      time_locked: null,
    }
    const planned = { ...sheet('2026-03-03', 'c', 'a'), plan }
    expect(numbersOf(withSteadyStops(planned, sheet('2026-03-03', 'a', 'c')))).toEqual(['c1', 'a2'])
  })

  it('start again on the next day', () => {
    const former = sheet('2026-03-03', 'a', 'b', 'c')
    expect(numbersOf(withSteadyStops(sheet('2026-03-04', 'c', 'd'), former))).toEqual(['c1', 'd2'])
    expect(numbersOf(withSteadyStops(sheet('2026-03-04', 'c'), null))).toEqual(['c1'])
  })
})
