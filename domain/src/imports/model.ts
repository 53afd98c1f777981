import { z } from 'zod'
import { instant, rand } from '../kit/calls/wire.ts'
import { StoredChange } from './bulk-change.ts'

/** Kinds of bulk job: an import books one shipment per row, an update changes existing shipments. */
export const bulk_kinds = ['shipment-import', 'shipment-update'] as const
export type BulkKind = (typeof bulk_kinds)[number]

/**
 * States of a bulk job. `checking`, `running` and `undoing` proceed automatically; `checked` waits for a user;
 * `finished` and `cancelled` can be corrected and run again; `undone` is final.
 */
export const bulk_states = [
  'checking',
  'checked',
  'running',
  'finished',
  'cancelled',
  'undoing',
  'undone',
] as const
export type BulkState = (typeof bulk_states)[number]

/**
 * States of a row: `waiting` for the check; `good` or `wrong` after the check; `done` or `failed` after the run;
 * after an undo `undone`, or `kept` when the shipment of an import could no longer be cancelled.
 */
export const row_states = ['waiting', 'good', 'wrong', 'done', 'failed', 'undone', 'kept'] as const
export type RowState = (typeof row_states)[number]

/** Number of rows in each state. */
export const RowCounts = z.object(
  Object.fromEntries(row_states.map((state) => [state, z.int()])) as Record<RowState, z.ZodInt>,
)
export type RowCounts = z.output<typeof RowCounts>

/** A bulk job as returned by the API. Amounts in cents. */
export const BulkJob = z.object({
  id: z.int(),
  kind: z.enum(bulk_kinds),
  /** The file name, or the change as text. */
  name: z.string(),
  state: z.enum(bulk_states),
  /** The matched columns of the file, in template order; empty for updates. */
  columns: z.array(z.string()),
  change: StoredChange.nullable(),
  total: z.int(),
  counts: RowCounts,
  /** Total price of the good rows according to the check, and actual total price of the done rows. */
  price_good: rand,
  price_done: rand,
  /** Why the job stopped early; `''` when it did not. */
  stopped_because: z.string(),
  /** Whether the original file can be downloaded. */
  has_file: z.boolean(),
  /** Deadline for undoing the job; `null` when it cannot be undone. */
  undo_until: instant.nullable(),
  created_by: z.string(),
  time_created: instant,
  time_started: instant.nullable(),
  time_ended: instant.nullable(),
})
export type BulkJob = z.output<typeof BulkJob>

/** A row of a bulk job. */
export const BulkRow = z.object({
  /** Line number in the file, or position in the list of references. */
  row: z.int(),
  state: z.enum(row_states),
  cells: z.record(z.string(), z.string()),
  problems: z.array(z.object({ column: z.string(), message: z.string() })),
  /** The planned or completed change, as text; only for updates. */
  outcome: z.string(),
  price: rand.nullable(),
  shipment_id: z.int().nullable(),
  reference: z.string(),
})
export type BulkRow = z.output<typeof BulkRow>
