import type { House } from './house.ts'

const longest_age_ms = 30_000
const most_keys = 20_000

interface Kept {
  value: Promise<unknown>
  read_at: number
  /** The unit of work that is reading it now, with its own connection; `null` while that is nobody or a reading of its own. */
  reader: object | null
  is_read: boolean
}

const stores = new WeakMap<House, Map<string, Map<string, Kept>>>()

/**
 * A provider's value kept in memory until news of its topic (for that key, when the news names one), or for 30
 * seconds in case that news was missed. Callers that ask at once share one reading, except that a unit of work waits for
 * no reading but its own: what it waited for might wait for its connection, or for a row that it has locked. `reader` is
 * the unit of work that asks; `null` for a caller that holds no connection.
 */
export function keptValue<Value>(
  house: House,
  provider_id: number,
  topic: string,
  key: string,
  reader: object | null,
  read: () => Promise<Value>,
): Promise<Value> {
  const store = storeOf(house, topic)
  const name = `${provider_id} ${key}`
  const known = store.get(name)
  const now = performance.now()
  if (known && now - known.read_at < longest_age_ms) {
    const value = known.value as Promise<Value>
    if (known.is_read || known.reader === reader) return value
    // A unit of work that fails takes its reading with it; that is not the failure of who only waited.
    if (reader === null) return value.catch(() => keptValue(house, provider_id, topic, key, null, read))
  }
  if (store.size >= most_keys) store.clear()
  const value = read()
  const kept: Kept = { value, read_at: now, reader, is_read: false }
  store.set(name, kept)
  value.then(
    () => Object.assign(kept, { reader: null, is_read: true }),
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
