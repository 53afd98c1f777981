import { sql, type RawBuilder } from 'kysely'

/** SQL for the audit trail: the code of an account by its id, and whether the account belongs to a branch. */
export const audited_account = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT account_code FROM account WHERE account.id = ${id}`,
  isAtBranch: (id: RawBuilder<number>, branchId: number): RawBuilder<boolean> =>
    sql`EXISTS (SELECT FROM account WHERE account.id = ${id} AND branch_id = ${branchId})`,
}

/** SQL for the audit trail: the key of an account setting by its id. */
export const audited_account_setting = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT key FROM account_setting WHERE account_setting.id = ${id}`,
}
