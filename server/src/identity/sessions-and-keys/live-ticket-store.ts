import type { Db } from '../../kit/db.ts'
import { digestOf } from '../../kit/sealer.ts'
import type { Context } from '../../kit/handler.ts'

/** Forgets the tickets that nobody used in time. */
export async function deleteOldTickets(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('live_ticket').where('time_expires', '<', ctx.now).execute()
}

/** Stores a ticket of a session by its digest. */
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

/** Uses a ticket up and answers the digest of its session's token; `null` when it counts no more, or never did. */
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
