import type { House } from './house.ts'

const longest_age_ms = 30_000
const most_keys = 20_000

interface Kept {
  value: Promise<unknown>
  read_at: number
}

const stores = new WeakMap<House, Map<string, Map<string, Kept>>>()

/**
 * A provider's value kept in memory until news of its topic (for that key, when the news names one), or for 30
 * seconds in case that news was missed. Callers that ask at once share one reading.
 */
export function keptValue<Value>(
  house: House,
  provider_id: number,
  topic: string,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const store = storeOf(house, topic)
  const name = `${provider_id} ${key}`
  const known = store.get(name)
  const now = performance.now()
  if (known && now - known.read_at < longest_age_ms) return known.value as Promise<Value>
  if (store.size >= most_keys) store.clear()
  const value = read()
  store.set(name, { value, read_at: now })
  value.catch(() => store.delete(name))
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
