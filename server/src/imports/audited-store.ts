import { sql, type RawBuilder } from 'kysely'

/** What the audit trail calls an import by its id, as SQL. */
export const audited_job = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT name FROM bulk_job WHERE bulk_job.id = ${id}`,
}
