import { isTransient } from '../../kit/queue/offline-queue.ts'

/** The lists that are being sent now. */
const sending = new Set<string>()

/**
 * A list of one user in local storage, oldest first, for what the phone reports beside the driver's actions. It has at
 * most `max` entries: the oldest are dropped, so that a phone without signal does not fill up. It stays on the phone while
 * another user is signed in.
 */
export class StoredList<Entry> {
  readonly #key: string
  readonly #username: string
  readonly #max: number

  constructor(key: string, username: string, max: number) {
    this.#key = key
    this.#username = username
    this.#max = max
  }

  get #ownKey(): string {
    return `${this.#key}:${this.#username}`
  }

  read(): Entry[] {
    try {
      // Earlier versions of the app had one list for all users.
      const stored = localStorage.getItem(this.#ownKey) ?? localStorage.getItem(this.#key)
      const { username, entries } = JSON.parse(stored ?? '{}') as {
        username?: string
        entries?: Entry[]
      }
      return username === this.#username && Array.isArray(entries) ? entries : []
    } catch {
      return []
    }
  }

  add(...added: readonly Entry[]): void {
    if (added.length > 0) this.#write([...this.read(), ...added].slice(-this.#max))
  }

  /**
   * Sends the entries in batches, oldest first, and removes each batch that the server accepted or will never accept.
   * Without signal the entries stay stored for the next call.
   */
  async send(batchSize: number, send: (batch: readonly Entry[]) => Promise<unknown>): Promise<void> {
    if (sending.has(this.#key)) return
    sending.add(this.#key)
    try {
      for (let batch = this.#next(batchSize); batch.length > 0; batch = this.#next(batchSize)) {
        await send(batch)
        this.#remove(batch)
      }
    } catch (thrown) {
      if (!isTransient(thrown)) this.#remove(this.#next(batchSize))
    } finally {
      sending.delete(this.#key)
    }
  }

  #next(batchSize: number): Entry[] {
    return this.read().slice(0, batchSize)
  }

  /** Removes entries; those added meanwhile stay. */
  #remove(sent: readonly Entry[]): void {
    const texts = new Set(sent.map((entry) => JSON.stringify(entry)))
    this.#write(this.read().filter((entry) => !texts.has(JSON.stringify(entry))))
  }

  #write(entries: readonly Entry[]): void {
    try {
      localStorage.setItem(this.#ownKey, JSON.stringify({ username: this.#username, entries }))
    } catch {
      // Ignored: a browser without storage reports nothing beside the actions.
    }
  }
}
