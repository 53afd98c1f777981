import { randomUUID } from 'node:crypto'
import type { ActionType } from '@waybill/domain/drivers/model'
import { does_not_fit_reasons } from '@waybill/domain/drivers/parcel-actions'
import type { ReservationState } from '@waybill/domain/pickup-points/reservation'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { FakeBooking, FakeName } from '../../server/dev/fakes/lockers/network.ts'
import { updateReservation } from '../../server/src/lockers/reservation-store.ts'
import { small_parcel } from '../../server/dev/test-kit/own-locker.ts'
import { booking } from '../../server/dev/test-kit/provider.ts'
import { networks, type Client, type Company } from './company.ts'
import type { Product } from '../proofs/product.ts'
import type { Tally } from '../proofs/tally.ts'

/** Where a parcel is in the end, and what happens to it before. */
const ends = [
  { share: 0.5, end: 'received' },
  { share: 0.2, end: 'expired' },
  { share: 0.12, end: 'refused at the door' },
  { share: 0.08, end: 'returned before' },
  { share: 0.1, end: 'waits' },
] as const
type End = (typeof ends)[number]['end']

/**
 * How many parcels a driver has at most, and how many one round adds. With eight drivers, a network has half as many
 * open parcels as doors.
 */
const max_open = 16
const round_size = 8

/**
 * How many parcels stay in their door for good: with more, the lockers would be full for all others. At a point of a
 * network, which has two doors of a size, only one does.
 */
const max_left_waiting = 40

/** A parcel that has waited so long in one step is stuck, in ms. */
const max_waiting_ms = 240_000

/** A parcel: what is planned for it, and where it really is. */
export interface Parcel {
  /** The customer reference, and the key of its booking. */
  key: string
  network: FakeName | 'own'
  pickup_point_id: string
  end: End
  /** Whether only the network reports the deposit, and not the driver. */
  is_reported_only: boolean
  /** Whether its receiver is there before the product knows of the deposit. */
  is_hasty: boolean
  /** Whether the network gives its place away once. */
  loses_place: boolean
  id: number
  parcel_reference: string
  step: 'on the vehicle' | 'in the point' | 'over the time' | 'back on the vehicle' | 'done'
  is_at: 'vehicle' | 'point' | 'receiver' | 'hub'
  /** The booking of its network in which it is or was. */
  booking: FakeBooking | null
  door: string
  /** When its step began, in ms. */
  since: number
}

/** What the product says about a parcel. */
interface Seen {
  id: number
  status: ShipmentStatus
  state: ReservationState | null
  reservation_id: number
  network_reference: string
  door: string | null
}

/** What the clients share. */
export interface World {
  company: Company
  product: Product
  tally: Tally
  random: () => number
  /** How many parcels are to be made in all, and those made so far. */
  wanted: number
  parcels: Parcel[]
  /** Doors of own lockers, by point and name, with the parcel that is really in them. */
  doors: Map<string, Parcel>
}

function newParcel({ company, random, parcels }: World): Parcel {
  const network = (['own', ...networks] as const)[parcels.length % 4]!
  const points = company.points[network]
  let left = random()
  const { end } = ends.find(({ share }) => (left -= share) < 0) ?? ends[0]
  const pickupPointId = points[Math.floor(random() * points.length)]!
  const waiting = parcels.filter((one) => one.end === 'waits')
  const mayWait =
    waiting.length < max_left_waiting &&
    (network === 'own' || waiting.every((one) => one.pickup_point_id !== pickupPointId))
  return {
    key: randomUUID(),
    network,
    pickup_point_id: pickupPointId,
    end: end === 'waits' && !mayWait ? 'received' : end,
    is_reported_only: network !== 'own' && random() < 0.4,
    is_hasty: network !== 'own' && random() < 0.3,
    loses_place: network !== 'own' && random() < 0.05,
    id: 0,
    parcel_reference: '',
    step: 'on the vehicle',
    is_at: 'vehicle',
    booking: null,
    door: '',
    since: Date.now(),
  }
}

/** A client: a driver with the people who book its parcels and fetch them. */
export class ParcelClient {
  readonly #world: World
  readonly #client: Client
  #open: Parcel[] = []
  /** Actions of this turn, sent in one call. */
  #actions: { parcel: Parcel; type: ActionType; reason?: string }[] = []

  constructor(world: World, client: Client) {
    this.#world = world
    this.#client = client
  }

