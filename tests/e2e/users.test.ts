import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, openProduct, signIn, type Product } from './product.ts'

const people = {
  administrator: 'thandi@fynbos.example',
  customer: 'riaan@overbergbooks.example',
}

let product: Product
let staff: Page
let owner: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.window()
  owner = await product.window()
  await Promise.all([
    signIn(staff, product.web, people.administrator),
    signIn(owner, product.web, people.customer),
  ])
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** Picks from a searchable list by what it says. */
async function choose(page: Page, label: string, option: string) {
  await page.getByLabel(label, { exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function onPhone(page: Page, fn: () => Promise<void>) {
  await page.setViewportSize({ width: 390, height: 844 })
  await fn()
  await page.setViewportSize({ width: 1440, height: 900 })
}

describe('users', () => {
  it('[ACC-021] [ACC-022] are listed, invited, found, changed and disabled by staff', async () => {
    await open(staff, '/users')
    await heading(staff, 'Users')
    await staff.getByRole('link', { name: 'Riaan' }).first().waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])

    await button(staff, 'Invite user').click()
    const dialog = staff.getByRole('dialog', { name: 'Invite user' })
    await dialog.getByLabel('Name', { exact: true }).fill('Refilwe Sithole')
    await dialog.getByLabel('Email', { exact: true }).fill('refilwe')
    await button(staff, 'Send invitation').click()
    await dialog.getByText('refilwe is not an email address.').first().waitFor()
    await dialog.getByLabel('Email', { exact: true }).fill('refilwe@fynbos.example')
    await choose(staff, 'Role', 'Controller')
    await button(staff, 'Send invitation').click()
    await dialog.waitFor({ state: 'detached' })

    await staff.getByRole('searchbox').fill('refilwe')
    await staff.getByRole('link', { name: 'Refilwe Sithole' }).click()
    await heading(staff, 'Refilwe Sithole')
    await staff.getByText('Invited', { exact: true }).first().waitFor()
    await choose(staff, 'Role', 'Hub operator')
    await button(staff, 'Save changes').click()
    await staff.getByText('Changes saved').waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
    await onPhone(staff, async () => expect(await accessibilityViolations(staff)).toEqual([]))

    await button(staff, 'More actions').click()
    await staff.getByRole('menuitem', { name: 'Disable' }).click()
    await button(staff, 'Disable user').click()
    await staff.getByText('Disabled', { exact: true }).first().waitFor()
    await staff.reload()
    await staff.getByText('Disabled', { exact: true }).first().waitFor()
    expect(await staff.getByLabel('Role', { exact: true }).inputValue()).toBe('Hub operator')
  })

  it('[PERM-019] offers only roles that may be given', async () => {
    await open(staff, '/users')
    await button(staff, 'Invite user').click()
    await staff.getByRole('dialog').getByLabel('Role', { exact: true }).click()
    await staff.getByRole('option', { name: 'Controller', exact: true }).waitFor()
    const offered = await staff.getByRole('option').allTextContents()
    for (const never of ['System administrator', 'Guest', 'Account Owner', 'Account User'])
      expect(offered).not.toContain(never)
    expect(offered).toContain('Finance manager')
  })

  it('[TOOL-005] are invited from a file once every line is right', async () => {
    await open(staff, '/tools/users-bulk-import')
    await heading(staff, 'Users bulk import')
    const file = (text: string) => ({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const input = staff.getByLabel('CSV or Excel file')
    await input.setInputFiles(
      file('name,email,role\nSindi,sindi@fynbos.example,Controller\nKabelo,kabelo,Boss\n'),
    )
    await staff.getByText('kabelo is not an email address. There is no role Boss.').waitFor()
    expect(await button(staff, /^Invite \d/).count()).toBe(0)
    expect(await accessibilityViolations(staff)).toEqual([])
    await input.setInputFiles(file('name,email,role\nSindi,sindi@fynbos.example,Controller\n'))
    await button(staff, 'Invite 1 user').click()
    await heading(staff, 'Users')
    await staff.getByRole('link', { name: 'Sindi' }).waitFor()
  })
})

describe('the users of an account', () => {
  it('[PERM-021] are invited, changed and removed by its owner', async () => {
    await open(owner, '/account?tab=users')
    await button(owner, 'Invite user').click()
    const dialog = owner.getByRole('dialog', { name: 'Invite user' })
    await dialog.getByLabel('Name', { exact: true }).fill('Pieter Nel')
    await dialog.getByLabel('Email', { exact: true }).fill('pieter@overbergbooks.example')
    await choose(owner, 'Role', 'Account User')
    await button(owner, 'Send invitation').click()
    await dialog.waitFor({ state: 'detached' })
    const row = owner.getByRole('row', { name: /Pieter Nel/ })
    await row.waitFor()
    await row.getByRole('button').last().click()
    await owner.getByRole('menuitem', { name: 'Change role' }).click()
    await choose(owner, 'Role', 'Account User – No billing')
    await button(owner, 'Save role').click()
    await row.getByText('Account User – No billing').waitFor()
    expect(await accessibilityViolations(owner)).toEqual([])
    await row.getByRole('button').last().click()
    await owner.getByRole('menuitem', { name: 'Remove' }).click()
    await button(owner, 'Remove user').click()
    await row.waitFor({ state: 'detached' })
  })
})

describe('roles', () => {
  it('[PERM-018] [PERM-030] [PERM-032] are edited by permission and screen, with a look at the difference first', async () => {
    await open(staff, '/roles')
    await heading(staff, 'Roles')
    expect(await accessibilityViolations(staff)).toEqual([])
    await staff.getByRole('link', { name: 'Hub operator' }).click()
    await heading(staff, 'Hub operator')
    for (const section of ['General', 'Maps', 'Tools'])
      await staff.getByRole('group', { name: new RegExp(`^${section}`) }).waitFor()
    await staff.getByRole('searchbox', { name: /Find a permission/ }).fill('cancel shipments')
    await staff.getByRole('checkbox', { name: 'Cancel shipments' }).check()
    await button(staff, 'Review changes').click()
    const dialog = staff.getByRole('dialog', { name: 'Change Hub operator?' })
    await dialog.getByText('Cancel shipments').waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
    await Promise.all([
      staff.getByText('Role saved').waitFor(),
      dialog.getByRole('button', { name: 'Save role' }).click(),
    ])
    await dialog.waitFor({ state: 'detached' })
    await staff.reload()
    await staff.getByRole('searchbox', { name: /Find a permission/ }).fill('cancel shipments')
    expect(await staff.getByRole('checkbox', { name: 'Cancel shipments' }).isChecked()).toBe(true)
    await onPhone(staff, async () => expect(await accessibilityViolations(staff)).toEqual([]))
  })

  it('nobody locks themselves out', async () => {
    await open(staff, '/roles')
    await staff.getByRole('link', { name: 'Administrator', exact: true }).click()
    await staff.getByRole('searchbox', { name: /Find a permission/ }).fill('change roles')
    await staff.getByRole('checkbox', { name: 'Change roles', exact: true }).uncheck()
    await button(staff, 'Review changes').click()
    await staff
      .getByText(/You would lock yourself out/)
      .first()
      .waitFor()
    await button(staff, 'Go on editing').click()
    await staff.getByRole('checkbox', { name: 'Change roles', exact: true }).check()
  })

  it('new ones are made from nothing', async () => {
    await open(staff, '/roles/new')
    await heading(staff, 'New role')
    await button(staff, 'Review changes').click()
    await staff.getByText('Enter the name.').first().waitFor()
    await staff.getByLabel('Name', { exact: true }).fill('Night clerk')
    await staff.getByRole('checkbox', { name: 'See shipments', exact: true }).check()
    await button(staff, 'Review changes').click()
    await button(staff, 'Save role').click()
    await heading(staff, 'Night clerk')
    await staff.waitForURL(/\/roles\/\d+$/)
  })

  it('are removed when nobody has them', async () => {
    await open(staff, '/roles')
    await staff.getByRole('link', { name: 'Controller' }).click()
    await heading(staff, 'Controller')
    await button(staff, 'More actions').click()
    await staff.getByText(/still ha(s|ve) the role Controller\. First give the users another role/).waitFor()
    expect(await staff.getByRole('menuitem', { name: 'Remove role' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await open(staff, '/roles')
    await staff.getByRole('link', { name: 'Night clerk' }).click()
    await heading(staff, 'Night clerk')
    await button(staff, 'More actions').click()
    await staff.getByRole('menuitem', { name: 'Remove role' }).click()
    await staff.getByRole('button', { name: 'Remove role' }).click()
    await heading(staff, 'Roles')
    await staff.getByRole('link', { name: 'Night clerk' }).waitFor({ state: 'detached' })
  })
})

describe('acting as a customer', () => {
  let username = ''

  it('[AUTH-062] [AUTH-066] [AUTH-067] begins in the list, names the user in every call and leads back to the account', async () => {
    await open(staff, '/users')
    await staff.getByRole('searchbox').fill('zanele')
    const row = staff.getByRole('row', { name: /Zanele/ })
    await staff.getByRole('row').nth(2).waitFor({ state: 'detached' })
    await row.getByRole('button').last().click()
    const named: boolean[] = []
    const note = (url: string, body: string | null) =>
      named.push(url.includes('request_username=') || (body ?? '').includes('"request_username"'))
    await staff.getByRole('menuitem', { name: 'Act as this user' }).click()
    await staff.waitForURL((url) => url.pathname === '/dashboard')
    staff.on('request', (request) => {
      if (request.url().includes('/api/') && !request.url().includes('/api/providers'))
        note(request.url(), request.postData())
    })
    await button(staff, 'Back').waitFor()
    await staff
      .getByText(/Zanele/)
      .first()
      .waitFor()
    expect(await staff.getByRole('link', { name: 'Users', exact: true }).count()).toBe(0)
    await staff.getByRole('link', { name: 'Shipments', exact: true }).click()
    await heading(staff, 'Shipments')
    expect(named.length).toBeGreaterThan(0)
    expect(named).not.toContain(false)
    username = await staff.evaluate(() => localStorage.getItem('impersonated_username') ?? '')
    await staff.reload()
    await button(staff, 'Back').click()
    await staff.waitForURL(/\/accounts\/\d+$/)
    await staff.getByRole('link', { name: 'Users', exact: true }).waitFor()
    expect(await staff.evaluate(() => localStorage.getItem('impersonated_username'))).toBeNull()
  })

  it('[AUTH-063] [AUTH-064] [AUTH-070] begins by an address and ends when the user cannot be loaded', async () => {
    await open(staff, `/shipments?impersonate=${username}`)
    await heading(staff, 'Shipments')
    await button(staff, 'Back').waitFor()
    expect(staff.url()).not.toContain('impersonate')
    await open(staff, '/shipments?impersonate=nobody')
    await staff.getByText('Could not load general data.').waitFor()
    expect(await staff.evaluate(() => localStorage.getItem('impersonated_username'))).toBeNull()
    await staff.reload()
    await staff.getByRole('link', { name: 'Users', exact: true }).waitFor()
  })

  it('no page crashed meanwhile', () => {
    expect(product.pageErrors).toEqual([])
  })
})

describe('lists at 1440 px', () => {
  it.each([
    '/users',
    '/shipments',
    '/accounts',
    '/interhub-transfers',
    '/billing/invoices',
    '/billing/payments',
    '/billing/credit-notes',
    '/billing/allocations',
    '/billing/age-analysis',
    '/branches',
    '/claims',
    '/roles',
  ])('%s shows every column without scrolling sideways', async (address) => {
    await open(staff, address)
    await staff.locator('tbody tr:not([aria-hidden])').first().waitFor()
    const { table, room } = await staff.evaluate(() => {
      const found = document.querySelector('table')
      return { table: found?.scrollWidth ?? 0, room: found?.parentElement?.clientWidth ?? 0 }
    })
    expect(table).toBeGreaterThan(0)
    expect(table).toBeLessThanOrEqual(room)
  })
})

describe('logging out', () => {
  it('leaves what waits on the device, while the browser forgets pages', async () => {
    const page = await product.window()
    await signIn(page, product.web, people.customer)
    await open(page, '/profile')
    await page.evaluate(() => localStorage.setItem('queue:proofs', '["a delivery without network"]'))
    const left = page.waitForResponse((response) => response.url().endsWith('/api/logout'))
    await open(page, '/logout')
    expect(await (await left).headerValue('clear-site-data')).toBe('"cache"')
    await page.waitForURL(`${product.web}/login`)
    expect(await page.evaluate(() => localStorage.getItem('queue:proofs'))).toBe(
      '["a delivery without network"]',
    )
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(null)
    await page.context().close()
  })
})
