import { addEntry, beginSeal, first_link, type ExportedSeal } from './chain.ts'
import { ArchiveFault } from './archive/archive-file.ts'
import { before_all, type ChainReader } from './chain-store.ts'
import type { CanonicalEntry, StoredSeal } from './entry-store.ts'

/** The first block of a chain that does not match its seal. */
export interface Fault {
  block: number
  reason: 'entries changed' | 'block missing' | 'seal differs' | 'tail missing' | 'archive damaged'
  /** What is wrong with the archive. */
  detail?: string
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

/** A part of a chain: the blocks after a seal up to the one with an entry. */
export interface ChainRange {
  /** `null` from the first block. */
  after: StoredSeal | null
  until_id: number
}

/**
 * Verifies a chain from its first block, or a range of it, and returns the first bad one
 * (docs/domain/reliability.md#audit-trail). A chain that was cut off at the end or completely rewritten looks valid by
 * itself; only seals exported earlier reveal it.
 */
export async function verifyChain(
  chain: ChainReader,
  exported: readonly ExportedSeal[] = [],
  range?: ChainRange,
): Promise<Verification> {
  const known = new Map(exported.map(({ block, seal }) => [block, seal]))
  let newest: StoredSeal | null = range?.after ?? null
  const [firstId, firstBlock] = [newest?.last_id ?? before_all, newest?.block ?? 0]
  const entries = new Pages<CanonicalEntry>(entries_at_once, (last, limit) =>
    chain.entries(last?.id ?? firstId, limit),
  )
  const seals = new Pages<StoredSeal>(seals_at_once, (last, limit) =>
    chain.seals(last?.block ?? firstBlock, limit),
  )
  const standing = (fault: Fault | null): Verification => ({
    blocks: newest?.block ?? 0,
    entries: newest?.entries ?? 0,
    newest,
    fault,
  })
  const after = () => ({ block: (newest?.block ?? 0) + 1, after_id: null, last_id: null, time: null })
  try {
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
      if (range && seal.last_id >= range.until_id) return standing(null)
    }
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    return standing({ ...after(), reason: 'archive damaged', detail: error.message })
  }
  const last = newest?.block ?? 0
  const isCut = exported.some(({ block }) => block > last) || range !== undefined
  return standing(isCut ? { ...after(), reason: 'tail missing' } : null)
}

/** Describes a fault in one sentence for operators. */
export function describeFault({ block, reason, detail, after_id, last_id, time }: Fault): string {
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
    case 'archive damaged':
      return `Block ${block} or a later one cannot be verified: ${detail}`
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
