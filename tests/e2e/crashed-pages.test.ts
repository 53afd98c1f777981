import fs from 'node:fs'
import path from 'node:path'
import { error_reporting_keys } from '@waybill/domain/kit/environment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product } from './product.ts'

const owner = 'riaan@overbergbooks.example'

let product: Product
beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

/** The file of the built program that a source file of the web has become. */
function fileOf(source: string): string {
  const manifest = path.join(import.meta.dirname, '../../web/dist/.vite/manifest.json')
  const file = (JSON.parse(fs.readFileSync(manifest, 'utf8')) as Record<string, { file: string }>)[
    `src/${source}`
  ]
  if (!file) throw new Error(`${source} is no page of its own.`)
  return file.file
}

describe('a page that crashes', () => {
  /** Opens a page that throws this so many times, and answers what stands there and what was reported. */
  async function crashed(message: string, times = 1000): Promise<{ text: string; reports: number }> {
    const page = await product.as(owner)
    let reports = 0
    await page.route('**/api/ui/crash-reports', (route) => {
      reports += 1
      return route.fulfill({ json: {} })
    })
    await page.route(`**/${fileOf('accounts/pages/AddressBookPage.tsx')}`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `let drawn = 0
          export default function Broken() {
            if (drawn++ < ${times}) throw new Error(${JSON.stringify(message)})
            return 'Here again'
          }`,
      }),
    )
    await page.goto(`${product.web}/address-book`)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page
      .getByText(/(An error has occurred|Cookies are|A browser extension|Here again)/)
      .first()
      .waitFor()
    const text = await page.getByRole('main').innerText()
    await page.context().close()
    return { text, reports }
  }

  it('[ERR-015] [ERR-017] [ERR-019] says what is the matter where the person can do something about it', async () => {
    const denied = await crashed(
      "Failed to read the 'localStorage' property from 'Window': Access is denied for this document.",
    )
    expect(denied.text).toContain(
      'Cookies are disabled. Please enable cookies for this site and refresh the page.',
    )
    const blocked = await crashed('google is not defined')
    expect(blocked.text).toContain('A browser extension is blocking maps. Please disable it for this site.')
    expect(blocked.reports).toBe(1)
  })

  it('[SHELL-086] is not reported when the device is full', async () => {
    expect((await crashed('Failed to write to device: no space')).reports).toBe(0)
  })

  it('[ERR-018] [ERR-019] is drawn once more, and not reported, after a slip of the browser that changes nothing', async () => {
    // A page that throws is tried twice by React before it counts as crashed.
    const slipped = await crashed('ResizeObserver loop completed', 2)
    expect(slipped).toEqual({ text: 'Here again', reports: 0 })
  })
})

it('[SHELL-007] the program is green on a white navigation where the company has chosen no colours', async () => {
  const staff = await product.as('thandi@fynbos.example')
  await staff.goto(`${product.web}/profile`)
  await staff.getByRole('navigation', { name: 'Main' }).waitFor()
  const look = await staff.evaluate(() => ({
    brand:
      document.documentElement.style.getPropertyValue('--brand').toLowerCase() ||
      getComputedStyle(document.documentElement).getPropertyValue('--brand').trim().toLowerCase(),
    navigation: getComputedStyle(document.querySelector('nav[aria-label=Main]') as HTMLElement)
      .backgroundColor,
  }))
  expect(look).toEqual({ brand: '#15803d', navigation: 'rgb(255, 255, 255)' })
})

it('[SHELL-060] [SHELL-085] puts a sentence in place of a page that crashes; the rest goes on', async () => {
  const page = await product.as(owner)
  const reported = page.waitForRequest('**/api/ui/crash-reports')
  await page.route(`**/${fileOf('accounts/pages/AddressBookPage.tsx')}`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Broken() { throw new Error("x is not a function") }',
    }),
  )
  await page.goto(`${product.web}/dashboard`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Address book' }).click()
  await page
    .getByText(
      'An error has occurred. Our development team has been notified and will attempt to fix the issue ASAP. Please try refreshing the page to resolve the issue.',
    )
    .waitFor()
  expect((await reported).postDataJSON()).toMatchObject({ key: error_reporting_keys.dev })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: /Riaan/ }).waitFor()
})

it('[ERR-016] says that files are old when a part cannot be loaded even after a reload', async () => {
  const page = await product.as(owner)
  await page.route(`**/${fileOf('accounts/pages/AddressBookPage.tsx')}`, (route) => route.abort())
  await page.goto(`${product.web}/dashboard`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Address book' }).click()
  await page.getByText('Some files are out of date. Please clear your cache and refresh the page.').waitFor()
})
