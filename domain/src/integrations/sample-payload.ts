import { sast_offset_minutes } from '../kit/calls/wire.ts'
import type { WebhookTopic } from './webhooks.ts'
import { day_ms } from '../kit/dates/durations.ts'

/** Formats a time with the local offset: `2026-03-03T14:23:30.493+02:00`. */
export function localStamp(moment: Date): string {
  return new Date(moment.getTime() + sast_offset_minutes * 60_000).toISOString().replace('Z', '+02:00')
}

/** Returns a made-up payload for `topic`. A header of the request marks it as a sample. */
export function samplePayload(topic: WebhookTopic, about: { provider_id: number; now: Date }): unknown {
  const { provider_id, now } = about
  const short = 'K7M2QX'
  const day = (days: number): Date => new Date(now.getTime() + days * day_ms)
  const place = {
    type: 'business',
    company: 'Sample Traders',
    street_address: '31 Bath Avenue',
    local_area: 'Rosebank',
    city: 'Johannesburg',
    zone: 'GP',
    code: '2196',
    country: 'South Africa',
    lat: -26.145,
    lng: 28.041,
  }
  switch (topic) {
    case 'tracking-event':
      return {
        provider_id,
        shipment_id: 0,
        short_tracking_reference: short,
        custom_tracking_reference: short,
        parcel_tracking_references: [`${short}/1`],
        status: 'at-hub',
        update_type: 'shipment',
        event_time: localStamp(now),
        service_level_code: 'ECO',
        collection_hub: 'CPT',
        delivery_hub: 'JHB',
        collection_lat: -33.93,
        collection_lng: 18.53,
        delivery_lat: place.lat,
        delivery_lng: place.lng,
        shipment_time_created: day(-1),
        shipment_time_modified: now,
        shipment_estimated_collection: day(-1),
        shipment_estimated_delivery_from: day(1),
        shipment_estimated_delivery_to: day(2),
        shipment_collected_date: day(-1),
        shipment_delivered_date: null,
        tracking_events: [
          {
            id: 2,
            parcel_id: 0,
            date: now,
            status: 'at-hub',
            source: 'sample',
            message: 'A sample',
            location: 'CPT',
          },
          { id: 1, parcel_id: 0, date: day(-1), status: 'submitted', source: 'sample', message: '' },
        ],
      }
    case 'shipment-note':
      return {
        id: 0,
        shipment_id: 0,
        shipment_short_tracking_reference: short,
        shipment_custom_tracking_reference: short,
        message: 'This is a sample note.',
        type: 'external',
        attachments: { uploads: [] },
        time_created: now,
        time_modified: now,
      }
    case 'parcel-dimension-changes':
      return [
        {
          provider_id,
          shipment_id: 0,
          shipment_tracking_reference: short,
          parcel_reference: `${short}/1`,
          parcel_alternative_tracking_reference: '',
          source: 'sample',
          event_type: 'dimensions',
          event_time: localStamp(now),
          length_cm: 42,
          width_cm: 38,
          height_cm: 6,
          weight_kg: 3.1,
        },
      ]
    case 'shipment-address-changes':
      return { shipment_id: 0, shipment_tracking_reference: short, new_delivery_address: place }
    case 'invoice-created':
      return {
        id: 0,
        provider_id,
        account_id: 0,
        account_code: 'SAMPLE',
        account_name: 'Sample Traders',
        invoice_number: 0,
        doc_display_id: 'INV-SAMPLE',
        invoice_date: now,
        due_date: day(30),
        from_date: null,
        to_date: null,
        status: 'open',
        total: 115,
        total_excluding_vat: 100,
        vat: 15,
        amount_paid: 0,
        balance_due: 115,
        credit_note_total: 0,
        time_created: now,
        time_modified: now,
      }
  }
}
