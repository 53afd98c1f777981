import { liveParcels, displayReference, joinUrl, type Adapter } from './adapter.ts'

/**
 * Sorters and measuring machines. Sends them the expected shipments, so that the bay is available before the parcel
 * arrives.
 */
export const hubMachine: Adapter = {
  async act({ service, shipment, message_id }, callService) {
    if (!service.credentials.url) return { message: 'No list was sent: the machine has no address.' }
    const parcels = liveParcels(shipment)
    await callService({
      method: 'POST',
      url: joinUrl(service.credentials.url, '/shipments'),
      headers: {
        ...(service.credentials.api_key ? { authorization: `Bearer ${service.credentials.api_key}` } : {}),
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
    return { message: `Notified of ${parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`}.` }
  },
}
