import { z } from 'zod'
import { instant, rand } from '../kit/calls/wire.ts'
import { BulkChange } from './bulk-change.ts'

/** Work on many shipments: an import books one for each row, an update changes those that exist. */
export const bulk_kinds = ['shipment-import', 'shipment-update'] as const
export type BulkKind = (typeof bulk_kinds)[number]

/**
 * Where bulk work stands. `checking`, `running` and `undoing` go on by themselves; `checked` waits for a person;
 * `finished` and `cancelled` may be corrected and run again; `undone` is the end.
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
 * A row: `waiting` to be checked, `good` or `wrong` by the check, `done`, or `failed` when it was tried; after an undo
 * `undone`, or `kept` when its shipment could not be cancelled any more.
 */
export const row_states = ['waiting', 'good', 'wrong', 'done', 'failed', 'undone', 'kept'] as const
export type RowState = (typeof row_states)[number]

/** How many rows stand where. */
export const RowCounts = z.object(
  Object.fromEntries(row_states.map((state) => [state, z.int()])) as Record<RowState, z.ZodInt>,
)
export type RowCounts = z.output<typeof RowCounts>

/** Bulk work as shown. Money in cents. */
export const BulkJob = z.object({
  id: z.int(),
  kind: z.enum(bulk_kinds),
  /** The file's name, or the change in words. */
  name: z.string(),
  state: z.enum(bulk_states),
  /** Columns of the file that were matched, in the order of the template; empty for updates. */
  columns: z.array(z.string()),
  change: BulkChange.nullable(),
  total: z.int(),
  counts: RowCounts,
  /** What the good rows cost by the check, and what the done ones cost. */
  price_good: rand,
  price_done: rand,
  /** Why it stopped before its end; `''` when it did not. */
  stopped_because: z.string(),
  /** The original file can be downloaded. */
  has_file: z.boolean(),
  /** Until when it can be undone; `null` when it cannot. */
  undo_until: instant.nullable(),
  created_by: z.string(),
  time_created: instant,
  time_started: instant.nullable(),
  time_ended: instant.nullable(),
})
export type BulkJob = z.output<typeof BulkJob>

/** A row of bulk work. */
export const BulkRow = z.object({
  /** The line of the file, or the position in the list of references. */
  row: z.int(),
  state: z.enum(row_states),
  cells: z.record(z.string(), z.string()),
  problems: z.array(z.object({ column: z.string(), message: z.string() })),
  /** What would change or has changed, in words; for updates. */
  outcome: z.string(),
  price: rand.nullable(),
  shipment_id: z.int().nullable(),
  reference: z.string(),
})
export type BulkRow = z.output<typeof BulkRow>
