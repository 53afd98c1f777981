import { Counter } from 'prom-client'

/** Payment notices that were answered and not stored, by gateway and why. */
export const notices_not_stored = new Counter({
  name: 'waybill_payment_notices_not_stored_total',
  help: 'Payment notices that named no payment, or were unproven and too many, by gateway',
  labelNames: ['gateway', 'reason'],
  registers: [],
})

/** What modules count of themselves in this process; `/metrics` tells them. */
export const counters = [notices_not_stored]
