import { randomBytes } from 'node:crypto'
import { forbidden } from '@waybill/domain/kit/problem'
import { ticket_ms, type live_ticket } from '@waybill/domain/kit/live'
import type { Handler } from '../../kit/handler.ts'
import { deleteOldTickets, insertTicket } from './live-ticket-store.ts'

/** Issues a ticket to the caller's session for one connection to the live channel. */
export const issueLiveTicket: Handler<typeof live_ticket> = async (ctx) => {
  const { session_id } = ctx.request
  if (session_id === null) throw forbidden('Live updates are only for signed-in users.')
  const ticket = randomBytes(32).toString('base64url')
  await deleteOldTickets(ctx)
  await insertTicket(ctx, { ticket, session_id, time_expires: new Date(ctx.now.getTime() + ticket_ms) })
  return { ticket }
}
