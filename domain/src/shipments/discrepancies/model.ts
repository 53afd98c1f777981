import { z } from 'zod'
import { count, day, instant, list, maybe, num, rand, text } from '../../kit/calls/wire.ts'
import { AttachedFile } from '../../files/model.ts'
import { discrepancy_outcomes, discrepancy_states } from './discrepancy.ts'

/** Size in cm and weight in kg of a parcel. */
export const ComparedMeasures = z.object({
  length_cm: z.number(),
  width_cm: z.number(),
  height_cm: z.number(),
  weight_kg: z.number(),
})

/** A measured parcel: its measures of the booking, of the hub, and those decided on by staff. */
export const ComparedParcel = z.object({
  parcel_id: z.int(),
  tracking_reference: z.string(),
  submitted: ComparedMeasures,
  measured: ComparedMeasures,
  decided: ComparedMeasures.nullable(),
})
export type ComparedParcel = z.output<typeof ComparedParcel>

/** A file as stored with its discrepancy. */
export type StoredAttachment = Omit<AttachedFile, 'url'>

/** A difference between measured and submitted parcels whose price waits for the account. Amounts in cents. */
export const WeightDiscrepancy = z.object({
  id: z.int(),
  shipment_id: z.int(),
  tracking_reference: z.string(),
  account_id: z.int(),
  account_name: z.string(),
  state: z.enum(discrepancy_states),
  /** Prices; `null` for viewers who see no amounts. */
  submitted_rate: rand.nullable(),
  measured_rate: rand.nullable(),
  /** The price that resulted; `null` while it waits, and when it was withdrawn. */
  decided_rate: rand.nullable(),
  outcome: z.enum(discrepancy_outcomes).nullable(),
  parcels: z.array(ComparedParcel),
  /** Photos of parcels on the scale. */
  photos: z.array(AttachedFile),
  /** Name of the user or machine; `''` for customers. */
  measured_by: z.string(),
  measured_at: instant,
  /** When the account was notified; `null` before. */
  notified_at: instant.nullable(),
  /** Last day to dispute; `null` until the account was notified. */
  dispute_until: day.nullable(),
  dispute_reason: z.string(),
  dispute_files: z.array(AttachedFile),
  disputed_by: z.string(),
  disputed_at: instant.nullable(),
  decision_message: z.string(),
  /** Username; `''` for customers. */
  decided_by: z.string(),
  decided_at: instant.nullable(),
  version: z.int(),
})
export type WeightDiscrepancy = z.output<typeof WeightDiscrepancy>

/** Request to dispute measures. */
export const Dispute = z.object({
  id: count,
  version: count,
  reason: text(2000, { lines: true }),
  files: maybe(list(z.object({ file_name: text(255), display_name: maybe(text(200)) }))),
})
export type Dispute = z.output<typeof Dispute>

/** Request to decide on a discrepancy. */
export const DiscrepancyDecision = z.object({
  id: count,
  version: count,
  outcome: z.enum(discrepancy_outcomes),
  /** Text to the account. */
  message: text(2000, { lines: true }),
  /** Only for `own`: size in cm and weight in kg of each measured parcel. */
  parcels: maybe(
    list(z.object({ id: count, length_cm: num, width_cm: num, height_cm: num, weight_kg: num })),
  ),
})
export type DiscrepancyDecision = z.output<typeof DiscrepancyDecision>
