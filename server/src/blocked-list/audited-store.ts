import { sql, type RawBuilder } from 'kysely'

/** What the audit trail calls a blocked entry by its id, as SQL. */
export const audited_entry = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT value FROM blocked_entry WHERE blocked_entry.id = ${id}`,
}
