import { routingApi } from '@waybill/domain/drivers/routing-api'
import { settingsApi } from '@waybill/domain/settings/api'
import { settings_tabs } from '@waybill/domain/settings/sections'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
}, 180_000)
afterAll(async () => product.close())

async function storedValue(key: string): Promise<string | undefined> {
  const { settings } = await product.ask<{ settings: { value: string }[] }>(
    admin,
    'GET',
    `/providers/settings?setting=${key}`,
  )
  return settings[0]?.value
}

const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(product.web + address)
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const row = (page: Page, key: string) => page.locator(`[data-setting="${key}"]`)
const section = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

describe('company settings', () => {
  const markup = () => staff.evaluate(() => document.documentElement.outerHTML)
  const save = async (name: string | RegExp) => {
    const { status } = await product.sends(settingsApi.save, () => button(staff, name).click())
    return status
  }

  it('[SET-010] [SET-026] [SET-035] [SET-036] open tab by tab from the side navigation', async () => {
    await open(staff, '/settings')
    const rail = staff.getByRole('navigation', { name: 'Sections of settings' })
    for (const { id, label, sections } of settings_tabs.filter(({ id }) => id !== 'feature_toggles')) {
      await rail.getByRole('link', { name: label, exact: true }).click()
      await staff.waitForURL(new RegExp(`tab=${id}`))
      await section(staff, sections[0]?.title ?? '').waitFor()
    }
    await product.settled(staff)
    expect(await rail.getByRole('link', { name: 'Feature toggles' }).count()).toBe(0)
  })

  it('[SET-011] are found by words, and the URL contains the tab, section and setting', async () => {
    await open(staff, '/settings')
    await staff.getByRole('searchbox', { name: 'Find a setting' }).fill('length of the pin')
    await staff.getByRole('navigation', { name: 'Settings found' }).getByRole('link').first().click()
    await staff.waitForURL(/tab=driver&section=proof-of-delivery-settings&setting=pod_pin_length/)
    await expect.poll(() => row(staff, 'pod_pin_length').getAttribute('aria-current')).toBe('true')
  })

  it('[SET-014] [SET-017] are changed together: dependent settings appear, and changes are listed, reviewed, undone and saved in one request', async () => {
    await open(staff, '/settings?tab=general')
    await section(staff, 'Authentication').waitFor()
    await product.settled(staff)
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
    expect(await save('Save 3 changes')).toBe(200)
    expect(await storedValue('provider_title')).toBe('Protea Couriers')
    expect(await storedValue('google_client_id')).toBe('1234.apps.example')
    await expect.poll(() => staff.title()).toContain('Protea Couriers')
    await product.settled(staff)
    expect(await bar.count()).toBe(0)
  })

  it('prompt before unsaved changes are lost by leaving the page', async () => {
    await open(staff, '/settings?tab=general')
    await row(staff, 'support_phone').getByRole('textbox').fill('011 555 0777')
    await staff.getByRole('link', { name: 'Users' }).first().click()
    await staff
      .getByRole('alertdialog', { name: 'Are you sure you want to leave?' })
      .getByRole('button', { name: 'Stay' })
      .click()
    expect(await row(staff, 'support_phone').getByRole('textbox').inputValue()).toBe('011 555 0777')
    await staff
      .getByRole('region', { name: 'Unsaved changes' })
      .getByRole('button', { name: 'Discard' })
      .click()
  })

  it('show both values when another user saved in the meantime, and overwrite nothing until the user chooses', async () => {
    await open(staff, '/settings?tab=general')
    await row(staff, 'support_email').getByRole('textbox').fill('mine@example.test')
    await product.saveSettings({ support_email: 'theirs@example.test' })
    await button(staff, 'Save 1 change').click()
    await staff.getByText('Someone else saved some of these settings in the meantime').waitFor()
    const choice = staff.getByRole('radiogroup', { name: 'Support e-mail' })
    await choice.getByText('theirs@example.test').waitFor()
    expect(await storedValue('support_email')).toBe('theirs@example.test')
    await choice.getByRole('radio', { name: /Keep mine/ }).click()
    expect(await save('Save 1 change')).toBe(200)
    expect(await storedValue('support_email')).toBe('mine@example.test')
  })

  it('[SET-018] have editors for ordered lists, tables in a dialog, secrets and countries', async () => {
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
    await dialog.getByRole('button', { name: 'Done' }).click()
    await types.getByRole('cell', { name: 'Wine box', exact: true }).waitFor()
    await row(staff, 'international_enabled').getByRole('switch').check()
    const countries = row(staff, 'international_delivery_countries')
    await countries.getByRole('combobox').fill('Botsw')
    await staff.getByRole('option', { name: /Botswana/ }).click()
    expect(await save('Save 4 changes')).toBe(200)
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
    await product.settled(staff)
    expect(await markup()).not.toContain('jt7NOE43FZPn')
    await passphrase.getByRole('button', { name: /^Replace/ }).click()
    await passphrase.locator('input').fill('another one entirely')
    expect(await save('Save 1 change')).toBe(200)
    await open(staff, '/settings?tab=rates')
    await passphrase.getByText('***').waitFor()
    await product.settled(staff)
    expect(await markup()).not.toContain('another one entirely')
  })

  it('[SET-041] derive unset colours from the primary colour, show contrasts, and save once on a double click', async () => {
    await open(staff, '/settings?tab=theme')
    const field = (title: string) => staff.getByLabel(title, { exact: true })
    await field('Primary').fill('#C2410C')
    expect(await field('Primary, light').getAttribute('placeholder')).toBe('#F8E8E2')
    const followed = staff.locator('[data-setting="theme_primary_light"]')
    await followed.getByText('Based on your other colours until you choose one.').waitFor()
    await followed.getByRole('listitem').filter({ hasText: 'Light' }).getByText('#F8E8E2').waitFor()
    await field('Navigation').fill('#14213D')
    const row = staff.locator('[data-setting="theme_nav_text"]')
    const drawn = (mode: 'Light' | 'Dark') => row.getByRole('listitem').filter({ hasText: mode })
    await drawn('Light').getByText('16.0 : 1').waitFor()
    await field('Navigation text').fill('#22304A')
    // The navigation draws a lighter shade of this colour, which would have a contrast of 1.2.
    await drawn('Light')
      .getByText(/^4\.[5-9] : 1$/)
      .waitFor()
    await drawn('Dark')
      .getByText(/^4\.[5-9] : 1$/)
      .waitFor()
    await row.getByText(/^Adjusted to #[0-9A-F]{6} so that text stays readable\.$/).waitFor()
    await field('Navigation text').fill('')
    const saves = () => product.calls.filter(({ name }) => name === 'POST /providers/settings').length
    const before = saves()
    await product.sends(settingsApi.save, () => button(staff, /^Save/).dblclick())
    await product.settled(staff)
    expect(saves() - before).toBe(1)
    expect(await storedValue('theme_nav_bg')).toBe('#14213D')
    await product.saveSettings({ theme_primary: '', theme_nav_bg: '' })
  })

  it('test the connection to a routing service at the address in the form, and show what it answers', async () => {
    await open(staff, '/settings?tab=general')
    await section(staff, 'Map settings').waitFor()
    await product.settled(staff)
    expect(await staff.getByRole('button', { name: /^Test the connection/ }).count()).toBe(0)
    await row(staff, 'travel_times_from').getByRole('combobox').click()
    await staff.getByRole('option', { name: 'OSRM' }).click()
    const test = button(staff, 'Test the connection to OSRM')
    await test.waitFor()
    await row(staff, 'travel_times_url').getByRole('textbox').fill('http://127.0.0.1:9')
    const sent = await product.sends(routingApi.test, () => test.click())
    expect(sent.input).toMatchObject({ service: 'osrm', url: 'http://127.0.0.1:9' })
    await staff.getByText('OSRM cannot be used. No server answers at this address.').waitFor()
    await button(staff, 'Discard').click()
    expect(await storedValue('travel_times_from')).toBeUndefined()
  })

  it('[SET-021] [SET-022] are read-only for staff who may not save them', async () => {
    const finance = await product.as('kavitha@fynbos.example')
    await open(finance, '/settings?tab=general')
    await finance.getByText('You can only view these settings').waitFor()
    expect(await row(finance, 'staff_only_login').getByRole('switch').isDisabled()).toBe(true)
    await product.settled(finance)
    expect(await finance.getByRole('button', { name: 'Import' }).count()).toBe(0)
    await finance.context().close()
  })

  it('[SET-019] show their audit trail and the history of one setting', async () => {
    await product.saveSettings({ provider_title: 'Karoo Couriers' })
    await open(staff, '/settings?tab=general')
    await section(staff, 'Company').waitFor()
    await button(staff, 'View audit trail').click()
    const trail = staff.getByRole('dialog')
    await trail.getByText('provider_title').first().waitFor()
    await staff.keyboard.press('Escape')
    await row(staff, 'provider_title').hover()
    await button(staff, 'History of Company name shown to users').click()
    await staff.getByRole('dialog').getByText('Karoo Couriers').first().waitFor()
    await staff.keyboard.press('Escape')
  })
})
