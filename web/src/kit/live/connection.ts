import { heartbeat_ms, live_endings, LiveMessage, type LiveGreeting } from '@waybill/domain/kit/live'

/** The inputs and callbacks of a live connection. */
export interface ConnectionNeeds {
  address: string
  /** Returns the current session token; `null` when no user is signed in. It is only compared, never sent here. */
  token: () => string | null
  /** Returns a ticket for one connection; rejects when none is available now. */
  ticket: () => Promise<string>
  /** Returns the username of the impersonated customer user; `null` when not impersonating. */
  acting_as: () => string | null
  /**
   * Returns the server time up to which the page already has all data; used before the first connection is
   * established.
   */
  since: () => Date | null
  receive: (message: LiveMessage) => void
  /** Called when the connection is established again after a gap; anything may have changed in the gap. */
  back: () => void
  /** Called every half minute while no connection can be established: the displayed data must be read again. */
  poll: () => void
  /** Called when the server reports that the session has ended or the account is closed; no further attempt is made. */
  over: (why: 'signed-out' | 'account-closed') => void
}

const first_wait_ms = 1_000
const max_wait_ms = 60_000
/** Wait before a browser with too many connections tries again, in ms. */
const crowded_wait_ms = 5 * 60_000
/** Number of failed attempts in a row before pages start polling: a proxy may block the channel permanently. */
const tries_before_polling = 3
/** Polling interval, in ms (docs/domain/reports-and-dashboards.md#dashboards). */
export const polling_ms = 30_000
const silence_ms = 2 * heartbeat_ms + 5_000

/**
 * Returns the wait before the next attempt, in ms: it doubles each time up to one minute; `chance` (0 to 1) varies
 * it, so that browsers do not reconnect at the same moment.
 */
export function waitBefore(tries: number, chance: number): number {
  return Math.min(first_wait_ms * 2 ** tries, max_wait_ms) * (0.5 + chance / 2)
}

/**
 * The client side of the live channel (SHELL-048). It displays no errors: it retries with increasing waits, and at
 * once when the network is back. If it cannot connect at all, pages poll every half minute instead.
 */
export class LiveConnection {
  readonly #needs: ConnectionNeeds
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #polling: ReturnType<typeof setInterval> | undefined
  #tries = 0
  #was_open = false
  #stopped = false

  constructor(needs: ConnectionNeeds) {
    this.#needs = needs
    addEventListener('online', this.#hurry)
    this.#open()
  }

  stop(): void {
    this.#stopped = true
    removeEventListener('online', this.#hurry)
    clearTimeout(this.#timer)
    this.#stopPolling()
    this.#socket?.close(1000)
  }

  /** Reconnects at once, because the impersonated user has changed. */
  renew(): void {
    const former = this.#socket
    this.#socket = null
    former?.close(1000)
    this.#hurry()
  }

  readonly #hurry = (): void => {
    if (this.#socket) return
    this.#tries = 0
    this.#open()
  }

  #open(): void {
    clearTimeout(this.#timer)
    const token = this.#needs.token()
    if (this.#stopped || token === null || !navigator.onLine) return
    const socket = new WebSocket(this.#needs.address)
    this.#socket = socket
    this.#expectLife(socket)
    socket.addEventListener('open', () => void this.#greet(socket))
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket !== socket) return
      this.#expectLife(socket)
      const message = read(data)
      if (message) this.#take(message)
    })
    socket.addEventListener('close', ({ code }) => this.#closed(socket, code, token))
  }

  /**
   * Authenticates with a single-purpose ticket and not with the session token, because the company can set any
   * address for the channel.
   */
  async #greet(socket: WebSocket): Promise<void> {
    try {
      const ticket = await this.#needs.ticket()
      if (this.#socket !== socket) return
      const actingAs = this.#needs.acting_as()
      const since = this.#was_open ? null : this.#needs.since()
      const greeting: LiveGreeting = {
        ticket,
        ...(actingAs ? { request_username: actingAs } : {}),
        ...(since ? { since: since.toISOString() } : {}),
      }
      socket.send(JSON.stringify(greeting))
    } catch {
      socket.close()
    }
  }

  #take(message: LiveMessage): void {
    if (message.kind === 'welcome') {
      this.#tries = 0
      if (this.#was_open || this.#polling !== undefined) this.#needs.back()
      this.#was_open = true
      this.#stopPolling()
    }
    this.#needs.receive(message)
  }

  #startPolling(): void {
    this.#polling ??= setInterval(() => {
      if (navigator.onLine && this.#needs.token() !== null) this.#needs.poll()
    }, polling_ms)
  }

  #stopPolling(): void {
    clearInterval(this.#polling)
    this.#polling = undefined
  }

  #end(why: 'signed-out' | 'account-closed'): void {
    this.#stopPolling()
    this.#needs.over(why)
  }

  /**
   * Treats the connection as lost when no message arrives for two heartbeats and 5 s, even if the browser reports it
   * as open.
   */
  #expectLife(socket: WebSocket): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      socket.close()
      this.#closed(socket, 0, this.#needs.token())
    }, silence_ms)
  }

  #closed(socket: WebSocket, code: number, token: string | null): void {
    if (this.#socket !== socket) return
    this.#socket = null
    clearTimeout(this.#timer)
    if (this.#stopped) return
    // If the token has been replaced in the meantime, the close code of the old one says nothing about the current
    // session.
    const isCurrent = token === this.#needs.token()
    if (isCurrent && code === live_endings.account_closed) this.#end('account-closed')
    else if (isCurrent && code === live_endings.signed_out) this.#end('signed-out')
    else {
      const wait = code === live_endings.too_many ? crowded_wait_ms : waitBefore(this.#tries, Math.random())
      this.#tries += 1
      if (this.#tries >= tries_before_polling || code === live_endings.too_many) this.#startPolling()
      this.#timer = setTimeout(() => this.#open(), wait)
    }
  }
}

/** Parses a message; returns `null` for a message that this release does not support, from a newer server. */
function read(data: unknown): LiveMessage | null {
  try {
    return LiveMessage.parse(JSON.parse(String(data)))
  } catch {
    return null
  }
}
