import { grants, role_ids, type Actor } from '../../kit/actor.ts'
import { forbidden, invalid, wrongState, type FieldProblem } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { missingPermissions, isPermission } from './permissions.ts'

/** What is edited of a role. */
export interface RoleDetails {
  name: string
  label: string
  permissions: readonly string[]
  permissions_ui: readonly string[]
  require_2fa: boolean
}

/** Without these an administrator could not give a right back that was taken away by mistake. */
const lifelines = ['API_/roles:GET', 'API_/roles:PATCH', 'API_/users:GET', 'API_/users:PATCH'] as const

/** Roles whose meaning is built in: their name is fixed, and guests and customers keep to what is theirs. */
export function isBuiltIn(id: number): boolean {
  return id < 10
}

/** What is wrong with a role as it is typed, in the order of the form; strings it held before may stay. */
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
 * Whether somebody may change a role to this: nobody adds rights that they lack, a role with more rights than one's
 * own is left alone, role 1 keeps everything, and nobody cuts their own role so that it could not be mended.
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
    return forbidden('The system administrator keeps every right. Undo what you removed.')
  if (before && isBuiltIn(before.id) && next.name !== before.name)
    return forbidden(`The role ${before.name} keeps its name. Change its label instead.`)
  if (
    before &&
    before.id !== actor.role_id &&
    missingPermissions(before.permissions, actor.permissions).length > 0
  )
    return forbidden(`The role ${before.name} may do more than you may. Ask an administrator to change it.`)
  const [lacked, ...more] = missingPermissions(next.permissions, [
    ...actor.permissions,
    ...(before?.permissions ?? []),
  ])
  if (lacked) {
    const others = more.length > 0 ? ` (and ${more.length} more)` : ''
    return forbidden(`You cannot give a right that you lack: ${lacked.title}${others}.`)
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

/** Refuses a wrong or forbidden change of a role. */
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

/** Who has a role: every user who is not removed, and how many of these are invited or API keys. */
export interface RoleHolders {
  user_count: number
  invited_count: number
  api_key_count: number
}

/**
 * Whether somebody may remove a role: one the company made itself, that may not do more than they may, and that nobody
 * has. The refusal says who has it and what to do about them.
 */
export function mayRemoveRole(
  actor: Actor,
  role: Pick<RoleDetails, 'name' | 'permissions'> & RoleHolders & { id: number },
): RuleResult {
  if (isBuiltIn(role.id))
    return forbidden(`The role ${role.name} is built in and stays. Give its users another role instead.`)
  if (role.user_count > 0) return wrongState(stillHad(role))
  if (missingPermissions(role.permissions, actor.permissions).length > 0)
    return forbidden(`The role ${role.name} may do more than you may. Ask an administrator to remove it.`)
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
 * A pattern such as `API_/shipments/*` taken out of a list, with everything else that it granted written out, so that
 * single rights of it can be taken away.
 */
export function spelledOut(permissions: readonly string[], pattern: string): string[] {
  const others = permissions.filter((text) => text !== pattern)
  return [
    ...others,
    ...missingPermissions([pattern], others).flatMap(({ name }) => (name === '*' ? [] : [name])),
  ]
}

/** The pattern through which a role holds a right that it does not hold by name; `null` when it holds it by name. */
export function patternOf(permissions: readonly string[], name: string): string | null {
  if (permissions.includes(name)) return null
  return permissions.find((text) => text.includes('*') && grants(text, name)) ?? null
}
