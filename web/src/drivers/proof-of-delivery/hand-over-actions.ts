import type { Stop, StopShipment } from '@waybill/domain/drivers/model'
import type { Recorded } from '../phone/store-actions.ts'
import { handOverType } from '../stops/stop-outcomes.ts'
import { namedParcels, parcelsOf, streetOf, suburbOf } from '../stops/trip-sheet-stops.ts'
import { absenceOf, copiesFor, payloadOf, withoutAbsent, type HandOver } from './hand-over.ts'

/**
 * Returns what a hand-over records: an action for each chosen shipment, without its missing parcels, and a problem for
 * those of each shipment. `ticked` are the references of the scanned parcels.
 */
export function handOverActions(
  stop: Stop,
  chosen: readonly StopShipment[],
  given: HandOver,
  ticked: ReadonlySet<string>,
): { actions: Recorded[]; absences: Recorded[] } {
  const where = `${streetOf(stop)}, ${suburbOf(stop)}`
  const { stop_id } = stop
  const actions = chosen.map((whole): Recorded => {
    const shipment = withoutAbsent(whole, given.absent)
    const photos = copiesFor(shipment, given.photos)
    const [signature = null] = given.signature ? copiesFor(shipment, [given.signature]) : []
    const references = parcelsOf([shipment]).map((parcel) => parcel.tracking_reference)
    return {
      where,
      evidence: signature ? [...photos, signature] : photos,
      action: {
        type: handOverType(stop, shipment),
        shipment_id: shipment.shipment_id,
        ...namedParcels(stop, shipment),
        scanned_references: references.filter((reference) => ticked.has(reference)),
        stop_id,
        payload: payloadOf(shipment, { ...given, photos, signature }, stop.leg),
      },
    }
  })
  const absences = chosen.flatMap((shipment): Recorded[] => {
    const absence = absenceOf(stop.leg, shipment, given.absent)
    return absence ? [{ where, evidence: [], action: { ...absence, stop_id } }] : []
  })
  return { actions, absences }
}
