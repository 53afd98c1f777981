import { sql, type RawBuilder } from 'kysely'

/** SQL for the name that the audit trail shows for a rate revision. */
export const audited_revision = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT name FROM rate_revision WHERE rate_revision.id = ${id}`,
}
