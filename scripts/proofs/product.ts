import { setTimeout as wait } from 'node:timers/promises'
import { startProduct, type ProductProcess } from '../../tests/faults/product-process.ts'
import type { Tally } from './tally.ts'

/** Calls answered with one of these are repeated with the same key, as clients do. */
const repeated_statuses = [408, 409, 425, 429, 500, 502, 503, 504]
const repeat_after_ms = 100
const max_repeats = 300

/** What a tab of a browser remembers between its calls. */
export interface Tab {
  /** Up to where it has seen the data (header `data-position`). */
  position: string | null
}

/** One call of a client. `key` makes a repeat safe. */
export interface Call {
  method?: 'GET' | 'POST'
  /** Below the address of the web app: API calls begin with `/api`. */
  path: string
  token?: string | null
  tab?: Tab
  key?: string
  headers?: Readonly<Record<string, string>>
  body?: object | string
  /** Statuses after which it is not repeated, although clients otherwise would. */
  gives_up_at?: readonly number[]
}

/** Processes of the product on one database, which are killed and started again. */
export class Product {
  readonly #count: number
  readonly #start: () => Promise<ProductProcess>
  readonly #tally: Tally
  readonly #processes: ProductProcess[] = []
  #next = 0

  /** `count` processes; `env` are environment variables of each. */
  constructor(tally: Tally, count: number, about: { url: string; env: Record<string, string> }) {
    this.#tally = tally
    this.#count = count
    this.#start = () => startProduct(about)
  }

  async start(): Promise<void> {
    this.#processes.push(...(await Promise.all(Array.from({ length: this.#count }, this.#start))))
  }

  /** Kills one of the processes, in turn, and starts another in its place. */
  async kill(): Promise<void> {
    const victim = this.#tally.count('kills of a process') % this.#count
    await this.#processes[victim]?.kill()
    this.#processes[victim] = await this.#start()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((one) => one.stop()))
  }

  /** The address of the next process in turn; it may just have been killed. */
  nextAddress(): string {
    this.#next += 1
    return this.#processes[this.#next % this.#count]!.web
  }

  /** Returns a figure of `/metrics` as text, such as `waybill_reads_total{server="standby"}`, summed over the processes. */
  async metric(name: string): Promise<number> {
    const pages = await Promise.all(
      this.#processes.map(async ({ ports }) => {
        const page = await fetch(`http://127.0.0.1:${ports[1]}/metrics`)
        return await page.text()
      }),
    )
    return pages
      .flatMap((page) => page.split('\n'))
      .filter((line) => line.startsWith(`${name} `))
      .reduce((sum, line) => sum + Number(line.slice(name.length)), 0)
  }

  /**
   * Sends a call to one of the processes, and repeats it with the same key until it is answered. Returns the body of the
   * answer. Throws when the call is refused.
   */
  async call({
    method = 'POST',
    path,
    token,
    tab,
    key,
    headers,
    body,
    gives_up_at = [],
  }: Call): Promise<unknown> {
    let refused = ''
    for (let repeat = 0; repeat < max_repeats; repeat += 1) {
      try {
        const answer = await fetch(this.nextAddress() + path, {
          method,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(key ? { 'idempotency-key': key } : {}),
            ...(tab?.position ? { 'data-position': tab.position } : {}),
            ...headers,
          },
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
          signal: AbortSignal.timeout(60_000),
        })
        const text = await answer.text()
        if (tab) tab.position = answer.headers.get('data-position') ?? tab.position
        if (answer.ok) return text === '' ? null : JSON.parse(text)
        refused = `${answer.status} ${text.slice(0, 300)}`
        if (!repeated_statuses.includes(answer.status) || gives_up_at.includes(answer.status)) break
        this.#tally.count(`calls answered with ${answer.status}, repeated with the same key`)
      } catch {
        this.#tally.count('calls without an answer, repeated with the same key')
      }
      await wait(repeat_after_ms)
    }
    throw new Error(`${method} ${path}: ${refused || 'was never answered'}`)
  }
}
