import type { DriverAction } from '@waybill/domain/drivers/api'
import type { Leg, Stop, StopParcel, StopShipment, TripSheet } from '@waybill/domain/drivers/model'
import type { Visit } from '@waybill/domain/drivers/plan'
import { loadable_statuses } from '@waybill/domain/drivers/scanning'
import {
  endsStop,
  type PhoneActionType,
  isExpired,
  isSettled,
  pointAt,
  rejectable_statuses,
  retried_statuses,
} from './stop-rules.ts'
import { withReportedOrder } from './reported-order.ts'
import type { OutcomeKind } from './stop-outcomes.ts'
import { currentTexts } from '../texts/texts.ts'

/** The state of an action of this phone: not sent yet, confirmed by the server, or rejected. */
export type MarkState = 'waiting' | 'sent' | 'needs-you'

/** An action recorded on this phone that the trip sheet does not contain yet. */
export interface Mark {
  action_id: string
  stop_id: string
  shipment_id: number
  /** The parcels that the action names individually. */
  parcel_references: readonly string[]
  type: PhoneActionType
  state: MarkState
  /** The server message when the action was rejected. */
  message: string
  at: Date
  /** Of an own order: the stops in the order of the driver. */
  visits?: readonly Visit[]
}

/** A stop as displayed to the driver: the stop of the sheet with the actions of this phone applied. */
export interface StopView {
  stop: Stop
  state: 'to-do' | 'done' | 'failed'
  /** Shipments still to do at this stop. */
  open: readonly StopShipment[]
  /** The shipments of `open` that are not on the vehicle yet and must be loaded before delivery. */
  unloaded: readonly StopShipment[]
  /**
   * Shipments whose delivery failed here today and has not succeeded since. They can be retried where the provider
   * allows it.
   */
  again: readonly StopShipment[]
  /** Whether the stop was rejected on this phone, so that it is no longer part of the driver's day. */
  isHandedBack: boolean
  /** The number of additions recorded on this phone that the sheet does not contain yet. */
  added: number
  /** The state for the cloud icon; `null` when this phone has no action for the stop. */
  mark: MarkState | null
  /** The server message when an action was rejected. */
  message: string
}

/** Returns the stops in sequence with the actions of this phone applied. */
export function viewStops(sheet: Pick<TripSheet, 'stops'>, marks: readonly Mark[]): StopView[] {
  const orders = marks.filter(({ visits, state }) => visits && state !== 'needs-you')
  return [...withReportedOrder(sheet.stops, orders.at(-1)?.visits ?? null)]
    .sort((a, b) => a.sequence - b.sequence)
    .map((stop) => viewStop(stop, marks))
    .filter(({ isHandedBack }) => !isHandedBack)
}

/** Returns one stop with the actions of this phone applied. A rejected action counts as not done. */
export function viewStop(read: Stop, marks: readonly Mark[]): StopView {
  const here = marks.filter((mark) => mark.stop_id === read.stop_id)
  const stop = withoutCancelled(read, here)
  const own = here.filter((mark) => endsStop(mark.type) !== null)
  const refused = here.filter(
    (mark) => mark.state === 'needs-you' && (endsStop(mark.type) !== null || changesStop(mark.type)),
  )
  const counted = own.filter((mark) => mark.state !== 'needs-you')
  const left = stop.shipments.filter(({ status }) => !isSettled(stop.leg, status))
  const marksFor = ({ shipment_id }: StopShipment) =>
    counted.filter((mark) => mark.shipment_id === shipment_id)
  const open =
    stop.state === 'to-do'
      ? left
          .filter((shipment) => !hasFailed(shipment) && marksFor(shipment).length === 0)
          .map((shipment) => withoutSettled(stop.leg, shipment))
      : []
  const isLoaded = ({ shipment_id, status }: StopShipment): boolean =>
    !loadable_statuses.includes(status) ||
    here.some(
      (mark) => mark.type === 'load' && mark.state !== 'needs-you' && mark.shipment_id === shipment_id,
    )
  const unloaded = stop.leg === 'delivery' ? open.filter((shipment) => !isLoaded(shipment)) : []
  const again = left.filter(
    (shipment) =>
      (hasFailed(shipment) || marksFor(shipment).some((mark) => mark.type === 'delivery-failed')) &&
      !marksFor(shipment).some((mark) => endsStop(mark.type) === 'done'),
  )
  const state = stateOf(stop, isWaiting(stop, open, counted), counted)
  return {
    stop,
    open,
    unloaded,
    again,
    state,
    isHandedBack: state === 'failed' && counted.length > 0 && counted.every(({ type }) => type === 'reject'),
    added: here.filter((mark) => mark.state !== 'needs-you' && addsToStop(mark.type)).length,
    mark: markOf(counted, refused),
    message: refused.at(-1)?.message ?? '',
  }
}

