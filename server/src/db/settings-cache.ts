import type { StoredTexts } from '@waybill/domain/kit/setting'
import { catalogue } from '@waybill/domain/settings/catalogue'
import { isSealed } from '../kit/sealer.ts'
import { inPlatformTransaction } from './platform-transaction.ts'
import type { Runtime } from '../kit/runtime.ts'

const max_age_ms = 30_000

interface Cached {
  values: Promise<StoredTexts>
  read_at: number
}

const caches = new WeakMap<Runtime, Map<number, Cached>>()

/**
 * Returns a provider's stored settings; a secret is opened on each read. The settings are cached until a message
 * about a change, and for at most 30 seconds in case that message was missed.
 */
export function settingsOf(runtime: Runtime, providerId: number): Promise<StoredTexts> {
  const cache = cacheOf(runtime)
  const known = cache.get(providerId)
  const now = performance.now()
  if (known && now - known.read_at < max_age_ms) return known.values
  const values = read(runtime, providerId)
  cache.set(providerId, { values, read_at: now })
  values.catch(() => cache.delete(providerId))
  return values
}

function cacheOf(runtime: Runtime): Map<number, Cached> {
  const known = caches.get(runtime)
  if (known) return known
  const cache = new Map<number, Cached>()
  caches.set(runtime, cache)
  runtime.pubsub.subscribe('missed', () => cache.clear())
  runtime.pubsub.subscribe('settings', (events) => cache.delete(events.provider_id))
  return cache
}

async function read(runtime: Runtime, providerId: number): Promise<StoredTexts> {
  const rows = await inPlatformTransaction(runtime, (db) =>
    db
      .selectFrom('provider_setting')
      .select(['key', 'value'])
      .where('provider_id', '=', providerId)
      .execute(),
  )
  const texts = new Map(rows.map(({ key, value }) => [key.toLowerCase(), value]))
  return {
    get: (key) => {
      const text = texts.get(key)
      // Secrets stored before sealing was introduced are still plain text.
      const isClosed = text !== undefined && catalogue.get(key)?.secret && isSealed(text)
      return isClosed ? runtime.sealer.open(text) : text
    },
  }
}
