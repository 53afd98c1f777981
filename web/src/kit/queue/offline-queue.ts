import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { newKey } from '../api/new-key.ts'
import { ApiError } from '../api/api-error.ts'
import { Store } from '../layers/store.ts'

/** Something that must reach the server exactly once, stored on this device until it has. */
export interface QueueItem<Content = unknown> {
  /** Made at the station; it is also the idempotency key of the call. */
  id: string
  queue: string
  /** The order in which things happened on this device. */
  place: number
  content: Content
  made_at: Date
  tries: number
  /** Until then, by this device's clock, it is not sent and can be taken back. */
  held_until?: Date | undefined
  /** Why it was refused; a refused item waits for a person and no longer for the network. */
  refusal: string | null
}

/** How the queue stands. `waiting` go by themselves, `refused` need somebody. */
export interface QueueState<Content> {
  waiting: readonly QueueItem<Content>[]
  refused: readonly QueueItem<Content>[]
  /** Whether the last try got no answer. */
  isOffline: boolean
}

export interface QueueHooks<Content, Answer> {
  /** Calls the server with `item.id` as idempotency key; throws a `Refusal` when it says no. */
  send: (item: QueueItem<Content>) => Promise<Answer>
  sent?: (item: QueueItem<Content>, answer: Answer) => void
  refused?: (item: QueueItem<Content>, refusal: ApiError) => void
  /** How many may be on their way at once; 1 unless said otherwise. They still start oldest first. */
  lanes?: number
  /** The id of the item that must have been answered before this one goes; only matters with several lanes. */
  waitsFor?: (content: Content) => string | undefined
}

/** Milliseconds: first wait after a failed try, the longest wait, and how often an idle queue looks by itself. */
const first_wait = 1000
const max_wait = 30_000
const poll_ms = 30_000

/** Where the items lie; IndexedDB in the browser, a plain list in tests. */
export interface QueueStorage {
  all: (queue: string) => Promise<QueueItem[]>
  put: (item: QueueItem) => Promise<void>
  remove: (id: string) => Promise<void>
}

/**
 * Milliseconds for which an item is still held back; none where the clock was set back meanwhile, which must not keep it
 * for hours.
 */
export function heldFor(
  { held_until, made_at }: Pick<QueueItem, 'held_until' | 'made_at'>,
  now: Date,
): number {
  if (!held_until || now < made_at) return 0
  return Math.max(0, held_until.getTime() - now.getTime())
}

/** Whether trying again could help: no answer, a time-out, too many calls, maintenance or a fault of the server. */
export function isTransient(thrown: unknown): boolean {
  return (
    !(thrown instanceof ApiError) ||
    thrown.status === 0 ||
    thrown.status === 418 ||
    thrown.status === 429 ||
    thrown.status >= 500 ||
    thrown.status === 401
  )
}

/** How long to wait before the next try, ms: doubling up to half a minute. */
export function waitBefore(tries: number): number {
  return Math.min(max_wait, first_wait * 2 ** Math.max(0, tries - 1))
}

/**
 * Sends items in order, oldest first, each until the server has answered it. Survives reload, crash and an empty
 * battery: an item is on the device before `add` resolves, and its id makes a second arrival harmless.
 */
export class OfflineQueue<Content, Answer> {
  readonly state = new Store<QueueState<Content>>({ waiting: [], refused: [], isOffline: false })
  private readonly name: string
  private readonly storage: QueueStorage
  private hooks: QueueHooks<Content, Answer>
  private readonly in_flight = new Set<string>()
  private busy_lanes = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private next_place = 0
  private readonly loaded: Promise<void>

  constructor(name: string, hooks: QueueHooks<Content, Answer>, storage: QueueStorage = browserStorage) {
    this.name = name
    this.hooks = hooks
    this.storage = storage
    this.loaded = this.load()
  }

  /** Replaces what happens with items, for a component that has rendered again. */
  use(hooks: QueueHooks<Content, Answer>): void {
    this.hooks = hooks
  }

