import type { DriverAction } from '@waybill/domain/drivers/api'
import type {
  ActionType,
  Leg,
  Stop,
  StopParcel,
  StopShipment,
  TripSheet,
} from '@waybill/domain/drivers/model'
import {
  endsStop,
  isSettled,
  loadable_statuses,
  rejectable_statuses,
  retried_statuses,
  type OutcomeKind,
} from './stop-outcomes.ts'

/** Where an action of this phone stands: still here, with the server, or refused by it. */
export type MarkState = 'waiting' | 'sent' | 'needs-you'

/** What this phone has recorded of a stop that the trip sheet does not yet know. */
export interface Mark {
  action_id: string
  stop_id: string
  shipment_id: number
  /** Parcels it names one by one. */
  parcel_references: readonly string[]
  type: ActionType
  state: MarkState
  /** The server's sentence when it refused. */
  message: string
  at: Date
}

/** A stop as the driver sees it: the sheet's, with what this phone has done laid over it. */
export interface StopView {
  stop: Stop
  state: 'to-do' | 'done' | 'failed'
  /** What is still to do here. */
  open: readonly StopShipment[]
  /** Of these, what is not on the vehicle yet and must be loaded before it can be delivered. */
  unloaded: readonly StopShipment[]
  /** What could not be delivered here today and has not been since; it may be tried again where the provider allows. */
  again: readonly StopShipment[]
  /** It was rejected on this phone: somebody else's from now on, and no longer part of the day. */
  isHandedBack: boolean
  /** How many parcels and shipments this phone has added here that the sheet does not hold yet. */
  added: number
  /** The cloud mark; `null` when this phone has nothing to tell. */
  mark: MarkState | null
  /** One plain sentence of the office, when it refused something. */
  message: string
}

/** The stops in their order with this phone's own actions laid over them. */
export function viewStops(sheet: Pick<TripSheet, 'stops'>, marks: readonly Mark[]): StopView[] {
  return [...sheet.stops]
    .sort((a, b) => a.sequence - b.sequence)
    .map((stop) => viewStop(stop, marks))
    .filter(({ isHandedBack }) => !isHandedBack)
}

/** One stop; an action the server refused counts as not done. */
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

/** The stop without the parcels that this phone has cancelled. */
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

/** A shipment with the parcels that are still to change hands: one added on the spot has been taken along already. */
function withoutSettled(leg: Leg, shipment: StopShipment): StopShipment {
  return { ...shipment, parcels: shipment.parcels.filter(({ status }) => !isSettled(leg, status)) }
}

/** References of the parcels of a stop that have changed hands already. */
export function handedOverReferences({ leg, shipments }: Stop): readonly string[] {
  return parcelsOf(shipments)
    .filter(({ status }) => isSettled(leg, status))
    .map(({ tracking_reference }) => tracking_reference)
}

const addsToStop = (type: ActionType): boolean => type === 'add-parcel' || type === 'add-shipment'
const changesStop = (type: ActionType): boolean => addsToStop(type) || type === 'cancel-parcel'

const hasFailed = ({ status }: StopShipment): boolean => retried_statuses.includes(status)

/** What can be handed over at a stop: what is open and at hand, and what may be tried again. */
export function handedOver(view: StopView, mayRetry: boolean): readonly StopShipment[] {
  const ready = availableShipments(view)
  return mayRetry ? [...ready, ...view.again] : ready
}

/** What is open at a stop and, at a delivery, on the vehicle. */
export function availableShipments({ open, unloaded }: StopView): readonly StopShipment[] {
  return open.filter((shipment) => !unloaded.includes(shipment))
}

/**
 * What can end at a stop without success: parcels still at a hub can be handed back, but not fail at the address. A
 * failed delivery can fail once more where it may be tried again, but not along with what is still to do.
 */
