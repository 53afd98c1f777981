import { mayImpersonate } from '@waybill/domain/identity/users-and-roles/user-rules'
import type { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import type { Actor } from '@waybill/domain/kit/actor'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Context, Handler } from '../../kit/handler.ts'
import { noteImpersonation, readActor } from './impersonation-store.ts'
import { factsOf } from '../users-and-roles/users.ts'
import { listManagedUsers } from '../users-and-roles/users-store.ts'

/**
 * Returns the customer's user that the caller impersonates, as an actor with `impersonated_by` set. Checked again for
 * every request, so that impersonation ends with the permission. The first request of a sign-in inserts a row for the
 * audit trail (AUTH-068).
 */
export async function impersonated(ctx: Context, username: string): Promise<Actor> {
  const actor = await stillImpersonated(ctx, username)
  if (ctx.request.session_id !== null) await noteImpersonation(ctx, actor.user_id, ctx.request.session_id)
  return actor
}

/** Same as `impersonated`, but for an impersonation that has already started: records nothing. */
export async function stillImpersonated(ctx: Context, username: string): Promise<Actor> {
  const { rows } = await listManagedUsers(ctx, { username }, { limit: 1, offset: 0 })
  const [row] = rows
  if (!row) throw notFound('Could not find this user.')
  ensure(mayImpersonate(ctx.actor, factsOf(row)))
  if (ctx.request.session_id === null) throw forbidden('Only a signed-in user can act as another one.')
  const actor = await readActor(ctx, row.id)
  if (!actor) throw notFound('Could not find this user.')
  return { ...actor, impersonated_by: ctx.actor.username }
}

/** Checks whether the caller may impersonate a user, before the page changes. */
export const impersonate: Handler<typeof usersApi.impersonate> = async (ctx, { username }) => {
  const actor = await impersonated(ctx, username)
  if (actor.account_id === null) throw forbidden('You can act as users of customer accounts only.')
  return { username: actor.username, account_id: actor.account_id }
}
