import { sql, type RawBuilder } from 'kysely'

/** The audit trail's name of a user by id, and whether the user belongs to a branch, as SQL. */
export const audited_user = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT username FROM app_user WHERE app_user.id = ${id}`,
  isAtBranch: (id: RawBuilder<number>, branchId: number): RawBuilder<boolean> =>
    sql`EXISTS (SELECT FROM app_user WHERE app_user.id = ${id} AND branch_id = ${branchId})`,
}

/** The audit trail's name of a role by id, as SQL. */
export const audited_role = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT name FROM role WHERE role.id = ${id}`,
}
