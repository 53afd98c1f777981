import type { Shipment } from '@waybill/domain/shipments/model'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import {
  addToLoad,
  insertCondition,
  releaseLoad,
  receiveOffLoad,
} from '../../src/hub/manifests/manifest-load-store.ts'
import { insertManifest, updateManifest } from '../../src/hub/manifests/manifest-store.ts'
import { spreadOverLoad } from '../../src/hub/manifests/spread-cost.ts'
import type { Context } from '../../src/kit/handler.ts'
import { readParcels } from '../../src/shipments/index.ts'
import type { DemoMap } from './map.ts'
import { hours, lastWorkingMoment, nextWithin, type Hours } from './working-day.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

/** Line-hauls depart on every working day. Those between Johannesburg and Cape Town depart only in the evening. */
const departures: readonly Hours[] = [7.5, 12.5, 18.5].map((hour) => hours(hour, hour + 1 / 60))
const evening = departures.slice(-1)
/**
 * Hours before departure at which loads close. Long-distance loads close earlier: parcels scanned later wait for the
 * next evening, so there is an open load all night.
 */
const early_close_hours = 2.5
const close_hours = 0.25
/** Minimum travel time in hours. */
const road_hours = 12

/** A shipment’s place on a line-haul, with the events so far. */
interface Ride {
  shipment_id: number
  from: number
  to: number
  departs: number
  manifested_at: number
  arrived_at: number | null
  is_damaged: boolean
}

/** Creates the line-haul loads between the hubs of the demo company. Each load is a manifest. */
export class DemoTrips {
  readonly #started_at: number
  readonly #closed_early: number
  readonly #map: DemoMap
  readonly #rides: Ride[] = []
  #open: Ride | null = null

  constructor(startedAt: Date, map: DemoMap) {
    this.#started_at = startedAt.getTime()
    this.#closed_early = lastWorkingMoment(startedAt).getTime() - hour_ms / 4
    this.#map = map
  }

  /** Starts a shipment. A shipment that stays at its branch is on no load. */
  begin({ id, collection_branch_id: from, delivery_branch_id: to }: Shipment): void {
    const ride = {
      shipment_id: id,
      from,
      to,
      departs: 0,
      manifested_at: 0,
      arrived_at: null,
      is_damaged: false,
    }
    this.#open = from && to && from !== to ? ride : null
  }

  /** Returns the earliest time of a step, given the time of the previous step. */
  earliest(status: ShipmentStatus, before: number): number {
    const isArrival = this.#open !== null && status === 'at-destination-hub'
    return isArrival ? before + road_hours * hour_ms : before
  }

  /**
   * Returns the actual time of a step, because loads close and depart at fixed times. Returns `null` when the step
   * does not happen.
   */
  timeOf(status: ShipmentStatus, at: number): number | null {
    const ride = this.#open
    const isLineHaul = ['manifested', 'ready-for-dispatch', 'in-transit'].includes(status)
    if (!ride) return isLineHaul ? null : at
    if (status === 'manifested') {
      ride.departs = this.#departureAfter(ride, at)
      return at
    }
    if (status === 'ready-for-dispatch') return this.#closes(ride)
    return status === 'in-transit' ? ride.departs : at
  }

  /** Records that a step has happened. */
  happened(status: ShipmentStatus, at: number): void {
    const ride = this.#open
    if (!ride) return
    if (status === 'manifested') {
      ride.manifested_at = at
      this.#rides.push(ride)
    }
    if (status === 'at-destination-hub') ride.arrived_at ??= at
    if (status === 'damaged') ride.is_damaged = true
  }

