import type { Context } from '../kit/handler.ts'

/** The same work with the reach of the product itself, for what a driver may touch without otherwise seeing it. */
export function unrestricted(ctx: Context): Context {
  return { ...ctx, actor: { ...ctx.actor, kind: 'system', role_id: 0, limit_user_to_branch: false } }
}
