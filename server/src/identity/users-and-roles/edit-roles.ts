import {
  requireRoleChange,
  mayRemoveRole,
  type RoleDetails,
} from '@waybill/domain/identity/users-and-roles/role-rules'
import type { EditedRole, usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { conflict, invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Context, Handler } from '../../kit/handler.ts'
import { changeRoleRow, insertNewRole, listEditedRoles, lockRole, removeRoleRow } from './roles-store.ts'
import { lockUsers } from './users-store.ts'

/** Returns the roles of the company, with the number of users of each. */
export const readRoles: Handler<typeof usersApi.roles> = async (ctx, { id }) => {
  const roles = await listEditedRoles(ctx, id)
  return { roles, count: roles.length }
}

async function oneRole(ctx: Context, id: number): Promise<EditedRole> {
  const [role] = await listEditedRoles(ctx, id)
  if (!role) throw notFound('Could not find this role.')
  return role
}

async function requireFreeName(ctx: Context, name: string, except: number | null): Promise<void> {
  const roles = await listEditedRoles(ctx, undefined)
  const other = roles.find((role) => role.name.toLowerCase() === name.toLowerCase() && role.id !== except)
  if (other)
    throw invalid(`A role ${other.name} already exists. Choose another name.`, [
      { field: 'name', message: 'is the name of another role' },
    ])
}

/** Creates a role. The caller cannot include permissions that they lack. */
export const createRole: Handler<typeof usersApi.createRole> = async (ctx, input) => {
  await lockUsers(ctx)
  const role = { ...input, label: input.label || input.name }
  requireRoleChange(ctx.actor, null, role)
  await requireFreeName(ctx, role.name, null)
  const id = await insertNewRole(ctx, role)
  return oneRole(ctx, id)
}

/**
 * Changes a role, effective with the next request of its users. Throws a conflict with the stored values when the
 * version is stale.
 */
export const changeRole: Handler<typeof usersApi.changeRole> = async (ctx, { id, version, ...sent }) => {
  await lockUsers(ctx)
  const before = await oneRole(ctx, id)
  const stale = () =>
    conflict('Someone else changed this role in the meantime. Check their changes and save again.', {
      ...before,
    })
  if (before.version !== version) throw stale()
  const next: RoleDetails = {
    name: sent.name ?? before.name,
    label: sent.label ?? before.label,
    permissions: sent.permissions ?? before.permissions,
    permissions_ui: sent.permissions_ui ?? before.permissions_ui,
    require_2fa: sent.require_2fa ?? before.require_2fa,
  }
  requireRoleChange(ctx.actor, before, next)
  await requireFreeName(ctx, next.name, id)
  if (!(await changeRoleRow(ctx, id, version, next))) throw stale()
  await ctx.publish({ topic: 'provider' })
  return oneRole(ctx, id)
}

/** Removes a role that no user has, including invited users and API keys. */
export const removeRole: Handler<typeof usersApi.removeRole> = async (ctx, { id }) => {
  await lockRole(ctx, id)
  ensure(mayRemoveRole(ctx.actor, await oneRole(ctx, id)))
  await removeRoleRow(ctx, id)
  return {}
}
