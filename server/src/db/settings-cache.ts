import { readSetting, type Setting, type StoredTexts } from '@waybill/domain/kit/setting'
import { catalogue } from '@waybill/domain/settings/catalogue'
import { isSealed } from '../kit/sealer.ts'
import { inPlatformTransaction } from './platform-transaction.ts'
import type { Runtime } from '../kit/runtime.ts'

const max_age_ms = 30_000

/** The stored settings of a provider. */
export interface StoredSettings extends StoredTexts {
  /** Returns the value of a setting; callers share it and must not change it. Only secrets are decoded on each read. */
  value<Value>(setting: Setting<Value>): Value
}

interface Cached {
  values: Promise<StoredSettings>
  read_at: number
}

const caches = new WeakMap<Runtime, Map<number, Cached>>()

/**
 * Returns a provider's stored settings; a secret is opened on each read. The settings are cached until a message
 * about a change, and for at most 30 seconds in case that message was missed.
 */
export function settingsOf(runtime: Runtime, providerId: number): Promise<StoredSettings> {
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

async function read(runtime: Runtime, providerId: number): Promise<StoredSettings> {
  const rows = await inPlatformTransaction(runtime, (db) =>
    db
      .selectFrom('provider_setting')
      .select(['key', 'value'])
      .where('provider_id', '=', providerId)
      .execute(),
  )
  const texts = new Map(rows.map(({ key, value }) => [key.toLowerCase(), value]))
  const stored: StoredTexts = {
    get: (key) => {
      const text = texts.get(key)
      // Secrets stored before sealing was introduced are still plain text.
      const isClosed = text !== undefined && catalogue.get(key)?.secret && isSealed(text)
      return isClosed ? runtime.sealer.open(text) : text
    },
  }
  const decoded = new WeakMap<Setting, unknown>()
  return {
    ...stored,
    value: <Value>(setting: Setting<Value>) => {
      const key: Setting = setting as Setting
      if (setting.secret) return readSetting(setting, stored)
      if (!decoded.has(key)) decoded.set(key, readSetting(setting, stored))
      return decoded.get(key) as Value
    },
  }
}
