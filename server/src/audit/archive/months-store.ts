import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'

/** The time that a partition covers. */
export interface AuditMonth {
  /** `null` for the first partition, which has everything before its end. */
  starts: Date | null
  ends: Date
}

/** Makes the missing partitions of this month and of the next two; returns their names. */
export async function makeAuditMonths(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT make_audit_months(now()) AS name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns the months that end at or before a time, oldest first. */
export async function auditMonthsUntil(db: Db, latest: Date): Promise<AuditMonth[]> {
  const { rows } = await sql<AuditMonth>`
    SELECT starts, ends FROM audit_months_until(${latest}) ORDER BY ends`.execute(db)
  return rows
}

/** Drops the partition of a month if all its entries are sealed and archived; returns whether it did. */
export async function dropArchivedMonth(db: Db, monthEnd: Date): Promise<boolean> {
  // Counting a month of a large installation takes longer than other statements may.
  await sql`SET LOCAL statement_timeout = '10min'`.execute(db)
  const { rows } = await sql<{ is_dropped: boolean }>`
    SELECT drop_archived_audit_month(${monthEnd}) AS is_dropped`.execute(db)
  return rows[0]?.is_dropped ?? false
}
