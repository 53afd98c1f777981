import { z } from 'zod'
import { omitted } from '../kit/calls/optional-fields.ts'
import { atLeastZero, count, flag, instant, maybe, num, text } from '../kit/calls/wire.ts'
import { shipment_statuses } from './statuses/status.ts'

/** A measured size (cm) or weight (kg): not negative, and below a limit that no real parcel in a hub reaches. */
const measured = atLeastZero(100_000)

const described = text(500, { from_shop: true })

/**
 * A parcel as sent when booking or changing a shipment (docs/domain/public-api.md#parcel). Sizes are in cm, weights
 * in kg. `id` or `tracking_reference` identifies an existing parcel; `status` and actual values are for changes only.
 */
export const ParcelInput = z.object({
  id: maybe(count),
  tracking_reference: maybe(text(80)),
  status: maybe(z.enum(shipment_statuses)),
  submitted_length_cm: maybe(num),
  submitted_width_cm: maybe(num),
  submitted_height_cm: maybe(num),
  submitted_weight_kg: maybe(num),
  actual_length_cm: maybe(measured),
  actual_width_cm: maybe(measured),
  actual_height_cm: maybe(measured),
  actual_weight_kg: maybe(measured),
  /**
   * Stores measured values even when they differ a lot from the submitted ones or the service level does not accept
   * them.
   */
  confirm_measures: maybe(flag),
  parcel_description: maybe(described),
  /** Alias of `parcel_description`, used when that is empty (docs/domain/public-api.md#values). */
  submitted_description: maybe(described),
  packaging: maybe(text(255, { from_shop: true })),
  item_count: maybe(count.pipe(z.int().min(0, 'must not be negative').max(1_000_000, 'is too large'))),
  alternative_tracking_reference: maybe(text(80)),
})
export type ParcelInput = z.output<typeof ParcelInput>

/** Default packaging of a parcel (docs/domain/public-api.md#parcel). */
export const default_packaging = 'Custom parcel'

/** A parcel as returned (docs/domain/public-api.md#parcel). */
export const Parcel = z.object({
  id: z.int(),
  provider_id: z.int(),
  shipment_id: z.int(),
  shipment: z.null(),
  status: z.enum(shipment_statuses),
  tracking_reference: z.string(),
  alternative_tracking_reference: omitted(z.string()),
  parcel_description: omitted(z.string()),
  packaging: z.string(),
  item_count: omitted(z.int()),
  submitted_length_cm: z.number(),
  submitted_width_cm: z.number(),
  submitted_height_cm: z.number(),
  submitted_weight_kg: z.number(),
  /** Equal to the submitted value until the parcel is measured. */
  actual_length_cm: z.number(),
  actual_width_cm: z.number(),
  actual_height_cm: z.number(),
  actual_weight_kg: z.number(),
  has_been_dimensioned: z.boolean(),
  time_created: instant,
  time_modified: instant,
})
export type Parcel = z.output<typeof Parcel>
