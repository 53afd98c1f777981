import { deriveTheme } from '@waybill/domain/kit/theme'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityViolations, openProduct, type Product } from './product.ts'

/** Brands at the edges of what can be read; the one that comes with the product is looked at by every other file. */
const palettes = {
  'a very pale yellow': {
    theme_primary: '#FFF59D',
    theme_text: '#5C5A3A',
    theme_primary_light: '#FFFDE7',
    theme_primary_dark: '#FFF176',
    theme_nav_bg: '#FFFDE7',
    theme_nav_text: '#8D8741',
    theme_nav_active_bg: '#FFF59D',
    theme_nav_active_bg_hover: '#FFF176',
  },
  'nearly black': {
    theme_primary: '#0B0B0F',
    theme_text: '#000000',
    theme_primary_light: '#E4E4E8',
    theme_primary_dark: '#000000',
    theme_nav_bg: '#101014',
    theme_nav_text: '#6B6B76',
    theme_nav_active_bg: '#1E1E26',
    theme_nav_active_bg_hover: '#2A2A34',
  },
} as const

/** One of every kind of page, by who sees it and what stands on it once it is there. */
const walks = {
  'thandi@fynbos.example': [
    ['/shipments', 'Shipments'],
    ['/settings', 'Settings'],
    ['/users', 'Users'],
    ['/branches/1', 'Johannesburg'],
    ['/roles/12', 'Hub operator'],
    ['/hub-scanner', 'Hub scanner'],
    ['/reports/revenue', 'Revenue'],
    ['/claims', 'Claims'],
    ['/tools/pod-uploader', 'POD uploader'],
  ],
  'riaan@overbergbooks.example': [
    ['/dashboard', /Riaan/],
    ['/shipments/new', 'New shipment'],
    ['/account?tab=billing', /./],
  ],
  'sipho@fynbos.example': [['/tripsheet', /./]],
  '': [
    ['/login', /./],
    ['/track', /./],
    ['/shipments/new?quick_quote=quote', /./],
  ],
} as const satisfies Record<string, readonly (readonly [string, string | RegExp])[]>

let product: Product
let windows: Map<string, Page>
let admin = ''

async function tokenOf(email: string): Promise<string> {
  const body = JSON.stringify({ email, password: 'waybill-demo', provider_id: 1 })
  const answer = await fetch(`${product.web}/api/login`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

beforeAll(async () => {
  product = await openProduct()
  windows = new Map()
  for (const email of Object.keys(walks)) {
    const token = email ? await tokenOf(email) : undefined
    if (email.startsWith('thandi')) admin = token ?? ''
    windows.set(email, await product.window(undefined, token))
  }
}, 180_000)
afterAll(async () => product.close())

/** Gives the company a brand as its settings page does. */
async function paint(palette: object): Promise<void> {
  const settings = Object.entries(palette).map(([key, value]) => ({ key, value }))
  const answer = await fetch(`${product.web}/api/providers/settings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}` },
    body: JSON.stringify({ settings }),
  })
  expect(answer.status).toBe(200)
}

/** What somebody can hardly read on these pages, one after the other. */
async function faintOn(
  email: string,
  pages: readonly (readonly [string, string | RegExp])[],
): Promise<string[]> {
  const page = windows.get(email)
  if (!page) throw new Error('a window is missing')
  const found: string[] = []
  for (const [address, name] of pages) {
    await page.goto(product.web + address)
    await page.getByRole('heading', { level: 1, name }).first().waitFor()
    await product.settled(page)
    const faint = await accessibilityViolations(page, ['color-contrast', 'link-in-text-block'])
    found.push(...faint.map((line) => `${address} ${line}`))
  }
  return found
}

it.each(Object.entries(palettes))(
  'every kind of page can be read with %s, light and dark',
  { timeout: 120_000 },
  async (_brand, palette) => {
    await paint(palette)
    const found = await Promise.all(Object.entries(walks).map(([email, pages]) => faintOn(email, pages)))
    const staff = windows.get('thandi@fynbos.example')
    const painted = () => staff?.evaluate(() => document.documentElement.style.getPropertyValue('--brand'))
    await expect.poll(painted).toBe(deriveTheme(palette, 'light').brand)
    expect(found.flat()).toEqual([])
    expect(product.pageErrors).toEqual([])
  },
)
