import { deriveTheme } from '@waybill/domain/kit/theme'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openProduct, type Product } from '../product.ts'
import { faintAt, guest, oneOfEachKind, stopsOf, type Stop } from '../page-checks.ts'

/** Company colours at the limits of readability. All other files check the default colours. */
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

let product: Product
let stops: Record<string, Stop[]>
beforeAll(async () => {
  product = await openProduct()
  stops = await stopsOf(product)
}, 180_000)
afterAll(async () => product.close())

it.each(Object.entries(palettes))(
  'every kind of page has enough contrast with %s, light and dark',
  { timeout: 600_000 },
  async (_brand, palette) => {
    await product.saveSettings(palette)
    const found: string[] = []
    for (const [who, own] of Object.entries(stops)) {
      const page = who === guest ? await product.window() : await product.as(who)
      for (const stop of oneOfEachKind(own)) found.push(...(await faintAt(product, page, stop)))
      const brand = await page.evaluate(() => document.documentElement.style.getPropertyValue('--brand'))
      if (who !== guest) expect(brand).toBe(deriveTheme(palette, 'light').brand)
      await page.context().close()
    }
    expect(found).toEqual([])
    expect(product.pageErrors).toEqual([])
  },
)
