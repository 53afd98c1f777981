import type { readUsersFile, UserLine } from '@waybill/domain/identity/users-and-roles/user-import'
import type { ImportedLine, usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { isOneEmail } from '@waybill/domain/kit/contacts/email'
import { normalisePhone } from '@waybill/domain/kit/contacts/phone'
import { invalid, Problem } from '@waybill/domain/kit/problem'
import type { Context, ExternalHandler } from '../../kit/handler.ts'
import { inFileThread } from '../../kit/threads.ts'
import { listRoles } from '../store.ts'
import { requireAllowed, inviteOne } from './users.ts'
import { accountsByCode, branchesByName, takenNames } from './users-store.ts'

const readFile = inFileThread<typeof readUsersFile>(
  new URL(import.meta.resolve('@waybill/domain/identity/users-and-roles/user-import')),
  'readUsersFile',
)

/**
 * Invites the users of a file. First checks every line by the rules for a single user. Then invites all of them, or
 * none when a line has a problem. With `dry_run` it stops after the check.
 */
export const importUsers: ExternalHandler<typeof usersApi.importFile> = async (ctx, { text, dry_run }) => {
  const file = await readFile(text)
  if ('problem' in file) throw invalid(file.problem, [{ field: 'text', message: file.problem }])
  return ctx.answer((tx) => inviteAll(tx, file.lines, dry_run ?? false))
}

async function inviteAll(ctx: Context, read: readonly UserLine[], dryRun: boolean) {
  const lines = await checkLines(ctx, read)
  const seen = lines.map(({ line, problems }): ImportedLine => {
    const { name, email, role } = line
    return { line: line.line, name, email, role, problems }
  })
  const wrong = seen.filter(({ problems }) => problems.length > 0)
  if (dryRun) return { lines: seen, imported: 0 }
  if (wrong.length > 0)
    throw invalid(
      `Nothing was imported: ${wrong.length === 1 ? 'one line is' : `${wrong.length} lines are`} wrong. Correct the file and try again.`,
      wrong
        .slice(0, 50)
        .map(({ line, problems }) => ({ field: `lines.${line}`, message: problems.join(' ') })),
    )
  for (const { user } of lines) if (user) await inviteOne(ctx, user)
  return { lines: seen, imported: seen.length }
}

type NewUser = Parameters<typeof inviteOne>[1]

/** A line with its problems; `user` is set when there are none. */
interface CheckedLine {
  line: UserLine
  problems: string[]
  user: NewUser | null
}

async function checkLines(ctx: Context, lines: readonly UserLine[]): Promise<CheckedLine[]> {
  const roles = new Map(
    (await listRoles(ctx)).flatMap((role) => [
      [role.name.toLowerCase(), role.id] as const,
      [role.label.toLowerCase(), role.id] as const,
    ]),
  )
  const branches = await branchesByName(ctx)
  const accounts = await accountsByCode(
    ctx,
    lines.map(({ account_code }) => account_code),
  )
  const taken = await takenNames(
    ctx,
    lines.map(({ email }) => email),
  )
  const firstLine = new Map<string, number>()
  const checked: CheckedLine[] = []
  for (const line of lines) {
    const problems: string[] = []
    const email = line.email.toLowerCase()
    const roleId = roles.get(line.role.toLowerCase())
    const branchId = branches.get(line.branch.toLowerCase())
    const account = accounts.get(line.account_code.toLowerCase())
    const earlier = firstLine.get(email)
    if (line.name === '') problems.push('Enter the name.')
    if (line.email === '') problems.push('Enter the email address.')
    else if (!isOneEmail(line.email)) problems.push(`${line.email} is not an email address.`)
    else if (earlier !== undefined) problems.push(`Line ${earlier} has the same email address.`)
    else if (taken.has(email)) problems.push(`${line.email} is in use by another user.`)
    if (line.role === '') problems.push('Enter the role.')
    else if (roleId === undefined) problems.push(`There is no role ${line.role}.`)
    if (line.branch !== '' && branchId === undefined) problems.push(`There is no branch ${line.branch}.`)
    if (line.account_code !== '' && !account) problems.push(`There is no account ${line.account_code}.`)
    if (email !== '' && earlier === undefined) firstLine.set(email, line.line)
    const user =
      problems.length === 0 && roleId !== undefined
        ? {
            name: line.name,
            email: line.email,
            username: undefined,
            phone_number: normalisePhone(line.phone_number) || undefined,
            role_id: roleId,
            account_id: ctx.actor.account_id ?? account?.id ?? null,
            branch_id: branchId,
            limit_user_to_branch: false,
            limit_user_to_account: undefined,
          }
        : null
    const error = user && (await errorOf(ctx, user))
    checked.push({ line, problems: error ? [error] : problems, user: error ? null : user })
  }
  return checked
}

/** Returns the error message of the rules for a new user; `null` when they pass. */
async function errorOf(ctx: Context, user: NewUser): Promise<string | null> {
  try {
    await requireAllowed(ctx, user)
    return null
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}
