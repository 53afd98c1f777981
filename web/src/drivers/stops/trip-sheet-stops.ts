import type { DriverAction } from '@waybill/domain/drivers/api'
import type { Stop, StopParcel, StopShipment, TripSheet } from '@waybill/domain/drivers/model'
import { loadable_statuses } from '@waybill/domain/drivers/scanning'
import {
  concerns,
  endsStop,
  type Mark,
  type MarkState,
  type PhoneActionType,
  type PlacedParcel,
  isExpired,
  isOnVehicle,
  isSettled,
  pointAt,
  rejectable_statuses,
  retried_statuses,
} from './stop-rules.ts'
import { withReportedOrder } from './reported-order.ts'
import type { OutcomeKind } from './stop-outcomes.ts'
import { currentTexts } from '../texts/texts.ts'

/**
 * A stop as displayed to the driver: the stop of the sheet with the actions of this phone applied. Parcels of one
 * shipment can be in different states, so each list has the shipments with only the parcels that belong to it.
 */
export interface StopView {
  stop: Stop
  state: 'to-do' | 'done' | 'failed'
  /**
   * The parcels still to do at this stop. Of a delivery, a parcel that is held or damaged is not: the driver can neither
   * load it nor hand it over.
   */
  open: readonly StopShipment[]
  /** The parcels of `open` that can be handed over; of a delivery, those on the vehicle. */
  ready: readonly StopShipment[]
  /** The parcels of `open` that must be loaded before delivery. */
  unloaded: readonly StopShipment[]
  /**
   * Parcels whose delivery failed here today and has not succeeded since. They can be retried where the provider
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
  const has = (one: PlacedParcel, is: (type: PhoneActionType) => boolean): boolean =>
    counted.some((mark) => is(mark.type) && concerns(mark, one))
  const isLeft = ({ shipment, parcel }: PlacedParcel): boolean =>
    ![shipment, parcel].some(({ status }) => isSettled(stop.leg, status))
  const isOpen = (one: PlacedParcel): boolean =>
    stop.state === 'to-do' &&
    isLeft(one) &&
    ![one.shipment, one.parcel].some(hasFailed) &&
    !has(one, () => true)
  const isDelivery = stop.leg === 'delivery'
  const isHere = (one: PlacedParcel): boolean =>
    !isDelivery || isExpired(one.parcel) || isOnVehicle(one, here)
  const isLoadable = ({ parcel }: PlacedParcel): boolean => loadable_statuses.includes(parcel.status)
  const open = partsOf(stop, (one) => isOpen(one) && (isHere(one) || isLoadable(one)))
  const ready = partsOf(stop, (one) => isOpen(one) && isHere(one))
  const unloaded = partsOf(stop, (one) => isOpen(one) && !isHere(one) && isLoadable(one))
  const again = partsOf(
    stop,
    (one) =>
      isLeft(one) &&
      (hasFailed(one.parcel) || has(one, (type) => type === 'delivery-failed')) &&
      !has(one, (type) => endsStop(type) === 'done'),
  )
  const state = stateOf(stop, isWaiting(stop, open, counted), counted)
  return {
    stop,
    open,
    ready,
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

/** Returns the shipments of a stop with only the parcels that `is` accepts, without shipments that have none. */
function partsOf(stop: Stop, is: (one: PlacedParcel) => boolean): StopShipment[] {
  return stop.shipments.flatMap((shipment) => {
    const parcels = shipment.parcels.filter((parcel) => is({ stop, shipment, parcel }))
    return parcels.length > 0 ? [{ ...shipment, parcels }] : []
  })
}

/**
 * Returns the parcels that an action on these parcels of a shipment names: all of them when the stop has others of
 * the shipment, such as one that was not loaded; otherwise none, because it is about the whole shipment.
 */
export function namedParcels(
  { shipments }: Stop,
  { shipment_id, parcels }: StopShipment,
): { parcel_references?: string[] } {
  const whole = shipments.find((one) => one.shipment_id === shipment_id)
  if (whole && whole.parcels.length <= parcels.length) return {}
  return { parcel_references: parcels.map(({ tracking_reference }) => tracking_reference) }
}

/** Returns the references of the parcels of a stop that have already been handed over. */
export function handedOverReferences({ leg, shipments }: Stop): readonly string[] {
  return parcelsOf(shipments)
    .filter(({ status }) => isSettled(leg, status))
    .map(({ tracking_reference }) => tracking_reference)
}

const addsToStop = (type: PhoneActionType): boolean => type === 'add-parcel' || type === 'add-shipment'
const changesStop = (type: PhoneActionType): boolean => addsToStop(type) || type === 'cancel-parcel'

const hasFailed = ({ status }: Pick<StopParcel, 'status'>): boolean => retried_statuses.includes(status)

const hasShipment = (shipments: readonly StopShipment[], { shipment_id }: StopShipment): boolean =>
  shipments.some((one) => one.shipment_id === shipment_id)

/** Returns what can be handed over at a stop: the parcels that are ready, and those that can be retried. */
export function handedOver({ ready, again }: StopView, mayRetry: boolean): readonly StopShipment[] {
  if (!mayRetry) return ready
  return [
    ...ready.map((shipment) => ({
      ...shipment,
      parcels: parcelsOf([shipment, ...again.filter((one) => one.shipment_id === shipment.shipment_id)]),
    })),
    ...again.filter((shipment) => !hasShipment(ready, shipment)),
  ]
}

/**
 * Returns the shipments that can end without success. Parcels still at a hub can be rejected, but cannot fail at the
 * address. A delivery of which the driver has a parcel cannot be rejected, because that parcel would leave the list.
 * A parcel that is only taken back cannot fail either, but it can have a problem. A failed delivery can fail again where
 * a retry is allowed, but not together with open shipments.
 */
export function endable(view: StopView, kind: OutcomeKind, mayRetry: boolean): readonly StopShipment[] {
  const { stop, open, ready, again } = view
  if (kind === 'reject')
    return open.filter(
      (shipment) =>
        rejectable_statuses.includes(shipment.status) &&
        (stop.leg === 'collection' || !hasShipment([...ready, ...again], shipment)),
    )
  if (kind === 'does-not-fit' && pointAt(stop) !== 'locker') return []
  if (view.state === 'to-do') return ready.filter((shipment) => kind === 'problem' || !isExpired(shipment))
  return kind === 'failed' && mayRetry ? again : []
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

/** The subject of an action at a stop: one of its shipments or some parcels of it, or its collection request. */
export type Subject = Pick<DriverAction, 'shipment_id' | 'parcel_references' | 'collection_request_id'>

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
 * the estimate of a collection request, or 'parcels' when the number is unknown or another driver has them by now.
 */
export function parcelsText({ stop: { request, shipments }, open }: Pick<StopView, 'stop' | 'open'>): string {
  const t = currentTexts()
  const all = parcelsOf(shipments).length
  const left = parcelsOf(open).length
  if (!request && left > 0 && left < all) return t.stop.someParcels(left, all)
  const count = request ? (request.collected_parcels ?? request.expected_parcels) : all || null
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
