import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { cashApi } from '@waybill/domain/cash/api'
import { denominations } from '@waybill/domain/cash/denominations'
import type { CashUp, Drawer } from '@waybill/domain/cash/model'
import type { ActionType, Stop, StopShipment } from '@waybill/domain/drivers/model'
import { loadable_statuses } from '@waybill/domain/drivers/scanning'
import { vehicle_check_items } from '@waybill/domain/drivers/vehicle-check'
import { fallback_fields, type FallbackField } from '@waybill/domain/drivers/proof'
import { pod_fallback } from '@waybill/domain/drivers/settings'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { address, booking, type Caller } from '../../server/dev/test-kit/provider.ts'
import { handOverActions } from '../../web/src/drivers/proof-of-delivery/hand-over-actions.ts'
import {
  missingForHandOver,
  newHandOver,
  withoutAbsent,
  withReceiptNumbers,
  type HandOver,
} from '../../web/src/drivers/proof-of-delivery/hand-over.ts'
import type { Recorded } from '../../web/src/drivers/phone/store-actions.ts'
import type { Product } from '../proofs/product.ts'
import type { Tally } from '../proofs/tally.ts'
import { expireSessions, type Company } from './company.ts'
import { Device } from './device.ts'
import { makePicture, type Picture } from './evidence.ts'
import { Network } from './network.ts'
import { Phone } from './phone.ts'

/** What is planned for a parcel's visit, and to which share of them it happens. */
const deliveries = [
  { share: 0.24, kind: 'pin' },
  { share: 0.2, kind: 'signature' },
  { share: 0.2, kind: 'cash' },
  { share: 0.1, kind: 'failed' },
  { share: 0.06, kind: 'failed, then delivered' },
  { share: 0.08, kind: 'one parcel missing' },
  { share: 0.06, kind: 'wrong PIN first' },
  { share: 0.06, kind: 'given to another driver' },
] as const
const collections = [
  { share: 0.75, kind: 'collected' },
  { share: 0.25, kind: 'not collected' },
] as const
type Kind = (typeof deliveries | typeof collections)[number]['kind']

/** At most one in so many stops is a collection. */
const collection_every = 5
/** Longest time of a driver between two actions, in ms. */
const think_ms = 900
/** For how long an action can be undone, in ms (`use-driver-app.ts`). */
const undo_ms = 10_000
const answer_wait_ms = 2_000
const max_clock_error_ms = 3 * 3_600_000
/** A shift whose last actions take longer than this to arrive is stuck, in ms. */
const stuck_ms = 120_000

/** One visit of a shift, with what must be true of its parcels in the end. */
export interface Visit {
  id: number
  leg: 'collection' | 'delivery'
  kind: Kind
  pin: string
  parcels: { reference: string; wanted: ShipmentStatus | null }[]
}

/** One action that a driver recorded. */
export interface Performed {
  action_id: string
  username: string
  type: ActionType
  shipment_id: number | null
  /** Digests of its pictures. */
  digests: readonly string[]
  /** Cents taken in cash. */
  cash: number
  /** What the server must have made of it. `undone` actions were taken back before they were sent. */
  wanted: 'applied' | 'conflict' | 'undone'
}

/** What all shifts share. */
export interface World {
  company: Company
  product: Product
  tally: Tally
  /** The driver to whom the office gives work of others. */
  other: Caller
  seed: number
  /** Stops of a shift. */
  stops: number
  badness: number
  performed: Performed[]
  visits: Visit[]
  drivers: Caller[]
  /** Cash that drivers took, in cents, by username. */
  cash: Map<string, number>
  ended: number
}

const must_have: Readonly<Record<FallbackField, { enabled: boolean; required: boolean }>> =
  Object.fromEntries(
    fallback_fields.map((field) => [
      field,
      {
        enabled: pod_fallback[field].enabled.default,
        required: pod_fallback[field].required.default,
      },
    ]),
  ) as Record<FallbackField, { enabled: boolean; required: boolean }>

/** A driver's day, from the vehicle check to the cash that is handed in. */
export class Shift {
  readonly #world: World
  readonly #driver: Caller
  readonly #phone: Phone
  readonly #random: () => number
  readonly #visits: Visit[] = []
  #hasRested = false

