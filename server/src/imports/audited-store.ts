import { sql, type RawBuilder } from 'kysely'

/** SQL for the name of a bulk job in the audit trail, by id. */
export const audited_job = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT name FROM bulk_job WHERE bulk_job.id = ${id}`,
}
