import { sql, type RawBuilder } from 'kysely'

/** SQL for the name of a loaded file in the audit trail, by id. */
export const audited_batch = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT name FROM move_in_batch WHERE move_in_batch.id = ${id}`,
}
