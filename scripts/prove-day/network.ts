import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '../proofs/product.ts'
import type { Tally } from '../proofs/tally.ts'

/** What happens to a request, and to which share of them; the others arrive and are answered. */
const faults = [
  { fault: 'never arrived', share: 0.05 },
  { fault: 'arrived in part', share: 0.02 },
  { fault: 'lost its answer', share: 0.05 },
  { fault: 'hung', share: 0.004 },
  { fault: 'arrived late, after its repeat', share: 0.03 },
  { fault: 'arrived twice at the same time', share: 0.03 },
  { fault: 'arrived again later', share: 0.03 },
] as const
type Fault = (typeof faults)[number]['fault']

/** For how long there is signal and for how long there is none, at most, in ms. */
const max_up_ms = 20_000
const max_down_ms = 6_000
/** After which time a late request arrives at most, in ms. */
const max_late_ms = 6_000
/** A hanging upload is given up after this time instead of its 90 s, in ms. */
const hangs_at_most_ms = 8_000

const realFetch = globalThis.fetch

/** What networks share. */
export interface Carrier {
  product: Product
  tally: Tally
  random: () => number
  /** Share of the usual faults; 0 is a good connection. */
  badness: number
}

/** The bad connection of one device. */
export class Network {
  readonly #carrier: Carrier
  /** Requests that are still on their way although the page has given them up. */
  readonly #late = new Set<Promise<void>>()
  #isUp = true
  #isOver = false
  readonly onUp = new Set<() => void>()

  constructor(carrier: Carrier) {
    this.#carrier = carrier
  }

  get isUp(): boolean {
    return this.#isUp
  }

  /** Loses and finds the signal until `end`. */
  async run(): Promise<void> {
    const { random, badness, tally } = this.#carrier
    if (badness === 0) return
    while (!this.#isOver) {
      await wait(1_000 + random() * max_up_ms)
      if (this.#isOver) return
      this.#isUp = false
      tally.count('times without signal')
      await wait((500 + random() * max_down_ms) * badness)
      this.#isUp = true
      for (const listener of this.onUp) listener()
    }
  }

  /** Gives a good connection, and resolves when every late request has arrived. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#isUp = true
    while (this.#late.size > 0) await Promise.all(this.#late)
  }

  /** Carries a request of a page to one of the processes. */
  async carry(page: { readonly isOpen: boolean }, url: string, init: RequestInit): Promise<Response> {
    const answer = this.#carry(url, init)
    // Who listens to the signal must also hear it when nothing is answered.
    const aborted = new Promise<never>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch')), { once: true })
    })
    aborted.catch(() => undefined)
    const settled = await Promise.race([answer, aborted]).then(
      (response) => ({ response, thrown: null }),
      (thrown: unknown) => ({ response: null, thrown }),
    )
    // A page that was left receives nothing more.
    if (!page.isOpen) return new Promise<never>(() => undefined)
    if (settled.response) return settled.response
    throw settled.thrown
  }

  async #carry(url: string, init: RequestInit): Promise<Response> {
    if (!this.#isUp) throw new TypeError('Failed to fetch')
    const { tally } = this.#carrier
    const fault = this.#isOver ? null : this.#fault()
    if (fault) tally.count(`requests: ${fault}`)
    switch (fault) {
      case null:
        return this.#send(url, init)
      case 'never arrived':
        throw new TypeError('Failed to fetch')
      case 'arrived in part':
        await this.#sendPart(url, init)
        throw new TypeError('Failed to fetch')
      case 'lost its answer':
        await this.#send(url, init)
        throw new TypeError('Failed to fetch')
      case 'hung':
        await wait(hangs_at_most_ms)
        throw new TypeError('Failed to fetch')
      case 'arrived late, after its repeat':
        this.#sendLater(url, init)
        throw new TypeError('Failed to fetch')
      case 'arrived twice at the same time': {
        const [first] = await Promise.all([this.#send(url, init), this.#send(url, init)])
        return first
      }
      case 'arrived again later': {
        const response = await this.#send(url, init)
        this.#sendLater(url, init)
        return response
      }
    }
  }

  #fault(): Fault | null {
    const { random, badness } = this.#carrier
    let left = random()
    return faults.find(({ share }) => (left -= share * badness) < 0)?.fault ?? null
  }

  async #send(url: string, { method, headers, body }: RequestInit): Promise<Response> {
    const response = await realFetch(this.#target(url), { method, headers, body })
    const bytes = await response.arrayBuffer()
    return new Response([204, 304].includes(response.status) ? null : bytes, {
      status: response.status,
      headers: response.headers,
    })
  }

  #sendLater(url: string, init: RequestInit): void {
    const sending = wait(500 + this.#carrier.random() * max_late_ms)
      .then(() => this.#send(url, init))
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => this.#late.delete(sending))
    this.#late.add(sending)
  }

  /** Sends the first half of a body, and then cuts the connection. */
  async #sendPart(url: string, { method, headers, body }: RequestInit): Promise<void> {
    const bytes = Buffer.from(await new Response(body).arrayBuffer())
    const sent = Object.fromEntries(new Headers(headers))
    const request = http.request(this.#target(url), {
      ...(method ? { method } : {}),
      headers: { ...sent, 'content-length': String(bytes.length + 1) },
    })
    request.on('error', () => undefined)
    request.write(bytes.subarray(0, Math.ceil(bytes.length / 2)))
    await wait(50)
    request.destroy()
  }

  /** Signed addresses lead to the process that made them; a proxy would send them to any. */
  #target(url: string): string {
    const { pathname, search } = new URL(url, 'http://phone.test')
    return this.#carrier.product.nextAddress() + pathname + search
  }
}
