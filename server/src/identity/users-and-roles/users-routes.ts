import { accountsApi } from '@waybill/domain/accounts/api'
import { identityApi } from '@waybill/domain/identity/api'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { serve, serveExternal, type ExternalHandler } from '../../kit/handler.ts'
import { changeUser as changeOwnUser } from './change-user.ts'
import { impersonate } from '../sessions-and-keys/impersonation.ts'
import { createAccount } from '../registration/open-account.ts'
import { changeRole, createRole, readRoles, removeRole } from './edit-roles.ts'
import { importUsers } from './user-import.ts'
import { changeUser, createUser, inviteAgain, readAssignable, readUsers, removeUser } from './users.ts'

/**
 * Handles changes of the user's own record and of other users (ACC-025), depending on the id and the fields in the
 * request.
 */
const changeAnyUser: ExternalHandler<typeof identityApi.changeUser> = async (ctx, input) => {
  const { role_id, branch_id, limit_user_to_branch, limit_user_to_account, is_active, version, ...own } =
    input
  const managed = [role_id, branch_id, limit_user_to_branch, limit_user_to_account, is_active, version]
  const { user_id } = ctx.actor
  if (managed.every((value) => value === undefined) && (input.id ?? user_id) === user_id)
    return changeOwnUser(ctx, own)
  return ctx.answer((inner) => changeUser(inner, input.id ?? user_id, input))
}

/** The endpoints for managing users and roles. */
export const userRoutes = [
  serve(identityApi.users, readUsers),
  serveExternal(identityApi.changeUser, changeAnyUser),
  serve(accountsApi.create, createAccount),
  serve(usersApi.create, createUser),
  serve(usersApi.remove, removeUser),
  serve(usersApi.invite, inviteAgain),
  serve(usersApi.assignable, readAssignable),
  serveExternal(usersApi.importFile, importUsers),
  serve(usersApi.impersonate, impersonate),
  serve(usersApi.roles, readRoles),
  serve(usersApi.createRole, createRole),
  serve(usersApi.changeRole, changeRole),
  serve(usersApi.removeRole, removeRole),
]
