import { identityApi } from '@waybill/domain/identity/api'
import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const people = {
  administrator: 'thandi@fynbos.example',
  customer: 'riaan@overbergbooks.example',
}

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(people.administrator)
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** Chooses an option by its text from a searchable list. */
async function choose(page: Page, label: string, option: string) {
  await page.getByLabel(label, { exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe('users', () => {
  it('show vehicle fields for a driver, and no unused fields', async () => {
    const { users } = await product.ask<{ users: { id: number }[] }>(
      people.administrator,
      'GET',
      '/users?username=sipho',
    )
    await open(staff, `/users/${users[0]?.id}`)
    await staff.getByLabel('Vehicle registration').waitFor()
    await product.settled(staff)
    const labels = await staff.getByRole('main').locator('form label').allInnerTexts()
    expect(labels).toEqual(
      expect.arrayContaining(['Vehicle registration (optional)', 'Vehicle type (optional)']),
    )
    expect(labels.join(' ')).not.toMatch(/Carries at most|Licence/)
  })

  it('[ACC-021] [ACC-022] are listed, invited, found, changed and disabled by staff', async () => {
    await open(staff, '/users')
    await heading(staff, 'Users')
    await staff.getByRole('link', { name: 'Riaan' }).first().waitFor()

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
    const { status } = await product.sends(identityApi.changeUser, () =>
      button(staff, 'Save changes').click(),
    )
    expect(status).toBe(200)

    await button(staff, 'More actions').click()
    await staff.getByRole('menuitem', { name: 'Disable' }).click()
    await button(staff, 'Disable user').click()
    await staff.getByText('Disabled', { exact: true }).first().waitFor()
    await staff.reload()
    await staff.getByText('Disabled', { exact: true }).first().waitFor()
    expect(await staff.getByLabel('Role', { exact: true }).inputValue()).toBe('Hub operator')
  })

  it('[PERM-019] can be given only roles that may be assigned', async () => {
    await open(staff, '/users')
    await button(staff, 'Invite user').click()
    await staff.getByRole('dialog').getByLabel('Role', { exact: true }).click()
    await staff.getByRole('option', { name: 'Controller', exact: true }).waitFor()
    await product.settled(staff)
    const offered = await staff.getByRole('option').allTextContents()
    for (const never of ['System administrator', 'Guest', 'Account Owner', 'Account User'])
      expect(offered).not.toContain(never)
    expect(offered).toContain('Finance manager')
  })

  it('[TOOL-005] are invited from a file when every line is valid', async () => {
    await open(staff, '/tools/users-bulk-import')
    await heading(staff, 'Users bulk import')
    const file = (text: string) => ({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const input = staff.getByLabel('CSV or Excel file')
    await input.setInputFiles(
      file('name,email,role\nSindi,sindi@fynbos.example,Controller\nKabelo,kabelo,Boss\n'),
    )
    await staff.getByText('kabelo is not an email address. There is no role Boss.').waitFor()
    await product.settled(staff)
    expect(await button(staff, /^Invite \d/).count()).toBe(0)
    await input.setInputFiles(file('name,email,role\nSindi,sindi@fynbos.example,Controller\n'))
    await button(staff, 'Invite 1 user').click()
    await heading(staff, 'Users')
    await staff.getByRole('link', { name: 'Sindi' }).waitFor()
  })
})

describe('users of an account', () => {
  it('[PERM-021] are invited, changed and removed by the account owner', async () => {
    const owner = await product.as(people.customer)
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
    await row.getByRole('button').last().click()
    await owner.getByRole('menuitem', { name: 'Remove' }).click()
    await button(owner, 'Remove user').click()
    await row.waitFor({ state: 'detached' })
    await owner.context().close()
  })
})

describe('roles', () => {
  it('[PERM-018] [PERM-030] [PERM-032] are edited by permission and screen, with a review of the changes before saving', async () => {
    await open(staff, '/roles')
    await heading(staff, 'Roles')
    await staff.getByRole('link', { name: 'Hub operator' }).click()
    await heading(staff, 'Hub operator')
    for (const section of ['General', 'Maps', 'Tools'])
      await staff.getByRole('group', { name: new RegExp(`^${section}`) }).waitFor()
    await staff.getByRole('searchbox', { name: /Find a permission/ }).fill('cancel shipments')
    await staff.getByRole('checkbox', { name: 'Cancel shipments' }).check()
    await button(staff, 'Review changes').click()
    const dialog = staff.getByRole('dialog', { name: 'Change Hub operator?' })
    await dialog.getByText('Cancel shipments').waitFor()
    const { status } = await product.sends(usersApi.changeRole, () =>
      dialog.getByRole('button', { name: 'Save role' }).click(),
    )
    expect(status).toBe(200)
    await dialog.waitFor({ state: 'detached' })
    await staff.reload()
    await staff.getByRole('searchbox', { name: /Find a permission/ }).fill('cancel shipments')
    expect(await staff.getByRole('checkbox', { name: 'Cancel shipments' }).isChecked()).toBe(true)
  })

  it('prevent administrators from locking themselves out', async () => {
    await open(staff, '/roles')
    await staff.getByRole('link', { name: 'Administrator', exact: true }).click()
    await staff.getByRole('searchbox', { name: /Find a permission/ }).fill('change roles')
    await staff.getByRole('checkbox', { name: 'Change roles', exact: true }).uncheck()
    await button(staff, 'Review changes').click()
    await staff
      .getByText(/You would lock yourself out/)
      .first()
      .waitFor()
    await button(staff, 'Continue editing').click()
    await staff.getByRole('checkbox', { name: 'Change roles', exact: true }).check()
  })

  it('can be created', async () => {
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

  it('can be removed only when no user has them', async () => {
    await open(staff, '/roles')
    await staff.getByRole('link', { name: 'Controller' }).click()
    await heading(staff, 'Controller')
    await button(staff, 'More actions').click()
    await staff.getByText(/still ha(s|ve) the role Controller\. First give the users another role/).waitFor()
    expect(await staff.getByRole('menuitem', { name: 'Remove role' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await product.ask(people.administrator, 'POST', '/roles', {
      name: 'Day clerk',
      label: '',
      permissions: [],
      permissions_ui: [],
      require_2fa: false,
    })
    await open(staff, '/roles')
    await staff.getByRole('link', { name: 'Day clerk' }).click()
    await heading(staff, 'Day clerk')
    await button(staff, 'More actions').click()
    await staff.getByRole('menuitem', { name: 'Remove role' }).click()
    await staff.getByRole('button', { name: 'Remove role' }).click()
    await heading(staff, 'Roles')
    await product.settled(staff)
    expect(await staff.getByRole('link', { name: 'Day clerk' }).count()).toBe(0)
  })
})

describe('acting as a customer', () => {
  it('[AUTH-062] [AUTH-066] [AUTH-067] starts from the user list, sends the username with each request and returns to the account', async () => {
    await open(staff, '/users')
    await staff.getByRole('searchbox').fill('zanele')
    const row = staff.getByRole('row', { name: /Zanele/ })
    await staff.getByRole('row').nth(2).waitFor({ state: 'detached' })
    await row.getByRole('button').last().click()
    await staff.getByRole('menuitem', { name: 'Act as this user' }).click()
    await staff.waitForURL((url) => url.pathname === '/dashboard')
    const before = product.calls.length
    await button(staff, 'Back').waitFor()
    await staff
      .getByText(/Zanele/)
      .first()
      .waitFor()
    await product.settled(staff)
    expect(await staff.getByRole('link', { name: 'Users', exact: true }).count()).toBe(0)
    await staff.getByRole('link', { name: 'Shipments', exact: true }).click()
    await heading(staff, 'Shipments')
    await product.settled(staff)
    const username = await staff.evaluate(() => localStorage.getItem('impersonated_username'))
    expect(username).toMatch(/./)
    const named = product.calls
      .slice(before)
      .flatMap(({ name, input }) => (name === 'GET /providers' ? [] : [input['request_username']]))
    expect(named.length).toBeGreaterThan(0)
    expect([...new Set(named)]).toEqual([username])
    await staff.reload()
    await button(staff, 'Back').click()
    await staff.waitForURL(/\/accounts\/\d+$/)
    await staff.getByRole('link', { name: 'Users', exact: true }).waitFor()
    expect(await staff.evaluate(() => localStorage.getItem('impersonated_username'))).toBeNull()
  })

  it('[AUTH-063] [AUTH-064] [AUTH-070] starts from a URL parameter and ends when the user cannot be loaded', async () => {
    const { users } = await product.ask<{ users: { username: string }[] }>(
      people.administrator,
      'GET',
      '/users?email=zanele@overbergbooks.example',
    )
    await open(staff, `/shipments?impersonate=${users[0]?.username ?? ''}`)
    await heading(staff, 'Shipments')
    await button(staff, 'Back').waitFor()
    expect(staff.url()).not.toContain('impersonate')
    await open(staff, '/shipments?impersonate=nobody')
    await staff.getByText('Could not load general data.').waitFor()
    expect(await staff.evaluate(() => localStorage.getItem('impersonated_username'))).toBeNull()
    await staff.reload()
    await staff.getByRole('link', { name: 'Users', exact: true }).waitFor()
  })

  it('logs no crash and no console error', () => {
    expect(product.pageErrors).toEqual([])
  })
})

describe('logging out', () => {
  it('leaves queued data on the device', async () => {
    const page = await product.as(people.customer)
    await open(page, '/profile')
    await page.evaluate(() => localStorage.setItem('queue:proofs', '["a delivery without network"]'))
    await product.sends(signInApi.logout, () => open(page, '/logout'))
    await page.waitForURL(`${product.web}/login`)
    expect(await page.evaluate(() => localStorage.getItem('queue:proofs'))).toBe(
      '["a delivery without network"]',
    )
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(null)
    await page.context().close()
  })
})
