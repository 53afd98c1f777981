import { liveParcels, displayReference, joinUrl, type Adapter } from './adapter.ts'

/**
 * Sorters and measuring machines. Sends them the expected shipments, so that the bay is available before the parcel
 * arrives.
 */
export const hubMachine: Adapter = {
  async act({ partner, shipment, message_id }, callService) {
    if (!partner.credentials.url) return { said: 'No list was sent: the machine has no address.' }
    const parcels = liveParcels(shipment)
    await callService({
      method: 'POST',
      url: joinUrl(partner.credentials.url, '/shipments'),
      headers: {
        ...(partner.credentials.api_key ? { authorization: `Bearer ${partner.credentials.api_key}` } : {}),
        'content-type': 'application/json',
        'idempotency-key': message_id,
      },
      body: JSON.stringify({
        reference: displayReference(shipment),
        service_level_code: shipment.service_level_code,
        status: shipment.status,
        collection_branch: shipment.collection_branch_name,
        delivery_branch: shipment.delivery_branch_name,
        routing_number: shipment.delivery_agent_routing_number,
        parcels: parcels.map((parcel) => ({
          barcode: parcel.tracking_reference,
          alternative_barcode: parcel.alternative_tracking_reference ?? '',
          length_cm: parcel.submitted_length_cm,
          width_cm: parcel.submitted_width_cm,
          height_cm: parcel.submitted_height_cm,
          weight_kg: parcel.submitted_weight_kg,
        })),
      }),
    })
    return { said: `Told of ${parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`}.` }
  },
}
