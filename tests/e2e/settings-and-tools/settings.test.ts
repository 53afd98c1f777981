import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visit } from '../../page-kit/clerk.ts'
import { openProduct, type Product } from '../product.ts'

const admin = 'thandi@fynbos.example'

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
  await staff.goto(`${product.web}/profile`)
  await staff.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
}, 180_000)
afterAll(async () => product.close())

const open = async (page: Page, address: string): Promise<void> => {
  await visit(page, address)
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const row = (page: Page, key: string) => page.locator(`[data-setting="${key}"]`)
const section = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

describe('company settings', () => {
  it('[SET-012] are on cards, except in sections without a card', async () => {
    await open(staff, '/settings?tab=manifests')
    await section(staff, 'Carriers').waitFor()
    const framed = (name: string) =>
      section(staff, name).evaluate((heading) => {
        const card = heading.closest('section')
        return card ? getComputedStyle(card).borderTopWidth !== '0px' : null
      })
    expect([await framed('Carriers'), await framed('Scan status')]).toEqual([false, true])
  })

  it('[SET-040] accept a cropped favicon, and reject an SVG with a script and an unreadable picture', async () => {
    await open(staff, '/settings?tab=general')
    const logo = row(staff, 'favicon_url')
    const red = await staff.evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 300
      canvas.height = 200
      const context = canvas.getContext('2d')
      if (context) context.fillStyle = 'red'
      context?.fillRect(0, 0, 300, 200)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })
    await logo.locator('input[type=file]').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    })
    await logo.getByText('This picture cannot be sent.').waitFor()
    await logo.locator('input[type=file]').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture at all'),
    })
    await logo.getByText('This picture could not be read.').waitFor()
    await logo.locator('input[type=file]').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from(red, 'base64'),
    })
    const dialog = staff.getByRole('dialog', { name: 'Crop favicon' })
    await dialog.getByRole('slider').fill('2')
    await dialog.getByRole('button', { name: 'Use picture' }).click()
    await logo.getByRole('img', { name: 'Favicon in use' }).waitFor()
    await button(staff, 'Save 1 change').click()
    await staff.getByText('Setting saved').waitFor()
    const { settings } = await product.ask<{ settings: { value: string }[] }>(
      admin,
      'GET',
      '/providers/settings?setting=favicon_url',
    )
    const address = settings[0]?.value ?? ''
    expect(address).toMatch(/^\/assets\/1\/[0-9a-f-]{36}\.png$/)
    expect((await product.download(address)).type).toBe('image/png')
  })

  it('[SET-041] give a dark logo a white background on a dark navigation, and a light logo none', async () => {
    await product.saveSettings({ theme_nav_bg: '#14213D' })
    await open(staff, '/settings?tab=theme')
    const logo = staff.getByRole('link', { name: /, home$/ }).locator('img')
    const painted = () =>
      logo.evaluate((image) => {
        const { backgroundColor, colorScheme } = getComputedStyle(image)
        return { backgroundColor, colorScheme }
      })
    await logo.waitFor()
    const picture = `**${await logo.getAttribute('src')}`
    for (const [shade, backgroundColor, colorScheme] of [
      ['white', 'rgba(0, 0, 0, 0)', 'dark'],
      ['black', 'rgb(255, 255, 255)', 'light'],
    ]) {
      const body = `<svg xmlns="http://www.w3.org/2000/svg" width="152" height="40"><rect width="152" height="40" fill="${shade}"/></svg>`
      await staff.route(picture, (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
      await staff.reload()
      await expect.poll(painted).toEqual({ backgroundColor, colorScheme })
      await staff.unroute(picture)
    }
    await product.saveSettings({ theme_nav_bg: '' })
  })

  it('fit the width of a phone, with the save bar visible', async () => {
    await staff.setViewportSize({ width: 390, height: 844 })
    await open(staff, '/settings?tab=driver')
    await section(staff, 'Driver settings').waitFor()
    await row(staff, 'driver_requires_odometer').getByRole('switch').check()
    expect(await button(staff, 'Save 1 change').isVisible()).toBe(true)
    const isWide = await staff.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(isWide).toBe(false)
    await button(staff, 'Discard').click()
    await staff.setViewportSize({ width: 1440, height: 900 })
  })
})
