import { fitsPlace, outside_statuses } from '@waybill/domain/lockers/fits-place'
import { statusAfterPointEvent, waiting_for_place } from '@waybill/domain/lockers/point-events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { wrongState } from '@waybill/domain/kit/problem'
import { placeMissing, placeWanted } from '@waybill/domain/pickup-points/events'
import {
  pickup_point_providers,
  type Compartment,
  type NetworkName,
} from '@waybill/domain/pickup-points/model'
import { fitMeasures } from '@waybill/domain/pickup-points/fit'
import {
  dropoffDeadline,
  holding_states,
  isWanted,
  nextAttempt,
  pickupDeadline,
  reservationRejection,
  stateAfter,
  type PointTimes,
} from '@waybill/domain/pickup-points/reservation'
import {
  dropoff_expiry_days,
  locker_extension_hours,
  locker_pickup_expiry_hours,
  locker_reminder_hours,
} from '@waybill/domain/pickup-points/settings'
import type { shipmentEdited, shipmentMoved } from '@waybill/domain/shipments/events'
import { isFor, waitsAtPoint, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import type { BaseContext, Context } from '../kit/handler.ts'
import { unrestricted } from '../kit/unrestricted.ts'
import {
  countParcel,
  findPointRow,
  freeDoor,
  hasDoors,
  heldDoor,
  holdDoor,
  lockDoor,
  lockPoint,
  takeDoor,
  type PointRow,
} from '../pickup-points/index.ts'
import {
  enterStatus,
  lockShipment,
  readParcels,
  updateShipment,
  type ShipmentRow,
} from '../shipments/index.ts'
import type { NetworkReason, PlaceAnswer, PlaceRequest } from './network.ts'
import {
  findLastPlace,
  insertReservation,
  findOpenPlaces,
  lockOpenPlaces,
  lockOpenReservation,
  lockReservation,
  updateReservation,
  type ReservationRow,
} from './reservation-store.ts'

type Leg = ReservationRow['leg']

/** Returns the times at pickup points from the settings of the company. */
export function pointTimes(reader: BaseContext): PointTimes {
  return {
    locker_pickup_expiry_hours: reader.setting(locker_pickup_expiry_hours),
    locker_reminder_hours: reader.setting(locker_reminder_hours),
    locker_extension_hours: reader.setting(locker_extension_hours),
    dropoff_expiry_days: reader.setting(dropoff_expiry_days),
  }
}

/** The pickup points of a shipment. */
export type PointsOfShipment = Pick<ShipmentRow, `${Leg}_pickup_point_${'id' | 'provider'}`>

/** Returns the row of the pickup point of a leg; `undefined` for a door. */
export async function pointOfLeg(
  ctx: Context,
  row: PointsOfShipment,
  leg: Leg,
): Promise<PointRow | undefined> {
  const id = row[`${leg}_pickup_point_id`]
  const network = pickup_point_providers.find((one) => one === row[`${leg}_pickup_point_provider`])
  return id === null || network === undefined ? undefined : findPointRow(ctx, network, id)
}

/** Expects a shipment at the pickup point where it starts until the time to drop it off is over. */
async function expectDropoff(ctx: Context, shipmentId: number): Promise<void> {
  const row = await lockShipment(ctx, shipmentId)
  if (row.status !== 'awaiting-dropoff') return
  const point = await pointOfLeg(ctx, row, 'collection')
  if (!point || (await lockOpenReservation(ctx, row.id, 'collection'))) return
  await insertReservation(ctx, {
    shipment_id: shipmentId,
    leg: 'collection',
    point_id: point.id,
    network: point.pickup_point_provider,
    deadline: dropoffDeadline(ctx.now, pointTimes(ctx)),
  })
}

/** Whether a parcel with this status is no longer where its sender dropped it off. */
const hasLeftSender = (status: ShipmentStatus): boolean =>
  isFor('hub', status) || status === 'out-for-delivery'

/** Reads whether a shipment that moves has open reservations. They are made only while it is locked. */
export async function readOpenPlaces(
  caller: Context,
  { shipment_id, to, is_new }: Pick<PayloadOf<typeof shipmentMoved>, 'shipment_id' | 'to' | 'is_new'>,
): Promise<boolean> {
  if (to === 'awaiting-dropoff' || is_new) return false
  return (await findOpenPlaces(unrestricted(caller), shipment_id)).length > 0
}

/**
 * Keeps the places of a shipment true to its status, by any way: a place is asked for when it goes out to a
 * pickup point, and left or given back when it is no longer there (docs/domain/pickup-points.md#reservations).
 */
export async function followShipment(
  caller: Context,
  { shipment_id, from, to, is_release, is_new }: PayloadOf<typeof shipmentMoved>,
  hasOpen: boolean,
): Promise<void> {
  const ctx = unrestricted(caller)
  if (to === 'awaiting-dropoff') return expectDropoff(ctx, shipment_id)
  if (is_new) return
  const isOpen = hasOpen && (await lockOpenPlaces(ctx, shipment_id))
  if (isOpen && outside_statuses.includes(to)) await leaveAfterPickup(ctx, shipment_id, 'delivery')
  if (to === 'out-for-delivery') return expectPlace(ctx, shipment_id)
  if (isOpen && to === 'collected') await leaveAfterPickup(ctx, shipment_id, 'collection')
  if (waitsAtPoint(to) && is_release) return sendBackExpired(ctx, shipment_id)
  if (waitsAtPoint(to)) return waitsAtPoint(from) ? undefined : depositByHand(ctx, shipment_id)
  if (!isOpen) return
  // A parcel that was dropped off at a counter is 'collected' while it is there; a hub or a vehicle has it next.
  if (to !== 'collected' && hasLeftSender(to)) await leaveAfterPickup(ctx, shipment_id, 'collection')
  if (to !== waiting_for_place && to !== 'collect-and-return-to-hub') await releasePlaces(ctx, shipment_id)
}

/** Asks for a place at the pickup point of the delivery. One that was refused before is asked for again. */
async function expectPlace(ctx: Context, shipmentId: number): Promise<void> {
  const row = await lockShipment(ctx, shipmentId)
  const point = await pointOfLeg(ctx, row, 'delivery')
  if (!point) return
  const open = await lockOpenReservation(ctx, row.id, 'delivery')
  if (open && open.state !== 'failed') return
  if (open) await updateReservation(ctx, open.id, { first_attempt: ctx.now, next_attempt: ctx.now })
  const id =
    open?.id ??
    (await insertReservation(ctx, {
      shipment_id: shipmentId,
      leg: 'delivery',
      point_id: point.id,
      network: point.pickup_point_provider,
      deadline: null,
    }))
  await ctx.emit(placeWanted, { reservation_id: id, shipment_id: shipmentId })
}

/**
 * When the delivery of a shipment that is on the vehicle gets another place, gives its old place back and asks for one
 * at the new pickup point. A shipment that waited for a place no longer waits.
 */
export async function followNewPlace(
  caller: Context,
  { shipment_id, fields }: PayloadOf<typeof shipmentEdited>,
): Promise<void> {
  const ctx = unrestricted(caller)
  if (!fields.includes('delivery_pickup_point_id') && !fields.includes('delivery_pickup_point_provider'))
    return
  const reservation = await lockOpenReservation(ctx, shipment_id, 'delivery')
  if (reservation && stateAfter(reservation.state, 'release') === null) return
  if (reservation) await release(ctx, reservation)
  const row = await lockShipment(ctx, shipment_id)
  if (row.status === waiting_for_place)
    await enterStatus(ctx, row, {
      to: (reservation?.status_before || 'out-for-delivery') as ShipmentStatus,
      is_release: true,
      internal_message: 'Another place was chosen.',
    })
  else if (row.status === 'out-for-delivery') await expectPlace(ctx, shipment_id)
}

/**
 * Puts a parcel into its place after its status was set by hand. Without a reserved door the door stays unknown, and
 * the receiver has the same time as with one.
 */
async function depositByHand(ctx: Context, shipmentId: number): Promise<void> {
  const reservation = await lockOpenReservation(ctx, shipmentId, 'delivery')
  if (reservation && stateAfter(reservation.state, 'deposit') === null) return
  const row = await lockShipment(ctx, shipmentId)
  const at = row.latest_tracking_event_time ?? ctx.now
  await depositPlace(ctx, row, { leg: 'delivery', at, isDoorUnknown: !reservation?.door_id })
}

/** Sends a parcel back whose time was over before its shipment was released: nobody may fetch it any more. */
async function sendBackExpired(ctx: Context, shipmentId: number): Promise<void> {
  const reservation = await lockOpenReservation(ctx, shipmentId, 'delivery')
  if (reservation?.state !== 'expired') return
  const row = await lockShipment(ctx, shipmentId)
  const to = statusAfterPointEvent({ kind: 'expire', leg: 'delivery' }, row)
  if (to !== row.status) await enterStatus(ctx, row, { to, source: 'locker' })
}

/** Returns our reference of a reservation at its network, the same in every attempt. */
export function networkReference({ provider_id }: BaseContext, { id }: { id: number }): string {
  return `${provider_id}-${id}`
}

/** A request to make to the network of a reservation. */
export interface NetworkPlan {
  network: NetworkName
  /** Sizes of the point. */
  compartments: readonly Compartment[]
  request: PlaceRequest
}

/**
 * Reserves a place at an own point at once, or returns the request for the network. `null` when nothing is left to do,
 * because the place was found meanwhile or the shipment no longer needs it.
 */
export async function planPlace(
  ctx: Context,
  reservationId: number,
  shipmentId: number,
): Promise<NetworkPlan | null> {
  const row = await lockShipment(ctx, shipmentId)
  const reservation = await lockReservation(ctx, reservationId)
  if (!reservation || !isWanted(reservation)) return null
  if (!isFor('active', row.status)) {
    await release(ctx, reservation)
    return null
  }
  const point = await lockPoint(ctx, reservation.point_id)
  const [parcel] = (await readParcels(ctx, [row.id])).filter(({ status }) => status !== 'cancelled')
  if (!point || !parcel) return null
  const measures = fitMeasures(parcel)
  if (point.pickup_point_provider !== 'own')
    return {
      network: point.pickup_point_provider,
      compartments: point.compartments,
      request: {
        reference: networkReference(ctx, reservation),
        pickup_point_id: point.pickup_point_id,
        type: point.type,
        waybill: parcel.tracking_reference,
        ...measures,
        receiver_mobile:
          (row.delivery_contact as Partial<Record<string, string>> | null)?.['mobile_number'] ?? '',
      },
    }
  await settlePlace(ctx, row, reservation, await answerOfOwn(ctx, point, reservation, measures))
  return null
}

/**
 * Reserves a place for a sender who stands at an own point. Returns the name of the door, `''` at a counter. Throws
 * `wrong_state` when there is no place.
 */
export async function takeDropoffDoor(ctx: Context, row: ShipmentRow): Promise<string> {
  const reservation = await reservationFor(ctx, row, 'collection')
  const point = reservation && (await lockPoint(ctx, reservation.point_id))
  const [parcel] = (await readParcels(ctx, [row.id])).filter(({ status }) => status !== 'cancelled')
  if (!reservation || !point || !parcel) throw wrongState(codedText('point_gone'))
  const answer = await answerOfOwn(ctx, point, reservation, fitMeasures(parcel))
  if (!answer.ok) throw wrongState(answer.message)
  return (await heldDoor(ctx, point.id, reservation.id))?.name ?? ''
}

/** Takes the smallest free door of an own locker, or a place at an own counter. */
async function answerOfOwn(
  ctx: Context,
  point: PointRow,
  reservation: ReservationRow,
  measures: ReturnType<typeof fitMeasures>,
): Promise<PlaceAnswer> {
  if (point.closed_date !== null || point.status === 'offline')
    return { ok: false, reason: 'closed', message: point.out_of_order_reason || `${point.name} is closed.` }
  if (!(await hasDoors(ctx, point.id)))
    return point.capacity !== null && point.parcels_held >= point.capacity
      ? { ok: false, reason: 'full', message: `${point.name} holds ${point.capacity} parcels and is full.` }
      : { ok: true, network_reference: '', size: '', courier_code: '' }
  const door = await takeDoor(ctx, { pointId: point.id, reservationId: reservation.id, measures })
  if (!door) return { ok: false, reason: 'full', message: `No door of ${point.name} that fits is free.` }
  await updateReservation(ctx, reservation.id, { door_id: door.id, size: door.size })
  return { ok: true, network_reference: '', size: door.size, courier_code: '' }
}

/**
 * Stores the answer to a request for a place. Without a place the shipment waits in `waiting_for_place`, and the
 * request is repeated; with one it returns to the status that it had before.
 */
export async function settlePlace(
  ctx: Context,
  row: ShipmentRow,
  reservation: ReservationRow,
  answer: PlaceAnswer,
): Promise<void> {
  if (!answer.ok) return failPlace(ctx, row, reservation, answer)
  await updateReservation(ctx, reservation.id, {
    state: 'reserved',
    size: answer.size,
    network_reference: answer.network_reference,
    courier_code_sealed: answer.courier_code ? ctx.sealer.seal(answer.courier_code) : null,
    attempts: reservation.attempts + 1,
    next_attempt: null,
    last_error: '',
  })
  await countParcel(ctx, reservation.point_id, 1)
  const { leg, status_before } = reservation
  const to = statusAfterPointEvent({ kind: 'reserve', leg }, { ...row, status_before })
  if (to !== row.status)
    await enterStatus(ctx, row, {
      to,
      is_release: true,
      internal_message: 'A place was found.',
      source: 'locker',
    })
}

/**
 * Notes that there is no place, and when to try again. Asks staff to choose another place once it is not tried again: at
 * once when the parcel is too large for the network.
 */
export async function failPlace(
  ctx: Context,
  row: ShipmentRow,
  reservation: ReservationRow,
  { reason, message }: { reason: NetworkReason; message: string },
): Promise<void> {
  const first = reservation.state === 'reserved' ? ctx.now : (reservation.first_attempt ?? ctx.now)
  const next = reason === 'too-large' ? null : nextAttempt(first, ctx.now)
  await noteFailure(ctx, row, reservation, { message, first, next })
  const to = statusAfterPointEvent({ kind: 'fail', leg: reservation.leg }, row)
  if (to !== row.status) await enterStatus(ctx, row, { to, internal_message: message, source: 'locker' })
}

/**
 * Gives up the place of a delivery because the driver cannot use it: the parcel does not fit, or no door is free. It
 * is not tried again, because staff choose another place. The caller sets the status.
 */
export async function giveUpPlace(ctx: Context, row: ShipmentRow, message: string): Promise<void> {
  const reservation = await reservationFor(ctx, row, 'delivery')
  if (!reservation || stateAfter(reservation.state, 'fail') === null) return
  await noteFailure(ctx, row, reservation, { message, first: ctx.now, next: null })
  await giveBack(ctx, reservation)
}

/** Stores why there is no place, and notifies staff once when none is looked for any longer. */
async function noteFailure(
  ctx: Context,
  row: ShipmentRow,
  reservation: ReservationRow,
  { message, first, next }: { message: string; first: Date; next: Date | null },
): Promise<void> {
  await leavePlace(ctx, reservation)
  await updateReservation(ctx, reservation.id, {
    state: 'failed',
    door_id: null,
    attempts: reservation.attempts + 1,
    first_attempt: first,
    next_attempt: next,
    last_error: message.slice(0, 500),
    ...(row.status === waiting_for_place ? {} : { status_before: row.status }),
  })
  const wasGivenUp = reservation.state === 'failed' && reservation.next_attempt === null
  if (next === null && !wasGivenUp)
    await ctx.emit(placeMissing, { shipment_id: row.id, reason: message.slice(0, 500) })
}

/**
 * Puts a parcel into its place: the reserved door, or another free door of the same locker that the driver names.
 * Sets the deadline of the shipment to that of its reservation; at a point that is not listed, the shipment has the
 * deadline alone. Returns the name of the door, `''` at counters and where the network knows it. Throws `wrong_state`
 * when there is no place for it.
 */
export async function depositPlace(
  ctx: Context,
  row: ShipmentRow,
  {
    leg,
    door = '',
    at,
    isDoorUnknown = false,
  }: { leg: Leg; door?: string | undefined; at: Date; isDoorUnknown?: boolean },
): Promise<string> {
  const reservation = await reservationFor(ctx, row, leg)
  const deadline = leg === 'delivery' ? pickupDeadline(at, pointTimes(ctx)) : null
  if (deadline) await updateShipment(ctx, row.id, { pickup_deadline: deadline })
  if (!reservation) return door
  const state = stateAfter(reservation.state, 'deposit')
  if (state === null) throw wrongState(reservationRejection(reservation.state, 'deposit'))
  const point = await lockPoint(ctx, reservation.point_id)
  if (!point) throw wrongState(codedText('point_gone'))
  const chosen = isDoorUnknown ? null : await doorFor(ctx, point, reservation, door)
  if (reservation.state !== 'reserved') {
    await countParcel(ctx, point.id, 1)
    await giveBack(ctx, reservation)
  }
  await updateReservation(ctx, reservation.id, {
    state,
    door_id: chosen?.id ?? null,
    size: chosen?.size ?? reservation.size,
    time_deposited: at,
    next_attempt: null,
    reminders: 0,
    deadline,
  })
  return chosen?.name ?? door
}

/** Returns the open reservation of a leg, or a new one for a parcel that comes without; `null` for an unlisted point. */
async function reservationFor(ctx: Context, row: ShipmentRow, leg: Leg): Promise<ReservationRow | null> {
  const open = await lockOpenReservation(ctx, row.id, leg)
  if (open) return open
  const point = await pointOfLeg(ctx, row, leg)
  if (!point) return null
  await insertReservation(ctx, {
    shipment_id: row.id,
    leg,
    point_id: point.id,
    network: point.pickup_point_provider,
    deadline: null,
  })
  const made = await lockOpenReservation(ctx, row.id, leg)
  if (!made) throw new Error('A reservation could not be read back.')
  return made
}

/** Returns the door of an own locker for a deposit; `null` at counters and at networks, which know it themselves. */
async function doorFor(ctx: Context, point: PointRow, reservation: ReservationRow, named: string) {
  if (point.pickup_point_provider !== 'own' || !(await hasDoors(ctx, point.id))) return null
  if (named.trim() === '') {
    if (reservation.door_id === null) throw wrongState(codedText('door_needed'))
    const held = await heldDoor(ctx, point.id, reservation.id)
    if (held) return held
  }
  const door = await lockDoor(ctx, point.id, named)
  if (!door) throw wrongState(codedText('no_door', { point: point.name, door: named.trim() }))
  if (door.held_by !== null && door.held_by !== reservation.id)
    throw wrongState(codedText('door_taken', { door: door.name }))
  if (door.held_by === null) {
    await freeDoor(ctx, point.id, reservation.id)
    await holdDoor(ctx, point.id, door.id, reservation.id)
  }
  return door
}

/** Takes a parcel out of its place; does nothing when it has none. */
export async function leaveAfterPickup(ctx: Context, shipmentId: number, leg: Leg): Promise<void> {
  const reservation = await lockOpenReservation(ctx, shipmentId, leg)
  if (!reservation || stateAfter(reservation.state, 'collect') === null) return
  await leavePlace(ctx, reservation)
  await updateReservation(ctx, reservation.id, { state: 'collected', next_attempt: null })
}

/** Gives the places of a shipment back that hold no parcel, because it is cancelled or goes elsewhere. */
export async function releasePlaces(ctx: Context, shipmentId: number): Promise<void> {
  for (const leg of ['collection', 'delivery'] as const) {
    const reservation = await lockOpenReservation(ctx, shipmentId, leg)
    if (reservation && stateAfter(reservation.state, 'release') !== null) await release(ctx, reservation)
  }
}

async function release(ctx: Context, reservation: ReservationRow): Promise<void> {
  await leavePlace(ctx, reservation)
  await updateReservation(ctx, reservation.id, { state: 'released', door_id: null, next_attempt: null })
  await giveBack(ctx, reservation)
}

/**
 * Has the place at the network given back when it is not needed. The network may keep one although its number is
 * unknown, because its answer was lost.
 */
async function giveBack(ctx: Context, { id, shipment_id, network }: ReservationRow): Promise<void> {
  if (network !== 'own') await ctx.emit(placeWanted, { reservation_id: id, shipment_id })
}

/** Frees the door and the count of a reservation that has a place. */
async function leavePlace(ctx: Context, { id, state, point_id }: ReservationRow): Promise<void> {
  if (!holding_states.includes(state)) return
  await lockPoint(ctx, point_id)
  await freeDoor(ctx, point_id, id)
  await countParcel(ctx, point_id, -1)
}

/** Whether a status that another courier reports fits where the parcel is (`fitsPlace`). */
export async function mayReport(
  ctx: Context,
  shipmentId: number,
  report: { to: ShipmentStatus; date: Date },
): Promise<boolean> {
  const place = await findLastPlace(ctx, shipmentId)
  return place === undefined || fitsPlace(place, report)
}
