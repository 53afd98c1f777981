import { startupApi } from '@waybill/domain/startup/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type GivenAnswer, type PageProduct, type TestPage } from '../page-kit/product.ts'

const staff = 'thandi@fynbos.example'

let product: PageProduct
let page: TestPage
beforeAll(async () => {
  product = await openProduct()
  page = await product.as(staff)
}, 180_000)
afterAll(async () => product.close())

const open = (address: string) => page.goto(product.web + address)

describe('test page', () => {
  it('shows the app, and names the missing text when a wait times out', async () => {
    await open('/shipments')
    await page.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await expect(page.getByText('No such words').waitFor({ timeout: 100 })).rejects.toThrow(/No such words/)
  })

  it('keeps browser storage over reloads, separate from other windows', async () => {
    await page.evaluate(() => localStorage.setItem('kept', 'here'))
    await page.reload()
    expect(await page.evaluate(() => localStorage.getItem('kept'))).toBe('here')
    const other = await product.as(staff)
    await other.goto(`${product.web}/profile`)
    expect(await other.evaluate(() => localStorage.getItem('kept'))).toBeNull()
    await other.context().close()
  })

  it('applies the stylesheet for the window width, and shows a dialog until it is closed', async () => {
    await open('/users')
    await page.getByRole('button', { name: 'Invite user' }).click()
    await page.getByRole('dialog', { name: 'Invite user' }).waitFor()
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  })
})

describe('API requests of pages', () => {
  it('are returned with their input and response', async () => {
    const call = await product.sends(startupApi.generalData, () => open('/profile'))
    expect(call).toMatchObject({ name: 'GET /general-data', status: 200, isAborted: false })
    expect(call.url.pathname).toBe('/api/general-data')
    expect(call.headers['authorization']).toBe(`Bearer ${await product.tokenOf(staff)}`)
    expect(product.calls).toContain(call)
  })

  it('can be answered, changed or disconnected by the test until it restores them', async () => {
    const { generalData } = startupApi
    const asUsual = await product.answers(generalData, async ({ usual }) => {
      const { status, body } = await usual()
      return { status, body: { ...(body as object), changed: true } }
    })
    expect((await product.sends(generalData, () => open('/profile'))).answer).toMatchObject({ changed: true })
    await asUsual()
    expect((await product.sends(generalData, () => open('/profile'))).answer).not.toMatchObject({
      changed: true,
    })
    const again = await product.answers(shipmentsApi.rows, () => 'no connection')
    await open('/shipments')
    await page
      .getByText(/internet connect/i)
      .first()
      .waitFor()
    await again()
  })

  it('can be held back by the test without blocking other waits', async () => {
    const held = Promise.withResolvers<GivenAnswer>()
    const asUsual = await product.answers(shipmentsApi.rows, () => held.promise)
    await open('/shipments')
    await page.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await product.settled(page)
    expect(product.calls.findLast(({ name }) => name === 'GET /shipments/rows')?.status).toBe(0)
    held.resolve('as usual')
    await page.getByRole('row').nth(1).waitFor()
    await asUsual()
  })

  it('open other tabs whose files can be read', async () => {
    const { shipments } = await product.ask<{ shipments: { id: number }[] }>(
      staff,
      'GET',
      '/shipments?limit=1',
    )
    await open(`/shipments/${shipments[0]?.id ?? 0}`)
    await page.getByRole('button', { name: 'Label', exact: true }).click()
    const { url } = await product.leaves(page, () =>
      page.getByRole('menuitem', { name: 'Stickers (PDF)' }).click(),
    )
    expect(await product.download(url)).toMatchObject({ status: 200, type: 'application/pdf' })
  })
})

describe('test clock', () => {
  it('advances for pages and server together when the test passes time', async () => {
    await open('/profile')
    const before = product.now().getTime()
    await product.pass(page, 90_000)
    const shown = await page.evaluate(() => Date.now())
    expect(shown - before).toBeGreaterThanOrEqual(90_000)
    if (process.env.PAGE_ENGINE !== 'chromium') expect(product.now().getTime()).toBe(shown)
  })

  it('does not run an interval for every tick missed during sleep', async () => {
    await page.evaluate(() => {
      document.body.dataset['ticks'] = '0'
      setInterval(() => {
        document.body.dataset['ticks'] = String(Number(document.body.dataset['ticks']) + 1)
      }, 1_000)
    })
    await product.sleep(page, 3_600_000)
    expect(Number(await page.locator('body').getAttribute('data-ticks'))).toBeLessThan(3)
  })
})
