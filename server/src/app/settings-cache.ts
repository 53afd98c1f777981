import { catalogue } from '@waybill/domain/settings/catalogue'
import { isSealed } from '../kit/sealer.ts'
import { platformWork } from './work.ts'
import type { House } from './house.ts'

const longest_age_ms = 30_000

interface Cached {
  values: Promise<ReadonlyMap<string, string>>
  read_at: number
}

const caches = new WeakMap<House, Map<number, Cached>>()

/**
 * A provider's stored settings by lower-case key, secrets opened. Kept in memory; news of a change drops them, and they are read
 * again after 30 seconds in case that news was missed.
 */
export function settingsOf(house: House, provider_id: number): Promise<ReadonlyMap<string, string>> {
  const cache = cacheOf(house)
  const known = cache.get(provider_id)
  const now = performance.now()
  if (known && now - known.read_at < longest_age_ms) return known.values
  const values = read(house, provider_id)
  cache.set(provider_id, { values, read_at: now })
  values.catch(() => cache.delete(provider_id))
  return values
}

function cacheOf(house: House): Map<number, Cached> {
  const known = caches.get(house)
  if (known) return known
  const cache = new Map<number, Cached>()
  caches.set(house, cache)
  house.news.on('missed', () => cache.clear())
  house.news.on('settings', (news) => cache.delete(news.provider_id))
  return cache
}

async function read(house: House, provider_id: number): Promise<ReadonlyMap<string, string>> {
  const rows = await platformWork(house, (db) =>
    db
      .selectFrom('provider_setting')
      .select(['key', 'value'])
      .where('provider_id', '=', provider_id)
      .execute(),
  )
  return new Map(
    rows.map(({ key, value }) => {
      // Secrets stored before they were sealed are still plain.
      const isClosed = catalogue.get(key.toLowerCase())?.secret && isSealed(value)
      return [key.toLowerCase(), isClosed ? house.sealer.open(value) : value]
    }),
  )
}