  /** Calls `make` for every manifest, ordered by departure, with the time at which the manifest was opened. */
  async setUp(make: (opened: Date, run: (ctx: Context) => Promise<void>) => Promise<void>): Promise<void> {
    const loads = new Map<string, Ride[]>()
    for (const ride of this.#rides) {
      const key = `${ride.departs} ${ride.from} ${ride.to}`
      loads.set(key, [...(loads.get(key) ?? []), ride])
    }
    const sorted = [...loads.values()].sort(
      ([one], [other]) => (one?.departs ?? 0) - (other?.departs ?? 0) || (one?.to ?? 0) - (other?.to ?? 0),
    )
    for (const rides of sorted) {
      const opened = new Date(Math.min(...rides.map((ride) => ride.manifested_at)) - hour_ms)
      await make(opened, (ctx) => this.#keep(ctx, rides))
    }
  }

  #departureAfter(ride: Ride, at: number): number {
    const choices = this.#isLong(ride) ? evening : departures
    let departs = nextWithin(at, choices, 0)
    while (this.#closes({ ...ride, departs }) < at) departs = nextWithin(departs, choices, 0)
    return departs
  }

  /**
   * Returns the time at which a load closes. The next load from Johannesburg to Cape Town is already closed when the
   * company is created.
   */
  #closes({ from, to, departs }: Pick<Ride, 'from' | 'to' | 'departs'>): number {
    if (!this.#isLong({ from, to })) return departs - close_hours * hour_ms
    const planned = departs - early_close_hours * hour_ms
    const waits = from === this.#map.branches.JHB && departs === nextWithin(this.#started_at, evening, 0)
    return waits ? Math.min(planned, this.#closed_early) : planned
  }

  #isLong({ from, to }: Pick<Ride, 'from' | 'to'>): boolean {
    const { JHB, CPT } = this.#map.branches
    return (from === JHB && to === CPT) || (from === CPT && to === JHB)
  }

  async #keep(ctx: Context, rides: readonly Ride[]): Promise<void> {
    const [first] = rides
    if (!first) return
    const { departs, from, to } = first
    const parcels = await readParcels(
      ctx,
      rides.map(({ shipment_id }) => shipment_id),
    )
    const isAir = to === this.#map.branches.DBN
    const cost = 180_000 + parcels.length * 1_250
    const id = await insertManifest(ctx, {
      from_branch_id: from,
      to_branch_id: to,
      carrier: isAir ? 'Karoo Air Cargo' : 'Own line-haul',
      service_level: isAir ? 'Air' : 'Road',
      driver_name: isAir ? '' : 'Themba Radebe',
      vehicle_registration: isAir ? 'Flight KA 412' : `HX ${20 + (from % 9)} ${30 + (to % 9)} GP`,
      waybill_reference: isAir ? `018-${String(departs).slice(3, 8)}` : '',
      scan_status: 'manifested',
      planned_departure: new Date(departs),
      planned_arrival: new Date(departs + 14 * hour_ms),
      cost,
    })
    const onBoard = rides.flatMap((ride) =>
      parcels.flatMap(({ id: parcelId, shipment_id }) =>
        shipment_id === ride.shipment_id ? [{ parcel_id: parcelId, shipment_id, ride }] : [],
      ),
    )
    await addToLoad(
      ctx,
      id,
      onBoard.map(({ ride, ...parcel }) => ({ ...parcel, added_at: new Date(ride.manifested_at) })),
    )
    const closes = this.#closes(first)
    if (closes > this.#started_at) return
    await spreadOverLoad(ctx, { id, cost })
    const closed = {
      status: 'closed' as const,
      time_closed: new Date(closes),
      seal_number: `FC-${String(4_000 + id)}`,
    }
    await updateManifest(ctx, id, closed)
    if (departs > this.#started_at) return
    await releaseLoad(ctx, id)
    await updateManifest(ctx, id, { departed_at: new Date(departs) })
    await this.#receive(ctx, id, rides, onBoard)
  }

  /**
   * Receives the parcels that have arrived. The load counts as received when all shipments have arrived, or more than
   * half of at least four; the rest is then short.
   */
  async #receive(
    ctx: Context,
    id: number,
    rides: readonly Ride[],
    onBoard: readonly { parcel_id: number; shipment_id: number; ride: Ride }[],
  ): Promise<void> {
    const arrivals = rides.flatMap(({ arrived_at }) => arrived_at ?? [])
    if (arrivals.length === 0) return
    await receiveOffLoad(
      ctx,
      id,
      onBoard.flatMap(({ parcel_id, shipment_id, ride: { arrived_at } }) =>
        arrived_at === null ? [] : [{ parcel_id, shipment_id, received_at: new Date(arrived_at) }],
      ),
    )
    for (const { parcel_id, ride } of onBoard)
      if (ride.is_damaged) await insertCondition(ctx, id, parcel_id, 'damaged', 'Box crushed')
    const last = Math.max(...arrivals)
    const isComplete = arrivals.length === rides.length
    const isNearly = arrivals.length > rides.length / 2 && rides.length > 3
    await updateManifest(ctx, id, {
      arrived_at: new Date(Math.min(...arrivals)),
      ...(isComplete || isNearly
        ? { received_at: new Date(Math.min(last + hour_ms / 2, this.#started_at)) }
        : {}),
    })
  }
}
