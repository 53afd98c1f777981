import { afterEach, expect, it, vi } from 'vitest'
import { stayAwake } from './wake-lock.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser whose page can be hidden, which releases the lock as browsers do. */
function fakeBrowser() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const locks: { released: boolean; release: () => Promise<void> }[] = []
  const request = async () => {
    const lock = {
      released: false,
      release: async () => {
        lock.released = true
      },
    }
    locks.push(lock)
    return lock
  }
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { wakeLock: { request } })
  const turn = async (state: 'visible' | 'hidden'): Promise<void> => {
    page.visibilityState = state
    if (state === 'hidden') for (const lock of locks) await lock.release()
    page.dispatchEvent(new Event('visibilitychange'))
    await Promise.resolve()
  }
  return { turn, held: () => locks.filter(({ released }) => !released).length }
}

it('keeps the screen on until it is stopped, also after the driver has used another app', async () => {
  const browser = fakeBrowser()
  const stop = stayAwake()
  await Promise.resolve()
  expect(browser.held()).toBe(1)
  await browser.turn('hidden')
  expect(browser.held()).toBe(0)
  await browser.turn('visible')
  await browser.turn('visible')
  expect(browser.held()).toBe(1)
  stop()
  await Promise.resolve()
  expect(browser.held()).toBe(0)
  await browser.turn('visible')
  expect(browser.held()).toBe(0)
})

it('does nothing in a browser without wake lock', () => {
  vi.stubGlobal('navigator', {})
  expect(() => stayAwake()()).not.toThrow()
})
