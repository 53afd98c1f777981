import type { Context } from '../../kit/handler.ts'

/**
 * Makes every process read the holders of tokens again after the commit: those of one user, or of the whole provider.
 * Every store function that changes a session, an API key, a user, a role or a second factor calls it, because
 * `Authentication` caches the holders.
 */
export function publishSessionChange(ctx: Context, userId?: number): Promise<void> {
  return ctx.publish({ topic: 'session', ...(userId === undefined ? {} : { subject: String(userId) }) })
}
