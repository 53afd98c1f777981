import { sql, type RawBuilder } from 'kysely'

/** SQL for the name of a branch in the audit trail, by its id. */
export const audited_branch = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT name FROM branch WHERE branch.id = ${id}`,
}
