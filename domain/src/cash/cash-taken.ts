import { z } from 'zod'
import { count, maybe, randAtLeastZero, text } from '../kit/calls/wire.ts'
import { collection_methods } from './collecting.ts'

/** Money that a driver took for a shipment, under a number of the driver's blocks. */
export const CashTaken = z.object({
  receipt_number: count,
  method: z.enum(collection_methods),
  amount: randAtLeastZero,
  /** What was to be paid as the driver saw it; it may have been changed since the phone last had signal. */
  displayed_due: maybe(randAtLeastZero),
  slip_reference: maybe(text(40)),
  /** Why it is not the amount that was to be paid. */
  difference_reason: maybe(text(500)),
})
export type CashTaken = z.output<typeof CashTaken>
