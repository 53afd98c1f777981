import { sql, type RawBuilder } from 'kysely'

/** SQL for the name of a blocked entry in the audit trail, by its id. */
export const audited_entry = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT value FROM blocked_entry WHERE blocked_entry.id = ${id}`,
}
