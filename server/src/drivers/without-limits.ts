import type { Ctx } from '../kit/verb.ts'

/** The same work with the reach of the product itself, for what a driver may touch without otherwise seeing it. */
export function withoutLimits(ctx: Ctx): Ctx {
  return { ...ctx, actor: { ...ctx.actor, kind: 'system', role_id: 0, limit_user_to_branch: false } }
}