  /** Carries parcels until all that are wanted were made and have ended. */
  async run(): Promise<void> {
    const { parcels, wanted } = this.#world
    while (parcels.length < wanted || this.#open.length > 0) {
      if (this.#open.length <= max_open - round_size) await this.#startRound()
      const seen = await this.#look()
      for (const parcel of this.#open) {
        const now = seen.get(parcel.id)
        const { step } = parcel
        if (now) await this.#advance(parcel, now)
        if (parcel.step !== step) parcel.since = Date.now()
        if (Date.now() - parcel.since > max_waiting_ms) this.#giveUp(parcel, now)
      }
      await this.#act()
      this.#open = this.#open.filter(({ step }) => step !== 'done')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  #giveUp(parcel: Parcel, seen: Seen | undefined): void {
    this.#world.tally.violate(
      `Parcel ${parcel.id} is stuck ${parcel.step}: ${JSON.stringify({ ...parcel, seen })}`,
    )
    parcel.step = 'done'
  }

  /** Books parcels, collects them and puts them on the vehicle. */
  async #startRound(): Promise<void> {
    const { parcels, wanted, company, product } = this.#world
    const round: Parcel[] = []
    while (round.length < round_size && parcels.length < wanted) {
      const parcel = newParcel(this.#world)
      parcels.push(parcel)
      round.push(parcel)
    }
    if (round.length === 0) return
    const { driver, account_id } = this.#client
    await Promise.all(
      round.map(async (parcel) => {
        const booked = (await product.call({
          path: '/api/shipments',
          token: company.staff.token,
          key: parcel.key,
          body: {
            ...booking({
              collection_contact: { name: 'Riaan Jooste', mobile_number: '0215550142', email: '' },
              delivery_contact: { name: 'Naledi Mokoena', mobile_number: '', email: 'naledi@example.com' },
              parcels: [small_parcel(this.#world.random() < 0.3 ? 18 : 7)],
            }),
            account_id,
            customer_reference: parcel.key,
            delivery_pickup_point_id: parcel.pickup_point_id,
            delivery_pickup_point_provider: parcel.network,
          },
        })) as { id: number; parcels: { tracking_reference: string }[] }
        parcel.id = booked.id
        parcel.parcel_reference = booked.parcels[0]?.tracking_reference ?? ''
      }),
    )
    for (const leg of ['collection', 'delivery'])
      await product.call({
        path: '/api/trip-sheet/assign',
        token: company.staff.token,
        key: randomUUID(),
        body: {
          shipment_ids: round.map(({ id }) => id),
          leg,
          username: driver.username,
          assign_anyway: true,
        },
      })
    for (const type of ['collect', 'load'] as const) {
      this.#actions = round.map((parcel) => ({ parcel, type }))
      await this.#act()
    }
    this.#open.push(...round)
  }

  async #look(): Promise<Map<number, Seen>> {
    const { p } = this.#world.company
    const { rows } = await p.runtime.runtime.pool.query<Seen>(
      `SELECT s.id::int AS id, s.status, r.state, r.id::int AS reservation_id, r.network_reference, d.name AS door
       FROM shipment s
       LEFT JOIN LATERAL (SELECT * FROM locker_reservation r WHERE r.provider_id = s.provider_id
         AND r.shipment_id = s.id AND r.leg = 'delivery' ORDER BY r.id DESC LIMIT 1) r ON true
       LEFT JOIN pickup_door d ON d.provider_id = s.provider_id AND d.held_by = r.id
       WHERE s.provider_id = $1 AND s.id = ANY($2)`,
      [p.provider_id, this.#open.map(({ id }) => id)],
    )
    return new Map(rows.map((row) => [row.id, row]))
  }

  async #advance(parcel: Parcel, seen: Seen): Promise<void> {
    switch (parcel.step) {
      case 'on the vehicle':
        return this.#toPoint(parcel, seen)
      case 'in the point':
        return this.#inPoint(parcel, seen)
      case 'over the time':
        if (seen.status === 'collect-and-return-to-hub') this.#takeBack(parcel)
        return
      case 'back on the vehicle':
        return this.#toHub(parcel)
      case 'done':
        return
    }
  }

  async #toPoint(parcel: Parcel, { status, state, network_reference, door }: Seen): Promise<void> {
    const { company, tally, doors } = this.#world
    if (parcel.end === 'returned before') return this.#toHub(parcel)
    if (status !== 'out-for-delivery' || state !== 'reserved') return
    if (parcel.network !== 'own') {
      const network = company.fake.networks[parcel.network]
      const booked = network.find(network_reference)
      if (booked?.state !== 'booked') return
      if (parcel.loses_place) {
        parcel.loses_place = false
        tally.count('places that a network gave away')
        network.giveAway(booked)
        return
      }
      if (parcel.end !== 'refused at the door') {
        parcel.booking = booked
        network.deposit(booked, booked.courier_code)
      }
    }
    if (parcel.end === 'refused at the door') {
      this.#actions.push({ parcel, type: 'does-not-fit', reason: does_not_fit_reasons[0]! })
      parcel.step = 'back on the vehicle'
      return
    }
    if (parcel.network === 'own') {
      parcel.door = door ?? ''
      const place = `${parcel.pickup_point_id} ${parcel.door}`
      if (doors.has(place))
        tally.violate(`Door ${place} was reserved for ${parcel.id} while another parcel was in it.`)
      doors.set(place, parcel)
    }
    parcel.is_at = 'point'
    parcel.step = 'in the point'
    if (parcel.is_reported_only) tally.count('deposits that only the network reported')
    else
      this.#actions.push({
        parcel,
        type: parcel.network === 'ram-counter' ? 'hand-to-counter' : 'deposit-in-locker',
      })
  }

  async #inPoint(parcel: Parcel, { status, reservation_id }: Seen): Promise<void> {
    const { company } = this.#world
    const network = parcel.network === 'own' ? null : company.fake.networks[parcel.network]
    if (status !== 'ready-for-pickup' && !parcel.is_hasty) return
    if (parcel.end === 'waits') parcel.step = 'done'
    if (parcel.end === 'expired') {
      if (network && parcel.booking) network.expire(parcel.booking)
      // Its time is over at once.
      else
        await company.p.inTransaction((ctx) => updateReservation(ctx, reservation_id, { deadline: ctx.now }))
      parcel.step = 'over the time'
    }
    if (parcel.end !== 'received') return
    if (network && parcel.booking) network.collect(parcel.booking, parcel.booking.pin)
    else await this.#openDoor(parcel)
    parcel.is_at = 'receiver'
    parcel.step = 'done'
  }

  async #openDoor(parcel: Parcel): Promise<void> {
    const { company, product, doors, tally } = this.#world
    const { token } = company.staff
    const { shipment } = (await product.call({
      method: 'GET',
      path: `/api/shipments/detail?id=${parcel.id}`,
      token,
    })) as {
      shipment: { proof_of_delivery_pin: string }
    }
    const { is_open, message } = (await product.call({
      path: '/api/pickup-points/open-door',
      token,
      key: randomUUID(),
      body: {
        pickup_point_id: parcel.pickup_point_id,
        door: parcel.door,
        pin: shipment.proof_of_delivery_pin,
      },
    })) as { is_open: boolean; message: string }
    if (!is_open)
      tally.violate(`Door ${parcel.door} of ${parcel.id} stayed shut for its receiver: ${message}`)
    doors.delete(`${parcel.pickup_point_id} ${parcel.door}`)
  }

  #takeBack(parcel: Parcel): void {
    const { company, doors } = this.#world
    this.#actions.push({ parcel, type: 'collect-expired' })
    if (parcel.network !== 'own' && parcel.booking)
      company.fake.networks[parcel.network].takeOut(parcel.booking, parcel.booking.courier_code)
    doors.delete(`${parcel.pickup_point_id} ${parcel.door}`)
    parcel.is_at = 'vehicle'
    parcel.step = 'back on the vehicle'
  }

  async #toHub(parcel: Parcel): Promise<void> {
    const { company, product, tally } = this.#world
    const scan = randomUUID()
    const { verdict, message } = (await product.call({
      path: '/api/tracking/shipment-events',
      token: company.staff.token,
      key: scan,
      body: {
        parcel_reference: parcel.parcel_reference,
        mode: 'arrive',
        branch_id: company.p.map.branches.CPT,
        scan_id: scan,
      },
    })) as { verdict: string; message: string }
    tally.count(`scans at the hub: ${verdict}`)
    if (verdict === 'stop') tally.violate(`The hub refused ${parcel.id}: ${message}`)
    parcel.is_at = 'hub'
    parcel.step = 'done'
  }

  /** Sends the actions of this turn in one call. */
  async #act(): Promise<void> {
    const acting = this.#actions
    this.#actions = []
    if (acting.length === 0) return
    const { product, tally } = this.#world
    const began = Date.now()
    const { results } = (await product.call({
      path: '/api/drivers/actions',
      token: this.#client.driver.token,
      body: {
        actions: acting.map(({ parcel, type, reason }, at) => ({
          action_id: randomUUID(),
          type,
          shipment_id: parcel.id,
          scanned_references: [parcel.parcel_reference],
          occurred_at: new Date(began + at).toISOString(),
          payload: reason ? { reason } : {},
        })),
      },
    })) as { results: { result: string; message: string }[] }
    for (const [at, { result, message }] of results.entries()) {
      const { type, parcel } = acting[at]!
      tally.count(`actions of drivers: ${type}, ${result}`)
      // The network reported the same before the driver did.
      const isExpected = type.startsWith('deposit') || type.startsWith('hand') || type === 'collect-expired'
      if (result === 'conflict' && !(isExpected && parcel.network !== 'own'))
        tally.violate(`The driver could not ${type} ${parcel.id} (${parcel.network}): ${message}`)
    }
  }
}
