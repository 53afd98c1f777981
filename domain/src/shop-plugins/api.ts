import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, maybe, text } from '../kit/calls/wire.ts'
import { RatesAnswer, RatesInput } from '../rates/model.ts'
import { NewShipment, Shipment } from '../shipments/model.ts'
import { PluginLocker } from './plugin-locker.ts'

/** A booked shipment; without a custom reference it has the short one in its place. */
export const PluginShipment = Shipment.extend({ custom_tracking_reference: z.string() })

/** `id` is the id of a shipment, or any of its references. */
const one_shipment = z.object({ id: text(80), account_id: maybe(count) })

/**
 * The calls that locker plug-ins of shops make, in the form in which these plug-ins know them. Each has the permission
 * of the call of the public API that does the same (docs/domain/public-api.md#lockers-for-shop-plug-ins).
 */
export const shopPluginsApi = {
  lockers: endpoint('GET /api/v1/lockers-data', {
    workload: 'heavy',
    input: z.object({}),
    output: z.array(PluginLocker),
    permission: 'API_/pickup-points:GET',
    summary: 'Lists all lockers that take parcels, for shop plug-ins.',
  }),
  rates: endpoint('POST /api/v1/locker-rates-new', {
    body: 'many',
    input: RatesInput,
    output: RatesAnswer,
    permission: 'API_/rates:POST',
    summary:
      'Returns prices for shop plug-ins. A request that cannot be priced returns an empty list with the reason.',
  }),
  book: endpoint('POST /api/v1/shipments', {
    body: 'many',
    input: NewShipment,
    output: PluginShipment,
    permission: 'API_/shipments:POST',
    summary: 'Books a shipment for a shop plug-in.',
  }),
  waybill: endpoint('GET /generate/waybill/:id', {
    workload: 'heavy',
    input: one_shipment,
    output: z.unknown(),
    permission: 'API_/shipments/label:GET',
    answers: 'raw',
    key_in_query: true,
    summary: 'Returns the waybill of a shipment as a PDF file.',
  }),
  sticker: endpoint('GET /generate/sticker/:id', {
    workload: 'heavy',
    input: one_shipment,
    output: z.unknown(),
    permission: 'API_/shipments/label/stickers:GET',
    answers: 'raw',
    key_in_query: true,
    summary: 'Returns the parcel stickers of a shipment as a PDF file.',
  }),
}
