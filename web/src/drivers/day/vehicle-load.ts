import type { Leg, Stop, StopParcel, StopShipment } from '@waybill/domain/drivers/model'
import { with_driver_statuses } from '@waybill/domain/drivers/hand-back'
import { loadable_statuses } from '@waybill/domain/drivers/scanning'
import { endsStop, isSettled } from '../stops/stop-rules.ts'
import type { Mark } from '../stops/trip-sheet-stops.ts'

/** A parcel with the stop and shipment it belongs to. */
export interface PlacedParcel {
  stop: Stop
  shipment: StopShipment
  parcel: StopParcel
}

/** What a mark must name to count for a parcel. A mark without parcels counts for all of its shipment. */
function concerns(mark: Mark, { stop, shipment, parcel }: PlacedParcel): boolean {
  return (
    mark.state !== 'needs-you' &&
    mark.stop_id === stop.stop_id &&
    mark.shipment_id === shipment.shipment_id &&
    (mark.parcel_references.length === 0 || mark.parcel_references.includes(parcel.tracking_reference))
  )
}

function placed(stops: readonly Stop[], leg: Leg): PlacedParcel[] {
  return stops
    .filter((stop) => stop.leg === leg)
    .flatMap((stop) =>
      stop.shipments.flatMap((shipment) => shipment.parcels.map((parcel) => ({ stop, shipment, parcel }))),
    )
}

const isLoadedNow = (marks: readonly Mark[], one: PlacedParcel): boolean =>
  marks.some((mark) => mark.type === 'load' && concerns(mark, one))

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
      !isLoadedNow(marks, one) &&
      !marks.some((mark) => endsStop(mark.type) !== null && concerns(mark, one)),
  )
  return { all: deliveries.length, open }
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
    const hasIt =
      isLoadedNow(marks, one) ||
      (one.parcel.status !== 'collected' && with_driver_statuses.includes(one.parcel.status))
    return hasIt && !isDone(one)
  })
  const seen = new Set<string>()
  return [...toDeliver, ...collected].filter(({ parcel }) => {
    const isNew = !seen.has(parcel.tracking_reference)
    seen.add(parcel.tracking_reference)
    return isNew
  })
}
