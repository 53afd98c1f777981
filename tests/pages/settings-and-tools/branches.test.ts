import { mapsApi } from '@waybill/domain/maps/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeSettings, chosenIn } from '../../page-kit/change-settings.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
async function rows(page: Page): Promise<string> {
  await product.settled(page)
  return (await page.getByRole('row').allTextContents()).join('\n')
}

describe('branches', () => {
  it('[ACC-026] are listed, created, changed and removed by staff, and cannot be removed while users, accounts or areas need them', async () => {
    await open(staff, '/settings')
    await staff.getByRole('navigation', { name: 'Sections of settings' }).getByText('Branches').click()
    await heading(staff, 'Branches')
    await staff.getByRole('row', { name: /JHB.*Kempton Park/ }).waitFor()

    await staff.getByRole('link', { name: 'New branch' }).click()
    await heading(staff, 'New branch')
    await field(staff, 'Code').fill('RTB depot')
    await button(staff, 'Add branch').click()
    await staff.getByText('Enter a branch code of up to 10 letters').first().waitFor()
    expect(await field(staff, 'Code').inputValue()).toBe('RTB depot')
    await field(staff, 'Code').fill('RTB')
    await field(staff, 'Name for customers').fill('Rustenburg')
    await staff.getByLabel('Street address, stand or house number').fill('14 Nelson Mandela Drive')
    await field(staff, 'Suburb').fill('Rustenburg')
    await field(staff, 'City').fill('Rustenburg')
    await staff.getByRole('textbox', { name: /^Bays/ }).fill('A1, A2')
    await staff.getByLabel('Different hours from the company').check()
    await staff.getByLabel('Saturday', { exact: true }).check()
    await button(staff, 'Add branch').click()
    await heading(staff, 'Rustenburg')
    await staff.getByRole('img', { name: 'Map with Rustenburg' }).waitFor()
    expect(await staff.getByRole('textbox', { name: /^Bays/ }).inputValue()).toBe('A1, A2')

    await staff.getByRole('textbox', { name: /^Contact/ }).fill('Palesa Motsepe')
    const saved = await product.sends(mapsApi.changeBranch, () => button(staff, 'Save changes').click())
    expect(saved.status).toBe(200)
    await button(staff, 'More actions').click()
    await staff.getByRole('menuitem', { name: 'Remove' }).click()
    await button(staff, 'Remove branch').click()
    await heading(staff, 'Branches')
    expect(await rows(staff)).not.toContain('Rustenburg')

    await staff.getByRole('link', { name: 'JHB' }).click()
    await heading(staff, 'Johannesburg')
    await button(staff, 'More actions').click()
    await staff.getByRole('menuitem', { name: 'Remove' }).click()
    await button(staff, 'Remove branch').click()
    await staff.getByText(/^JHB still has \d+ users?, \d+ accounts? and \d+ map areas\./).waitFor()
    await staff.keyboard.press('Escape')
    await staff.getByRole('link', { name: /^\d+ users?$/ }).click()
    await heading(staff, 'Users')
    await staff.getByText('Branch is JHB').waitFor()
  })
})

describe('staff limited to a branch', () => {
  it('[PERM-050] see only that branch in lists and pages, without a branch filter', async () => {
    const { users } = await product.ask<{ users: { id: number; version: number }[] }>(
      admin,
      'GET',
      '/users?email=johan@fynbos.example',
    )
    const { branches } = await product.ask<{ branches: { id: number; name: string }[] }>(
      admin,
      'GET',
      '/branches',
    )
    const idOf = (name: string) => branches.find((branch) => branch.name === name)?.id ?? 0
    await product.ask(admin, 'PATCH', '/users', {
      ...users[0],
      role_id: 3,
      branch_id: idOf('CPT'),
      limit_user_to_branch: true,
    })
    const johan = await product.as('johan@fynbos.example')

    await open(johan, '/branches')
    await johan.getByRole('row', { name: /CPT/ }).waitFor()
    expect(await rows(johan)).not.toMatch(/JHB|DBN/)
    await product.settled(johan)
    expect(await johan.getByRole('link', { name: 'New branch' }).count()).toBe(0)
    await open(johan, `/branches/${idOf('DBN')}`)
    await heading(johan, 'This branch does not exist')

    await open(johan, '/users')
    await johan.getByRole('link', { name: 'Lerato Khumalo' }).waitFor()
    expect(await rows(johan)).not.toMatch(/Thandi|Bongani|Aisha/)
    await open(johan, '/accounts')
    await johan.getByRole('row', { name: /CPT/ }).first().waitFor()
    expect(await rows(johan)).not.toMatch(/JHB|DBN/)
    for (const list of ['/shipments', '/users', '/accounts']) {
      await open(johan, list)
      await johan.getByRole('row').nth(1).waitFor()
      await johan.getByRole('button', { name: 'Filter', exact: true }).click()
      await johan.getByRole('dialog', { name: 'Add a filter' }).getByRole('button').first().waitFor()
      await product.settled(johan)
      expect(await johan.getByRole('button', { name: 'Branch', exact: true }).count()).toBe(0)
    }
    await open(johan, '/hub-scanner')
    await johan.getByText('You work for this branch.').waitFor()
  })
})

describe('customer booking and filters', () => {
  it('[PERM-051] [PERM-055] books on the customer’s own account without a choice, and offers no internal statuses as filters', async () => {
    const owner = await product.as('riaan@overbergbooks.example')
    await open(owner, '/shipments/new')
    await heading(owner, 'New shipment')
    await owner.getByLabel('Contact name').first().waitFor()
    await product.settled(owner)
    expect(await owner.getByLabel('Account', { exact: true }).count()).toBe(0)
    await open(owner, '/shipments')
    await owner.getByRole('row').nth(1).waitFor()
    await owner.getByRole('search', { name: 'Filters' }).getByRole('button', { name: 'Status' }).click()
    await owner.getByText('In transit', { exact: true }).last().waitFor()
    const offered = await owner.getByRole('dialog').allTextContents()
    expect(offered.join(' ')).toContain('On hold')
    expect(offered.join(' ')).not.toMatch(/Quote|internal/)
    expect(product.pageErrors).toEqual([])
  })
})

describe('addresses outside every branch area', () => {
  it('go to the default branch of the settings when no branch is within the distance', async () => {
    const shown = await changeSettings(staff, product.web, 'general', [
      ['branch_fallback_km', 'Nearest branch within', '40'],
      [
        'default_branch_id',
        'Branch for addresses farther away',
        {
          edit: async (row) => {
            await row.getByRole('combobox').click()
            await staff.getByRole('option', { name: /^DBN/ }).click()
          },
          read: chosenIn,
          value: 'DBN',
        },
      ],
    ])
    for (const { shown: value, typed } of shown.values()) expect(value).toBe(typed)
    // These coordinates are on Marion Island, far from every branch.
    const { branch } = await product.ask<{ branch: object }>(admin, 'POST', '/geofence/test-point', {
      lat: -46.9,
      lng: 37.7,
    })
    expect(branch).toMatchObject({ name: 'DBN', found_by: 'default' })
  })
})
