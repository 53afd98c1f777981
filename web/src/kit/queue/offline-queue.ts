import type { DBSchema } from 'idb'
import { newKey } from '../api/new-key.ts'
import { ApiError } from '../api/api-error.ts'
import { Store } from '../layers/store.ts'
import { LocalDatabase } from '../offline/local-database.ts'

/** An item that must reach the server exactly once; it is stored on this device until then. */
export interface QueueItem<Content = unknown> {
  /** Created on this device; also the idempotency key of the call. */
  id: string
  queue: string
  /** Sequence number on this device. */
  place: number
  content: Content
  made_at: Date
  tries: number
  /** Until this time, by the clock of this device, the item is not sent and can be taken back. */
  held_until?: Date | undefined
  /** The reason for the rejection; a rejected item needs a user and is not retried. `null` otherwise. */
  refusal: string | null
}

/** State of the queue. `waiting` items are sent automatically, `refused` items need a user. */
export interface QueueState<Content> {
  waiting: readonly QueueItem<Content>[]
  refused: readonly QueueItem<Content>[]
  /** Whether the last attempt got no response. */
  isOffline: boolean
}

export interface QueueHooks<Content, Answer> {
  /** Calls the server with `item.id` as idempotency key; throws an `ApiError` when the server rejects it. */
  send: (item: QueueItem<Content>) => Promise<Answer>
  sent?: (item: QueueItem<Content>, answer: Answer) => void
  refused?: (item: QueueItem<Content>, refusal: ApiError) => void
  /** Maximum number of items sent at once; 1 by default. They still start oldest first. */
  lanes?: number
  /**
   * Whether an item is sent only after the answer to an older one that is being sent; only matters with several lanes.
   */
  waitsFor?: (content: Content, older: Content) => boolean
}

/** In ms: the first wait after a failed attempt, the longest wait, and how often an idle queue checks for items. */
const first_wait = 1000
const max_wait = 30_000
const poll_ms = 30_000

/** Storage of the items: IndexedDB in the browser, in memory in tests. */
export interface QueueStorage {
  all: (queue: string) => Promise<QueueItem[]>
  put: (item: QueueItem) => Promise<void>
  remove: (id: string) => Promise<void>
}

/**
 * Returns for how many ms an item is still held. Returns 0 if the clock was set back in the meantime, because the
 * item would otherwise be held for hours.
 */
export function heldFor(
  { held_until, made_at }: Pick<QueueItem, 'held_until' | 'made_at'>,
  now: Date,
): number {
  if (!held_until || now < made_at) return 0
  return Math.max(0, held_until.getTime() - now.getTime())
}

/**
 * Whether a retry may succeed: no response, a time-out, an ended session (401), too many requests, maintenance, a
 * server error, or any other response that asks to repeat the call, such as 409 while the first call is still running.
 */
export function isTransient(thrown: unknown): boolean {
  return (
    !(thrown instanceof ApiError) ||
    thrown.status === 0 ||
    thrown.status === 418 ||
    thrown.status === 429 ||
    thrown.status >= 500 ||
    thrown.status === 401 ||
    thrown.may_repeat
  )
}

/** Returns the wait before the next attempt, in ms: it doubles up to half a minute. */
export function waitBefore(tries: number): number {
  return Math.min(max_wait, first_wait * 2 ** Math.max(0, tries - 1))
}

/**
 * Sends items in order, oldest first, and retries each until the server has answered. Survives a reload, a crash or
 * an empty battery: `add` resolves only after the item is stored on the device, and the item id makes repeated
 * delivery harmless.
 */
export class OfflineQueue<Content, Answer> {
  readonly state = new Store<QueueState<Content>>({ waiting: [], refused: [], isOffline: false })
  private readonly name: string
  private readonly storage: QueueStorage
  private readonly maySend: () => boolean
  private hooks: QueueHooks<Content, Answer>
  private readonly in_flight = new Set<string>()
  private busy_lanes = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private next_place = 0
  private is_stopped = false
  private loading: Promise<void> | null = null
  /** Ids of the items that this page has read or added. */
  private readonly known = new Set<string>()

  /** `maySend` returns whether the calls of this page are those of the queue's user now. */
  constructor(
    name: string,
    hooks: QueueHooks<Content, Answer>,
    storage: QueueStorage = browserStorage,
    maySend: () => boolean = () => true,
  ) {
    this.name = name
    this.hooks = hooks
    this.storage = storage
    this.maySend = maySend
    this.ready().catch(() => undefined)
  }

  /** Replaces the callbacks when a component has rendered again. */
  use(hooks: QueueHooks<Content, Answer>): void {
    this.hooks = hooks
  }

