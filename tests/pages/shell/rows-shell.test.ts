import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityApi } from '@waybill/domain/identity/api'
import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { countries } from '@waybill/domain/kit/contacts/countries'
import { platformApi } from '@waybill/domain/platform-admin/api'
import { providersApi } from '@waybill/domain/platform-admin/providers-api'
import { searchApi } from '@waybill/domain/search/api'
import { startupApi } from '@waybill/domain/startup/api'
import { platform, visit } from '../../page-kit/clerk.ts'
import {
  openProduct,
  type GivenAnswer,
  type PageProduct as Product,
  type TestPage as Page,
} from '../../page-kit/product.ts'

const people = {
  administrator: 'thandi@fynbos.example',
  driver: 'sipho@fynbos.example',
  owner: 'riaan@overbergbooks.example',
}

let product: Product
let staff: Page
let owner: Page

beforeAll(async () => {
  product = await openProduct()
  ;[staff, owner] = await Promise.all([product.as(people.administrator), product.as(people.owner)])
  await Promise.all([open(staff, '/shipments'), open(owner, '/dashboard')])
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

describe('error text', () => {
  const box = () => staff.getByRole('textbox', { name: 'Reference', exact: true })
  const alert = () => staff.getByRole('alertdialog')

  /** Looks up a reference and returns `answer` instead of the server’s response. */
  async function lookUp(answer: GivenAnswer): Promise<void> {
    const asUsual = await product.answers(searchApi.navSearch, () => answer)
    await box().fill('X-1')
    await box().press('Enter')
    await product.settled(staff)
    await asUsual()
  }
  /** Returns the alert text for a response and closes the alert. */
  async function alertTextFor(answer: GivenAnswer): Promise<string> {
    await lookUp(answer)
    await alert().waitFor()
    const text = await alert().innerText()
    await staff.keyboard.press('Escape')
    await alert().waitFor({ state: 'detached' })
    return text
  }
  const json = (body: object): GivenAnswer => ({ status: 500, body })
  const message = (text: string) => json({ message: text })

  it('[ERR-001] [ERR-002] [API-021] is the message of the response, else its error, else the whole response', async () => {
    expect(await alertTextFor(message('The hub is closed.'))).toContain('The hub is closed.')
    expect(await alertTextFor(json({ error: 'The lift is broken.' }))).toContain('The lift is broken.')
    expect(await alertTextFor(json({ message: 'The first.', error: 'The second.' }))).toContain('The first.')
    expect(await alertTextFor({ status: 500, text: 'The bridge is out.' })).toContain('The bridge is out.')
  })

  it('[ERR-009] is capitalised, ends with a full stop and appears in an error alert', async () => {
    const text = await alertTextFor(message('the scale is stuck'))
    expect(text).toContain('Something went wrong')
    expect(text.split('\n')).toContain('The scale is stuck.')
  })

  it('[ERR-006] [ERR-007] [ERR-008] explains in plain words that there is no connection', async () => {
    const noSignal = 'There is a problem with your internet connectivity.'
    expect(await alertTextFor(message('service unavailable'))).toContain(
      'Service unavailable. Please check your Internet connection.',
    )
    expect(await alertTextFor('no connection')).toContain(noSignal)
    expect(await alertTextFor(message('Failed to fetch'))).toContain(noSignal)
    expect(await alertTextFor(message('Load failed'))).toContain(noSignal)
  })

  it('[ERR-011] matches known texts as a whole in any case, with or without a full stop, and keeps other endings', async () => {
    expect(await alertTextFor(message('SERVICE Unavailable.'))).toContain(
      'Service unavailable. Please check your Internet connection.',
    )
    expect((await alertTextFor(message('service unavailable for parcels'))).split('\n')).toContain(
      'Service unavailable for parcels.',
    )
    expect((await alertTextFor(message('Is the account open?'))).split('\n')).toContain(
      'Is the account open?',
    )
  })

  it('[ERR-003] [ERR-004] [ERR-005] is not displayed for an aborted request or a closed account', async () => {
    for (const silent of [
      'The user aborted a request.',
      'Aborted duplicate request',
      'the account has been closed',
    ]) {
      await lookUp(message(silent))
      expect(await alert().count(), silent).toBe(0)
    }
    expect(await alertTextFor(message('The scale is stuck.'))).toContain('The scale is stuck.')
  })

  it('[ERR-010] gets a missing full stop when it is beside a field', async () => {
    const asUsual = await product.answers(usersApi.create, () => ({
      status: 400,
      body: {
        message: 'The email is taken',
        code: 'validation_failed',
        errors: [{ field: 'email', message: 'This email is taken' }],
      },
    }))
    await open(staff, '/users')
    await staff.getByRole('button', { name: 'Invite user' }).click()
    const dialog = staff.getByRole('dialog', { name: 'Invite user' })
    await dialog.getByLabel('Name', { exact: true }).fill('Ayanda Nkosi')
    await dialog.getByLabel('Email', { exact: true }).fill('ayanda@fynbos.example')
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await staff.getByRole('option', { name: 'Controller', exact: true }).click()
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.getByText('This email is taken.', { exact: true }).first().waitFor()
    await asUsual()
  })
})

describe('API requests of the app', () => {
  it('[API-023] [ACC-023] [ACC-024] start with general data: settings, user, account, roles, branches, tags, drivers and time', async () => {
    const { answer } = await product.sends(startupApi.generalData, () => open(staff, '/profile'))
    const data = answer as Record<string, Record<string, unknown>[]>
    expect(Object.keys(data)).toEqual(
      expect.arrayContaining([
        'provider_settings',
        'user_settings',
        'user',
        'roles',
        'branches',
        'shipment_tags',
        'account_tags',
        'drivers',
        'current_time',
      ]),
    )
    expect(data['drivers']?.length).toBeGreaterThan(2)
    for (const driver of data['drivers'] ?? [])
      expect(driver).toEqual(
        expect.objectContaining({
          username: expect.any(String),
          name: expect.any(String),
          deleted_date: null,
        }),
      )
    for (const branch of data['branches'] ?? [])
      expect(branch).toEqual(expect.objectContaining({ id: expect.any(Number), name: expect.any(String) }))
    const own = await product.sends(startupApi.generalData, () => open(owner, '/dashboard'))
    expect(Object.keys(own.answer as object)).toEqual(expect.arrayContaining(['account', 'account_settings']))
  })

  it('[API-014] have /v2 before every payment path', async () => {
    await open(owner, '/top-up-account')
    await heading(owner, 'Top up account')
    await product.settled(owner)
    const payments = product.calls.filter(({ url }) =>
      /\/(payments|payfast|bobpay|stitch)\//.test(url.pathname),
    )
    expect(payments.length).toBeGreaterThan(0)
    expect(payments.map(({ url }) => url.pathname).filter((to) => !to.startsWith('/v2/'))).toEqual([])
  })

  it('[API-017] send lists in a query as JSON', async () => {
    await open(owner, '/shipments?status=delivered,collected')
    await heading(owner, 'Shipments')
    const lists = () =>
      product.calls.flatMap(({ url }) =>
        url.pathname.startsWith('/api/shipments') ? (url.searchParams.get('status') ?? []) : [],
      )
    await expect.poll(lists).toContain('["delivered","collected"]')
  })

  it('[SHELL-044] [SHELL-045] [SHELL-046] send the stored host override on local, dev and stage hosts, and not on production hosts', async () => {
    const port = new URL(product.web).port
    for (const [host, origin] of [
      ['127.0.0.1', 'elsewhere.test'],
      ['dev.fynbos.localhost', 'elsewhere.test'],
      ['stage.fynbos.localhost', 'elsewhere.test'],
      ['fynbos.localhost', 'fynbos.localhost'],
    ] as const) {
      const page = await product.window()
      await page.addInitScript(() => localStorage.setItem('host_override', 'elsewhere.test'))
      const { input } = await product.sends(signInApi.provider, () =>
        page.goto(`http://${host}:${port}/help-centre`),
      )
      expect(input['origin'], host).toBe(origin)
      await page.context().close()
    }
  })
})

describe('app shell', () => {
  it('[SHELL-020] shortens a name to 18 characters in the user block', async () => {
    const name = 'Nomvula Constance Mabaso'
    const asUsual = await product.answers(startupApi.generalData, async ({ usual }) => {
      const answer = (await usual()).body as { user: object }
      return { body: { ...answer, user: { ...answer.user, name } } }
    })
    await open(staff, '/profile')
    await sidebar(staff).getByText('Nomvula Constance ...', { exact: true }).waitFor()
    await asUsual()
  })

  const chrome = (version: string) => `Mozilla/5.0 AppleWebKit/537.36 Chrome/${version}.0.0.0 Safari/537.36`
  const safari = (version: string) =>
    `Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/${version} Safari/605.1.15`
  const firefox = (version: string) => `Mozilla/5.0 Gecko/20100101 Firefox/${version}.0`
  const edge = (version: string) => `${chrome('110')} Edg/${version}.0.0.0`

  /** Sets the user agent of a window from its next page on. */
  async function poseAs(page: Page, agent: string): Promise<void> {
    await page.addInitScript((name) => {
      Object.defineProperty(navigator, 'userAgent', { get: () => name, configurable: true })
    }, agent)
  }

  it('[SHELL-067] warns of browsers older than Chrome 97, Safari 15.4, Firefox 96 and Edge 97', async () => {
    const guest = await product.window()
    const browserAlert = guest.getByRole('alertdialog', { name: 'Your browser is out of date' })
    for (const [old, young] of [
      [chrome('96'), chrome('97')],
      [safari('15.3'), safari('15.4')],
      [firefox('95'), firefox('96')],
      [edge('96'), edge('97')],
    ] as const) {
      await poseAs(guest, young)
      await open(guest, '/help-centre')
      await heading(guest, /./)
      await product.settled(guest)
      expect(await browserAlert.count(), young).toBe(0)
      await poseAs(guest, old)
      await open(guest, '/help-centre')
      await browserAlert.waitFor()
    }
    await guest.context().close()
  })

  it('[SHELL-079] explains how to allow popups in Firefox, Safari and Edge', async () => {
    const { shipments } = await product.ask<{ shipments: { id: number }[] }>(
      people.administrator,
      'GET',
      '/shipments?limit=1',
    )
    const page = await product.as(people.administrator)
    await page.addInitScript(() => (window.open = () => null))
    for (const [agent, instruction] of [
      [firefox('120'), 'Click Options in the bar at the top and choose Allow pop-ups.'],
      [safari('17.1'), `Open Settings > Websites > Pop-up Windows and choose Allow for ${product.host}`],
      [edge('120'), /choose Always allow/],
    ] as const) {
      await poseAs(page, agent)
      await open(page, `/shipments/${shipments[0]?.id ?? 0}`)
      await page.getByRole('button', { name: 'Label', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Stickers (PDF)' }).click()
      await page.getByRole('alertdialog').getByText(instruction).waitFor()
    }
    await page.context().close()
  })

  it('[HELP-002] shows the help centre only when it is switched on in the settings', async () => {
    const help = sidebar(staff).getByRole('link', { name: 'Help centre' })
    await open(staff, '/settings?tab=help_center')
    await heading(staff, 'Settings')
    await staff
      .getByRole('link', { name: 'Help centre' })
      .and(staff.locator('[aria-current=page]'))
      .first()
      .waitFor()
    await help.waitFor()
    await staff.locator('[data-setting="help_centre_enabled"]').getByRole('switch').click()
    await staff.getByRole('button', { name: 'Save 1 change' }).click()
    await staff.getByText('Setting saved').waitFor()
    await staff.reload()
    await heading(staff, 'Settings')
    expect(await help.count()).toBe(0)
    const guest = await product.window()
    await open(guest, '/help-centre')
    await heading(guest, 'Oops!')
    await guest.context().close()
    await product.ask(people.administrator, 'POST', '/providers/settings', {
      settings: [{ key: 'help_centre_enabled', value: true }],
    })
  })

  it('[FMT-029] accepts JPEG and PNG pictures only', async () => {
    await open(staff, '/settings?tab=general')
    const logo = staff.locator('[data-setting="favicon_url"]')
    const file = logo.locator('input[type=file]')
    await file.waitFor({ state: 'attached' })
    expect(await file.getAttribute('accept')).toBe('image/jpeg,image/png')
    for (const mimeType of ['image/gif', 'image/webp', 'image/svg+xml']) {
      await file.setInputFiles({ name: 'logo', mimeType, buffer: Buffer.from('GIF89a') })
      await logo.getByText('This picture cannot be sent.').waitFor()
    }
    for (const mimeType of ['image/jpeg', 'image/png']) {
      await file.setInputFiles({ name: 'logo', mimeType, buffer: Buffer.from('none') })
      await logo.getByText('This picture could not be read.').waitFor()
    }
  })
})

describe('address book', () => {
  interface Entry {
    name: string
    source: string
    contact_name: string
  }
  const entries = () =>
    product.ask<{ address_books: Entry[] }>(people.owner, 'GET', '/accounts/address-books?limit=100')

  it('[ADDR-008] [ADDR-012] [ADDR-013] [ACC-015] stores the addresses of a booking only when the account setting is on, and only once', async () => {
    const { user } = await product.ask<{ user: { account_id: number } }>(people.owner, 'GET', '/general-data')
    const book = async (name: string) =>
      product.ask(people.owner, 'POST', '/shipments', {
        collection_address: {
          street_address: '12 Bofors Circle',
          local_area: 'Epping',
          city: 'Cape Town',
          code: '7460',
        },
        collection_contact: { name: 'Riaan', mobile_number: '0825550142' },
        delivery_address: {
          street_address: '31 Bath Avenue',
          local_area: 'Rosebank',
          city: 'Johannesburg',
          code: '2196',
        },
        delivery_contact: { name, mobile_number: '0821234567' },
        parcels: [
          {
            submitted_length_cm: 30,
            submitted_width_cm: 20,
            submitted_height_cm: 10,
            submitted_weight_kg: 2,
          },
        ],
        service_level_code: 'ECO',
        dangerous_goods_confirmed: true,
      })
    const setAutoAdd = (value: boolean) =>
      product.ask(people.owner, 'POST', '/accounts/settings', {
        account_id: user.account_id,
        settings: [{ key: 'auto_add_address_book', value: String(value) }],
      })
    await setAutoAdd(false)
    await book('Nobody Kept')
    await setAutoAdd(true)
    await book('Naledi Kept')
    await book('Naledi Kept')
    const named = (await entries()).address_books.filter(({ contact_name }) => contact_name.endsWith('Kept'))
    expect(named.map(({ contact_name, source }) => [contact_name, source])).toEqual([
      ['Naledi Kept', 'automatic'],
    ])
    await open(owner, '/address-book?q=kept')
    const row = owner.getByRole('row', { name: /Naledi Kept/ })
    await row.getByText('On booking').waitFor()
    expect(await row.count()).toBe(1)
    expect(await owner.getByRole('row', { name: /Nobody Kept/ }).count()).toBe(0)
  })
})

describe('signed-in user', () => {
  it('[ACC-025] changes their own details with PATCH /users', async () => {
    await open(owner, '/profile')
    await heading(owner, 'Profile')
    const name = owner.getByLabel('Name', { exact: true })
    await name.fill('Riaan P. Jooste')
    const sent = await product.sends(identityApi.changeUser, () =>
      owner.getByRole('button', { name: 'Save changes' }).first().click(),
    )
    expect(sent).toMatchObject({ status: 200, input: { name: 'Riaan P. Jooste' } })
    await owner.getByText('Profile saved').waitFor()
  })

  it('[SHELL-001] uses the same app as staff, driver, customer or guest, each with their own pages', async () => {
    for (const [to, title] of [
      ['/shipments', 'Shipments'],
      ['/collection-requests', 'Bulk collections'],
      ['/locations', /./],
      ['/account?tab=invoices', 'Account'],
      ['/top-up-account', 'Top up account'],
    ] as const) {
      await visit(owner, to)
      await heading(owner, title)
    }
    for (const [to, title] of [
      ['/shipments', 'Shipments'],
      ['/collection-requests', 'Collection requests'],
      ['/billing', 'Billing'],
    ] as const) {
      await visit(staff, to)
      await heading(staff, title)
    }
    const [driver, guest] = await Promise.all([
      product.as(people.driver, { width: 390, height: 844 }),
      product.window(),
    ])
    await Promise.all([open(driver, '/'), open(guest, '/')])
    await driver.waitForURL(`${product.web}/tripsheet`)
    await heading(guest, 'Quick quote')
    await Promise.all([driver.context().close(), guest.context().close()])
  })
})

describe('companies of the platform', () => {
  it('[ADMIN-001] [ADMIN-004] have pages for their data, SMS service, release notes and short URLs', async () => {
    const [guest, boss] = await Promise.all([product.window(), product.as(platform)])
    const { answer } = await product.sends(signInApi.provider, () => open(guest, '/help-centre'))
    const { provider } = answer as { provider: object }
    expect(Object.keys(provider)).toEqual(
      expect.arrayContaining([
        'status',
        'logo_url',
        'navigation_logo_url',
        'favicon_url',
        'provider_title',
        'enabled_features',
      ]),
    )
    await guest.context().close()
    for (const [page, title, call, action] of [
      ['providers', 'Providers', providersApi.list, 'New provider'],
      ['infobip', 'Infobip', providersApi.infobip, null],
      ['release-notes', 'Release notes', platformApi.releaseNotes, 'New release note'],
      ['short-urls', 'Short URLs', providersApi.shortUrls, 'New short URL'],
    ] as const) {
      const { status } = await product.sends(call, () => open(boss, `/shiplogic-admin/${page}`))
      expect(status).toBe(200)
      await heading(boss, title)
      if (action) await boss.getByRole('main').getByText(action, { exact: true }).first().waitFor()
    }
    await boss.context().close()
  })
})

describe('country list', () => {
  it('[CONST-004] [ADDR-002] has about 240 countries with South Africa preselected', async () => {
    await product.ask(people.administrator, 'POST', '/providers/settings', {
      settings: [
        { key: 'international_enabled', value: true },
        { key: 'international_delivery_countries', value: countries.map(({ name }) => name) },
      ],
    })
    await open(staff, '/shipments/new')
    const delivery = staff.getByRole('region', { name: 'Delivery', exact: true })
    await delivery.getByRole('button', { name: 'Enter the address by hand' }).click()
    const country = delivery.getByRole('combobox', { name: 'Country' })
    expect(await country.inputValue()).toBe('South Africa')
    await country.click()
    const list = staff.getByRole('listbox', { name: 'Country' })
    const more = await list.getByText(/^\+ \d+ more$/).innerText()
    const total = (await list.getByRole('option').count()) + Number(/\d+/.exec(more)?.[0])
    expect(total).toBeGreaterThanOrEqual(235)
    expect(total).toBeLessThanOrEqual(255)
  })
})
