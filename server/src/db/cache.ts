import type { Runtime } from '../kit/runtime.ts'

const max_age_ms = 30_000
const max_keys = 20_000

interface CacheEntry {
  value: Promise<unknown>
  read_at: number
  /** The open transaction that read the value; only this transaction may use it. `null` when all callers may use it. */
  reader: object | null
  is_read: boolean
}

interface TransactionRead {
  store: Map<string, CacheEntry>
  name: string
  entry: CacheEntry
}

/** Cached reads of open transactions. */
const transaction_reads = new WeakMap<object, TransactionRead[]>()
const stores = new WeakMap<Runtime, Map<string, Map<string, CacheEntry>>>()

/**
 * Returns a provider's value from memory. An entry is dropped by a message of its topic (for that key, when the
 * message names one), or after 30 seconds in case that message was missed.
 *
 * Concurrent callers share one read, except transactions. A transaction waits only for its own read, because another
 * read might wait for its connection or for a row that it has locked. Its result is private until the commit, because
 * it may have read data that is later rolled back. `reader` is the calling transaction; `null` for a caller without a
 * connection.
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
  const entry: CacheEntry = { value, read_at: now, reader, is_read: false }
  store.set(name, entry)
  if (reader)
    transaction_reads.set(reader, [...(transaction_reads.get(reader) ?? []), { store, name, entry: entry }])
  value.then(
    () => (entry.is_read = true),
    () => {
      if (store.get(name) === entry) store.delete(name)
    },
  )
  return value
}

/** Called after a transaction ends: shares its reads after a commit, and discards them after a rollback. */
export function settleTransactionReads(reader: object, isCommitted: boolean): void {
  for (const { store, name, entry } of transaction_reads.get(reader) ?? []) {
    if (isCommitted) entry.reader = null
    else if (store.get(name) === entry) store.delete(name)
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
