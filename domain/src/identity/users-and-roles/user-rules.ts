import { hasPermission, isAdministrator, isStaff, role_ids, type Actor } from '../../kit/actor.ts'
import { isOneEmail } from '../../kit/contacts/email.ts'
import { isPhone, phoneSentence } from '../../kit/contacts/phone-number.ts'
import { forbidden, invalid, type FieldProblem } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { missingPermissions } from './permissions.ts'

/** The role data that the rules need. */
export interface RoleFacts {
  id: number
  name: string
  permissions: readonly string[]
}

/** The data that the rules need of a user who is changed, removed or impersonated. */
export interface UserFacts {
  id: number
  name: string
  role_id: number
  account_id: number | null
  branch_id: number | null
  is_api_user: boolean
  /** Whether the user is neither disabled nor removed. */
  is_active: boolean
  permissions: readonly string[]
}

/** The customer roles, assigned inside an account (PERM-013…PERM-015). */
export const account_roles: readonly number[] = [
  role_ids.account_owner,
  role_ids.account_user,
  role_ids.account_user_no_billing,
]

/** Roles that are never in the list of assignable roles (PERM-019). */
const never_listed: readonly number[] = [role_ids.system_administrator, role_ids.guest, ...account_roles]

/** Roles that only administrators may assign (PERM-020). */
const given_by_administrators: readonly number[] = [
  role_ids.administrator,
  role_ids.finance_manager,
  role_ids.provider_api_user,
]

/** Whether a role is in the list of roles that `actor` may assign to staff (PERM-019, PERM-020). */
export function isListedRole(actor: Actor, roleId: number): boolean {
  return (
    isStaff(actor) &&
    !never_listed.includes(roleId) &&
    (isAdministrator(actor) || !given_by_administrators.includes(roleId))
  )
}

/**
 * Whether `actor` may assign a role to a user of an account (`accountId`) or of the company (`null`). Customer roles
 * are assigned inside an account only. Nobody can assign permissions that they lack (PERM-019…PERM-021).
 */
export function mayAssign(actor: Actor, role: RoleFacts, accountId: number | null): RuleResult {
  const isAccountRole = account_roles.includes(role.id)
  if (accountId !== null && !isAccountRole)
    return forbidden(`An account user cannot have the role ${role.name}. Choose an account role.`)
  if (accountId === null && (isAccountRole || !isListedRole(actor, role.id)))
    return forbidden(`You may not give the role ${role.name}. Choose a role from the list.`)
  const [lacked, ...more] = missingPermissions(role.permissions, actor.permissions)
  if (!lacked) return true
  const others = more.length > 0 ? ` and ${more.length} more` : ''
  return forbidden(
    `The role ${role.name} has permissions that you do not have (${lacked.title}${others}). Ask someone who has them to assign it.`,
  )
}

/** Returns the roles among `roles` that `actor` may assign, for an account or for staff (`null`). */
export function assignableRoles<Role extends RoleFacts>(
  actor: Actor,
  roles: readonly Role[],
  accountId: number | null,
): readonly Role[] {
  return roles.filter((role) => mayAssign(actor, role, accountId) === true)
}

/** Whether `actor` may change or remove a user: never one with more permissions, and never an API user. */
export function mayManage(actor: Actor, user: UserFacts): RuleResult {
  if (user.is_api_user)
    return forbidden(`${user.name} belongs to an API key. Revoke the key to end its access.`)
  if (user.role_id === role_ids.system_administrator && actor.role_id !== role_ids.system_administrator)
    return forbidden('Only a system administrator may change a system administrator.')
  if (user.id !== actor.user_id && missingPermissions(user.permissions, actor.permissions).length > 0)
    return forbidden(
      `${user.name} has permissions that you do not have. Ask an administrator to change this user.`,
    )
  return true
}

/** Forbids users to disable, remove or change the role of themselves; a colleague must do it. */
export function notOneself(actor: Actor, user: { id: number }, what: string): RuleResult {
  return user.id === actor.user_id
    ? forbidden(`You cannot ${what} yourself. Ask a colleague to do it.`)
    : true
}

/** Kinds of users of whom at least one must be able to sign in. */
export type LastOfKind = 'administrator' | 'account owner'

/**
 * Returns the kind of user of whom one must remain: administrators for the company, and the owner when users of an
 * account make the change. `null` for all other users.
 */
