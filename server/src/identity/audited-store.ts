import { sql, type RawBuilder } from 'kysely'

/** What the audit trail calls a user by its id, and whether it belongs to a branch, as SQL. */
export const audited_user = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT username FROM app_user WHERE app_user.id = ${id}`,
  isAtBranch: (id: RawBuilder<number>, branchId: number): RawBuilder<boolean> =>
    sql`EXISTS (SELECT FROM app_user WHERE app_user.id = ${id} AND branch_id = ${branchId})`,
}

/** What the audit trail calls a role by its id, as SQL. */
export const audited_role = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT name FROM role WHERE role.id = ${id}`,
}

/** What the audit trail calls a setting of the company by its id, as SQL. */
export const audited_setting = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT key FROM provider_setting WHERE provider_setting.id = ${id}`,
}
