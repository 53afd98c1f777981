import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSession } from '../api/session.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  // A session is cleared by the keys of the storage.
  const storage = new Proxy(
    {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', { clear: () => undefined })
  return () => vi.unstubAllGlobals()
})

/** The module as a page that has just been opened loads it. */
const opened = async () => {
  vi.resetModules()
  return import('./device-clock.ts')
}

describe('offset of the clock of the device', () => {
  it('is the last measured one after a reload without signal, and after a sign-out', async () => {
    const serverTime = new Date(Date.now() + 3 * 3_600_000)
    const first = await opened()
    expect(first.clockOffset()).toBeNull()
    await first.compareClocks(() => Promise.resolve({ current_time: serverTime }))
    expect(first.clockOffset()).toBeCloseTo(-3 * 3600, -1)
    clearSession()
    const again = await opened()
    await again.compareClocks(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(again.clockOffset()).toBeCloseTo(-3 * 3600, -1)
  })
})
