import { z } from 'zod'
import { count, rand } from '../kit/calls/wire.ts'
import { event } from '../kit/event.ts'

/** Collected money was paid out to an account; it is told where its statement is. */
export const remittancePaid = event(
  'remittance-paid',
  z.object({ remittance_id: count, account_id: count, reference: z.string(), paid: rand }),
)