export function lastOfKind(actor: Actor, user: Pick<UserFacts, 'role_id' | 'account_id'>): LastOfKind | null {
  if (user.account_id === null && isAdministrator(user)) return 'administrator'
  if (actor.account_id !== null && user.role_id === role_ids.account_owner) return 'account owner'
  return null
}

/** Forbids the loss of the last user of a kind; `others` is the number of other users who can sign in. */
export function mayLose(what: LastOfKind | null, others: number): RuleResult {
  if (what === null || others > 0) return true
  return forbidden(
    what === 'administrator'
      ? 'This is the last administrator. Make someone else an administrator first.'
      : 'This is the last account owner. Make someone else an account owner first.',
  )
}

/**
 * Whether `actor` may impersonate a user. The actor must be staff with both permissions. The user must be a customer
 * who can sign in and has no permission that the actor lacks. Never allowed while already impersonating a user
 * (AUTH-068, docs/domain/people-and-permissions.md#acting-as-another-person).
 */
export function mayImpersonate(actor: Actor, user: UserFacts): RuleResult {
  if (actor.impersonated_by !== null) return forbidden('You are already acting as a user. Go back first.')
  if (actor.kind !== 'user' || !isStaff(actor) || !mayActAsUsers(actor))
    return forbidden('You may not act as another user.')
  if (user.account_id === null || !account_roles.includes(user.role_id))
    return forbidden('You can act as users of customer accounts only.')
  if (user.is_api_user) return forbidden('Nobody can act as an API key.')
  if (!user.is_active) return forbidden(`${user.name} is disabled. Enable this user first.`)
  if (missingPermissions(user.permissions, actor.permissions).length > 0)
    return forbidden(`${user.name} has permissions that you do not have, so you cannot act as this user.`)
  return true
}

/** Whether `actor` has both permissions for impersonation. */
export function mayActAsUsers(actor: Pick<Actor, 'permissions'>): boolean {
  return hasPermission(actor, 'API_/users/impersonate:POST') && hasPermission(actor, 'INLINE_impersonate')
}

/**
 * Whether an endpoint may never be called while impersonating: sign-in data, API keys, sessions, changes of users,
 * and saved cards.
 */
export function isPersonalEndpoint(method: string, path: string): boolean {
  const isSecret = /^\/(users\/(2fa|sessions|passkeys|step-up|update-password)|billing\/cards)(\/|$)/.test(
    path,
  )
  return isSecret || (method !== 'GET' && (path === '/users' || path.startsWith('/users/')))
}

/** The data entered for a user. */
export interface UserDetails {
  name: string
  email: string
  phone_number: string
  role_id: number | null
  account_id: number | null
  branch_id: number | null
  limit_user_to_branch: boolean
}

/** Returns the problems of a user's details, in the order of the form. */
export function checkUser(user: UserDetails): FieldProblem[] {
  const problems: FieldProblem[] = []
  const addProblem = (field: string, message: string) => problems.push({ field, message })
  if (user.name.trim() === '') addProblem('name', 'Enter the name.')
  if (user.email.trim() === '') addProblem('email', 'Enter the email address.')
  else if (!isOneEmail(user.email)) addProblem('email', `${user.email.trim()} is not an email address.`)
  if (user.phone_number.trim() !== '' && !isPhone(user.phone_number))
    addProblem('phone_number', phoneSentence())
  if (user.role_id === null) addProblem('role_id', 'Choose a role.')
  if (user.limit_user_to_branch && user.branch_id === null)
    addProblem('branch_id', 'Choose the branch to which the user is limited.')
  if (user.account_id !== null && user.limit_user_to_branch)
    addProblem('limit_user_to_branch', 'Users of an account are not limited to a branch.')
  return problems
}

/** Throws the first problem of a user's details, with all problems by field. */
export function requireUser(user: UserDetails): void {
  const problems = checkUser(user)
  const [first] = problems
  if (first) throw invalid(first.message, problems)
}

/**
 * Whether an email address is on a domain of the courier company. Such users are marked as internal in lists and
 * excluded from customer figures. The mark grants no permissions (PERM-009, PERM-010).
 */
export function isInternal(email: string, domains: readonly string[]): boolean {
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? ''
  return email.includes('@') && domains.some((one) => one.trim().toLowerCase().replace(/^@/, '') === domain)
}