  /**
   * Stores an item on the device and sends it when its turn comes, but not before `holdMs` ms have passed; until then
   * it can be taken back. Returns the stored item: the earlier one if an item with this id is waiting.
   */
  async add(content: Content, id: string = newKey(), holdMs = 0): Promise<QueueItem<Content>> {
    await this.ready()
    const earlier = this.state.read().waiting.find((one) => one.id === id)
    if (earlier) return earlier
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
    this.known.add(id)
    await this.storage.put(item)
    const { waiting } = this.state.read()
    if (!waiting.some((one) => one.id === id)) this.change({ waiting: [...waiting, item] })
    void this.sendWaiting()
    return item
  }

  /** Returns the content of a waiting item; `undefined` when none has this id. */
  async waitingContent(id: string): Promise<Content | undefined> {
    await this.ready()
    return this.state.read().waiting.find((one) => one.id === id)?.content
  }

  /** Replaces the content of a waiting item, also on the device. */
  async replace(id: string, content: Content): Promise<void> {
    const { waiting } = this.state.read()
    const item = waiting.find((one) => one.id === id)
    if (!item) return
    const replaced = { ...item, content }
    await this.storage.put(replaced)
    this.change({ waiting: this.state.read().waiting.map((one) => (one.id === id ? replaced : one)) })
  }

  /**
   * Sends all waiting items now, also those that another tab has added. Called on focus, when the network is back and
   * every half minute. When the device cannot read its items, it tries again later.
   */
  async drain(): Promise<void> {
    try {
      await this.ready()
      this.join(await this.storage.all(this.name))
    } catch {
      this.tryAgainIn(poll_ms)
    }
    await this.sendWaiting()
  }

  private async sendWaiting(): Promise<void> {
    const free = (this.hooks.lanes ?? 1) - this.busy_lanes
    if (free <= 0 || this.is_stopped) return
    clearTimeout(this.timer)
    const wentOn = await Promise.all(Array.from({ length: free }, () => this.runLane()))
    if (wentOn.every(Boolean) && this.busy_lanes === 0) this.tryAgainIn(this.nextHold() || poll_ms)
  }

