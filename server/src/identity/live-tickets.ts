import { randomBytes } from 'node:crypto'
import { forbidden } from '@waybill/domain/kit/problem'
import { ticket_ms, type live_ticket } from '@waybill/domain/kit/live'
import type { Db } from '../kit/db.ts'
import { digestOf } from '../kit/sealer.ts'
import type { Verb } from '../kit/verb.ts'

/** Gives the caller's session a ticket for one connection; those that nobody used in time are forgotten meanwhile. */
export const issueLiveTicket: Verb<typeof live_ticket> = async (ctx) => {
  const { session_id } = ctx.request
  if (session_id === null) throw forbidden('Live updates are for people who are signed in.')
  const ticket = randomBytes(32).toString('base64url')
  await ctx.db.deleteFrom('live_ticket').where('time_expires', '<', ctx.now).execute()
  await ctx.db
    .insertInto('live_ticket')
    .values({
      provider_id: ctx.provider_id,
      digest: digestOf(ticket),
      session_id,
      time_expires: new Date(ctx.now.getTime() + ticket_ms),
    })
    .execute()
  return { ticket }
}

/** Uses a ticket up and answers the digest of its session's token; `null` when it counts no more, or never did. */
export async function useLiveTicket(db: Db, ticket: string, now: Date): Promise<string | null> {
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
