import type { House } from './house.ts'

const longest_age_ms = 30_000
const most_keys = 20_000

interface Kept {
  value: Promise<unknown>
  read_at: number
  /** Whether the reading still waits for a connection of its own. */
  needs_connection: boolean
}

/** Who reads: somebody with a connection at hand, or somebody who waits for one. */
export type ReadsWith = 'own connection' | 'new connection'

const stores = new WeakMap<House, Map<string, Map<string, Kept>>>()

/**
 * A provider's value kept in memory until news of its topic (for that key, when the news names one), or for 30
 * seconds in case that news was missed. Callers that ask at once share one reading, except that whoever has a connection
 * never waits for a reading that has none yet: it may be the very connection that the other waits for.
 */
export function keptValue<Value>(
  house: House,
  provider_id: number,
  topic: string,
  key: string,
  reads_with: ReadsWith,
  read: () => Promise<Value>,
): Promise<Value> {
  const store = storeOf(house, topic)
  const name = `${provider_id} ${key}`
  const known = store.get(name)
  const now = performance.now()
  const is_fresh = known !== undefined && now - known.read_at < longest_age_ms
  if (is_fresh && !(known.needs_connection && reads_with === 'own connection'))
    return known.value as Promise<Value>
  if (store.size >= most_keys) store.clear()
  const value = read()
  const kept: Kept = { value, read_at: now, needs_connection: reads_with === 'new connection' }
  store.set(name, kept)
  value.then(
    () => (kept.needs_connection = false),
    () => {
      if (store.get(name) === kept) store.delete(name)
    },
  )
  return value
}

function storeOf(house: House, topic: string): Map<string, Kept> {
  const topics = stores.get(house) ?? new Map<string, Map<string, Kept>>()
  stores.set(house, topics)
  const known = topics.get(topic)
  if (known) return known
  const store = new Map<string, Kept>()
  topics.set(topic, store)
  house.news.on('missed', () => store.clear())
  house.news.on(topic, ({ provider_id, subject }) => {
    if (subject !== undefined) store.delete(`${provider_id} ${subject}`)
    else for (const name of store.keys()) if (name.startsWith(`${provider_id} `)) store.delete(name)
  })
  return store
}
