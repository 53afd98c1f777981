import type { Runtime } from '../kit/runtime.ts'

const max_age_ms = 30_000
const max_keys = 20_000

interface CacheEntry {
  value: Promise<unknown>
  read_at: number
  /** The transaction that read it and has not ended, so that nobody else may have it; `null` for everybody's. */
  reader: object | null
  is_read: boolean
}

interface TransactionRead {
  store: Map<string, CacheEntry>
  name: string
  kept: CacheEntry
}

/** What transactions that have not ended have read. */
const transaction_reads = new WeakMap<object, TransactionRead[]>()
const stores = new WeakMap<Runtime, Map<string, Map<string, CacheEntry>>>()

/**
 * A provider's value kept in memory until a message of its topic (for that key, when the message names one), or for 30
 * seconds in case that message was missed. Callers that ask at once share one reading, except transactions: each waits for
 * no reading but its own, because another might wait for its connection or for a row that it has locked, and what it read
 * is its own until it is committed, because it may have read what it is about to undo. `reader` is the transaction that
 * asks; `null` for a caller that holds no connection.
 */
export function cachedValue<Value>(
  runtime: Runtime,
  providerId: number,
  topic: string,
  key: string,
  reader: object | null,
  read: () => Promise<Value>,
): Promise<Value> {
  const store = storeOf(runtime, topic)
  const name = `${providerId} ${key}`
  const known = store.get(name)
  const now = performance.now()
  if (known && now - known.read_at < max_age_ms) {
    if (known.reader === reader || (known.reader === null && (reader === null || known.is_read)))
      return known.value as Promise<Value>
  }
  if (store.size >= max_keys) store.clear()
  const value = read()
  const kept: CacheEntry = { value, read_at: now, reader, is_read: false }
  store.set(name, kept)
  if (reader) transaction_reads.set(reader, [...(transaction_reads.get(reader) ?? []), { store, name, kept }])
  value.then(
    () => (kept.is_read = true),
    () => {
      if (store.get(name) === kept) store.delete(name)
    },
  )
  return value
}

/** Once a transaction has ended: what it read is everybody's when it was committed, and forgotten when it was undone. */
export function settleTransactionReads(reader: object, isCommitted: boolean): void {
  for (const { store, name, kept } of transaction_reads.get(reader) ?? []) {
    if (isCommitted) kept.reader = null
    else if (store.get(name) === kept) store.delete(name)
  }
  transaction_reads.delete(reader)
}

function storeOf(runtime: Runtime, topic: string): Map<string, CacheEntry> {
  const topics = stores.get(runtime) ?? new Map<string, Map<string, CacheEntry>>()
  stores.set(runtime, topics)
  const known = topics.get(topic)
  if (known) return known
  const store = new Map<string, CacheEntry>()
  topics.set(topic, store)
  runtime.pubsub.subscribe('missed', () => store.clear())
  runtime.pubsub.subscribe(topic, ({ provider_id, subject }) => {
    if (subject !== undefined) store.delete(`${provider_id} ${subject}`)
    else for (const name of store.keys()) if (name.startsWith(`${provider_id} `)) store.delete(name)
  })
  return store
}
