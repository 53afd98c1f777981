import type { identityApi } from '@waybill/domain/identity/api'
import type { DriverFacts, ListedUser } from '@waybill/domain/identity/model'
import { staff_email_domains } from '@waybill/domain/identity/settings'
import {
  assignableRoles,
  requireUser,
  lastOfKind,
  isInternal,
  mayAssign,
  mayLose,
  mayManage,
  notOneself,
  type UserFacts,
} from '@waybill/domain/identity/users-and-roles/user-rules'
import type { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import {
  driverLeaves,
  payPlanChosen,
  userInvited,
  userRoleChanged,
} from '@waybill/domain/identity/users-and-roles/users-events'
import { hasPermission, isStaff, role_ids, type Actor } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { conflict, forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { accountFor, isBranch } from '../../accounts/index.ts'
import type { Context, BaseContext, Handler } from '../../kit/handler.ts'
import { presentUser } from './present-user.ts'
import { endSessions } from '../sessions-and-keys/sessions.ts'
import { insertUser, listRoles, roleToGive } from '../store.ts'
import {
  administrator_roles,
  changeUserRow,
  countOthers,
  listManagedUsers,
  lockUsers,
  takenNames,
  type ManagedRow,
} from './users-store.ts'

const max_listed = 10_000

/** Returns a user as shown to user managers. */
export function listedUser(reader: BaseContext, row: ManagedRow): ListedUser {
  const { state, time_last_seen, account_code, account_name, branch_name, version } = row
  const known = { state, time_last_seen, account_code, account_name, branch_name, version }
  return {
    ...presentUser(row),
    ...known,
    is_internal: isInternal(row.email, reader.setting(staff_email_domains)),
    driver: row.role_id === role_ids.driver ? driverFacts(row) : null,
  }
}

function driverFacts(row: ManagedRow): DriverFacts {
  const { vehicle_registration, vehicle_type, vehicle_max_kg, vehicle_max_m3, licence_expiry, pay_plan } = row
  return {
    vehicle_registration: vehicle_registration ?? '',
    vehicle_type,
    vehicle_max_kg,
    vehicle_max_m3,
    licence_expiry,
    pay_plan,
  }
}

/** Returns the users that the caller can reach (ACC-021, ACC-022). */
export const readUsers: Handler<typeof identityApi.users> = async (ctx, input) => {
  const { rows, total } = await listManagedUsers(ctx, input, pageOf(input, max_listed))
  return { users: rows.map((row) => listedUser(ctx, row)), count: total }
}

/** Returns a user that the caller can reach; throws 404 otherwise. */
export async function managedUser(ctx: Context, id: number): Promise<ManagedRow> {
  const { rows } = await listManagedUsers(ctx, { ids: [id] }, { limit: 1, offset: 0 })
  const [row] = rows
  if (!row) throw notFound('Could not find this user.')
  return row
}

/** Returns the user data that the rules need. */
export function factsOf(row: ManagedRow): UserFacts {
  const { id, name, role_id, account_id, branch_id, is_api_user, permissions, state } = row
  return {
    id,
    name,
    role_id,
    account_id,
    branch_id,
    is_api_user,
    permissions,
    is_active: state !== 'disabled',
  }
}

/** Returns the roles that the caller may assign (PERM-019…PERM-021). */
export const readAssignable: Handler<typeof usersApi.assignable> = async (ctx, { account_id }) => {
  const roles = assignableRoles(ctx.actor, await listRoles(ctx), ctx.actor.account_id ?? account_id ?? null)
  return { roles: roles.map(({ id, name, label }) => ({ id, name, label })) }
}

type NewUser = Omit<Input<typeof usersApi.create>, 'account_id'> & { account_id: number | null }

/**
 * Invites a user. The username is reserved at once; the link to choose a password is sent after the commit
 * (AUTH-008).
 */
export const createUser: Handler<typeof usersApi.create> = async (ctx, input) => {
  const accountId = ctx.actor.account_id ?? input.account_id ?? null
  const id = await inviteOne(ctx, { ...input, account_id: accountId })
  return listedUser(ctx, await managedUser(ctx, id))
}

/** Checks and inserts one new user, who gets an invitation; returns the id. */
export async function inviteOne(ctx: Context, user: NewUser): Promise<number> {
  const id = await addUser(ctx, user)
  await ctx.emit(userInvited, { user_id: id })
  return id
}

/** Checks and inserts one new user, who can be invited later; returns the id. */
export async function addUser(ctx: Context, user: NewUser): Promise<number> {
  const limits = await requireAllowed(ctx, user)
  const email = user.email.trim()
  const username = user.username?.trim() || email
  const taken = await takenNames(ctx, [email, username])
  for (const [field, name] of [
    ['email', email],
    ['username', username],
  ] as const)
    if (taken.has(name.toLowerCase()))
      throw invalid(`${name} is in use by another user.`, [{ field, message: 'is in use by another user' }])
  return insertUser(ctx, {
    username,
    name: user.name.trim(),
    email,
    phone_number: user.phone_number || null,
    role_id: user.role_id,
    account_id: user.account_id,
    branch_id: limits.branch_id,
    limit_user_to_branch: limits.limit_user_to_branch,
    limit_user_to_account: user.limit_user_to_account ?? user.account_id !== null,
  })
}

interface Limits {
  branch_id: number | null
  limit_user_to_branch: boolean
}

/** Throws when the caller may not create a user. Checks details, account, limits and role, in this order. */
export async function requireAllowed(ctx: Context, user: NewUser): Promise<Limits> {
  const branchId = user.branch_id || null
  const wished = { branch_id: branchId, limit_user_to_branch: user.limit_user_to_branch ?? false }
  const phoneNumber = user.phone_number ?? ''
  requireUser({ ...user, ...wished, phone_number: phoneNumber })
  if (user.account_id !== null) await accountFor(ctx, user.account_id)
  const limits = limitsForUser(ctx.actor, user.account_id, wished)
  await requireBranch(ctx, limits)
  const role = await roleToGive(ctx, user.role_id)
  if (!role) throw unknownRole(user.role_id)
  ensure(mayAssign(ctx.actor, role, user.account_id))
  return limits
}

function unknownRole(id: number) {
  return invalid(`There is no role ${id}. Choose one of the roles listed.`, [
    { field: 'role_id', message: 'is not a role' },
  ])
}

/**
 * Returns the limits for a new user. Staff limited to a branch create staff users of that branch with the same limit,
 * because their own access is limited to it.
 */
function limitsForUser(actor: Actor, accountId: number | null, wished: Limits): Limits {
  if (accountId !== null || !actor.limit_user_to_branch || actor.branch_id === null) return wished
  if (wished.branch_id !== null && wished.branch_id !== actor.branch_id)
    throw forbidden('You may only manage users of your own branch.')
  return { branch_id: actor.branch_id, limit_user_to_branch: true }
}

async function requireBranch(ctx: Context, { branch_id }: Limits): Promise<void> {
  if (branch_id !== null && !(await isBranch(ctx, branch_id)))
    throw invalid(`There is no branch ${branch_id}. Choose one of the branches listed.`, [
      { field: 'branch_id', message: 'is not a branch' },
    ])
}

/**
 * Changes another user: permissions, limits, contact details, and whether the user may sign in. The last
 * administrator must remain, and nobody can assign permissions that they lack. Throws a conflict with the stored
 * values when the version is stale.
 */
export async function changeUser(
  ctx: Context,
  id: number,
  input: Input<typeof identityApi.changeUser>,
): Promise<ListedUser> {
  if (!hasPermission(ctx.actor, 'API_/users:PATCH'))
    throw forbidden('You may not change other users. Ask an administrator.')
  await lockUsers(ctx)
  const row = await managedUser(ctx, id)
  const user = factsOf(row)
  ensure(mayManage(ctx.actor, user))
  if (id === ctx.actor.user_id && input.email !== undefined && input.email !== row.email)
    throw forbidden('Change your own email address on your profile.')
  for (const own of ['terms_and_conditions_accepted_version', 'shipment_page_mode'] as const)
    if (input[own] !== undefined) throw forbidden('Only the users themselves may change this.')
  const next = {
    name: input.name ?? row.name,
    email: input.email ?? row.email,
    phone_number: input.phone_number ?? row.phone_number ?? '',
    role_id: input.role_id ?? row.role_id,
    account_id: row.account_id,
    branch_id: (input.branch_id ?? row.branch_id) || null,
    limit_user_to_branch: input.limit_user_to_branch ?? row.limit_user_to_branch,
  }
  requireUser(next)
  if (next.email.toLowerCase() !== row.email.toLowerCase()) await requireNewEmail(ctx, row, next.email)
  await requireLimits(ctx, row, next)
  const losesRole = next.role_id !== row.role_id
  if (losesRole) await requireRole(ctx, user, next.role_id)
  const isActive = input.is_active ?? user.is_active
  if (!isActive) ensure(notOneself(ctx.actor, user, 'disable'))
  if (losesRole || (user.is_active && !isActive)) await requireOther(ctx, user, losesRole, next.role_id)
  if (input.driver && next.role_id !== role_ids.driver)
    throw invalid('Vehicle, licence and pay plan are kept for drivers only.', [
      { field: 'driver', message: 'is for drivers only' },
    ])
  if (losesRole) await leaveDriving(ctx, row)
  const { account_id: _fixed, ...changes } = next
  const { pay_plan_from, ...driverChanges } = input.driver ?? {}
  const payPlan = next.role_id === role_ids.driver ? (driverChanges.pay_plan ?? row.pay_plan) : ''
  const isChanged = await changeUserRow(ctx, id, input.version, {
    ...changes,
    ...driverChanges,
    pay_plan: payPlan,
    phone_number: next.phone_number || null,
    disabled_date: isActive ? null : (row.disabled_date ?? ctx.now),
  })
  if (!isChanged)
    throw conflict('Someone else changed this user in the meantime. Check their values and save again.', {
      ...listedUser(ctx, row),
    })
  if (user.is_active && !isActive) await endSessions(ctx, id)
  const after = await managedUser(ctx, id)
  if (payPlan !== row.pay_plan || pay_plan_from !== undefined)
    await ctx.emit(payPlanChosen, {
      username: row.username,
      pay_plan: payPlan,
      from: pay_plan_from ?? dayOf(ctx.now),
    })
  if (losesRole) await ctx.emit(userRoleChanged, { user_id: id, role: after.role_label || after.role_name })
  return listedUser(ctx, after)
}

/** Has the work of a driver passed on, before the user is locked: drivers lock their work first too. */
async function leaveDriving(ctx: Context, { role_id, username, name }: ManagedRow): Promise<void> {
  if (role_id === role_ids.driver) await ctx.emit(driverLeaves, { username, name })
}

/**
 * Throws when a new email address is in use. The caller has already been checked to have every permission of the
 * user, because a new email address can be used to take over a sign-in.
 */
async function requireNewEmail(ctx: Context, row: ManagedRow, email: string): Promise<void> {
  const taken = await takenNames(ctx, [email])
  if (taken.has(email.toLowerCase()) && email.toLowerCase() !== row.username.toLowerCase())
    throw invalid(`${email} is in use by another user.`, [
      { field: 'email', message: 'is in use by another user' },
    ])
}

async function requireLimits(ctx: Context, before: ManagedRow, next: Limits & { account_id: number | null }) {
  const isSame =
    before.branch_id === next.branch_id && before.limit_user_to_branch === next.limit_user_to_branch
  if (isSame) return
  if (next.account_id === null) {
    const { actor } = ctx
    const lifts = before.limit_user_to_branch && !next.limit_user_to_branch
    if (!hasPermission(actor, 'INLINE_limit_user_to_branch'))
      throw forbidden('You may not change the branch limit of users.')
    if (actor.limit_user_to_branch && (lifts || next.branch_id !== actor.branch_id))
      throw forbidden('You may only manage users of your own branch.')
  }
  await requireBranch(ctx, next)
}

async function requireRole(ctx: Context, user: UserFacts, roleId: number): Promise<void> {
  ensure(notOneself(ctx.actor, user, 'give another role to'))
  if (isStaff(ctx.actor) && !hasPermission(ctx.actor, 'INLINE_assign_roles'))
    throw forbidden('You may not change the roles of users.')
  const role = await roleToGive(ctx, roleId)
  if (!role) throw unknownRole(roleId)
  ensure(mayAssign(ctx.actor, role, user.account_id))
}

/** Throws when no other user of a required kind would remain. Call it under `lockUsers`. */
async function requireOther(
  ctx: Context,
  user: UserFacts,
  losesRole: boolean,
  roleId: number,
): Promise<void> {
  const what = lastOfKind(ctx.actor, user)
  if (what === null || !user.is_active) return
  const roles = what === 'administrator' ? administrator_roles : [role_ids.account_owner]
  if (losesRole && roles.includes(roleId)) return
  ensure(mayLose(what, await countOthers(ctx, roles, user)))
}

/** Removes a user: sessions end at once, the name stays in the history and the email address becomes free. */
export const removeUser: Handler<typeof usersApi.remove> = async (ctx, { id }) => {
  await lockUsers(ctx)
  const row = await managedUser(ctx, id)
  const user = factsOf(row)
  ensure(notOneself(ctx.actor, user, 'remove'))
  ensure(mayManage(ctx.actor, user))
  await requireOther(ctx, user, false, user.role_id)
  await leaveDriving(ctx, row)
  await changeUserRow(ctx, id, undefined, { deleted_date: ctx.now })
  await endSessions(ctx, id)
  return {}
}

/** Sends the invitation again to a user who has not chosen a password yet. */
export const inviteAgain: Handler<typeof usersApi.invite> = async (ctx, { id }) => {
  const row = await managedUser(ctx, id)
  ensure(mayManage(ctx.actor, factsOf(row)))
  if (row.state !== 'invited')
    throw wrongState(
      row.state === 'disabled'
        ? `${row.name} is disabled. Enable this user first.`
        : `${row.name} already has a password. A forgotten password can be reset on the sign-in page.`,
    )
  if (row.email === '')
    throw wrongState(`${row.name} has no email address. Enter one, then send the invitation.`)
  await ctx.emit(userInvited, { user_id: id })
  return { message: `Invitation sent to ${row.email}` }
}
