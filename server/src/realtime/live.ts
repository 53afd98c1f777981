import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { app_version } from '@waybill/domain/kit/app'
import { systemActor, type Actor } from '@waybill/domain/kit/actor'
import {
  heartbeat_ms,
  first_message_ms,
  live_endings,
  LiveGreeting,
  type LiveMessage,
} from '@waybill/domain/kit/live'
import { Problem } from '@waybill/domain/kit/problem'
import { WebSocketServer, WebSocket, type RawData } from 'ws'
import type { LiveUpdate, TopicMessage } from '../kit/pubsub.ts'
import { impersonated, stillImpersonated } from '../identity/index.ts'
import type { Context } from '../kit/handler.ts'
import { readShipmentRows, statusChoices } from '../shipments/index.ts'
import type { Authentication } from '../http/authentication.ts'
import { newRequestId, type Runtime } from '../kit/runtime.ts'
import { jobFacts } from '../jobs/outbox.ts'
import { inTransaction } from '../db/transaction.ts'
import { otherMessages, shipmentMessages, type ChangedShipments } from './audience.ts'

/** Timing of the channel in ms; tests use shorter times. */
export interface LiveTiming {
  first_message_ms: number
  heartbeat_ms: number
  /** How often every token is checked. The connections of an ended session are closed within two checks. */
  sweep_ms: number
  /** How long messages are collected before they are sent. */
  gather_ms: number
}

const default_timing: LiveTiming = { first_message_ms, heartbeat_ms, sweep_ms: 1_000, gather_ms: 50 }

/**
 * Limits of docs/domain/reliability.md#overload. A client that reads too slowly is dropped; it reads its data again
 * after reconnecting.
 */
const max_per_user = 5
const max_per_provider = 500
const max_unauthenticated = 500
const max_bytes_in = 2_048
const max_bytes_waiting = 256 * 1024
const max_sent_one_by_one = 100
const farewell_ms = 2_000
/** How long messages are retained, in ms, for clients that were connecting when they were published. */
const remembered_ms = 30_000
/** How much the clocks of processes may differ, in ms. */
const slack_ms = 2_000

/** Close codes of the WebSocket protocol. */
const not_understood = 1008
const restarting = 1012
const try_later = 1013

/** A connection whose holder is authenticated. */
interface AuthenticatedConnection {
  socket: WebSocket
  digest: string
  /** The user that the token belongs to. */
  holder: Actor
  session_id: number | null
  /** The username of the customer's user that the holder acts as; `null` when there is none. */
  acting_as: string | null
  /** The user whose permissions decide what is sent: the holder, or the user that the holder acts as. */
  actor: Actor
  is_alive: boolean
}

/**
 * The live channel (SHELL-048): one connection per browser, which receives what its user may see. Every message is
 * published after a commit, by any process. The permissions that the user has at that moment apply.
 */
