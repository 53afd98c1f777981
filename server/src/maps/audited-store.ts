import { sql, type RawBuilder } from 'kysely'

/** What the audit trail calls a branch by its id, as SQL. */
export const audited_branch = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT name FROM branch WHERE branch.id = ${id}`,
}
