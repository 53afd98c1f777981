import { readCsv } from '../kit/csv.ts'

/** The columns of a users file, in the order of the template; those without `*` may be left out. */
export const user_columns = ['name', 'email', 'phone_number', 'role', 'account_code', 'branch'] as const
export type UserColumn = (typeof user_columns)[number]

/** One line of a users file, its texts as typed. */
export type UserLine = Readonly<Record<UserColumn, string>> & {
  /** The line in the file, the heading being line 1. */
  line: number
}

/** At most this many users are imported at once. */
export const most_imported_users = 500

const other_names: Readonly<Record<string, UserColumn>> = {
  'e-mail': 'email',
  'email address': 'email',
  phone: 'phone_number',
  'phone number': 'phone_number',
  mobile: 'phone_number',
  account: 'account_code',
  'account code': 'account_code',
}

function columnOf(heading: string): UserColumn | null {
  const plain = heading.trim().toLowerCase()
  const named = plain.replaceAll(' ', '_')
  return user_columns.find((one) => one === named) ?? other_names[plain] ?? null
}

/** The users in a file, or in words why it cannot be read as one. Empty lines are left out. */
export function readUsersFile(text: string): { lines: UserLine[] } | { problem: string } {
  const [heading, ...rows] = readCsv(text)
  if (!heading || heading.every((cell) => cell.trim() === '')) return { problem: 'The file is empty.' }
  const columns = heading.map(columnOf)
  const missing = (['name', 'email', 'role'] as const).filter((column) => !columns.includes(column))
  if (missing.length > 0)
    return {
      problem: `The first line must name the columns; ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. Download the template to see how.`,
    }
  const lines = rows.flatMap((cells, at) => {
    if (cells.every((cell) => cell.trim() === '')) return []
    const cellOf = (column: UserColumn) => (cells[columns.indexOf(column)] ?? '').trim()
    const values = Object.fromEntries(
      user_columns.map((column) => [column, columns.includes(column) ? cellOf(column) : '']),
    ) as Record<UserColumn, string>
    return [{ ...values, line: at + 2 }]
  })
  if (lines.length === 0) return { problem: 'The file names no users below its first line.' }
  if (lines.length > most_imported_users)
    return {
      problem: `The file names ${lines.length} users; at most ${most_imported_users} are imported at once. Split it.`,
    }
  return { lines }
}
