import type { Db } from '../../kit/db.ts'
import { digestOf } from '../../kit/sealer.ts'
import type { Context } from '../../kit/handler.ts'

/** Deletes tickets that expired unused. */
export async function deleteOldTickets(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('live_ticket').where('time_expires', '<', ctx.now).execute()
}

/** Stores the digest of a ticket for a session. */
export async function insertTicket(
  ctx: Context,
  about: { ticket: string; session_id: number; time_expires: Date },
): Promise<void> {
  const { ticket, session_id, time_expires } = about
  await ctx.db
    .insertInto('live_ticket')
    .values({ provider_id: ctx.provider_id, digest: digestOf(ticket), session_id, time_expires })
    .execute()
}

/** Uses up a ticket and returns the token digest of its session; `null` when the ticket does not exist or has expired. */
export async function consumeLiveTicket(db: Db, ticket: string, now: Date): Promise<string | null> {
  const used = await db
    .deleteFrom('live_ticket as t')
    .using('session as s')
    .whereRef('s.provider_id', '=', 't.provider_id')
    .whereRef('s.id', '=', 't.session_id')
    .where('t.digest', '=', digestOf(ticket))
    .returning(['s.token_digest', 't.time_expires'])
    .executeTakeFirst()
  return used && used.time_expires > now ? used.token_digest : null
}