export class Live {
  readonly #runtime: Runtime
  readonly #authentication: Authentication
  readonly #timing: LiveTiming
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: max_bytes_in,
    perMessageDeflate: false,
  })
  readonly #lines = new Map<number, Set<AuthenticatedConnection>>()
  readonly #gathered = new Map<number, LiveUpdate[]>()
  /** The latest messages of all companies, oldest first. */
  #recent: { at: number; provider_id: number; live: LiveUpdate }[] = []
  readonly #unsubscribe: (() => void)[]
  #timers: NodeJS.Timeout[] = []
  /** Connections that have not sent a ticket yet, oldest first. */
  readonly #strangers = new Set<WebSocket>()
  #closing = false
  #is_sweeping = false

  constructor(runtime: Runtime, authentication: Authentication, timing: Partial<LiveTiming> = {}) {
    this.#runtime = runtime
    this.#authentication = authentication
    this.#timing = { ...default_timing, ...timing }
    const { pubsub } = runtime
    this.#unsubscribe = [
      pubsub.subscribe('live', (item) => this.#gather(item)),
      pubsub.subscribe('session', ({ provider_id }) => void this.#sweep(provider_id)),
      pubsub.subscribe('settings', ({ provider_id }) =>
        this.#sendToProvider(provider_id, { kind: 'settings-changed' }),
      ),
      pubsub.subscribe('version', ({ subject }) =>
        this.#sendToEverybody({ kind: 'new-version', version: subject ?? '' }),
      ),
      pubsub.subscribe('missed', () => this.#sendToEverybody({ kind: 'catch-up' })),
    ]
  }

  /** The number of open connections. */
  get count(): number {
    return this.#server.clients.size
  }

  /** Upgrades an HTTP request to a WebSocket. Requests from pages of a foreign origin are rejected. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    if (this.#closing) return rejectUpgrade(socket, '503 Service Unavailable')
    let mayCome = false
    try {
      mayCome = await this.#isOwnPage(request)
    } catch {
      rejectUpgrade(socket, '503 Service Unavailable')
    }
    if (socket.destroyed) return
    if (!mayCome) return rejectUpgrade(socket, '403 Forbidden')
    this.#server.handleUpgrade(request, socket, head, (opened) =>
      this.#greet(opened, request.headers.host ?? ''),
    )
  }

  /** Closes every connection with a code that makes clients reconnect soon, to another process or after the restart. */
  async close(): Promise<void> {
    this.#closing = true
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    for (const timer of this.#timers) clearInterval(timer)
    const { clients } = this.#server
    const late = setTimeout(() => clients.forEach((socket) => socket.terminate()), farewell_ms)
    await Promise.all(
      [...clients].map(
        (socket) =>
          new Promise<void>((resolve) => {
            socket.once('close', () => resolve())
            socket.close(restarting, 'Restarting')
          }),
      ),
    )
    clearTimeout(late)
  }

  async #isOwnPage({ headers }: IncomingMessage): Promise<boolean> {
    const { origin, host } = headers
    if (origin === undefined) return true
    const page = URL.canParse(origin) ? new URL(origin) : null
    if (!page) return false
    return (
      page.host === host?.toLowerCase() ||
      page.origin === new URL(this.#runtime.web_url).origin ||
      (await this.#authentication.isOrigin(page.hostname))
    )
  }

  /** Waits for the first message, which holds the ticket. */
  #greet(socket: WebSocket, host: string): void {
    this.#strangers.add(socket)
    // Silent connections must not block new ones: close the one that has been silent for longest.
    const [longest] = this.#strangers
    if (this.#strangers.size > max_unauthenticated) longest?.close(try_later, 'Too many connections')
    const late = setTimeout(
      () => socket.close(live_endings.no_ticket, 'No ticket received'),
      this.#timing.first_message_ms,
    )
    const known = () => {
      clearTimeout(late)
      this.#strangers.delete(socket)
    }
    socket.on('error', () => undefined)
    socket.once('close', known)
    socket.once('message', (data, isBinary) => {
      socket.off('close', known)
      known()
      const greeting = isBinary ? null : greetingIn(data)
      if (greeting === null) socket.close(not_understood, 'The first message must be {"ticket": "…"}')
      else void this.#admit(socket, greeting, host)
    })
  }

  async #admit(
    socket: WebSocket,
    { ticket, request_username, since }: LiveGreeting,
    host: string,
  ): Promise<void> {
    socket.on('message', () => socket.close(not_understood, 'No more messages are expected'))
    try {
      const found = await this.#holderOfTicket(ticket, host)
      if (!found) {
        socket.close(live_endings.no_ticket, 'The ticket is not valid')
        return
      }
      const { actor: holder, session_id, digest } = found
      const actingAs = request_username && request_username !== holder.username ? request_username : null
      const about = { holder, session_id, acting_as: actingAs }
      const actor = await this.#actorOf(about, impersonated)
      if (socket.readyState !== WebSocket.OPEN) return
      const lines = this.#lines.get(actor.provider_id) ?? new Set<AuthenticatedConnection>()
      const own = [...lines].filter((one) => isSame(one.holder, holder)).length
      if (own >= max_per_user || lines.size >= max_per_provider) {
        socket.close(live_endings.too_many, 'Too many connections')
        return
      }
      const line: AuthenticatedConnection = { ...about, socket, digest, actor, is_alive: true }
      this.#lines.set(actor.provider_id, lines.add(line))
      socket.on('pong', () => (line.is_alive = true))
      socket.once('close', () => this.#forget(line))
      this.#wake()
      send(line, { kind: 'welcome', version: app_version })
      if (since) await this.#sendSince(line, new Date(since).getTime() - slack_ms)
    } catch (error) {
      endFor(socket, error)
    }
  }

  /**
   * Returns the holder of a ticket; `null` when it is unknown, used or expired. A page that was asleep may send such
   * a ticket, and must not receive the code for an ended session.
   */
  async #holderOfTicket(ticket: string, host: string) {
    try {
      return await this.#authentication.holderOfTicket(ticket, host)
    } catch (error) {
      if (error instanceof Problem && error.kind === 'unauthorised') return null
      throw error
    }
  }

  /**
   * Returns the actor whose permissions apply: the holder, or the customer's user that the holder acts as, as long as
   * the holder may (AUTH-067).
   */
  async #actorOf(
    { holder, session_id, acting_as }: Pick<AuthenticatedConnection, 'holder' | 'session_id' | 'acting_as'>,
    find: (ctx: Context, username: string) => Promise<Actor>,
  ): Promise<Actor> {
    if (acting_as === null) return holder
    const request = { ...jobFacts(this.#runtime, newRequestId()), channel: 'web' as const, session_id }
    return inTransaction(this.#runtime, { actor: holder, request }, (ctx) => find(ctx, acting_as))
  }

  #forget(line: AuthenticatedConnection): void {
    const { provider_id } = line.actor
    const lines = this.#lines.get(provider_id)
    lines?.delete(line)
    if (lines?.size === 0) this.#lines.delete(provider_id)
    if (this.#lines.size > 0) return
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
  }

  /** Starts the heartbeat and the token checks, which run while there are connections. */
  #wake(): void {
    if (this.#timers.length > 0) return
    this.#timers = [
      setInterval(() => this.#beat(), this.#timing.heartbeat_ms).unref(),
      setInterval(() => void this.#sweepOnce(), this.#timing.sweep_ms).unref(),
    ]
  }

  /** Checks all tokens, one check at a time, so that a slow database does not get more and more queries. */
  async #sweepOnce(): Promise<void> {
    if (this.#is_sweeping) return
    this.#is_sweeping = true
    await this.#sweep().finally(() => (this.#is_sweeping = false))
  }

  #beat(): void {
    for (const line of this.#allLines()) {
      if (!line.is_alive) line.socket.terminate()
      else {
        line.is_alive = false
        line.socket.ping()
        send(line, { kind: 'beat' })
      }
    }
  }

  /**
   * Checks the tokens of all connections, or of one company's. Closes the connections whose token is no longer valid
   * and renews the permissions of the others.
   */
  async #sweep(providerId?: number): Promise<void> {
    const lines = providerId === undefined ? this.#allLines() : [...(this.#lines.get(providerId) ?? [])]
    if (lines.length === 0) return
    try {
      const held = await this.#authentication.findTokenHolders(lines.map((line) => line.digest))
      for (const line of lines) {
        const holder = held.get(line.digest)
        if (holder === undefined) line.socket.close(live_endings.signed_out, 'The session has ended')
        else if (holder === 'closed') {
          const { account_id } = line.actor
          if (account_id !== null) send(line, { kind: 'account-closed', account_id })
          line.socket.close(live_endings.account_closed, 'The account is closed')
        } else await this.#renew(line, holder)
      }
    } catch (error) {
      this.#runtime.log.warn({ error: sentenceOf(error) }, 'live channel could not check its tokens')
    }
  }

  /**
   * Updates a connection to the current permissions of its holder. Closes it when the holder may no longer act as the
   * other user.
   */
  async #renew(line: AuthenticatedConnection, holder: Actor): Promise<void> {
    line.holder = holder
    if (line.acting_as === null) {
      line.actor = holder
      return
    }
    try {
      line.actor = await this.#actorOf(line, stillImpersonated)
    } catch (error) {
      // An internal error does not mean that the permission is lost.
      if (!(error instanceof Problem)) throw error
      endFor(line.socket, error)
    }
  }

  #gather({ provider_id, live }: TopicMessage): void {
    if (!live) return
    this.#remember(provider_id, live)
    if (!this.#lines.has(provider_id)) return
    const known = this.#gathered.get(provider_id)
    if (known) {
      known.push(live)
      return
    }
    this.#gathered.set(provider_id, [live])
    setTimeout(() => void this.#sendGathered(provider_id), this.#timing.gather_ms).unref()
  }

  #remember(providerId: number, live: LiveUpdate): void {
    const now = this.#runtime.clock().getTime()
    const from = this.#recent.findIndex((one) => one.at >= now - remembered_ms)
    // Old messages are removed only now and then, because removing one from the front costs as much as removing a
    // thousand.
    if (from < 0 || from > 500) this.#recent = from < 0 ? [] : this.#recent.slice(from)
    this.#recent.push({ at: now, provider_id: providerId, live })
  }

  /**
   * Sends a new connection what was published since `since`, while it was connecting. Sends `catch-up` when that is
   * longer ago than messages are retained.
   */
  async #sendSince(line: AuthenticatedConnection, since: number): Promise<void> {
    if (since < this.#runtime.clock().getTime() - remembered_ms) return send(line, { kind: 'catch-up' })
    const { provider_id } = line.actor
    const missed = this.#recent.filter((one) => one.provider_id === provider_id && one.at >= since)
    if (missed.length > 0)
      await this.#tell(
        provider_id,
        [line],
        missed.map((one) => one.live),
      )
  }

  async #sendGathered(providerId: number): Promise<void> {
    const events = this.#gathered.get(providerId) ?? []
    this.#gathered.delete(providerId)
    await this.#tell(providerId, [...(this.#lines.get(providerId) ?? [])], events)
  }

  async #tell(
    providerId: number,
    lines: readonly AuthenticatedConnection[],
    events: readonly LiveUpdate[],
  ): Promise<void> {
    const ids = [...new Set(events.flatMap((one) => (one.kind === 'shipment' ? [one.shipment_id] : [])))]
    const others = unique(events.filter((one) => one.kind !== 'shipment'))
    const isMuch = ids.length + others.length > max_sent_one_by_one
    for (const line of lines) this.#sendPosition(line)
    try {
      const changed = isMuch || ids.length === 0 ? null : await this.#read(providerId, ids)
      for (const line of lines) {
        if (isMuch) send(line, { kind: 'catch-up' })
        if (changed) for (const message of shipmentMessages(line.actor, changed)) send(line, message)
        if (!isMuch)
          for (const one of others) for (const message of otherMessages(line.actor, one)) send(line, message)
      }
    } catch (error) {
      this.#runtime.log.warn({ error: sentenceOf(error) }, 'live channel could not read what changed')
      for (const line of lines) send(line, { kind: 'catch-up' })
    }
  }

  #read(providerId: number, ids: readonly number[]): Promise<ChangedShipments> {
    const about = {
      actor: systemActor(providerId),
      request: jobFacts(this.#runtime, newRequestId()),
      reads_only: true,
    }
    return inTransaction(this.#runtime, about, async (ctx) => ({
      rows: await readShipmentRows(ctx, ids),
      choices: statusChoices(ctx),
    }))
  }

  #sendToProvider(providerId: number, message: LiveMessage): void {
    for (const line of this.#lines.get(providerId) ?? []) {
      this.#sendPosition(line)
      send(line, message)
    }
  }

  /** Lets the next request of a browser find what the message after this one is about, whichever process serves it. */
  #sendPosition(line: AuthenticatedConnection): void {
    const position = this.#runtime.standby?.neededBy(line.actor.provider_id)
    if (position !== undefined && Number.isFinite(position)) send(line, { kind: 'position', position })
  }

  #sendToEverybody(message: LiveMessage): void {
    for (const line of this.#allLines()) send(line, message)
  }

  #allLines(): AuthenticatedConnection[] {
    return [...this.#lines.values()].flatMap((lines) => [...lines])
  }
}

function isSame(one: Actor, other: Actor): boolean {
  return one.kind === other.kind && one.user_id === other.user_id
}

function unique(events: readonly LiveUpdate[]): LiveUpdate[] {
  return [...new Map(events.map((one) => [JSON.stringify(one), one])).values()]
}

function send({ socket }: AuthenticatedConnection, message: LiveMessage): void {
  if (socket.readyState !== WebSocket.OPEN) return
  if (socket.bufferedAmount > max_bytes_waiting) socket.terminate()
  else socket.send(JSON.stringify(message))
}

function greetingIn(data: RawData): LiveGreeting | null {
  try {
    return LiveGreeting.parse(JSON.parse(String(data)))
  } catch {
    return null
  }
}

function endFor(socket: WebSocket, error: unknown): void {
  const kind = error instanceof Problem ? error.kind : 'internal'
  if (kind === 'account_closed') socket.close(live_endings.account_closed, 'The account is closed')
  else if (kind === 'unauthorised') socket.close(live_endings.signed_out, 'The session has ended')
  else socket.close(try_later, 'Not possible right now')
}

function rejectUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
