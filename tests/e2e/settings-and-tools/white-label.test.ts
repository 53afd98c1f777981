import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product } from '../product.ts'

/** A second company on the same installation: created by the platform, opened under its own host. */

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

describe('device icons', () => {
  it('include two maskable PNGs in the manifest, and are all served as images', async () => {
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

describe('second company', () => {
  it('[SHELL-004] has its own title and colours under its own host', async () => {
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

it('has no page errors or console errors at the end', () => {
  expect(product.pageErrors).toEqual([])
})
