import { sql, type RawBuilder } from 'kysely'

/** What the audit trail calls an account by its id, and whether it belongs to a branch, as SQL. */
export const audited_account = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT account_code FROM account WHERE account.id = ${id}`,
  isAtBranch: (id: RawBuilder<number>, branchId: number): RawBuilder<boolean> =>
    sql`EXISTS (SELECT FROM account WHERE account.id = ${id} AND branch_id = ${branchId})`,
}

/** What the audit trail calls a setting of an account by its id, as SQL. */
export const audited_account_setting = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT key FROM account_setting WHERE account_setting.id = ${id}`,
}
