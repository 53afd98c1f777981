import type { CounterAction } from '@waybill/domain/counter/api'
import { checkHandOut, decideHandover, type SeenParcel } from '@waybill/domain/counter/handover'
import { minute_ms } from '@waybill/domain/kit/dates/durations'
import { invalid, notFound, Problem, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { compartmentMessage } from '@waybill/domain/pickup-points/compartment-message'
import { trackingEventAdded } from '@waybill/domain/shipments/events'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { identityNote } from '@waybill/domain/shipments/proof-of-delivery/identity-check'
import { takenOutOf } from '@waybill/domain/lockers/point-events'
import { pin_attempts_max, pin_lock_minutes } from '@waybill/domain/shipments/proof-of-delivery/pins'
import { proof_messages } from '@waybill/domain/shipments/proof-words'
import { findDriver, happenedAt, requirePin } from '../drivers/index.ts'
import type { Context } from '../kit/handler.ts'
import { unrestricted } from '../kit/unrestricted.ts'
import {
  depositPlace,
  handOut as handOutParcel,
  leaveAfterPickup,
  legHeldAt,
  pointOfLeg,
} from '../lockers/index.ts'
import type { PointRow } from '../pickup-points/index.ts'
import {
  dropoffPin,
  enterStatus,
  findByReference,
  insertEvents,
  lockShipment,
  readShipmentRows,
  updateShipment,
  type ShipmentRow,
} from '../shipments/index.ts'
import { countUnknownPins } from './counter-store.ts'
import { readStockParcels, receiverOf } from './read-stock.ts'

/** The shipment of an action and what was done with it. */
export interface Handled {
  shipment_id: number
  message: string
}

/** What a step changes: the locked shipment, the point, the action, and when it happened. */
interface Step {
  row: ShipmentRow
  point: PointRow
  action: CounterAction
  date: Date
}

/**
 * Applies an action about a parcel at a point where the actor works, without the limits of the actor: a clerk who is
 * limited to a branch also handles parcels of others. Throws a `Problem` when the action is refused
 * (docs/domain/pickup-points.md#counter-screen).
 */
export async function applyAction(caller: Context, point: PointRow, action: CounterAction): Promise<Handled> {
  const ctx = unrestricted(caller)
  if (action.type === 'close-day') throw invalid('The close of a day has no parcel.')
  const row = await lockShipment(ctx, await shipmentOf(ctx, point, action))
  const seen = await seeParcel(ctx, point, row)
  const handover = decideHandover(action.type, seen)
  if (handover instanceof Problem) throw handover
  const step: Step = { row, point, action, date: happenedAt(action, row.time_created, ctx.now) }
  switch (handover) {
    case 'already-here':
      return { shipment_id: row.id, message: `${seen.name} is already here.` }
    case 'from-sender':
      return { shipment_id: row.id, message: await takeFromSender(ctx, step) }
    case 'from-driver':
      return { shipment_id: row.id, message: await takeFromDriver(ctx, step) }
    case 'to-receiver':
      return { shipment_id: row.id, message: await handOut(ctx, step) }
    case 'to-driver':
    case 'back-to-driver':
      return { shipment_id: row.id, message: await giveToDriver(ctx, step, handover) }
  }
}

async function shipmentOf(ctx: Context, point: PointRow, action: CounterAction): Promise<number> {
  const reference = cleanReference(action.reference ?? '')
  if (reference === '' && action.type === 'take-in' && action.pin)
    return expectedWithPin(ctx, point, action.pin)
  if (reference === '')
    throw invalid('Scan the parcel or enter its reference.', [{ field: 'reference', message: 'is required' }])
  const [found] = await findByReference(ctx, reference, false)
  if (!found) throw notFound(`No parcel has the reference ${reference}.`)
  return found.shipment_id
}

/**
 * Returns the shipment that is expected at a point and has a drop-off PIN. Unknown PINs are counted for each user, so
 * that nobody finds one by trying.
 */
async function expectedWithPin(ctx: Context, point: PointRow, pin: string): Promise<number> {
  const since = new Date(ctx.now.getTime() - pin_lock_minutes * minute_ms)
  if ((await countUnknownPins(ctx, since)) >= pin_attempts_max)
    throw wrongState(`Too many wrong PINs. Scan the parcel, or try again in ${pin_lock_minutes} minutes.`)
  const expected = (await readStockParcels(ctx, point.id)).filter(
    ({ leg, state }) => leg === 'collection' && state === 'expected',
  )
  const rows = await readShipmentRows(
    ctx,
    expected.map(({ shipment_id }) => shipment_id),
  )
  const [found, other] = rows.filter((row) => dropoffPin(ctx, row) === pin.trim())
  if (other) throw wrongState('Several expected parcels have this PIN. Enter the reference.')
  if (!found) throw wrongState('No parcel that is expected here has this PIN.')
  return found.id
}

async function seeParcel(ctx: Context, point: PointRow, row: ShipmentRow): Promise<SeenParcel> {
  const legs = ['collection', 'delivery'] as const
  const places = []
  for (const leg of legs) places.push({ leg, at: await pointOfLeg(ctx, row, leg) })
  return {
    name: row.custom_tracking_reference ?? row.short_tracking_reference,
    status: row.status,
    point: point.name,
    out_of_order_reason: point.status === 'offline' ? point.out_of_order_reason || 'it is out of order' : '',
    legs_here: places.filter(({ at }) => at?.id === point.id).map(({ leg }) => leg),
    elsewhere: places.flatMap(({ at }) => (at && at.id !== point.id ? [at.name] : [])),
    held_for: await legHeldAt(ctx, row.id, point.id),
  }
}

/** The place of an event at a point. */
const placeOf = ({ name, lat, lng }: PointRow) => ({ location: name, lat, lng })

/** The status comes first: entering it gives back the place that was only expected. */
async function takeFromSender(ctx: Context, { row, point, action, date }: Step): Promise<string> {
  const message = `Dropped off at ${point.name}`
  await enterStatus(ctx, row, { to: 'collected', date, message, ...placeOf(point) })
  const door = await depositPlace(ctx, row, { leg: 'collection', door: action.door, at: date })
  return ['Taken in from the sender.', compartmentMessage(door)].join(' ').trim()
}

async function takeFromDriver(ctx: Context, { row, point, action, date }: Step): Promise<string> {
  const door = await depositPlace(ctx, row, { leg: 'delivery', door: action.door, at: date })
  const entering = { date, message: compartmentMessage(door), ...placeOf(point) }
  if (point.type === 'locker') await enterStatus(ctx, row, { to: 'in-locker', ...entering })
  await enterStatus(ctx, await lockShipment(ctx, row.id), { to: 'ready-for-pickup', ...entering })
  return ['Taken in from the driver. It waits for its receiver.', entering.message].join(' ').trim()
}

/** Delivers a parcel to its receiver with a PIN or a document as proof, in one transaction. */
async function handOut(ctx: Context, { row, point, action, date }: Step): Promise<string> {
  ensure(checkHandOut(action))
  const { pin, identity } = action
  if (pin) await requirePin(ctx, row, pin)
  const receiver = receiverOf(row)
  await handOutParcel(ctx, row, point, {
    date,
    source: ctx.actor.username,
    message: pin ? proof_messages.pin : proof_messages.details,
    internal_message:
      !pin && identity ? identityNote({ ...identity, number: identity.number_end }, receiver, 4) : '',
    ...placeOf(point),
    data: {
      type: pin ? 'proof-of-delivery-pin' : 'proof-of-delivery-details',
      images: [],
      pdfs: [],
      name: pin ? '' : (identity?.name ?? ''),
      signature: '',
      pin_used: Boolean(pin),
    },
  })
  return `Handed out${receiver === '' ? '' : ` for ${receiver}`}.`
}

/** Gives a driver a parcel that was dropped off, or one that was not fetched in time. */
async function giveToDriver(
  ctx: Context,
  { row, point, action, date }: Step,
  handover: 'to-driver' | 'back-to-driver',
): Promise<string> {
  const driver = action.driver ? await findDriver(ctx, action.driver) : null
  if (!driver || driver.deleted_date)
    throw invalid('Choose the driver who takes the parcel.', [{ field: 'driver', message: 'is required' }])
  const { username } = driver
  const data = { driver: username }
  if (handover === 'back-to-driver')
    await enterStatus(ctx, row, {
      to: takenOutOf(point.type),
      is_internal: true,
      date,
      internal_message: `Given to ${driver.name}`,
      ...placeOf(point),
      data,
      changes: { delivery_agent_id: username, taken_out_by_driver: true },
    })
  else {
    await leaveAfterPickup(ctx, row.id, 'collection')
    await updateShipment(ctx, row.id, { collection_agent_id: username })
    const [trackingEventId = 0] = await insertEvents(ctx, row.id, [
      {
        date,
        status: 'collection-assigned',
        internal_message: `Given to ${driver.name}`,
        ...placeOf(point),
        data,
        source: ctx.actor.username,
        is_public: false,
      },
    ])
    await ctx.emit(trackingEventAdded, {
      shipment_id: row.id,
      tracking_event_id: trackingEventId,
      status: 'collection-assigned',
      is_public: false,
    })
  }
  return `Given to ${driver.name}.`
}
