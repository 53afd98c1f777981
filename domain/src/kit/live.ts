import { z } from 'zod'
import { endpoint } from './calls/endpoint.ts'

/** Path of the live channel: `/live` below the API address, `/api/live` on the web address (SHELL-048). */
export const live_path = '/live'

const id = z.int().positive()

/** Time in ms after which an unused ticket expires. */
export const ticket_ms = 30_000

/** Issues a ticket for one connection of a signed-in user. The session token itself is never sent on the channel. */
export const live_ticket = endpoint('POST /live/ticket', {
  input: z.object({}),
  output: z.object({ ticket: z.string() }),
  permission: null,
  audience: 'session',
  published: false,
  summary: 'Returns a ticket for one live connection, valid for 30 seconds.',
})

/**
 * The first message of a client, due within `first_message_ms`: its ticket, and the customer’s user in whose name it
 * subscribes, as in API requests (AUTH-067). The ticket is never part of a URL. `since` is the server time of the
 * client’s data, so that the client also receives changes made while it was connecting.
 */
export const LiveGreeting = z.strictObject({
  ticket: z.string().min(1).max(500),
  request_username: z.string().max(200).optional(),
  since: z.iso.datetime({ offset: true }).optional(),
})
export type LiveGreeting = z.infer<typeof LiveGreeting>

/** Time in ms within which a new connection must send its greeting. */
export const first_message_ms = 5_000

/** Interval in ms between heartbeats of the server; a client that misses two of them reconnects. */
export const heartbeat_ms = 25_000

/**
 * Messages of the live channel (SHELL-048, docs/domain/reports-and-dashboards.md#dashboards). They contain only ids,
 * statuses and versions: clients read the data through its endpoint, which checks permissions and selects fields.
 */
export const LiveMessage = z.discriminatedUnion('kind', [
  /** The connection is established; `version` is the version of the responding server. */
  z.object({ kind: z.literal('welcome'), version: z.string() }),
  z.object({ kind: z.literal('beat') }),
  /** Later requests must find everything up to here; sent as their header `data-position`. */
  z.object({ kind: z.literal('position'), position: z.number() }),
  /**
   * A shipment was booked, moved, measured, priced, noted or assigned; `status` is the status that the recipient may
   * see.
   */
  z.object({ kind: z.literal('shipment-changed'), shipment_id: id, account_id: id, status: z.string() }),
  /** An account or its balance changed. */
  z.object({ kind: z.literal('account-updated'), account_id: id }),
  /** The recipient’s account was closed; the connection ends. */
  z.object({ kind: z.literal('account-closed'), account_id: id }),
  /** The position, duty or break of a driver changed; only for staff of the branch. */
  z.object({ kind: z.literal('driver-moved'), username: z.string() }),
  /** The office and a driver wrote to each other; for the driver, and staff of the branch. */
  z.object({ kind: z.literal('driver-wrote'), username: z.string() }),
  /** The stops of a driver, their order or their arrival times changed; for the driver, and staff of the branch. */
  z.object({ kind: z.literal('trip-changed'), username: z.string() }),
  /** A floor count, a damage, a line-haul or a vehicle check changed the board of a depot; for staff of the branch. */
  z.object({ kind: z.literal('depot-changed'), branch_id: id.nullable() }),
  /** The recipient’s inbox has a new message. */
  z.object({ kind: z.literal('message-arrived'), message_id: id }),
  z.object({ kind: z.literal('new-version'), version: z.string() }),
  z.object({ kind: z.literal('settings-changed') }),
  /** There were too many events to send one by one, or some were missed: reload what is on screen. */
  z.object({ kind: z.literal('catch-up') }),
])
export type LiveMessage = z.infer<typeof LiveMessage>

/** Close codes of the server, in addition to those of the protocol (1008 not understood, 1012 restarting). */
export const live_endings = {
  /** The session has ended. */
  signed_out: 4401,
  /** No ticket arrived in time, or it was not valid. The session may still be valid: request a new ticket. */
  no_ticket: 4408,
  /** The user’s account is closed. */
  account_closed: 4423,
  /** The user or the company has reached its maximum number of connections. */
  too_many: 4429,
} as const
