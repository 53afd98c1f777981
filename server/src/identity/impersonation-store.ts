import type { Actor } from '@waybill/domain/kit/actor'
import type { Context } from '../kit/handler.ts'
import { actorOf } from './actors.ts'

/** A user of the company as an actor, with the rights as they are now; `null` when there is none who can sign in. */
export function readActor(ctx: Context, user_id: number): Promise<Actor | null> {
  return actorOf(ctx.db, ctx.provider_id, user_id, 'user')
}

/** Writes down, once per sign-in and user, that the caller began to act as a user. */
export async function noteImpersonation(ctx: Context, user_id: number, session_id: number): Promise<void> {
  await ctx.db
    .insertInto('impersonation')
    .values({
      provider_id: ctx.provider_id,
      user_id,
      by_user_id: ctx.actor.user_id,
      by_username: ctx.actor.username,
      session_id,
      time_started: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['provider_id', 'session_id', 'user_id']).doNothing())
    .execute()
}
