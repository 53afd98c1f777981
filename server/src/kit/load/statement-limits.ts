import type { Workload } from '@waybill/domain/kit/calls/workload'
import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** Maximum duration of a statement by workload, in ms. */
export const statement_limits_ms: Readonly<Record<Workload, number>> = {
  field: 5_000,
  interactive: 5_000,
  heavy: 30_000,
}

/** Statements of jobs that need longer than `heavy`, each with the reason; in ms. No statement may take longer. */
export const long_statement_ms = {
  /** Reads a whole list or a year of a report; nobody waits for it. */
  background_file: 120_000,
  /** Compares whole tables of a company with each other, once a day. */
  invariants: 120_000,
  /** Looks through a whole table for old rows; most tables have no index by their age. */
  purge: 120_000,
  /** Moves what was written since the last round into the index; more after a load of many shipments. */
  search_index: 120_000,
} as const

/** Maximum duration of any statement, in ms. */
export const max_statement_ms = Math.max(...Object.values(long_statement_ms))

/** Sets the maximum duration of each further statement of this transaction. */
export async function limitStatements(db: Db, ms: number): Promise<void> {
  await sql`SELECT set_config('statement_timeout', ${String(ms)}, true)`.execute(db)
}