  constructor(world: World, driver: Caller, random: () => number) {
    this.#world = world
    this.#driver = driver
    this.#random = random
    const network = new Network({ ...world, random })
    this.#phone = new Phone(
      world.company,
      driver,
      new Device(network, world.badness === 0 ? 0 : (random() * 2 - 1) * max_clock_error_ms),
    )
  }

  async run(): Promise<void> {
    await this.#book()
    const { network } = this.#phone.device
    const signal = network.run()
    try {
      await this.#work()
    } finally {
      await network.end()
      await signal
      this.#phone.close()
    }
    await this.#handBack()
    await this.#handInCash()
    this.#world.ended += 1
  }

  /** Works the day on the phone, until everything is sent. */
  async #work(): Promise<void> {
    await this.#phone.open()
    await this.#until(
      'sees the stops',
      () => this.#phone.stops.length > 0,
      () => this.#phone.readSheet(),
    )
    await this.#record('start-day')
    await this.#record('vehicle-check', {
      vehicle_check: vehicle_check_items.map(({ key }) => ({ key, ok: true })),
    })
    await this.#load()
    await this.#record('start-route')
    for (const visit of [...this.#visits].sort(() => this.#random() - 0.5)) await this.#visit(visit)
    await this.#record('end-day')
    await this.#until(
      'has sent everything',
      () => this.#phone.isEmpty,
      () => this.#phone.drain(),
    )
    for (const [id, message] of this.#phone.refusals) {
      const expected = this.#world.performed.find(({ action_id }) => action_id === id)
      if (expected?.wanted !== 'conflict')
        this.#world.tally.violate(
          `${this.#driver.username}: ${expected?.type} was refused on the phone: ${message}`,
        )
    }
  }

  /** Waits for a condition, and does something for it from time to time. */
  async #until(what: string, isSo: () => boolean, act: () => Promise<void>): Promise<void> {
    const began = performance.now()
    while (!isSo()) {
      if (performance.now() - began > stuck_ms) throw new Error(`${this.#driver.username} never ${what}.`)
      await act()
      if (!isSo()) await wait(500)
    }
  }

  async #think(): Promise<void> {
    await wait(this.#random() * think_ms)
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }

  async #record(type: ActionType, payload: Recorded['action']['payload'] = undefined): Promise<void> {
    await this.#think()
    const [id = ''] = await this.#phone.record([
      { where: '', evidence: [], action: { type, ...(payload ? { payload } : {}) } },
    ])
    this.#note(id, { type, shipment_id: null })
    this.#world.tally.count(`actions: ${type}`)
  }

  #note(
    actionId: string,
    about: Pick<Performed, 'type' | 'shipment_id'> & Partial<Pick<Performed, 'digests' | 'cash' | 'wanted'>>,
  ): Performed {
    const performed = {
      action_id: actionId,
      username: this.#driver.username,
      digests: [],
      cash: 0,
      wanted: 'applied' as const,
      ...about,
    }
    this.#world.performed.push(performed)
    return performed
  }

  /** Books the parcels of the day, scans in those to deliver and gives all to the driver. */
  async #book(): Promise<void> {
    const { company, product, stops, visits } = this.#world
    const { token } = company.staff
    const booked: Visit[] = []
    for (let at = 0; at < stops; at += 1) {
      const isCollection = at % collection_every === collection_every - 1
      let left = this.#random()
      const kinds = isCollection ? collections : deliveries
      const { kind } = kinds.find(({ share }) => (left -= share) < 0) ?? kinds[0]
      booked.push(await this.#bookOne(isCollection ? 'collection' : 'delivery', kind, at))
    }
    this.#visits.push(...booked)
    visits.push(...booked)
    const today = dayOf(new Date())
    // Whatever the time of the day is, they are for today.
    await company.p.inTransaction((ctx) =>
      ctx.db
        .updateTable('shipment')
        .set({ collection_min_date: today, delivery_min_date: today })
        .where(
          'id',
          'in',
          booked.map(({ id }) => id),
        )
        .execute(),
    )
    for (const { id, leg, parcels } of booked) {
      if (leg === 'delivery') for (const { reference } of parcels) await this.#scan(reference, 'arrive')
      const { results } = (await product.call({
        path: '/api/trip-sheet/assign',
        token,
        key: randomUUID(),
        body: { shipment_ids: [id], leg, username: this.#driver.username, assign_anyway: true },
      })) as { results: { assigned: boolean; message: string }[] }
      if (!results[0]?.assigned) throw new Error(`Shipment ${id} was not assigned: ${results[0]?.message}`)
    }
  }

  async #bookOne(leg: Visit['leg'], kind: Kind, at: number): Promise<Visit> {
    const { company, product } = this.#world
    const street = `${1 + Math.floor(this.#random() * 900)} ${this.#driver.username} Street ${at}`
    const place = {
      ...address(street, 'Rosebank', 'Johannesburg', '2196', 'GP'),
      lat: -26.14 - this.#random() * 0.05,
      lng: 28.03 + this.#random() * 0.05,
    }
    // People of their own, as in the address book of a real account.
    const contact = { name: `Naledi of ${street}`, mobile_number: '0821234567', email: '' }
    const hub = address('12 Electron Avenue', 'Isando', 'Kempton Park', '1609', 'GP')
    const parcel = {
      submitted_length_cm: 20,
      submitted_width_cm: 20,
      submitted_height_cm: 10,
      submitted_weight_kg: 1,
    }
    const key = randomUUID()
    const made = (await product.call({
      path: '/api/shipments',
      token: company.staff.token,
      key,
      body: {
        ...booking({
          collection_address: leg === 'collection' ? place : hub,
          collection_contact: { ...contact, name: 'Riaan Jooste' },
          delivery_address: leg === 'collection' ? hub : place,
          delivery_contact: contact,
          parcels: kind === 'one parcel missing' ? [parcel, parcel] : [parcel],
        }),
        account_id: company.account_ids[Math.floor(this.#random() * company.account_ids.length)],
        customer_reference: key,
        ...(kind === 'cash' ? { cod_amount: 10 * (1 + Math.floor(this.#random() * 90)) } : {}),
      },
    })) as { id: number; parcels: { tracking_reference: string }[] }
    const needsPin = kind === 'pin' || kind === 'wrong PIN first'
    const { shipment } = needsPin
      ? ((await product.call({
          method: 'GET',
          path: `/api/shipments/detail?id=${made.id}`,
          token: company.staff.token,
        })) as { shipment: { proof_of_delivery_pin: string } })
      : { shipment: { proof_of_delivery_pin: '' } }
    return {
      id: made.id,
      leg,
      kind,
      pin: shipment.proof_of_delivery_pin,
      parcels: made.parcels.map(({ tracking_reference }) => ({
        reference: tracking_reference,
        wanted: null,
      })),
    }
  }

  async #scan(reference: string, mode: 'arrive' | 'return-to-hub'): Promise<void> {
    const { company, product, tally } = this.#world
    const scan = randomUUID()
    const { verdict, message } = (await product.call({
      path: '/api/tracking/shipment-events',
      token: company.staff.token,
      key: scan,
      body: { parcel_reference: reference, mode, branch_id: company.branch_id, scan_id: scan },
    })) as { verdict: string; message: string }
    if (verdict === 'refused') tally.violate(`The hub refused ${reference}: ${message}`)
  }

  /** Scans every parcel onto the vehicle, as on the scan page. */
  async #load(): Promise<void> {
    const { stops } = this.#phone.pages
    for (const visit of this.#visits) {
      if (visit.leg === 'collection') continue
      for (const { reference } of visit.parcels) {
        await this.#think()
        await this.#until(
          `has ${reference} on the sheet`,
          () => stops.findParcel(this.#phone.stops, reference) !== null,
          () => this.#phone.readSheet(),
        )
        const hit = stops.findParcel(this.#phone.stops, reference)
        if (!hit) continue
        if (!loadable_statuses.includes(hit.parcel.status)) {
          this.#world.tally.violate(`${reference} is ${hit.parcel.status} and cannot be loaded.`)
          continue
        }
        const [id = ''] = await this.#phone.record([
          {
            where: '',
            evidence: [],
            action: {
              type: 'load',
              shipment_id: hit.shipment.shipment_id,
              stop_id: hit.stop.stop_id,
              parcel_references: [reference],
            },
          },
        ])
        this.#note(id, { type: 'load', shipment_id: visit.id })
        this.#world.tally.count('actions: load')
        await this.#mayReload(0.01)
      }
    }
  }

  async #mayReload(share: number): Promise<boolean> {
    if (!this.#chance(this.#world.badness === 0 ? 0 : share)) return false
    this.#world.tally.count('pages loaded again')
    await this.#phone.open()
    return true
  }

  async #visit(visit: Visit): Promise<void> {
    const { tally, company, badness } = this.#world
    tally.count(`visits: ${visit.kind}`)
    await this.#think()
    await this.#mayReload(0.08)
    if (badness > 0 && this.#chance(0.02)) {
      tally.count('sessions expired')
      await expireSessions(company, this.#driver)
    }
    if (!this.#hasRested && this.#chance(0.15)) {
      this.#hasRested = true
      await this.#record('break-start')
      await this.#record('break-end')
    }
    switch (visit.kind) {
      case 'failed':
      case 'not collected':
        return this.#fail(visit)
      case 'failed, then delivered':
        await this.#fail(visit)
        return this.#handOver(visit)
      case 'given to another driver':
        return this.#deliverWhatIsGone(visit)
      default:
        return this.#handOver(visit)
    }
  }

  /** The stop of a visit, as the page of the driver finds it. */
  async #at(visit: Visit): Promise<{ stop: Stop; shipment: StopShipment }> {
    const find = () => {
      for (const { stop } of this.#phone.views())
        for (const shipment of stop.shipments)
          if (shipment.shipment_id === visit.id && stop.leg === visit.leg) return { stop, shipment }
      return null
    }
    await this.#until(
      `finds the stop of ${visit.id}`,
      () => find() !== null,
      () => this.#phone.readSheet(),
    )
    return find()!
  }

  /** The driver starts to end a stop, so is there. Shipments to places close to each other share one. */
  async #arrive(stop: Stop): Promise<void> {
    for (const { id, shipment_id } of await this.#phone.arrive(stop)) {
      this.#note(id, { type: 'arrive', shipment_id })
      this.#world.tally.count('actions: arrive')
    }
  }

  async #fail(visit: Visit): Promise<void> {
    const { stop } = await this.#at(visit)
    await this.#arrive(stop)
    const photo = await makePicture('photo', this.#random)
    const type = visit.leg === 'collection' ? 'collection-failed' : 'delivery-failed'
    await this.#recordOnce(
      visit,
      [
        {
          where: '',
          evidence: [photo.evidence],
          action: {
            type,
            shipment_id: visit.id,
            stop_id: stop.stop_id,
            payload: { reason: 'Nobody there', called_before: true, photos: [photo.evidence.evidence_id] },
          },
        },
      ],
      [photo],
    )
    for (const parcel of visit.parcels)
      parcel.wanted = visit.leg === 'collection' ? 'collection-failed-attempt' : 'returned-to-hub'
  }

  /** Records actions that can be undone, and undoes some of them first. */
  async #recordOnce(
    visit: Visit,
    contents: readonly Recorded[],
    pictures: readonly Picture[],
    about: { cash?: number; wanted?: Performed['wanted'] } = {},
  ): Promise<string[]> {
    const digests = pictures.map(({ digest }) => digest)
    const noteAll = (ids: readonly string[], wanted: Performed['wanted'] = about.wanted ?? 'applied') =>
      ids.map((id, at) => {
        const { action, evidence } = contents[at]!
        if (action.type === 'add-photos' || action.type === 'own-order') throw new Error('Not recorded here.')
        return this.#note(id, {
          type: action.type,
          shipment_id: visit.id,
          digests: evidence.length > 0 ? digests : [],
          cash: action.payload?.cash ? (about.cash ?? 0) : 0,
          wanted,
        })
      })
    if (this.#chance(0.04)) {
      const ids = await this.#phone.record(contents, undo_ms)
      if (await this.#phone.undo(ids)) {
        this.#world.tally.count('actions undone', ids.length)
        noteAll(ids, 'undone')
      } else {
        this.#world.tally.violate(`Of ${ids.length} actions, only some could be undone.`)
        noteAll(ids)
        return ids
      }
    }
    const ids = await this.#phone.record(contents, undo_ms)
    noteAll(ids)
    for (const { action } of contents) this.#world.tally.count(`actions: ${action.type}`)
    return ids
  }

  async #handOver(visit: Visit, wanted: Performed['wanted'] = 'applied'): Promise<void> {
    const { tally } = this.#world
    const { stop, shipment } = await this.#at(visit)
    await this.#arrive(stop)
    const isCollection = visit.leg === 'collection'
    const isByPin = visit.kind === 'pin' || visit.kind === 'wrong PIN first'
    const absent = visit.kind === 'one parcel missing' ? [visit.parcels[1]!.reference] : []
    const pictures: Picture[] = isByPin ? [] : [await makePicture('photo', this.#random)]
    const signature = isByPin || this.#chance(0.4) ? null : await makePicture('signature', this.#random)
    let given: HandOver = {
      ...newHandOver(isCollection ? 'Riaan Jooste' : ''),
      isWithoutPin: !isByPin,
      ...(isByPin ? {} : { name: 'Naledi Mokoena', mobile_number: '0821234567' }),
      photos: pictures.map(({ evidence }) => evidence),
      signature: signature?.evidence ?? null,
      absent,
      cash:
        shipment.cod_due > 0
          ? {
              [visit.id]: {
                method: 'cash',
                amount: (shipment.cod_due / 100).toFixed(2),
                slip_reference: '',
                difference_reason: '',
              },
            }
          : {},
    }
    if (signature) pictures.push(signature)
    if (visit.kind === 'cash' && shipment.cod_due === 0) tally.violate(`${visit.id} has no money to pay.`)
    given = await this.#mayReloadInStep(stop, given)
    const ticked = new Set(shipment.parcels.map(({ tracking_reference }) => tracking_reference))
    const pins = visit.kind === 'wrong PIN first' ? [wrong(visit.pin), visit.pin] : [visit.pin]
    if (!isByPin) {
      const cash = await this.#drawNumbers([withoutAbsent(shipment, absent)], given)
      this.#complete(stop, shipment, { ...given, cash }, ticked)
      const { actions, absences } = handOverActions(stop, [shipment], { ...given, cash }, ticked)
      await this.#recordOnce(visit, [...actions, ...absences], pictures, {
        cash: shipment.cod_due,
        wanted,
      })
      if (shipment.cod_due > 0) this.#addCash(shipment.cod_due)
    } else
      for (const [at, pin] of pins.entries()) {
        const typed = { ...given, pins: { [visit.id]: { digits: pin, length: pin.length } } }
        this.#complete(stop, shipment, typed, ticked)
        const { actions } = handOverActions(stop, [shipment], typed, ticked)
        const [id = ''] = await this.#phone.record(actions)
        const isRight = at === pins.length - 1
        this.#note(id, {
          type: 'deliver',
          shipment_id: visit.id,
          wanted: isRight ? 'applied' : 'conflict',
        })
        tally.count('actions: deliver')
        await this.#phone.run(() => this.#phone.queue.settled(id, answer_wait_ms))
      }
    if (wanted === 'conflict') return
    for (const parcel of visit.parcels)
      parcel.wanted = absent.includes(parcel.reference)
        ? 'returned-to-hub'
        : isCollection
          ? 'collected'
          : 'delivered'
  }

  /** The office gives a stop to another driver, which the driver, who delivers it, does not know yet. */
  async #deliverWhatIsGone(visit: Visit): Promise<void> {
    const { company, product, other } = this.#world
    const { stop } = await this.#at(visit)
    await this.#arrive(stop)
    // It is on the vehicle, and the driver at the door, as far as the server knows.
    await this.#until(
      'has sent everything',
      () => this.#phone.isEmpty,
      () => this.#phone.drain(),
    )
    const handing = this.#handOver(visit, 'conflict')
    await product.call({
      path: '/api/trip-sheet/assign',
      token: company.staff.token,
      key: randomUUID(),
      body: { shipment_ids: [visit.id], leg: 'delivery', username: other.username, assign_anyway: true },
    })
    await handing
    await this.#phone.run(() => this.#phone.queue.release())
    for (const parcel of visit.parcels) parcel.wanted = 'returned-to-hub'
  }

  /** Loads the page again in the middle of a step: its input is on the phone. */
  async #mayReloadInStep(stop: Stop, given: HandOver): Promise<HandOver> {
    if (!this.#chance(this.#world.badness === 0 ? 0 : 0.03)) return given
    const { username } = this.#phone
    await this.#phone.run(() =>
      this.#phone.pages.store.storeDraft(username, stop.stop_id, 'hand-over', given),
    )
    await this.#phone.open()
    this.#world.tally.count('pages loaded again in a step')
    const stored = await this.#phone.run(() =>
      this.#phone.pages.store.storedDraft(username, stop.stop_id, 'hand-over'),
    )
    if (!stored) {
      this.#world.tally.violate(`The input at ${stop.stop_id} was lost.`)
      return given
    }
    return stored as HandOver
  }

  async #drawNumbers(shipments: readonly StopShipment[], given: HandOver) {
    const { receipts } = this.#phone.pages
    const { username } = this.#phone
    const draw = () =>
      this.#phone.run(() => {
        const used = receipts.numbersInUse(username, this.#phone.queue.state.read())
        return withReceiptNumbers(shipments, given, receipts.storedNumbers(username), used)
      })
    await this.#until(
      'has receipt numbers',
      () => draw() !== null,
      () => this.#phone.readSheet(),
    )
    return draw() ?? {}
  }

  /** The page lets the driver press Done. */
  #complete(stop: Stop, shipment: StopShipment, given: HandOver, ticked: ReadonlySet<string>): void {
    const missing = missingForHandOver([withoutAbsent(shipment, given.absent)], ticked, given, {
      leg: stop.leg,
      point: null,
      must_scan: false,
      steps: ['pin', 'photo', 'signature'],
      fallback: must_have,
      collection_photo_required: false,
      collection_signature_required: false,
    })
    if (missing) this.#world.tally.violate(`${shipment.tracking_reference} cannot be handed over: ${missing}`)
  }

  #addCash(amount: number): void {
    const { cash } = this.#world
    cash.set(this.#driver.username, (cash.get(this.#driver.username) ?? 0) + amount)
  }

  /** The hub scans what the driver brings back, and what was collected. */
  async #handBack(): Promise<void> {
    for (const { parcels } of this.#visits)
      for (const parcel of parcels) {
        if (parcel.wanted === 'returned-to-hub') await this.#scan(parcel.reference, 'return-to-hub')
        if (parcel.wanted === 'collected') {
          await this.#scan(parcel.reference, 'arrive')
          parcel.wanted = 'at-destination-hub'
        }
      }
  }

  /** The driver counts the cash, and another person confirms it. */
  async #handInCash(): Promise<void> {
    const { company, product, tally, cash } = this.#world
    const read = async () =>
      (
        (await product.call({
          method: 'GET',
          path: `/api${cashApi.drawer.path}?kind=driver&username=${this.#driver.username}`,
          token: company.staff.token,
        })) as { drawer: (Omit<Drawer, 'held'> & { held: number }) | null }
      ).drawer
    const drawer = await read()
    const taken = cash.get(this.#driver.username) ?? 0
    const held = Math.round((drawer?.held ?? 0) * 100)
    if (held !== taken)
      tally.violate(`${this.#driver.username} took ${taken} cents and must hand in ${held}.`)
    if (held === 0) return
    let left = held
    const counted: Record<string, number> = {}
    for (const value of denominations) {
      counted[String(value)] = Math.floor(left / value)
      left %= value
    }
    const unused = drawer?.unused_numbers ?? []
    const made = (await product.call({
      path: `/api${cashApi.cashUp.path}`,
      token: company.staff.token,
      key: randomUUID(),
      body: {
        kind: 'driver',
        username: this.#driver.username,
        expected: held / 100,
        denominations: counted,
        ...(unused.length > 0 ? { unused_reason: 'Input was lost' } : {}),
      },
    })) as Pick<CashUp, 'id'>
    if (unused.length > 0) tally.count('receipt numbers left out', unused.length)
    await product.call({
      path: `/api${cashApi.decide.path}`,
      token: company.finance.token,
      key: randomUUID(),
      body: { id: made.id, is_confirmed: true },
    })
    tally.count('counts of cash confirmed')
  }
}

function wrong(pin: string): string {
  return pin.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))
}
