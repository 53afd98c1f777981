import { readTable, type TableLine } from '../../kit/csv/csv-lines.ts'

/** The columns of a user import file, in the order of the template; name, email and role are required. */
export const user_columns = ['name', 'email', 'phone_number', 'role', 'account_code', 'branch'] as const
export type UserColumn = (typeof user_columns)[number]

/** One line of a user import file, with its values as entered. */
export type UserLine = TableLine<UserColumn>

/** Maximum number of users per import. */
export const max_imported_users = 500

/** Returns the users in a file, or the problem why it cannot be read. Empty lines are skipped. */
export function readUsersFile(text: string): { lines: UserLine[] } | { problem: string } {
  return readTable(text, {
    columns: user_columns,
    needed: ['name', 'email', 'role'],
    codes: ['phone_number', 'account_code'],
    other_names: {
      'e-mail': 'email',
      'email address': 'email',
      phone: 'phone_number',
      'phone number': 'phone_number',
      mobile: 'phone_number',
      account: 'account_code',
    },
    noun: 'users',
    max: max_imported_users,
  })
}
