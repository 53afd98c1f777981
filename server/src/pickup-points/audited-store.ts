import { sql, type RawBuilder } from 'kysely'

/** SQL for the name of a point in the audit trail, by its id. */
export const audited_point = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT name FROM pickup_point WHERE pickup_point.id = ${id}`,
}
