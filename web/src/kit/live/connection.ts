import { heartbeat_ms, live_endings, LiveMessage, type LiveGreeting } from '@waybill/domain/kit/live'

/** What a connection needs to know and whom it tells. */
export interface ConnectionNeeds {
  address: string
  /** The session's token as it is now; `null` when nobody is signed in. It is compared, and never sent here. */
  token: () => string | null
  /** A ticket for one connection; rejects when there is none to be had now. */
  ticket: () => Promise<string>
  /** The customer's user in whose name this browser acts; `null` when it is nobody. */
  acting_as: () => string | null
  /** The server's moment of which the page knows everything, before the first connection stands. */
  since: () => Date | null
  hear: (message: LiveMessage) => void
  /** The connection stands again after a gap, in which anything may have happened. */
  back: () => void
  /** No connection can be had for now: what is shown is to be read again. Every half minute until it stands. */
  poll: () => void
  /** The server says that the session has ended, or that the account is closed; no further try is made. */
  over: (why: 'signed-out' | 'account-closed') => void
}

const first_wait_ms = 1_000
const max_wait_ms = 60_000
/** How long a browser with too many connections waits before it asks again. */
const crowded_wait_ms = 5 * 60_000
/** Tries in a row that fail before pages are kept up to date by asking: a proxy may refuse the channel for good. */
const tries_before_polling = 3
/** Milliseconds between askings (docs/domain/reports-and-dashboards.md#dashboards). */
export const polling_ms = 30_000
const silence_ms = 2 * heartbeat_ms + 5_000

/** Milliseconds before the next try: twice as long each time, and never the same for two browsers. */
export function waitBefore(tries: number, chance: number): number {
  return Math.min(first_wait_ms * 2 ** tries, max_wait_ms) * (0.5 + chance / 2)
}

/**
 * The browser's end of the live channel (SHELL-048). It stays silent about failure: it tries again, later each time, at
 * once when the network is back; where it cannot be had at all, pages ask at a calm interval instead.
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

  /** Begins again at once, because in whose name this browser acts has changed. */
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

  /** Says who it is, by a ticket that is good for nothing else: the address may be any that the company has set. */
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
    this.#needs.hear(message)
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

  /** Without a sign of life for two beats the line is dead, whatever the browser believes. */
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
    // A token that has been replaced meanwhile says nothing about the session there is now.
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

/** A message, or nothing when a newer server says what this release does not know. */
function read(data: unknown): LiveMessage | null {
  try {
    return LiveMessage.parse(JSON.parse(String(data)))
  } catch {
    return null
  }
}
