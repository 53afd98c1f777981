import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product } from '../product.ts'

/** A second company on the same installation: made by the platform, met under its own host. */

let product: Product
let second: string

beforeAll(async () => {
  product = await openProduct()
  second = `http://karoo.localhost:${new URL(product.web).port}`
  await product.ask('palesa@fynbos.example', 'POST', '/platform/providers', {
    name: 'Karoo Carriers (Pty) Ltd',
    origins: [`${second}/`],
    provider_title: 'Karoo Carriers',
    theme_primary: '#7C3AED',
    theme_nav_bg: '',
    admin_name: 'Lindiwe Dlamini',
    admin_email: 'lindiwe@karoo.example',
    branch_name: 'BFN',
    branch_public_name: 'Bloemfontein',
  })
}, 180_000)
afterAll(async () => product.close())

describe('what a device keeps', () => {
  it('are PNG icons that the manifest and the page name', async () => {
    const served = String((await product.download('/login')).body)
    const touch = /<link rel="apple-touch-icon"[^>]* href="([^"]+)"/.exec(served)?.[1]
    const { icons } = (await (await fetch(`${product.web}/manifest.webmanifest`)).json()) as {
      icons: { src: string; type: string; purpose: string }[]
    }
    expect(icons.filter(({ type, purpose }) => type === 'image/png' && purpose === 'maskable')).toHaveLength(
      2,
    )
    for (const src of [touch ?? '', ...icons.map((icon) => icon.src)]) {
      const answer = await fetch(product.web + src)
      expect([src, answer.status]).toEqual([src, 200])
      expect(answer.headers.get('content-type')).toMatch(/^image\//)
    }
  })
})

describe('a second company', () => {
  it('[SHELL-004] is met under its host with its own title and colours', async () => {
    const page = await product.window()
    await page.goto(`${second}/login`)
    await page.getByLabel('Email or username').waitFor()
    expect(await page.title()).toContain('Karoo Carriers')
    const colour = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--brand').trim(),
    )
    expect(colour.toUpperCase()).toBe('#7C3AED')
    await page.context().close()
  })
})

it('troubles nobody’s console', () => {
  expect(product.pageErrors).toEqual([])
})
