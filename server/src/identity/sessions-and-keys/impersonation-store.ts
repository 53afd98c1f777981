import type { Actor } from '@waybill/domain/kit/actor'
import type { Context } from '../../kit/handler.ts'
import { actorOf } from './token-holders.ts'

/** Returns a user of the company as an actor, with the current permissions; `null` when no such user can sign in. */
export function readActor(ctx: Context, userId: number): Promise<Actor | null> {
  return actorOf(ctx.db, ctx.provider_id, userId, 'user')
}

/** Records that the caller started to impersonate a user, once per sign-in and user. */
export async function noteImpersonation(ctx: Context, userId: number, sessionId: number): Promise<void> {
  await ctx.db
    .insertInto('impersonation')
    .values({
      provider_id: ctx.provider_id,
      user_id: userId,
      by_user_id: ctx.actor.user_id,
      by_username: ctx.actor.username,
      session_id: sessionId,
      time_started: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['provider_id', 'session_id', 'user_id']).doNothing())
    .execute()
}
