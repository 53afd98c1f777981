import type { Stop, StopShipment } from '@waybill/domain/drivers/model'
import type { Recorded } from '../phone/store-actions.ts'
import { copiesFor, type Evidence } from '../proof-of-delivery/hand-over.ts'
import { namedParcels, streetOf, suburbOf, type Subject } from './trip-sheet-stops.ts'

/** What a driver states about a stop without success. */
export interface StatedOutcome {
  type: Recorded['action']['type']
  reason: string
  called_before: boolean
  photos: readonly Evidence[]
  /** What is damaged: the words of the driver, and the references of the ticked parcels; `null` without damage. */
  damage: { words: string; damaged: readonly string[] } | null
}

/** Returns what ending a stop without success records: an action for its collection request, or for each shipment. */
export function outcomeActions(
  stop: Stop,
  shipments: readonly StopShipment[],
  { type, reason, called_before, photos, damage }: StatedOutcome,
): Recorded[] {
  const { stop_id, request } = stop
  const record = (subject: Subject, evidence: readonly Evidence[], damaged: object): Recorded => ({
    where: `${streetOf(stop)}, ${suburbOf(stop)}`,
    evidence,
    action: {
      type,
      ...subject,
      stop_id,
      payload: {
        reason,
        ...damaged,
        called_before,
        ...(evidence.length > 0 ? { photos: evidence.map(({ evidence_id }) => evidence_id) } : {}),
      },
    },
  })
  if (request)
    return [record({ collection_request_id: request.collection_request_id }, photos, damageOf([], damage))]
  return shipments.map((shipment) =>
    record(
      { shipment_id: shipment.shipment_id, ...namedParcels(stop, shipment) },
      copiesFor(shipment, photos),
      damageOf(shipment.parcels, damage),
    ),
  )
}

/** Returns the words of the driver about a damage, and the ticked parcels among these. */
function damageOf(
  parcels: StopShipment['parcels'],
  damage: StatedOutcome['damage'],
): { description?: string; damaged_parcels?: string[] } {
  if (damage === null) return {}
  const words = damage.words.trim()
  const ticked = parcels.map((one) => one.tracking_reference).filter((one) => damage.damaged.includes(one))
  return {
    ...(words ? { description: words } : {}),
    ...(ticked.length > 0 ? { damaged_parcels: ticked } : {}),
  }
}
