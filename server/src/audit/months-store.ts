import { sql } from 'kysely'
import type { Db } from '../kit/db.ts'

/** Makes the missing partitions of this month and of the next two; returns their names. */
export async function makeAuditMonths(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT make_audit_months(now()) AS name`.execute(db)
  return rows.map(({ name }) => name)
}
