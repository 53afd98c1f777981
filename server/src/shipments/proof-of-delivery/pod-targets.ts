import { invalid } from '@waybill/domain/kit/problem'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import {
  mayProveDelivery,
  max_proofs,
  type PodTarget,
} from '@waybill/domain/shipments/proof-of-delivery/prove-delivery'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import type { Handler } from '../../kit/handler.ts'
import { findByReferences, readParcels, readShipmentRows } from '../store.ts'

/**
 * Resolves references for PODs that are about to be recorded. Returns one target per reference that is found among
 * visible shipments, in the order of the request (TOOL-002).
 */
export const readPodTargets: Handler<typeof shipmentsApi.podTargets> = async (ctx, { references }) => {
  if (references.length > max_proofs)
    throw invalid(`At most ${max_proofs} references at once. You sent ${references.length}.`)
  const cleanedByReference = new Map(references.map((reference) => [reference, cleanReference(reference)]))
  const found = await findByReferences(ctx, [...new Set(cleanedByReference.values())])
  const ids = [...new Set(found.map(({ shipment_id }) => shipment_id))]
  const rows = new Map((await readShipmentRows(ctx, ids)).map((row) => [row.id, row]))
  const parcels = new Map((await readParcels(ctx, [...rows.keys()])).map((parcel) => [parcel.id, parcel]))
  return [...cleanedByReference].flatMap(([reference, cleaned]): PodTarget[] => {
    const named = found.filter((one) => one.reference === cleaned && rows.has(one.shipment_id))
    const [best] = named.toSorted((one, other) => other.shipment_id - one.shipment_id)
    const row = best && rows.get(best.shipment_id)
    if (!row) return []
    const parcel = best.parcel_id === null ? undefined : parcels.get(best.parcel_id)
    return [
      {
        reference,
        shipment_id: row.id,
        parcel_id: best.parcel_id,
        tracking_reference:
          parcel?.tracking_reference ?? row.custom_tracking_reference ?? row.short_tracking_reference,
        receiver: row.delivery_contact.name ?? '',
        status: parcel?.status ?? row.status,
        has_pod_files: row.has_pod_files,
        refusal: reasonOf(mayProveDelivery(ctx.actor, row, undefined, ctx.now)) ?? '',
      },
    ]
  })
}
