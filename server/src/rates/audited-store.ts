import { sql, type RawBuilder } from 'kysely'

/** What the audit trail calls a revision of prices by its id, as SQL. */
export const audited_revision = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT name FROM rate_revision WHERE rate_revision.id = ${id}`,
}