  /** Removes an item that is still held, so that it is never sent; returns `false` when it is too late. */
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
      void this.sendWaiting()
    }
  }

  /** Ends all holds: the held items are sent now. */
  async release(): Promise<void> {
    await this.ready()
    const held = this.state.read().waiting.filter((item) => heldFor(item, new Date()) > 0)
    const free = new Map(held.map((item) => [item.id, { ...item, held_until: undefined }]))
    this.change({ waiting: this.state.read().waiting.map((item) => free.get(item.id) ?? item) })
    await Promise.all([...free.values()].map((item) => this.storage.put(item)))
    await this.sendWaiting()
  }

  /**
   * Resolves to the state of an item, waiting at most `ms` ms for the response: `waiting` as soon as an attempt gets
   * no response, or when the time is over.
   */
  settled(id: string, ms: number): Promise<'sent' | 'waiting' | { rejection: string }> {
    return new Promise((resolve) => {
      const end = (answer: 'sent' | 'waiting' | { rejection: string }): void => {
        clearTimeout(timer)
        unwatch()
        resolve(answer)
      }
      const check = (): void => {
        const { waiting, refused } = this.state.read()
        const rejection = refused.find((item) => item.id === id)?.refusal
        const item = waiting.find((one) => one.id === id)
        if (rejection) end({ rejection: rejection })
        else if (!item) end('sent')
        else if (item.tries > 0) end('waiting')
      }
      const unwatch = this.state.watch(check)
      const timer = setTimeout(() => end('waiting'), ms)
      check()
    })
  }

  /** Removes a rejected item after a user has dealt with it. */
  async forget(id: string): Promise<void> {
    await this.storage.remove(id)
    this.change({ refused: this.state.read().refused.filter((item) => item.id !== id) })
  }

  /** Ends sending once what was sent is answered; the items stay on the device. */
  stop(): void {
    this.is_stopped = true
    clearTimeout(this.timer)
  }

  /**
   * Sends the items that no other lane is sending, one after another, oldest first. Returns whether it ended without
   * a failed attempt.
   */
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
   * Returns the oldest item that is not being sent. Returns none if that item is held or waits for the response to
   * another, so that the order is kept, and none while the page acts as another user.
   */
  private nextFree(): QueueItem<Content> | undefined {
    const { waiting } = this.state.read()
    const next = waiting.find((item) => !this.in_flight.has(item.id))
    if (!next || !this.maySend() || heldFor(next, new Date()) > 0) return undefined
    const older = waiting.slice(0, waiting.indexOf(next))
    return older.some(({ content }) => this.hooks.waitsFor?.(next.content, content)) ? undefined : next
  }

  /** Returns for how many ms the next item is still held. */
  private nextHold(): number {
    const [next] = this.state.read().waiting
    return next ? heldFor(next, new Date()) : 0
  }

  private tryAgainIn(ms: number): void {
    clearTimeout(this.timer)
    if (!this.is_stopped) this.timer = setTimeout(() => void this.drain(), ms)
  }

  private async sendOne(item: QueueItem<Content>): Promise<boolean> {
    // Another window on this device may have taken the item back.
    if (item.held_until && !(await this.isStored(item))) {
      this.change({ waiting: this.without(item) })
      return true
    }
    let answer: Answer
    try {
      answer = await this.hooks.send(item)
    } catch (thrown) {
      return this.noteFailure(item, thrown)
    }
    // An item that the device cannot remove is sent again after a reload, which its id makes harmless.
    await this.storage.remove(item.id).catch(() => undefined)
    this.change({ waiting: this.without(item), isOffline: false })
    this.hooks.sent?.(item, answer)
    return true
  }

  /** Notes a failed attempt, also when the device cannot store that; returns whether the next item can be sent. */
  private async noteFailure(item: QueueItem<Content>, thrown: unknown): Promise<boolean> {
    const tried = { ...item, tries: item.tries + 1 }
    if (isTransient(thrown)) {
      await this.storage.put(tried).catch(() => undefined)
      const waiting = this.state.read().waiting.map((one) => (one.id === item.id ? tried : one))
      this.change({ waiting, isOffline: true })
      this.tryAgainIn(waitBefore(tried.tries))
      return false
    }
    const error = thrown as ApiError
    const refused = { ...tried, refusal: error.message }
    await this.storage.put(refused).catch(() => undefined)
    this.change({
      waiting: this.without(item),
      refused: [...this.state.read().refused, refused],
      isOffline: false,
    })
    this.hooks.refused?.(refused, error)
    return true
  }

  private async isStored({ id }: QueueItem<Content>): Promise<boolean> {
    return (await this.storage.all(this.name)).some((one) => one.id === id)
  }

  private without(item: QueueItem<Content>): QueueItem<Content>[] {
    return this.state.read().waiting.filter((one) => one.id !== item.id)
  }

  private change(part: Partial<QueueState<Content>>): void {
    const next = { ...this.state.read(), ...part }
    // With no item waiting, the result of the last attempt is obsolete and no further attempt would update it.
    this.state.write({ ...next, isOffline: next.isOffline && next.waiting.length > 0 })
  }

  /** Resolves once the stored items are read; after a failure the next call reads them. */
  private ready(): Promise<void> {
    this.loading ??= this.storage.all(this.name).then(
      (stored) => this.join(stored),
      (thrown: unknown) => {
        this.loading = null
        throw thrown
      },
    )
    return this.loading
  }

  /** Adds stored items that this page does not know yet: those of former pages and of other tabs. */
  private join(stored: readonly QueueItem[]): void {
    const added = (stored as QueueItem<Content>[]).filter(({ id }) => !this.known.has(id))
    if (added.length === 0) return
    for (const { id, place } of added) {
      this.known.add(id)
      this.next_place = Math.max(this.next_place, place)
    }
    const { waiting, refused } = this.state.read()
    const inOrder = (items: readonly QueueItem<Content>[]) => items.toSorted((a, b) => a.place - b.place)
    this.change({
      waiting: inOrder([...waiting, ...added.filter((item) => !item.refusal)]),
      refused: inOrder([...refused, ...added.filter((item) => item.refusal)]),
    })
  }
}

interface QueueSchema extends DBSchema {
  items: { key: string; value: QueueItem; indexes: { queue: string } }
}

const database = new LocalDatabase<QueueSchema>('waybill-queues', 1, (fresh) => {
  fresh.createObjectStore('items', { keyPath: 'id' }).createIndex('queue', 'queue')
})

const browserStorage: QueueStorage = {
  all: (queue) => database.run((stored) => stored.getAllFromIndex('items', 'queue', queue)),
  put: async (item) => {
    await database.run((stored) => stored.put('items', item))
  },
  remove: (id) => database.run((stored) => stored.delete('items', id)),
}

/** Whether a queue belongs to a user: its name ends with the username. */
export function isQueueOf(username: string, queue: string): boolean {
  return queue.endsWith(`:${username}`)
}

/** Returns how many items of a user wait on this device, also in queues that this page has not opened. */
export async function waitingOnDevice(username: string): Promise<number> {
  const items = await database.run((stored) => stored.getAll('items'))
  return items.filter(({ queue, refusal }) => refusal === null && isQueueOf(username, queue)).length
}
