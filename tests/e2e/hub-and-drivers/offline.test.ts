import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product } from '../product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

/** Returns whether all files for offline use are cached, and the number of cached personal responses. */
const cacheState = (page: Page) =>
  page.evaluate(async () => {
    const answers = await caches.open('waybill-answers')
    // The list of files is cached last.
    return {
      hasFiles: (await caches.match('/offline-files.json')) !== undefined,
      answers: (await answers.keys()).length,
    }
  })

async function signedIn(who: string, path: string): Promise<Page> {
  const page = await product.as(who, { width: 390, height: 844 })
  await page.goto(product.web + path)
  return page
}

/** Waits until the page is cached for offline use, and clears the browser’s own cache. */
async function untilCached(page: Page): Promise<void> {
  await expect.poll(() => cacheState(page), { timeout: 20_000 }).toEqual({ hasFiles: true, answers: 2 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
}

describe('without a connection', () => {
  it('opens the trip sheet and the sync page of a driver, and keeps no personal data after signing out', async () => {
    const page = await signedIn('sipho@fynbos.example', '/tripsheet')
    await untilCached(page)
    const stop = page.getByRole('main').getByRole('link').first()
    const where = await stop.innerText()
    await page.context().setOffline(true)
    await page.goto(`${product.web}/tripsheet`)
    await page
      .getByText(where.split('\n')[0] ?? '')
      .first()
      .waitFor()
    await page.goto(`${product.web}/tripsheet/sync`)
    await page.getByRole('heading', { level: 1, name: 'Sync' }).waitFor()
    await page.context().setOffline(false)
    await page.goto(`${product.web}/logout`)
    await page.getByLabel('Password', { exact: true }).waitFor()
    expect((await cacheState(page)).answers).toBeLessThanOrEqual(1)
    const texts = await page.evaluate(async () => {
      const cache = await caches.open('waybill-answers')
      const answers = await Promise.all((await cache.keys()).map((one) => cache.match(one)))
      return (await Promise.all(answers.map(async (one) => one?.text() ?? ''))).join()
    })
    expect(texts).not.toContain('sipho')
  })

  it('continues hub scanning after a reload, and sends the scan when the connection is back', async () => {
    const page = await signedIn('bongani@fynbos.example', '/hub-scanner')
    await page.getByRole('button', { name: 'Start scanning' }).click()
    await untilCached(page)
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('button', { name: 'Menu' }).waitFor()
    const field = page.getByRole('textbox', { name: 'Scan or type a parcel reference' })
    await field.fill('NOSUCH/1')
    await field.press('Enter')
    await page.getByText('Offline – scans are saved (1)').waitFor()
    await page.context().setOffline(false)
    await page.getByText('This barcode is unknown.').first().waitFor()
  })

  it('continues at the counter after a reload, and sends what was done when the connection is back', async () => {
    const page = await signedIn('thandi@fynbos.example', '/counter')
    await page.getByRole('combobox', { name: 'Location' }).click()
    await page.getByRole('option', { name: /Sea Point counter/ }).click()
    await page.getByRole('button', { name: 'Start' }).click()
    const field = page.getByLabel('Parcel, waybill or drop-off PIN')
    await field.waitFor()
    await untilCached(page)
    await page.context().setOffline(true)
    await page.reload()
    await field.fill('NOSUCH')
    await field.press('Enter')
    await page.getByText('1 not sent yet').waitFor()
    await page.context().setOffline(false)
    await page.getByText('No parcel has the reference NOSUCH.').first().waitFor()
  })
})
