import { z } from 'zod'
import { event } from '../kit/event.ts'

const driver = {
  username: z.string(),
  name: z.string(),
  vehicle_registration: z.string(),
  branch_id: z.int().nullable(),
}

/** A driver raised an alarm. `at` is an ISO time on the server clock; the position is `null` when it is not known. */
export const driverAlarmed = event(
  'driverAlarmed',
  z.object({
    ...driver,
    at: z.string(),
    note: z.string(),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
  }),
)

/** A driver wrote to the office. `to` is the user id of who wrote last; `null` when nobody did today. */
export const driverWrote = event(
  'driverWrote',
  z.object({
    ...driver,
    text: z.string(),
    shipment_id: z.int().nullable(),
    tracking_reference: z.string(),
    to: z.int().nullable(),
  }),
)

/** A driver found something on the vehicle that is not in order. */
export const vehicleCheckFailed = event(
  'vehicleCheckFailed',
  z.object({ ...driver, failed: z.array(z.string()), note: z.string() }),
)

/** An exception was given to a colleague. */
export const exceptionGiven = event(
  'exceptionGiven',
  z.object({
    shipment_id: z.int(),
    tracking_reference: z.string(),
    to_user_id: z.int(),
    by_name: z.string(),
  }),
)

/** An administrator gave an exception of a colleague to another one, or released it (`to_name` is then `''`). */
export const exceptionTakenAway = event(
  'exceptionTakenAway',
  z.object({
    shipment_id: z.int(),
    tracking_reference: z.string(),
    from_user_id: z.int(),
    by_name: z.string(),
    to_name: z.string(),
  }),
)

/**
 * The details or the files of a driver's action are not what the phone recorded. It was applied all the same. At most one
 * of the ids is set; `problems` are sentences.
 */
export const evidenceDiffers = event(
  'evidenceDiffers',
  z.object({
    ...driver,
    shipment_id: z.int().nullable(),
    collection_request_id: z.int().nullable(),
    problems: z.array(z.string()),
  }),
)
