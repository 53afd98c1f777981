import { z } from 'zod'
import { count, rand } from '../kit/calls/wire.ts'
import { event } from '../kit/event.ts'

/** Collected money was paid out to an account; the fee is charged to it, and it gets a statement. */
export const remittancePaid = event(
  'remittance-paid',
  z.object({ remittance_id: count, account_id: count, reference: z.string(), fee: rand }),
)
