import type { Actor } from '@waybill/domain/kit/actor'
import { Problem, unauthorised } from '@waybill/domain/kit/problem'
import { guestOf, isOrigin, providerAt, stillHeld, whoHolds, type Known } from '../identity/index.ts'
import { digestOf } from '../kit/sealer.ts'
import type { House } from './house.ts'
import { platformWork } from './work.ts'

/** How long a token's holder is remembered; revocation is told to every process and otherwise holds after this. */
const remembered_ms = 1_500

interface Remembered<T> {
  value: Promise<T>
  read_at: number
}

/** Finds out who is asking and for which provider; remembers it for a moment so that a busy client costs no query. */
export class Door {
  readonly #house: House
  readonly #holders = new Map<string, Remembered<Known | null>>()
  readonly #guests = new Map<string, Remembered<Actor | null>>()
  readonly #origins = new Map<string, Remembered<boolean>>()

  constructor(house: House) {
    this.#house = house
    house.news.on('session', () => this.#holders.clear())
    house.news.on('provider', () => {
      this.#guests.clear()
      this.#origins.clear()
    })
  }

  /** The holder of a bearer token; 401 when nobody usable holds it. */
  async holderOf(token: string): Promise<Known> {
    const key = digestOf(token)
    const known = await this.#remember(this.#holders, key, () =>
      platformWork(this.#house, (db) => whoHolds(db, token, this.#house.clock())),
    )
    if (!known) throw unauthorised()
    return known
  }

  /** The guest of the provider behind a host name; 404 when the installation has no provider at all. */
  async guestAt(origin: string): Promise<Actor> {
    const guest = await this.#remember(this.#guests, origin, () =>
      platformWork(this.#house, async (db) => {
        const provider = await providerAt(db, origin)
        return provider && guestOf(db, provider.id)
      }),
    )
    if (!guest) throw new Problem('not_found', 'Not found')
    return guest
  }

  /** What tokens stand for now, by their digests, read afresh; those that stand for nobody any more are missing. */
  stillHeld(digests: readonly string[]): Promise<Map<string, Actor | 'closed'>> {
    return platformWork(this.#house, (db) => stillHeld(db, digests, this.#house.clock()))
  }

  /** Whether pages of this installation come from a host name, as a company uses it or as it was installed. */
  isOrigin(host: string): Promise<boolean> {
    const name = host.toLowerCase().replace(/^www\./, '')
    return this.#remember(this.#origins, name, () => platformWork(this.#house, (db) => isOrigin(db, name)))
  }

  #remember<T>(store: Map<string, Remembered<T>>, key: string, read: () => Promise<T>): Promise<T> {
    const known = store.get(key)
    const now = performance.now()
    if (known && now - known.read_at < remembered_ms) return known.value
    if (store.size > 10_000) store.clear()
    const value = read()
    store.set(key, { value, read_at: now })
    value.catch(() => store.delete(key))
    return value
  }
}
