import { Counter, type Metric } from 'prom-client'

/** Payment notices that got a response but were not stored, by gateway and reason. */
export const notices_not_stored = new Counter({
  name: 'waybill_payment_notices_not_stored_total',
  help: 'Payment notices that were not stored, by gateway and reason',
  labelNames: ['gateway', 'reason'],
  registers: [],
})

/** Documents, exports and labels that were deleted after their links expired. */
export const generated_files_removed = new Counter({
  name: 'waybill_generated_files_removed_total',
  help: 'Documents, exports and labels deleted after their links expired',
  registers: [],
})
export const generated_bytes_removed = new Counter({
  name: 'waybill_generated_bytes_removed_total',
  help: 'Total size of the deleted files in bytes',
  registers: [],
})

/** Transaction attempts that failed because of a deadlock or a conflict with another transaction. */
export const transactions_repeated = new Counter({
  name: 'waybill_transactions_repeated_total',
  help: 'Database transactions restarted after a deadlock or a serialization conflict, by reason',
  labelNames: ['reason'],
  registers: [],
})

/** Read-only transactions that may use a standby, by the server that served them. */
export const reads = new Counter({
  name: 'waybill_reads_total',
  help: 'Read-only requests that a standby may serve, by the server that served them',
  labelNames: ['server'],
  registers: [],
})

/** Counters that modules maintain in this process; `/metrics` publishes them. */
export const counters: readonly Metric[] = [
  notices_not_stored,
  generated_files_removed,
  generated_bytes_removed,
  transactions_repeated,
  reads,
]