/** Returns the stop without the parcels that this phone has cancelled. */
function withoutCancelled(stop: Stop, here: readonly Mark[]): Stop {
  const cancelled = new Set(
    here
      .filter(({ type, state }) => type === 'cancel-parcel' && state !== 'needs-you')
      .flatMap(({ parcel_references }) => parcel_references),
  )
  if (cancelled.size === 0) return stop
  return {
    ...stop,
    shipments: stop.shipments.map((shipment) => ({
      ...shipment,
      parcels: shipment.parcels.filter((parcel) => !cancelled.has(parcel.tracking_reference)),
    })),
  }
}

/**
 * Returns a shipment with only the parcels still to be handed over. A parcel added on the spot has already been
 * collected.
 */
function withoutSettled(leg: Leg, shipment: StopShipment): StopShipment {
  return { ...shipment, parcels: shipment.parcels.filter(({ status }) => !isSettled(leg, status)) }
}

/** Returns the references of the parcels of a stop that have already been handed over. */
export function handedOverReferences({ leg, shipments }: Stop): readonly string[] {
  return parcelsOf(shipments)
    .filter(({ status }) => isSettled(leg, status))
    .map(({ tracking_reference }) => tracking_reference)
}

const addsToStop = (type: PhoneActionType): boolean => type === 'add-parcel' || type === 'add-shipment'
const changesStop = (type: PhoneActionType): boolean => addsToStop(type) || type === 'cancel-parcel'

const hasFailed = ({ status }: StopShipment): boolean => retried_statuses.includes(status)

/** Returns the shipments that can be handed over at a stop: available ones, and those that can be retried. */
export function handedOver(view: StopView, mayRetry: boolean): readonly StopShipment[] {
  const ready = availableShipments(view)
  return mayRetry ? [...ready, ...view.again] : ready
}

/** Returns the open shipments of a stop; for a delivery only those on the vehicle. */
export function availableShipments({ open, unloaded }: StopView): readonly StopShipment[] {
  return open.filter((shipment) => !unloaded.includes(shipment))
}

/**
 * Returns the shipments that can end without success. Parcels still at a hub can be rejected, but cannot fail at the
 * address. Nor can a parcel that is only taken back, but it can have a problem. A failed delivery can fail again where a retry is allowed, but not together with open shipments.
 */
export function endable(view: StopView, kind: OutcomeKind, mayRetry: boolean): readonly StopShipment[] {
  if (kind === 'reject') return view.open.filter(({ status }) => rejectable_statuses.includes(status))
  if (kind === 'does-not-fit' && pointAt(view.stop) !== 'locker') return []
  if (view.state === 'to-do')
    return availableShipments(view).filter((shipment) => kind === 'problem' || !isExpired(shipment))
  return kind === 'failed' && mayRetry ? view.again : []
}

/**
 * Whether a stop is still to do: a collection request until this phone has ended it, another stop while a shipment is
 * open.
 */
function isWaiting(stop: Stop, open: readonly StopShipment[], counted: readonly Mark[]): boolean {
  return stop.request ? counted.length === 0 : open.length > 0
}

function stateOf(stop: Stop, waiting: boolean, counted: readonly Mark[]): StopView['state'] {
  if (stop.state !== 'to-do') return stop.state
  if (waiting) return 'to-do'
  const isWell = counted.length === 0 || counted.some((mark) => endsStop(mark.type) === 'done')
  return isWell ? 'done' : 'failed'
}

function markOf(counted: readonly Mark[], refused: readonly Mark[]): MarkState | null {
  if (refused.length > 0) return 'needs-you'
  if (counted.some((mark) => mark.state === 'waiting')) return 'waiting'
  return counted.length > 0 ? 'sent' : null
}

/** The subject of an action at a stop: one of its shipments, or its collection request. */
export type Subject = Pick<DriverAction, 'shipment_id' | 'collection_request_id'>

/** Returns the subjects that end when a stop ends without success. */
export function subjectsOf({ stop: { request }, open }: StopView): readonly Subject[] {
  return request
    ? [{ collection_request_id: request.collection_request_id }]
    : open.map(({ shipment_id }) => ({ shipment_id }))
}

/** The figures for '15 of 24 stops, 14 done, 1 failed'. */
export interface Progress {
  all: number
  done: number
  failed: number
}

export function progressOf(views: readonly StopView[]): Progress {
  return {
    all: views.length,
    done: views.filter((view) => view.state === 'done').length,
    failed: views.filter((view) => view.state === 'failed').length,
  }
}

/** Groups the stops into the next one, the later ones and those that are over. */
export function groupStops(views: readonly StopView[]): {
  next: StopView | null
  later: readonly StopView[]
  over: readonly StopView[]
} {
  const [next = null, ...later] = views.filter((view) => view.state === 'to-do')
  return { next, later, over: views.filter((view) => view.state !== 'to-do') }
}

/**
 * Whether a scanned reference identifies this parcel. The reference of the shipment counts only when it has a single
 * parcel.
 */
export function isParcel(reference: string, parcel: StopParcel, shipment: StopShipment): boolean {
  const names = [parcel.tracking_reference, parcel.alternative_tracking_reference]
  if (shipment.parcels.length === 1) names.push(shipment.tracking_reference)
  return names.some((name) => name !== '' && name.toUpperCase() === reference)
}

