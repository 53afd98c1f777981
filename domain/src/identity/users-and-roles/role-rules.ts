import { grants, role_ids, type Actor } from '../../kit/actor.ts'
import { forbidden, invalid, wrongState, type FieldProblem } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { missingPermissions, isPermission } from './permissions.ts'

/** The editable fields of a role. */
export interface RoleDetails {
  name: string
  label: string
  permissions: readonly string[]
  permissions_ui: readonly string[]
  require_2fa: boolean
}

/** Permissions that an administrator needs to restore a permission that was removed by mistake. */
const lifelines = ['API_/roles:GET', 'API_/roles:PATCH', 'API_/users:GET', 'API_/users:PATCH'] as const

/** Whether a role is built in: its name is fixed, and guests and customers are limited to their own records. */
export function isBuiltIn(id: number): boolean {
  return id < 10
}

/**
 * Returns the problems of an edited role, in the order of the form. Strings in `held` may stay even if they are not
 * valid.
 */
export function checkRole(role: RoleDetails, held: readonly string[] = []): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (role.name.trim() === '') problems.push({ field: 'name', message: 'Enter the name.' })
  const unknown = (list: readonly string[], isUi: boolean) =>
    list.find((text) => !held.includes(text) && (!isPermission(text) || text.startsWith('UI_') !== isUi))
  const strange = unknown(role.permissions, false)
  if (strange !== undefined)
    problems.push({ field: 'permissions', message: `There is no permission ${strange}.` })
  const strangeUi = unknown(role.permissions_ui, true)
  if (strangeUi !== undefined)
    problems.push({ field: 'permissions_ui', message: `There is no screen permission ${strangeUi}.` })
  return problems
}

/**
 * Whether `actor` may change a role to `next`. A user cannot add permissions that they lack and cannot change a role
 * that has more permissions than their own. Role 1 keeps all permissions. A user cannot remove the permissions from
 * their own role that are needed to restore it.
 */
export function mayChangeRole(
  actor: Actor,
  before: (RoleDetails & { id: number }) | null,
  next: RoleDetails,
): RuleResult {
  const isTop = actor.role_id === role_ids.system_administrator
  if (before?.id === role_ids.system_administrator && !isTop)
    return forbidden('Only a system administrator may change this role.')
  if (before?.id === role_ids.system_administrator && !next.permissions.includes('*'))
    return forbidden('The system administrator must keep all permissions. Restore the ones you removed.')
  if (before && isBuiltIn(before.id) && next.name !== before.name)
    return forbidden(`The role ${before.name} cannot be renamed. Change its label instead.`)
  if (
    before &&
    before.id !== actor.role_id &&
    missingPermissions(before.permissions, actor.permissions).length > 0
  )
    return forbidden(
      `The role ${before.name} has permissions that you do not have. Ask an administrator to change it.`,
    )
  const [lacked, ...more] = missingPermissions(next.permissions, [
    ...actor.permissions,
    ...(before?.permissions ?? []),
  ])
  if (lacked) {
    const others = more.length > 0 ? ` (and ${more.length} more)` : ''
    return forbidden(`You cannot give a permission that you do not have: ${lacked.title}${others}.`)
  }
  if (before?.id === actor.role_id) {
    const cut = missingPermissions(before.permissions, next.permissions).find(({ name }) =>
      (lifelines as readonly string[]).includes(name),
    )
    if (cut)
      return forbidden(
        `You would lock yourself out: your own role needs “${cut.title}”. Ask a colleague with another role.`,
      )
  }
  return true
}

/** Throws when a change of a role is invalid or forbidden. */
export function requireRoleChange(
  actor: Actor,
  before: (RoleDetails & { id: number }) | null,
  next: RoleDetails,
): void {
  const held = before ? [...before.permissions, ...before.permissions_ui] : []
  const problems = checkRole(next, held)
  const [first] = problems
  if (first) throw invalid(first.message, problems)
  const verdict = mayChangeRole(actor, before, next)
  if (verdict !== true) throw verdict
}

/** The users of a role: all who are not removed, and how many of these are invited or are API keys. */
export interface RoleHolders {
  user_count: number
  invited_count: number
  api_key_count: number
}

/**
 * Whether `actor` may remove a role: it is not built in, has no more permissions than the actor, and no user has it.
 * The error states who has it and what to do about them.
 */
export function mayRemoveRole(
  actor: Actor,
  role: Pick<RoleDetails, 'name' | 'permissions'> & RoleHolders & { id: number },
): RuleResult {
  if (isBuiltIn(role.id))
    return forbidden(
      `The role ${role.name} is built in and cannot be removed. Give its users another role instead.`,
    )
  if (role.user_count > 0) return wrongState(stillHad(role))
  if (missingPermissions(role.permissions, actor.permissions).length > 0)
    return forbidden(
      `The role ${role.name} has permissions that you do not have. Ask an administrator to remove it.`,
    )
  return true
}

function stillHad({
  name,
  user_count,
  invited_count,
  api_key_count,
}: { name: string } & RoleHolders): string {
  const people = user_count - api_key_count
  const counted = (count: number, one: string) =>
    count > 0 ? [`${count} ${one}${count === 1 ? '' : 's'}`] : []
  const who = listed([
    ...counted(people - invited_count, 'user'),
    ...counted(invited_count, 'invited user'),
    ...counted(api_key_count, 'API key'),
  ])
  const next = listed([
    ...(people > 0 ? ['give the users another role'] : []),
    ...(api_key_count > 0 ? ['delete the API keys'] : []),
  ])
  return `${who} still ${user_count === 1 ? 'has' : 'have'} the role ${name}. First ${next}, then remove the role.`
}

function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts)
}

/**
 * Removes `pattern`, such as `API_/shipments/*`, from `permissions` and lists instead what it granted by name, so
 * that individual permissions can then be removed.
 */
export function spelledOut(permissions: readonly string[], pattern: string): string[] {
  const others = permissions.filter((text) => text !== pattern)
  return [
    ...others,
    ...missingPermissions([pattern], others).flatMap(({ name }) => (name === '*' ? [] : [name])),
  ]
}

/** Returns the pattern that grants `name`; `null` when the role has the permission by name or no pattern matches. */
export function patternOf(permissions: readonly string[], name: string): string | null {
  if (permissions.includes(name)) return null
  return permissions.find((text) => text.includes('*') && grants(text, name)) ?? null
}
