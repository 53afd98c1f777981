import { z } from 'zod'
import { endpoint } from './calls/endpoint.ts'

/** Where the live channel is reached below an API address: `/live`, on the web address `/api/live` (SHELL-048). */
export const live_path = '/live'

const id = z.int().positive()

/** Milliseconds after which a ticket that was not used counts no more. */
export const ticket_ms = 30_000

/** A ticket for one connection, for a signed-in user. The session's own token is never said on the channel. */
export const live_ticket = endpoint('POST /live/ticket', {
  input: z.object({}),
  output: z.object({ ticket: z.string() }),
  permission: null,
  audience: 'session',
  published: false,
  summary: 'A ticket that opens one connection of the live channel within half a minute.',
})

/**
 * What a client says first, within `first_words_ms`: its ticket, and the customer's user in whose name it listens, as
 * in calls (AUTH-067). The ticket never stands in an address. `since`: what it knows is of that moment of the server,
 * so that it also hears what happened while the connection was made.
 */
export const LiveGreeting = z.strictObject({
  ticket: z.string().min(1).max(500),
  request_username: z.string().max(200).optional(),
  since: z.iso.datetime({ offset: true }).optional(),
})
export type LiveGreeting = z.infer<typeof LiveGreeting>

/** Milliseconds a new connection has to say who it is. */
export const first_message_ms = 5_000

/** Milliseconds between two signs of life of the server; a client that hears none for two of them connects again. */
export const heartbeat_ms = 25_000

/**
 * What the live channel tells (SHELL-048, docs/domain/reports-and-dashboards.md#dashboards). Ids and versions only:
 * whoever hears of something reads it through its endpoint, where rights and fields are decided.
 */
export const LiveMessage = z.discriminatedUnion('kind', [
  /** The connection counts from now on; `version` is that of the answering server. */
  z.object({ kind: z.literal('welcome'), version: z.string() }),
  z.object({ kind: z.literal('beat') }),
  /** A shipment was booked, moved, measured, priced, noted or assigned; `status` is the one the hearer may see. */
  z.object({ kind: z.literal('shipment-changed'), shipment_id: id, account_id: id, status: z.string() }),
  /** An account or its balance changed. */
  z.object({ kind: z.literal('account-updated'), account_id: id }),
  /** The account of the hearer was closed; the connection ends. */
  z.object({ kind: z.literal('account-closed'), account_id: id }),
  /** The inbox of the hearer has something new. */
  z.object({ kind: z.literal('message-arrived'), message_id: id }),
  z.object({ kind: z.literal('new-version'), version: z.string() }),
  z.object({ kind: z.literal('settings-changed') }),
  /** More happened than is worth telling one by one, or some of it was missed: read again what is on screen. */
  z.object({ kind: z.literal('catch-up') }),
])
export type LiveMessage = z.infer<typeof LiveMessage>

/** Why the server ends a connection, beside the codes of the protocol (1008 not understood, 1012 restarting). */
export const live_endings = {
  /** The session has ended. */
  signed_out: 4401,
  /** No ticket came in time, or none that counts. That says nothing of the session: ask for a new ticket. */
  no_ticket: 4408,
  /** The account of the user is closed. */
  account_closed: 4423,
  /** The user or the company has as many connections as it may. */
  too_many: 4429,
} as const
