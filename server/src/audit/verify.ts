import { addEntry, beginSeal, first_link, type ExportedSeal } from './chain.ts'
import { before_all, type CanonicalEntry, type ChainReader, type StoredSeal } from './chain-store.ts'

/** The first block of a chain that does not match its seal. */
export interface Fault {
  block: number
  reason: 'entries changed' | 'block missing' | 'seal differs' | 'tail missing'
  /** The ids of its entries are above `after_id`, up to `last_id`; `null` when not known because the block is missing. */
  after_id: number | null
  last_id: number | null
  time: Date | null
}

/** Result of verifying a chain. */
export interface Verification {
  blocks: number
  /** Number of entries under valid seals. */
  entries: number
  newest: StoredSeal | null
  fault: Fault | null
}

const seals_at_once = 1_000
const entries_at_once = 1_000

/**
 * Verifies a chain from its first block and returns the first bad one (docs/domain/reliability.md#audit-trail). A
 * chain that was cut off at the end or completely rewritten looks valid by itself; only seals exported earlier reveal
 * it.
 */
export async function verifyChain(
  chain: ChainReader,
  exported: readonly ExportedSeal[] = [],
): Promise<Verification> {
  const known = new Map(exported.map(({ block, seal }) => [block, seal]))
  const entries = new Pages<CanonicalEntry>(entries_at_once, (last, limit) =>
    chain.entries(last?.id ?? before_all, limit),
  )
  const seals = new Pages<StoredSeal>(seals_at_once, (last, limit) => chain.seals(last?.block ?? 0, limit))
  let newest: StoredSeal | null = null
  const standing = (fault: Fault | null): Verification => ({
    blocks: newest?.block ?? 0,
    entries: newest?.entries ?? 0,
    newest,
    fault,
  })
  for (let seal = await seals.next(); seal; seal = await seals.next()) {
    const former: StoredSeal | null = newest
    const block: number = (former?.block ?? 0) + 1
    const place = { block, after_id: former?.last_id ?? 0, last_id: seal.last_id, time: seal.time }
    if (seal.block !== block)
      return standing({ ...place, reason: 'block missing', last_id: null, time: null })
    const hash = beginSeal(former?.seal ?? first_link)
    let count = former?.entries ?? 0
    for (;;) {
      const entry = entries.peek() ?? (await entries.fetch())
      if (!entry || entry.id > seal.last_id) break
      addEntry(hash, entry)
      entries.take()
      count += 1
    }
    if (hash.digest('hex') !== seal.seal || count !== seal.entries)
      return standing({ ...place, reason: 'entries changed' })
    const was = known.get(block)
    if (was !== undefined && was !== seal.seal) return standing({ ...place, reason: 'seal differs' })
    newest = seal
  }
  const last = newest?.block ?? 0
  const isCut = exported.some(({ block }) => block > last)
  return standing(
    isCut ? { block: last + 1, reason: 'tail missing', after_id: null, last_id: null, time: null } : null,
  )
}

/** Describes a fault in one sentence for operators. */
export function describeFault({ block, reason, after_id, last_id, time }: Fault): string {
  const where = time ? ` (entries after ${after_id} up to ${last_id}, sealed at ${time.toISOString()})` : ''
  switch (reason) {
    case 'entries changed':
      return `Block ${block}${where} does not match its seal: an entry or the seal was changed, removed or added.`
    case 'block missing':
      return `Block ${block} is missing, but later blocks exist.`
    case 'seal differs':
      return `Block ${block}${where} does not match the seal exported earlier: the chain was rewritten here or before.`
    case 'tail missing':
      return `Block ${block} is missing, but an exported seal shows that it existed. The end of the trail was removed.`
  }
}

/** Reads a list page by page and returns one item at a time. */
class Pages<Item> {
  readonly #size: number
  readonly #read: (last: Item | undefined, limit: number) => Promise<Item[]>
  #page: Item[] = []
  #at = 0
  #last: Item | undefined
  #isOver = false

  constructor(size: number, read: (last: Item | undefined, limit: number) => Promise<Item[]>) {
    this.#size = size
    this.#read = read
  }

  /** Returns the next item if it is already loaded. */
  peek(): Item | undefined {
    return this.#page[this.#at]
  }

  /** Skips the next item. */
  take(): void {
    this.#at += 1
  }

  /** Loads the next page when the current one is used up; returns the next item. */
  async fetch(): Promise<Item | undefined> {
    if (this.#at >= this.#page.length && !this.#isOver) {
      this.#page = await this.#read(this.#last, this.#size)
      this.#at = 0
      this.#last = this.#page.at(-1) ?? this.#last
      this.#isOver = this.#page.length < this.#size
    }
    return this.peek()
  }

  async next(): Promise<Item | undefined> {
    const item = this.peek() ?? (await this.fetch())
    this.take()
    return item
  }
}
