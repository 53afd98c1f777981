import fs from 'node:fs'
import path from 'node:path'
import { error_reporting_keys } from '@waybill/domain/kit/environment'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visit } from '../../page-kit/clerk.ts'
import { openProduct, type Product } from '../product.ts'

const administrator = 'thandi@fynbos.example'

let product: Product
let page: Page
/** The crash reports that were sent. */
const reports: unknown[] = []
beforeAll(async () => {
  product = await openProduct()
  page = await windowWithoutStore()
  await page.route('**/api/ui/crash-reports', (route) => {
    reports.push(route.request().postDataJSON())
    return route.fulfill({ json: {} })
  })
  await page.goto(`${product.web}/profile`)
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
}, 180_000)
afterAll(async () => product.close())

/**
 * Opens a window of an administrator whose pages always come from the server, because a service worker would answer
 * in its place.
 */
async function windowWithoutStore(): Promise<Page> {
  const own = await product.as(administrator)
  await own.addInitScript(() => {
    navigator.serviceWorker.register = () => new Promise(() => undefined)
  })
  return own
}

/** Returns the built file of a source file of the web app. */
function fileOf(source: string): string {
  const manifest = path.join(import.meta.dirname, '../../../web/dist/.vite/manifest.json')
  const file = (JSON.parse(fs.readFileSync(manifest, 'utf8')) as Record<string, { file: string }>)[
    `src/${source}`
  ]
  if (!file) throw new Error(`${source} is no page of its own.`)
  return file.file
}

/**
 * Makes a page throw `message` a number of times. Each test uses another page, because a document loads each page
 * once.
 */
async function breakPage(source: string, message: string, times = 1000): Promise<void> {
  await page.route(`**/${fileOf(source)}`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `let drawn = 0
        export default function Broken() {
          if (drawn++ < ${times}) throw new Error(${JSON.stringify(message)})
          return 'Here again'
        }`,
    }),
  )
}

const waitForText = (text: string) => page.getByRole('main').getByText(text).first().waitFor()

describe('crashed page', () => {
  it('[ERR-015] [ERR-019] shows that cookies are disabled when storage cannot be read', async () => {
    await breakPage(
      'audit/pages/AuditTrailPage.tsx',
      "Failed to read the 'localStorage' property from 'Window': Access is denied for this document.",
    )
    await visit(page, '/audit-trail')
    await waitForText('Cookies are disabled. Please enable cookies for this site and refresh the page.')
  })

  it('[ERR-017] [ERR-019] shows that an extension blocks maps, and is reported', async () => {
    await breakPage('maps/pages/MapsPage.tsx', 'google is not defined')
    const before = reports.length
    await visit(page, '/maps')
    await waitForText('A browser extension is blocking maps. Please disable it for this site.')
    await expect.poll(() => reports.length).toBe(before + 1)
  })

  it('[SHELL-086] is not reported when the device is full', async () => {
    await breakPage('reports/pages/ReportsPage.tsx', 'Failed to write to device: no space')
    const before = reports.length
    await visit(page, '/reports')
    await waitForText('An error has occurred')
    await product.settled(page)
    expect(reports.length).toBe(before)
  })

  it('[ERR-018] [ERR-019] is rendered again and not reported after a harmless browser error', async () => {
    // React renders a page that throws a second time before it counts as crashed.
    await breakPage('maps/pages/BranchesPage.tsx', 'ResizeObserver loop completed', 2)
    const before = reports.length
    await visit(page, '/branches')
    await waitForText('Here again')
    await product.settled(page)
    expect(reports.length).toBe(before)
  })

  it('[SHELL-060] [SHELL-085] shows a message, is reported, and leaves the rest of the app working', async () => {
    await breakPage('claims/pages/ClaimsPage.tsx', 'x is not a function')
    const before = reports.length
    await visit(page, '/claims')
    await waitForText(
      'An error has occurred. Our development team has been notified and will attempt to fix the issue ASAP. Please try refreshing the page to resolve the issue.',
    )
    await expect.poll(() => reports.slice(before)).toMatchObject([{ key: error_reporting_keys.dev }])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Accounts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor()
  })

  it('[ERR-016] shows that files are out of date when it cannot be loaded', async () => {
    const own = await windowWithoutStore()
    await own.route(`**/${fileOf('audit/pages/AuditTrailPage.tsx')}`, (route) => route.abort())
    await own.goto(`${product.web}/audit-trail`)
    await own.getByText('Some files are out of date. Please clear your cache and refresh the page.').waitFor()
    await own.context().close()
  })
})

it('[SHELL-007] the app is green with a white navigation when the company has chosen no colours', async () => {
  await visit(page, '/profile')
  const colours = await page.evaluate(() => ({
    brand:
      document.documentElement.style.getPropertyValue('--brand').toLowerCase() ||
      getComputedStyle(document.documentElement).getPropertyValue('--brand').trim().toLowerCase(),
    navigation: getComputedStyle(document.querySelector('nav[aria-label=Main]') as HTMLElement)
      .backgroundColor,
  }))
  expect(colours).toEqual({ brand: '#15803d', navigation: 'rgb(255, 255, 255)' })
})
