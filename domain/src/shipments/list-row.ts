import { z } from 'zod'
import { omitted } from '../kit/calls/optional-fields.ts'
import { instant, rand } from '../kit/calls/wire.ts'
import { shipment_statuses } from './statuses/status.ts'

/**
 * A row of the list screens, with only the data of the columns (SHIP-097, docs/domain/interface.md#lists,
 * docs/domain/interface.md#columns-of-shipments).
 */
export const ShipmentListRow = z.object({
  id: z.int(),
  short_tracking_reference: z.string(),
  custom_tracking_reference: omitted(z.string()),
  tracking_reference: z.string(),
  customer_reference: omitted(z.string()),
  /** The status visible to the viewer. */
  status: z.enum(shipment_statuses),
  account_id: z.int(),
  account_name: z.string(),
  account_code: z.string(),
  collection_suburb: z.string(),
  collection_city: z.string(),
  collection_name: z.string(),
  delivery_suburb: z.string(),
  delivery_city: z.string(),
  delivery_name: z.string(),
  service_level_code: z.string(),
  /** Number of parcels that are not cancelled. */
  parcel_count: z.int(),
  /** In kg. */
  charged_weight: z.number(),
  estimated_collection: instant.nullable(),
  estimated_delivery_to: instant.nullable(),
  collected_date: instant.nullable(),
  delivered_date: instant.nullable(),
  /** Username of the driver; `''` when there is none. */
  collection_agent_id: z.string(),
  collection_agent_name: z.string(),
  delivery_agent_id: z.string(),
  delivery_agent_name: z.string(),
  collection_branch_name: z.string(),
  delivery_branch_name: z.string(),
  current_branch_name: z.string(),
  is_return: z.boolean(),
  /** Visible to staff only; empty for all other viewers (SHIP-112). */
  tags: z.array(z.string()),
  requires_action_note_count: z.int(),
  /** In cents; `null` when the viewer may not see billing information. */
  rate: rand.nullable(),
  time_created: instant,
  time_modified: instant,
})
export type ShipmentListRow = z.output<typeof ShipmentListRow>
