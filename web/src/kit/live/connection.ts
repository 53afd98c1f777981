import { beat_ms, live_endings, LiveMessage } from '@waybill/domain/kit/live'

/** What a connection needs to know and whom it tells. */
export interface ConnectionNeeds {
  address: string
  /** The session's token as it is now; `null` when nobody is signed in. */
  token: () => string | null
  hear: (message: LiveMessage) => void
  /** The connection stands again after a gap, in which anything may have happened. */
  back: () => void
  /** The server says that the session has ended, or that the account is closed; no further try is made. */
  over: (why: 'signed-out' | 'account-closed') => void
}

const first_wait_ms = 1_000
const longest_wait_ms = 60_000
/** How long a browser with too many connections waits before it asks again. */
const crowded_wait_ms = 5 * 60_000
const silence_ms = 2 * beat_ms + 5_000

/** Milliseconds before the next try: twice as long each time, and never the same for two browsers. */
export function waitBefore(tries: number, chance: number): number {
  return Math.min(first_wait_ms * 2 ** tries, longest_wait_ms) * (0.5 + chance / 2)
}

/**
 * The browser's end of the live channel (SHELL-048). It stays silent about failure: it tries again, later each time, at
 * once when the network is back, and until then everything works as it does without.
 */
export class LiveConnection {
  readonly #needs: ConnectionNeeds
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
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
    this.#socket?.close(1000)
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
    socket.addEventListener('open', () => socket.send(JSON.stringify({ token })))
    socket.addEventListener('message', ({ data }) => {
      this.#expectLife(socket)
      const message = read(data)
      if (message) this.#take(message)
    })
    socket.addEventListener('close', ({ code }) => this.#closed(socket, code, token))
  }

  #take(message: LiveMessage): void {
    if (message.kind === 'welcome') {
      this.#tries = 0
      if (this.#was_open) this.#needs.back()
      this.#was_open = true
    }
    this.#needs.hear(message)
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
    const is_current = token === this.#needs.token()
    if (is_current && code === live_endings.account_closed) this.#needs.over('account-closed')
    else if (is_current && code === live_endings.signed_out) this.#needs.over('signed-out')
    else {
      const wait = code === live_endings.too_many ? crowded_wait_ms : waitBefore(this.#tries, Math.random())
      this.#tries += 1
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