export function endable(view: StopView, kind: OutcomeKind, mayRetry: boolean): readonly StopShipment[] {
  if (kind === 'reject') return view.open.filter(({ status }) => rejectable_statuses.includes(status))
  if (view.state === 'to-do') return availableShipments(view)
  return kind === 'failed' && mayRetry ? view.again : []
}

/** A collection request waits until this phone has ended it, other stops while a shipment is open. */
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

/** What an action at a stop is about: one of its shipments, or its collection request. */
export type Subject = Pick<DriverAction, 'shipment_id' | 'collection_request_id'>

/** What is ended when a stop ends without success. */
export function subjectsOf({ stop: { request }, open }: StopView): readonly Subject[] {
  return request
    ? [{ collection_request_id: request.collection_request_id }]
    : open.map(({ shipment_id }) => ({ shipment_id }))
}

/** '15 of 24 stops, 14 done, 1 failed'. */
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

/** The stops in three groups: the next one, those after it, and those that are over. */
export function groupStops(views: readonly StopView[]): {
  next: StopView | null
  later: readonly StopView[]
  over: readonly StopView[]
} {
  const [next = null, ...later] = views.filter((view) => view.state === 'to-do')
  return { next, later, over: views.filter((view) => view.state !== 'to-do') }
}

/** Whether a scanned reference is this parcel; the shipment's own reference counts when it has one parcel only. */
export function isParcel(reference: string, parcel: StopParcel, shipment: StopShipment): boolean {
  const names = [parcel.tracking_reference, parcel.alternative_tracking_reference]
  if (shipment.parcels.length === 1) names.push(shipment.tracking_reference)
  return names.some((name) => name !== '' && name.toUpperCase() === reference)
}

/** The parcel a reference names on the sheet, with its stop; `null` when it is not on it. */
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

/** All parcels of some shipments. */
export function parcelsOf(shipments: readonly StopShipment[]): StopParcel[] {
  return shipments.flatMap((shipment) => shipment.parcels)
}

/**
 * '12 parcels', '5 of 9 parcels' while some of a stop have changed hands, 'about 40 parcels' of a collection request,
 * 'parcels' when nobody knows how many.
 */
export function parcelsText({ stop: { request, shipments }, open }: Pick<StopView, 'stop' | 'open'>): string {
  const all = parcelsOf(shipments).length
  const left = parcelsOf(open).length
  if (!request && left > 0 && left < all) return `${left} of ${all} parcels`
  const count = request ? (request.collected_parcels ?? request.expected_parcels) : all
  if (count === null) return 'parcels'
  const isGuess = request !== null && request.collected_parcels === null
  return `${isGuess ? 'about ' : ''}${count} ${count === 1 ? 'parcel' : 'parcels'}`
}

/** 'R8VGB3/1, /2': parcels of the same shipment name it once. */
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

/** First line of an address: the house and street, else what was entered. */
export function streetOf({ address }: Stop): string {
  return address.street_address || address.company || address.entered_address
}

/** Whom to look for at an address: the company or the pickup point; `''` where the first line names it already. */
export function companyOf({ address }: Stop): string {
  return address.street_address ? address.company : ''
}

/** Second line: the suburb, else the town. */
export function suburbOf({ address }: Stop): string {
  return address.local_area || address.city
}

/** Opens the phone's navigation at a stop: a `geo:` address, which iPhones call `maps:`. */
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
 * The sheet with the numbers that its stops had before on that day, so that one that goes (rejected, given to somebody else)
 * or comes does not renumber the rest; a new stop takes the next number.
 */
export function withSteadyNumbers(sheet: TripSheet, former: TripSheet | null): TripSheet {
  if (former?.date !== sheet.date) return sheet
  const numbers = new Map(former.stops.map(({ stop_id, sequence }) => [stop_id, sequence]))
  let last = Math.max(0, ...numbers.values())
  const stops = sheet.stops.map((stop) => {
    const sequence = numbers.get(stop.stop_id) ?? (last += 1)
    return { ...stop, sequence }
  })
  return { ...sheet, stops }
}
