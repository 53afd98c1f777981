import { settings_tabs } from '@waybill/domain/settings/sections'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, openProduct, type Product } from './product.ts'

let product: Product
let staff: Page
const admin = 'thandi@fynbos.example'
const tokens = new Map<string, string>()

async function tokenOf(email: string): Promise<string> {
  const body = JSON.stringify({ email, password: 'waybill-demo', provider_id: 1 })
  const answer = await fetch(`${product.web}/api/login`, { method: 'POST', body })
  const { access_token } = (await answer.json()) as { access_token: string }
  tokens.set(email, access_token)
  return access_token
}

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${product.web}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens.get(admin) ?? ''}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

async function storedValue(key: string): Promise<string | undefined> {
  const { settings } = await ask<{ settings: { value: string }[] }>(
    'GET',
    `/providers/settings?setting=${key}`,
  )
  return settings[0]?.value
}

beforeAll(async () => {
  product = await openProduct()
  staff = await product.window(undefined, await tokenOf(admin))
}, 180_000)
afterAll(async () => product.close())

const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(product.web + address)
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const row = (page: Page, key: string) => page.locator(`[data-setting="${key}"]`)
const section = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

describe('the settings of a company', () => {
  it('[SET-010] [SET-026] [SET-035] [SET-036] open tab by tab from the rail, every section with its settings, and nothing stands in the way', async () => {
    await open(staff, '/settings')
    const rail = staff.getByRole('navigation', { name: 'Sections of settings' })
    for (const { id, label, sections } of settings_tabs.filter(({ id }) => id !== 'feature_toggles')) {
      await rail.getByRole('link', { name: label, exact: true }).click()
      await staff.waitForURL(new RegExp(`tab=${id}`))
      await section(staff, sections[0]?.title ?? '').waitFor()
      expect(await accessibilityViolations(staff), label).toEqual([])
    }
    expect(await rail.getByRole('link', { name: 'Feature toggles' }).count()).toBe(0)
  }, 120_000)

  it('[SET-011] [SET-012] are found by their words, and the way there stands in the address', async () => {
    await open(staff, '/settings')
    await staff.getByRole('searchbox', { name: 'Find a setting' }).fill('length of the pin')
    await staff.getByRole('navigation', { name: 'Settings found' }).getByRole('link').first().click()
    await staff.waitForURL(/tab=driver&section=proof-of-delivery-settings&setting=pod_pin_length/)
    await expect.poll(() => row(staff, 'pod_pin_length').getAttribute('aria-current')).toBe('true')
    await open(staff, '/settings?tab=manifests')
    await section(staff, 'Carriers').waitFor()
    const framed = (name: string) =>
      section(staff, name).evaluate((heading) => {
        const card = heading.closest('section')
        return card ? getComputedStyle(card).borderTopWidth !== '0px' : null
      })
    expect([await framed('Carriers'), await framed('Scan status')]).toEqual([false, true])
  })

  it('[SET-014] [SET-017] are changed together: dependent ones appear, changes are marked, reviewed, undone and saved in one go', async () => {
    await open(staff, '/settings?tab=general')
    await section(staff, 'Authentication').waitFor()
    expect(await row(staff, 'google_client_id').count()).toBe(0)
    await row(staff, 'google_login_enabled').getByRole('switch').check()
    await row(staff, 'google_client_id').getByRole('textbox').fill('1234.apps.example')
    await row(staff, 'provider_title').getByRole('textbox').fill('Protea Couriers')
    await row(staff, 'support_phone').getByRole('textbox').fill('011 555 0999')
    await row(staff, 'ops_dashboard_duration_days').getByRole('textbox').fill('900')
    const bar = staff.getByRole('region', { name: 'Unsaved changes' })
    await bar.getByText('5 changes', { exact: true }).waitFor()
    await row(staff, 'ops_dashboard_duration_days').getByText('A whole number from 1 to 90.').waitFor()
    await bar.getByRole('button', { name: 'Review' }).click()
    const review = staff.getByRole('dialog', { name: '5 changes' })
    await review.getByText('Protea Couriers').waitFor()
    await review.getByRole('button', { name: 'Undo Support phone' }).click()
    await staff
      .getByRole('dialog', { name: '4 changes' })
      .getByRole('button', { name: 'Close' })
      .last()
      .click()
    await row(staff, 'ops_dashboard_duration_days').getByRole('button', { name: 'Undo Days back' }).click()
    expect(await row(staff, 'ops_dashboard_duration_days').getByRole('textbox').inputValue()).toBe('7')
    await bar.getByRole('button', { name: 'Save 3 changes' }).click()
    await staff.getByText('3 settings saved').waitFor()
    expect(await storedValue('provider_title')).toBe('Protea Couriers')
    expect(await storedValue('google_client_id')).toBe('1234.apps.example')
    await expect.poll(() => staff.title()).toContain('Protea Couriers')
    expect(await bar.count()).toBe(0)
  })

  it('are not lost by leaving: the page asks first', async () => {
    await open(staff, '/settings?tab=general')
    await row(staff, 'support_phone').getByRole('textbox').fill('011 555 0777')
    await staff.getByRole('link', { name: 'Users' }).first().click()
    await staff.getByRole('alertdialog').or(staff.getByRole('dialog')).first().waitFor()
    await button(staff, /stay|keep|cancel/i)
      .first()
      .click()
    expect(await row(staff, 'support_phone').getByRole('textbox').inputValue()).toBe('011 555 0777')
    await staff
      .getByRole('region', { name: 'Unsaved changes' })
      .getByRole('button', { name: 'Discard' })
      .click()
  })

  it('that somebody else saved meanwhile are shown with both values, and nothing is overwritten', async () => {
    await open(staff, '/settings?tab=general')
    await row(staff, 'support_email').getByRole('textbox').fill('mine@example.test')
    await ask('POST', '/providers/settings', {
      settings: [{ key: 'support_email', value: 'theirs@example.test' }],
    })
    await button(staff, 'Save 1 change').click()
    await staff.getByText('Somebody else saved some of these settings meanwhile').waitFor()
    const choice = staff.getByRole('radiogroup', { name: 'Support e-mail' })
    await choice.getByText('theirs@example.test').waitFor()
    expect(await storedValue('support_email')).toBe('theirs@example.test')
    await choice.getByRole('radio', { name: /Keep mine/ }).click()
    await button(staff, 'Save 1 change').click()
    await staff.getByText('Setting saved').waitFor()
    expect(await storedValue('support_email')).toBe('mine@example.test')
  })

  it('[SET-051] [SET-018] have editors of their own: lists in order, tables in a dialog, secrets, hours and countries', async () => {
    await open(staff, '/settings?tab=shipments')
    const reasons = row(staff, 'shipment_cancellation_reasons')
    await reasons.getByRole('textbox', { name: /New reason/ }).fill('Strike')
    await reasons.getByRole('button', { name: 'Add', exact: true }).click()
    await reasons.getByRole('button', { name: 'Move Strike up' }).click()
    const types = row(staff, 'parcel_types')
    await types.getByRole('button', { name: 'Add parcel type' }).click()
    const dialog = staff.getByRole('dialog', { name: 'Add parcel type' })
    await dialog.getByLabel('Name', { exact: true }).fill('Wine box')
    await dialog.getByLabel('L (cm)', { exact: true }).fill('35')
    expect(await accessibilityViolations(staff)).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await types.getByRole('cell', { name: 'Wine box', exact: true }).waitFor()
    await row(staff, 'international_enabled').getByRole('switch').check()
    const countries = row(staff, 'international_delivery_countries')
    await countries.getByRole('combobox').fill('Botsw')
    await staff.getByRole('option', { name: /Botswana/ }).click()
    await button(staff, 'Save 4 changes').click()
    await staff.getByText('4 settings saved').waitFor()
    expect(JSON.parse((await storedValue('shipment_cancellation_reasons')) ?? '')).toEqual([
      'Customer request',
      'Duplicate',
      'Wrong address',
      'Wrong service',
      'Not ready',
      'Strike',
      'Payment failed',
    ])
    expect(await storedValue('international_delivery_countries')).toBe('["Botswana"]')
    expect(await storedValue('parcel_types')).toContain('"Wine box","length":35')

    await open(staff, '/settings?tab=rates')
    const passphrase = row(staff, 'payfast_passphrase')
    await passphrase.getByText('***').waitFor()
    expect(await staff.content()).not.toContain('jt7NOE43FZPn')
    await passphrase.getByRole('button', { name: /^Replace/ }).click()
    await passphrase.locator('input').fill('another one entirely')
    await button(staff, 'Save 1 change').click()
    await staff.getByText('Setting saved').waitFor()
    await open(staff, '/settings?tab=rates')
    await passphrase.getByText('***').waitFor()
    expect(await staff.content()).not.toContain('another one entirely')
  })

  it('[SET-040] a logo is chosen, cut and sent, and a script that calls itself a picture is refused', async () => {
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
    await logo.getByText('This is not a picture that can be sent.').waitFor()
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
    const dialog = staff.getByRole('dialog', { name: 'Cut favicon' })
    await dialog.getByRole('slider').fill('2')
    await dialog.getByRole('button', { name: 'Use picture' }).click()
    await logo.getByRole('img', { name: 'Favicon as it is set' }).waitFor()
    await button(staff, 'Save 1 change').click()
    await staff.getByText('Setting saved').waitFor()
    const address = (await storedValue('favicon_url')) ?? ''
    expect(address).toMatch(/^\/assets\/1\/[0-9a-f-]{36}\.png$/)
    expect((await fetch(product.web + address)).headers.get('content-type')).toBe('image/png')
  })

  it('[SET-041] colours that nobody chose follow the primary one, contrasts name what is read, and the logo is found on a dark navigation', async () => {
    await open(staff, '/settings?tab=theme')
    const field = (title: string) => staff.getByLabel(title, { exact: true })
    await field('Primary').fill('#C2410C')
    expect(await field('Primary, light').getAttribute('placeholder')).toBe('#F8E8E2')
    const followed = staff.getByRole('list', { name: 'Colours that follow others' })
    await followed.getByText('Primary, light: #F8E8E2, after the colours above').waitFor()
    await field('Navigation').fill('#14213D')
    const row = staff.locator('[data-setting="theme_nav_text"]')
    await row.getByTitle('Contrast with the navigation').getByText('16.0 : 1').waitFor()
    await field('Navigation text').fill('#22304A')
    await row.getByText('1.2 : 1').waitFor()
    await field('Navigation text').fill('')
    await staff.getByRole('button', { name: /^Save/ }).click()
    await staff.getByText(/settings saved/).waitFor()

    const logo = staff.getByRole('link', { name: /, home$/ }).locator('img')
    const painted = () =>
      logo.evaluate((image) => {
        const { backgroundColor, colorScheme } = getComputedStyle(image)
        return { backgroundColor, colorScheme }
      })
    await staff.reload()
    await logo.waitFor()
    const picture = `**${await logo.getAttribute('src')}`
    for (const [shade, backgroundColor] of [
      ['white', 'rgba(0, 0, 0, 0)'],
      ['black', 'rgb(255, 255, 255)'],
    ]) {
      const body = `<svg xmlns="http://www.w3.org/2000/svg" width="152" height="40"><rect width="152" height="40" fill="${shade}"/></svg>`
      await staff.route(picture, (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
      await staff.reload()
      await expect.poll(painted).toEqual({ backgroundColor, colorScheme: 'dark' })
      await staff.unroute(picture)
    }
    expect(await accessibilityViolations(staff)).toEqual([])
    await product.saveSettings({ theme_primary: '', theme_nav_bg: '' })
  })

  it('[SET-021] [SET-022] are read-only for staff who may not save them', async () => {
    const finance = await product.window(undefined, await tokenOf('kavitha@fynbos.example'))
    await open(finance, '/settings?tab=general')
    await finance.getByText('You can look at these settings').waitFor()
    expect(await row(finance, 'staff_only_login').getByRole('switch').isDisabled()).toBe(true)
    expect(await finance.getByRole('button', { name: 'Import' }).count()).toBe(0)
    await finance.close()
  })

  it('[SET-019] [SET-020] show what has happened to them', async () => {
    await open(staff, '/settings?tab=general')
    await section(staff, 'Company').waitFor()
    await button(staff, 'View audit trail').click()
    const trail = staff.getByRole('dialog')
    await trail.getByText('favicon_url').first().waitFor()
    await staff.keyboard.press('Escape')
    await row(staff, 'provider_title').hover()
    await button(staff, 'History of Company name shown to users').click()
    await staff.getByRole('dialog').getByText('Protea Couriers').first().waitFor()
    await staff.keyboard.press('Escape')
  })

  it('stand on a phone under a select, and the save bar stays in reach', async () => {
    await staff.setViewportSize({ width: 390, height: 844 })
    await open(staff, '/settings?tab=driver')
    await section(staff, 'Driver settings').waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
    await row(staff, 'driver_requires_odometer').getByRole('switch').check()
    expect(await button(staff, 'Save 1 change').isVisible()).toBe(true)
    const isWide = await staff.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(isWide).toBe(false)
    await button(staff, 'Discard').click()
    await staff.setViewportSize({ width: 1440, height: 900 })
  })
})
