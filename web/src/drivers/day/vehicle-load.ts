import type { Leg, Stop } from '@waybill/domain/drivers/model'
import { loadable_statuses } from '@waybill/domain/drivers/scanning'
import {
  concerns,
  endsStop,
  isLoadedNow,
  isOnVehicle,
  isSettled,
  type Mark,
  type PlacedParcel,
} from '../stops/stop-rules.ts'

function placed(stops: readonly Stop[], leg: Leg): PlacedParcel[] {
  return stops
    .filter((stop) => stop.leg === leg)
    .flatMap((stop) =>
      stop.shipments.flatMap((shipment) => shipment.parcels.map((parcel) => ({ stop, shipment, parcel }))),
    )
}

/**
 * Returns the parcels of deliveries that are not on the vehicle yet, and how many parcels of deliveries the sheet has. A
 * rejected shipment and one that was ended at the stop are not to be loaded any more.
 */
export function loadList(
  stops: readonly Stop[],
  marks: readonly Mark[],
): { all: number; open: readonly PlacedParcel[] } {
  const deliveries = placed(stops, 'delivery').filter(
    (one) =>
      one.parcel.status !== 'cancelled' &&
      !marks.some((mark) => mark.type === 'reject' && concerns(mark, one)),
  )
  const open = deliveries.filter(
    (one) =>
      loadable_statuses.includes(one.parcel.status) &&
      !isLoadedNow(one, marks) &&
      !marks.some((mark) => endsStop(mark.type) !== null && concerns(mark, one)),
  )
  return { all: deliveries.length, open }
}

/**
 * Returns what a scan while loading means for a parcel: it is to be loaded, it is on the vehicle already, or there is
 * nothing to load, because it is collected at its stop or its delivery has ended.
 */
export function loadVerdict(one: PlacedParcel, marks: readonly Mark[]): 'load' | 'loaded' | 'nothing' {
  const hasEnded = marks.some((mark) => endsStop(mark.type) !== null && concerns(mark, one))
  if (one.stop.leg !== 'delivery' || hasEnded) return 'nothing'
  if (isOnVehicle(one, marks)) return 'loaded'
  return loadable_statuses.includes(one.parcel.status) ? 'load' : 'nothing'
}

/**
 * Returns the parcels that the driver has by what this phone knows: collected today, or loaded and not handed over. At
 * the end of the day they go back to the branch.
 */
export function carriedParcels(stops: readonly Stop[], marks: readonly Mark[]): PlacedParcel[] {
  const isDone = (one: PlacedParcel): boolean =>
    marks.some((mark) => endsStop(mark.type) === 'done' && concerns(mark, one))
  const collected = placed(stops, 'collection').filter(
    (one) =>
      one.parcel.status === 'collected' || (isDone(one) && !isSettled('collection', one.parcel.status)),
  )
  const toDeliver = placed(stops, 'delivery').filter((one) => {
    const wasTakenBack = marks.some((mark) => mark.type === 'collect-expired' && concerns(mark, one))
    if (wasTakenBack) return true
    return isOnVehicle(one, marks) && !isDone(one)
  })
  const seen = new Set<string>()
  return [...toDeliver, ...collected].filter(({ parcel }) => {
    const isNew = !seen.has(parcel.tracking_reference)
    seen.add(parcel.tracking_reference)
    return isNew
  })
}
