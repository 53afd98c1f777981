import type { Page } from 'playwright-core'
import { driversApi } from '@waybill/domain/drivers/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  pushService,
  type Browser,
  type PushService,
} from '../../../server/dev/test-kit/fakes/push-service.ts'
import { openProduct, type Product } from '../product.ts'

/** The parts of a service worker that this test uses. */
interface ServiceWorker {
  registration: { showNotification: (...what: unknown[]) => Promise<void> }
  dispatchEvent(event: Event): boolean
  PushEvent: new (type: string, about: { data?: string }) => Event & { waitUntil: (end: unknown) => void }
}

let product: Product
let service: PushService
beforeAll(async () => {
  product = await openProduct()
  service = await pushService()
}, 180_000)
afterAll(async () => {
  await service.close()
  await product.close()
})

const sipho = 'sipho@fynbos.example'

/** Returns the token of a new session, because signing out ends the session. */
async function tokenOfNewSession(): Promise<string> {
  const credentials = { email: sipho, password: 'waybill-demo', provider_id: 1 }
  return (await product.ask<{ access_token: string }>(null, 'POST', '/login', credentials)).access_token
}

/**
 * Opens a phone whose push subscriptions come from the fake push service, because Chromium’s service is not reachable
 * here.
 */
async function phone(): Promise<{ page: Page; browsers: Browser[] }> {
  const token = await tokenOfNewSession()
  const page = await product.window({ width: 390, height: 844 }, token)
  const browsers: Browser[] = []
  await page.exposeFunction('newSubscription', (publicKey: string) => {
    const browser = service.browser(publicKey)
    browsers.push(browser)
    return browser.subscription
  })
  await page.addInitScript(() => {
    // Headless browsers deny notifications, even when permission is granted.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = () => Promise.resolve('granted')
    const make = (window as unknown as { newSubscription: (key: string) => Promise<object> }).newSubscription
    let current: object | null = null
    PushManager.prototype.getSubscription = () => Promise.resolve(current as PushSubscription | null)
    PushManager.prototype.subscribe = async (options) => {
      const json = await make(String(options?.applicationServerKey))
      const unsubscribe = () => {
        current = null
        return Promise.resolve(true)
      }
      current = { ...json, toJSON: () => json, unsubscribe }
      return current as PushSubscription
    }
  })
  return { page, browsers }
}

const subscriptions = async (): Promise<number> => {
  const { rows } = await product.running.runtime.pool.query(
    'SELECT count(*)::int AS count FROM push_subscription',
  )
  return (rows as { count: number }[])[0]?.count ?? 0
}

describe('push notifications of a driver', () => {
  it('[DRV-008] are switched on on the Me page, until they are switched off or the driver signs out', async () => {
    const { page, browsers } = await phone()
    await page.goto(`${product.web}/tripsheet/me`)
    const messages = page.getByRole('switch', { name: /Messages on this phone/ })
    await messages.waitFor()
    expect(await messages.isChecked()).toBe(false)
    await messages.click()
    await expect.poll(subscriptions).toBe(1)
    expect(browsers).toHaveLength(1)
    await page.goto(`${product.web}/logout`)
    await page.getByLabel('Password', { exact: true }).waitFor()
    await page.getByLabel('Email or username').fill(sipho)
    await page.getByLabel('Password', { exact: true }).fill('waybill-demo')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Me' }).click()
    await messages.waitFor()
    // Signing out switches them off, also for the user who signs in next.
    expect(await messages.isChecked()).toBe(false)
    await messages.click()
    await expect.poll(() => messages.isChecked()).toBe(true)
    await page.reload()
    await expect.poll(() => messages.isChecked()).toBe(true)
    await expect.poll(() => browsers.length).toBe(3)
    const { path } = driversApi.unsubscribePush
    const removed = page.waitForResponse(
      (answer) => answer.url().includes(path) && answer.request().method() === 'DELETE',
    )
    await messages.click()
    expect((await removed).ok()).toBe(true)
    await expect.poll(() => messages.isChecked()).toBe(false)
    expect(product.pageErrors).toEqual([])
  })

  it('are displayed by the service worker, with a default text for an invalid message', async () => {
    const { page } = await phone()
    await page.goto(`${product.web}/tripsheet`)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    const [worker] = page.context().serviceWorkers()
    const message = {
      title: 'New stop',
      body: 'Collection in Epping by 15:00 (ABC123)',
      url: '/tripsheet/me',
    }
    const shown = await worker?.evaluate(async (text) => {
      const here = globalThis as unknown as ServiceWorker
      const requested: unknown[] = []
      // Headless browsers do not display notifications.
      here.registration.showNotification = (...what) => {
        requested.push(what)
        return Promise.resolve()
      }
      const ends: Promise<unknown>[] = []
      const push = (data: string | undefined) => {
        const event = new here.PushEvent('push', data === undefined ? {} : { data })
        event.waitUntil = (end) => void ends.push(Promise.resolve(end))
        here.dispatchEvent(event)
      }
      push(text)
      push('no json')
      await Promise.all(ends)
      return requested
    }, JSON.stringify(message))
    const commonOptions = { icon: '/icon.svg', lang: 'en' }
    expect(shown).toEqual([
      ['New stop', { body: message.body, data: '/tripsheet/me', ...commonOptions }],
      ['Your stops have changed', { body: '', data: '/tripsheet', ...commonOptions }],
    ])
  })
})