/** Returns the parcel with this reference and its stop; `null` when it is not on the sheet. */
export function findParcel(
  stops: readonly Stop[],
  reference: string,
): { stop: Stop; shipment: StopShipment; parcel: StopParcel } | null {
  for (const stop of stops)
    for (const shipment of stop.shipments)
      for (const parcel of shipment.parcels)
        if (isParcel(reference, parcel, shipment)) return { stop, shipment, parcel }
  return null
}

/** Returns all parcels of some shipments. */
export function parcelsOf(shipments: readonly StopShipment[]): StopParcel[] {
  return shipments.flatMap((shipment) => shipment.parcels)
}

/**
 * Returns '12 parcels', '5 of 9 parcels' when some of a stop have already been handed over, 'about 40 parcels' for
 * the estimate of a collection request, or 'parcels' when the number is unknown.
 */
export function parcelsText({ stop: { request, shipments }, open }: Pick<StopView, 'stop' | 'open'>): string {
  const t = currentTexts()
  const all = parcelsOf(shipments).length
  const left = parcelsOf(open).length
  if (!request && left > 0 && left < all) return t.stop.someParcels(left, all)
  const count = request ? (request.collected_parcels ?? request.expected_parcels) : all
  if (count === null) return t.stop.unknownParcels
  const isGuess = request !== null && request.collected_parcels === null
  return isGuess ? t.stop.aboutParcels(count) : t.parcels(count)
}

/** Returns references as 'R8VGB3/1, /2': the shipment reference is not repeated for parcels of the same shipment. */
export function shortReferences(references: readonly string[]): string {
  const shown: string[] = []
  let former = ''
  for (const reference of references) {
    const [shipment = '', number] = reference.split('/')
    shown.push(shipment === former && number ? `/${number}` : reference)
    former = shipment
  }
  return shown.join(', ')
}

/** Returns the first line of an address: the street, otherwise the company or the address as entered. */
export function streetOf({ address }: Stop): string {
  return address.street_address || address.company || address.entered_address
}

/** Returns the company or pickup point to look for at an address; `''` where the first line may already contain it. */
export function companyOf({ address }: Stop): string {
  return address.street_address ? address.company : ''
}

/** Returns the second line of an address: the suburb, otherwise the town. */
export function suburbOf({ address }: Stop): string {
  return address.local_area || address.city
}

/** Returns the link that opens the phone's navigation at a stop: a `geo:` URL, or a `maps:` URL on Apple devices. */
export function navigationLink({ address }: Stop, isApple: boolean): string {
  const line = [streetOf({ address } as Stop), suburbOf({ address } as Stop), address.city]
    .filter(Boolean)
    .join(', ')
  const point = address.lat !== null && address.lng !== null ? `${address.lat},${address.lng}` : ''
  if (isApple) return `maps:?daddr=${encodeURIComponent(point || line)}`
  return point
    ? `geo:${point}?q=${point}(${encodeURIComponent(line)})`
    : `geo:0,0?q=${encodeURIComponent(line)}`
}

/**
 * Returns the sheet with the stop ids and numbers of the former sheet of the same day. The server names a stop after
 * one of its addresses, so a shipment that joins or leaves can rename it. Here it keeps its id, and with it the input
 * of a hand-over that was started. Stops that are added or removed do not renumber the others; a new stop gets the next
 * number. Only a planned day has the numbers of its plan.
 */
export function withSteadyStops(sheet: TripSheet, former: TripSheet | null): TripSheet {
  if (former?.date !== sheet.date) return sheet
  const numbers = new Map(former.stops.map(({ stop_id, sequence }) => [stop_id, sequence]))
  const ids = new Set(sheet.stops.map(({ stop_id }) => stop_id))
  const gone = former.stops.filter(({ stop_id }) => !ids.has(stop_id))
  let last = Math.max(0, ...numbers.values())
  const stops = sheet.stops.map((stop) => {
    const renamed = numbers.has(stop.stop_id) ? -1 : gone.findIndex((one) => sharesShipment(one, stop))
    const [same = stop] = renamed < 0 ? [] : gone.splice(renamed, 1)
    const sequence = numbers.get(same.stop_id) ?? (last += 1)
    return { ...stop, stop_id: same.stop_id, sequence: sheet.plan ? stop.sequence : sequence }
  })
  return { ...sheet, stops }
}

const sharesShipment = (one: Stop, other: Stop): boolean =>
  one.leg === other.leg &&
  one.shipments.some(({ shipment_id }) => other.shipments.some((also) => also.shipment_id === shipment_id))

/** Returns the way from the stop before, such as '3.4 km, 8 min'; `''` when the day is not planned. */
export function wayText({ km, minutes }: Pick<Stop, 'km' | 'minutes'>): string {
  if (km === null || minutes === null) return ''
  return currentTexts().today.way(km, minutes)
}