  /**
   * Keeps an item on the device and sends it as soon as its turn comes, `hold_ms` milliseconds later at the earliest; until
   * then it can be taken back. Answers the kept item.
   */
  async add(content: Content, id: string = newKey(), holdMs = 0): Promise<QueueItem<Content>> {
    await this.loaded
    this.next_place += 1
    const madeAt = new Date()
    const item: QueueItem<Content> = {
      id,
      queue: this.name,
      place: this.next_place,
      content,
      made_at: madeAt,
      tries: 0,
      ...(holdMs > 0 ? { held_until: new Date(madeAt.getTime() + holdMs) } : {}),
      refusal: null,
    }
    await this.storage.put(item)
    const { waiting } = this.state.read()
    if (!waiting.some((one) => one.id === id)) this.change({ waiting: [...waiting, item] })
    void this.drain()
    return item
  }

  /** Sends now whatever waits; called by itself after adding, on focus, on regained signal and every half minute. */
  async drain(): Promise<void> {
    await this.loaded
    const free = (this.hooks.lanes ?? 1) - this.busy_lanes
    if (free <= 0) return
    clearTimeout(this.timer)
    const wentOn = await Promise.all(Array.from({ length: free }, () => this.runLane()))
    if (wentOn.every(Boolean) && this.busy_lanes === 0) this.tryAgainIn(this.nextHold() || poll_ms)
  }

  /** Takes an item back that is still held; `false` when it is too late. It has then not been sent and never will be. */
  async takeBack(id: string): Promise<boolean> {
    const item = this.state.read().waiting.find((one) => one.id === id)
    if (!item || this.in_flight.has(id) || heldFor(item, new Date()) === 0) return false
    this.in_flight.add(id)
    try {
      await this.storage.remove(id)
      this.change({ waiting: this.without(item) })
      return true
    } finally {
      this.in_flight.delete(id)
      void this.drain()
    }
  }

  /** Ends all holds: what was recorded before goes out now. */
  async release(): Promise<void> {
    await this.loaded
    const held = this.state.read().waiting.filter((item) => heldFor(item, new Date()) > 0)
    const free = new Map(held.map((item) => [item.id, { ...item, held_until: undefined }]))
    this.change({ waiting: this.state.read().waiting.map((item) => free.get(item.id) ?? item) })
    await Promise.all([...free.values()].map((item) => this.storage.put(item)))
    await this.drain()
  }

  /**
   * What has become of an item, waiting `ms` milliseconds at most for the answer: `waiting` as soon as a try got none, or
   * when the time is over.
   */
  settled(id: string, ms: number): Promise<'sent' | 'waiting' | { refusal: string }> {
    return new Promise((resolve) => {
      const end = (answer: 'sent' | 'waiting' | { refusal: string }): void => {
        clearTimeout(timer)
        unwatch()
        resolve(answer)
      }
      const look = (): void => {
        const { waiting, refused } = this.state.read()
        const refusal = refused.find((item) => item.id === id)?.refusal
        const item = waiting.find((one) => one.id === id)
        if (refusal) end({ refusal })
        else if (!item) end('sent')
        else if (item.tries > 0) end('waiting')
      }
      const unwatch = this.state.watch(look)
      const timer = setTimeout(() => end('waiting'), ms)
      look()
    })
  }

  /** Takes a refused item off the list, once somebody has dealt with it. */
  async forget(id: string): Promise<void> {
    await this.storage.remove(id)
    this.change({ refused: this.state.read().refused.filter((item) => item.id !== id) })
  }

  /** Stops the timers; the items stay on the device. */
  stop(): void {
    clearTimeout(this.timer)
  }

