import type { Context } from './handler.ts'

/**
 * Returns the same context with system access, for records that follow from a change, or that a driver may change,
 * without the user being able to see them.
 */
export function unrestricted(ctx: Context): Context {
  return { ...ctx, actor: { ...ctx.actor, kind: 'system', role_id: 0, limit_user_to_branch: false } }
}