  /** One after the other, oldest first, what no other lane has; answers whether it ended without a failure. */
  private async runLane(): Promise<boolean> {
    this.busy_lanes += 1
    try {
      for (let item = this.nextFree(); item; item = this.nextFree()) {
        this.in_flight.add(item.id)
        const goesOn = await this.sendOne(item).finally(() => this.in_flight.delete(item?.id ?? ''))
        if (!goesOn) return false
      }
      return true
    } finally {
      this.busy_lanes -= 1
    }
  }

  /**
   * The oldest that is not on its way; one that is held, or waits for another's answer, keeps those after it waiting, so that
   * the order stays.
   */
  private nextFree(): QueueItem<Content> | undefined {
    const { waiting } = this.state.read()
    const next = waiting.find((item) => !this.in_flight.has(item.id))
    if (!next || heldFor(next, new Date()) > 0) return undefined
    const first = this.hooks.waitsFor?.(next.content)
    return first !== undefined && waiting.some(({ id }) => id === first) ? undefined : next
  }

  /** Milliseconds until the next item is no longer held. */
  private nextHold(): number {
    const [next] = this.state.read().waiting
    return next ? heldFor(next, new Date()) : 0
  }

  private tryAgainIn(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.drain(), ms)
  }

  private async sendOne(item: QueueItem<Content>): Promise<boolean> {
    // Another window of this device may have taken it back.
    if (item.held_until && !(await this.isStored(item))) {
      this.change({ waiting: this.without(item) })
      return true
    }
    try {
      const answer = await this.hooks.send(item)
      await this.storage.remove(item.id)
      this.change({ waiting: this.without(item), isOffline: false })
      this.hooks.sent?.(item, answer)
      return true
    } catch (thrown) {
      const tried = { ...item, tries: item.tries + 1 }
      if (isTransient(thrown)) {
        await this.storage.put(tried)
        const waiting = this.state.read().waiting.map((one) => (one.id === item.id ? tried : one))
        this.change({ waiting, isOffline: true })
        this.tryAgainIn(waitBefore(tried.tries))
        return false
      }
      const refusal = thrown as ApiError
      const refused = { ...tried, refusal: refusal.message }
      await this.storage.put(refused)
      this.change({
        waiting: this.without(item),
        refused: [...this.state.read().refused, refused],
        isOffline: false,
      })
      this.hooks.refused?.(refused, refusal)
      return true
    }
  }

  private async isStored({ id }: QueueItem<Content>): Promise<boolean> {
    return (await this.storage.all(this.name)).some((one) => one.id === id)
  }

  private without(item: QueueItem<Content>): QueueItem<Content>[] {
    return this.state.read().waiting.filter((one) => one.id !== item.id)
  }

  private change(part: Partial<QueueState<Content>>): void {
    const next = { ...this.state.read(), ...part }
    // A try without an answer says nothing any more once nothing waits: there is nothing that could find out.
    this.state.write({ ...next, isOffline: next.isOffline && next.waiting.length > 0 })
  }

  private async load(): Promise<void> {
    const stored = (await this.storage.all(this.name)) as QueueItem<Content>[]
    stored.sort((a, b) => a.place - b.place)
    this.next_place = stored.at(-1)?.place ?? 0
    this.change({
      waiting: stored.filter((item) => !item.refusal),
      refused: stored.filter((item) => item.refusal),
    })
  }
}

interface QueueSchema extends DBSchema {
  items: { key: string; value: QueueItem; indexes: { queue: string } }
}

let database: Promise<IDBPDatabase<QueueSchema>> | null = null

function openStorage(): Promise<IDBPDatabase<QueueSchema>> {
  database ??= openDB<QueueSchema>('waybill-queues', 1, {
    upgrade: (fresh) => fresh.createObjectStore('items', { keyPath: 'id' }).createIndex('queue', 'queue'),
  })
  return database
}

const browserStorage: QueueStorage = {
  all: async (queue) => (await openStorage()).getAllFromIndex('items', 'queue', queue),
  put: async (item) => {
    await (await openStorage()).put('items', item)
  },
  remove: async (id) => {
    await (await openStorage()).delete('items', id)
  },
}
