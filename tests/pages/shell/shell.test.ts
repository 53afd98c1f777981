import { startupApi } from '@waybill/domain/startup/api'
import { accountsApi } from '@waybill/domain/accounts/api'
import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setOffline } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const phone = { width: 390, height: 844 }
const people = {
  administrator: 'thandi@fynbos.example',
  customer: 'riaan@overbergbooks.example',
  colleague: 'zanele@overbergbooks.example',
} as const
type Person = keyof typeof people

type Named = Pick<Endpoint, 'method' | 'path'>
type Answer = Record<string, Record<string, unknown>>

let product: Product
beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

/** The windows of the current test, which are closed after it. */
const windows: Page[] = []
/** Functions that restore the server responses that the current test replaced. */
const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(windows.splice(0).map((page) => page.context().close()))
  for (const asUsual of undo.splice(0)) await asUsual()
})

/** Opens a window without a user, or with the given token. */
async function newWindow(size?: { width: number; height: number }, token?: string): Promise<Page> {
  const page = await product.window(size, token)
  windows.push(page)
  return page
}

/** Returns a window with a signed-in user, in which no page has been opened yet. */
async function windowOf(person: Person, size?: { width: number; height: number }): Promise<Page> {
  const page = await product.as(people[person], size)
  windows.push(page)
  return page
}

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(product.web + path)
}

/** Changes the server’s response to this endpoint with `edit`. */
async function change(endpoint: Named, edit: (answer: Answer) => void): Promise<void> {
  undo.push(
    await product.answers(endpoint, async ({ usual }) => {
      const { status, body } = await usual()
      edit(body as Answer)
      return { status, body }
    }),
  )
}

/** Changes the responses so that the customer’s account is on hold, both at start-up and when it is read again. */
async function hold(edit: (answer: Answer) => void = () => undefined): Promise<void> {
  await change(startupApi.generalData, (answer) => {
    Object.assign(answer.account ?? {}, { is_on_hold: true })
    edit(answer)
  })
  await change(accountsApi.list, (answer) => {
    const [account] = answer.accounts as unknown as Record<string, unknown>[]
    Object.assign(account ?? {}, { is_on_hold: true })
  })
}

/** Returns this status and message instead of the server’s response. */
async function reject(endpoint: Named, status: number, message = 'no'): Promise<void> {
  undo.push(await product.answers(endpoint, () => ({ status, body: { message } })))
}

/** Returns the provider settings of a general-data response. */
const settingsOf = (answer: Answer): Record<string, unknown> =>
  answer.provider_settings as Record<string, unknown>

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key)

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

const addressOf = (page: Page): string => page.url().slice(product.web.length)

/** Returns a function that counts the requests to an endpoint from now on. */
function countCalls({ method, path }: Named): () => number {
  const before = product.calls.length
  return () => product.calls.slice(before).filter(({ name }) => name === `${method} ${path}`).length
}

const version = { method: 'GET', path: '/version.json' } as const
const minutes = 60_000

describe('start-up', () => {
  it('[SHELL-027] [SHELL-039] shows the loading screen until provider and general data have loaded in this order', async () => {
    const page = await windowOf('customer')
    const requestedPaths: string[] = []
    const letGo: Record<string, () => void> = {}
    for (const endpoint of [signInApi.provider, startupApi.generalData])
      undo.push(
        await product.answers(endpoint, async () => {
          requestedPaths.push(endpoint.path)
          await new Promise<void>((resolve) => (letGo[endpoint.path] = resolve))
          return 'as usual' as const
        }),
      )
    await open(page, '/dashboard')
    await expect.poll(() => requestedPaths).toEqual(['/providers'])
    const loading = page.locator('#loading')
    await loading.waitFor()
    letGo['/providers']?.()
    await expect.poll(() => requestedPaths).toEqual(['/providers', '/general-data'])
    expect(await loading.isVisible()).toBe(true)
    expect(await navigation(page).count()).toBe(0)
    letGo['/general-data']?.()
    await navigation(page).waitFor()
    await loading.waitFor({ state: 'hidden' })
  })

  it('[SHELL-004] applies the logo, title, favicon and colours of the provider', async () => {
    const page = await windowOf('customer')
    await change(signInApi.provider, ({ provider }) => {
      Object.assign(provider ?? {}, { provider_title: 'Karoo Carriers', favicon_url: '/demo/favicon.svg' })
      Object.assign(provider ?? {}, { navigation_logo_url: '/icon.svg' })
      Object.assign(provider?.theme ?? {}, { light: { brand: '#123456' } })
    })
    await open(page, '/dashboard')
    const home = page.getByRole('link', { name: 'Karoo Carriers, home' })
    expect(await home.locator('img').getAttribute('src')).toBe('/icon.svg')
    await expect.poll(() => page.title()).toBe('Dashboard · Karoo Carriers')
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('/demo/favicon.svg')
    const brand = await page.evaluate(() => document.documentElement.style.getPropertyValue('--brand'))
    expect(brand.toLowerCase()).toBe('#123456')
  })

  it('[SHELL-006] shows the navigation logo in the app, the logo at sign-in, and the title when there is no logo', async () => {
    const logos = async (logoUrl: string, navigationLogoUrl: string) => {
      await change(signInApi.provider, ({ provider }) => {
        Object.assign(provider ?? {}, { logo_url: logoUrl, navigation_logo_url: navigationLogoUrl })
      })
    }
    const page = await windowOf('customer')
    const home = page.getByRole('link', { name: 'Fynbos Couriers, home' })
    await logos('/icon.svg?wide', '/icon.svg?small')
    await open(page, '/dashboard')
    expect(await home.locator('img').getAttribute('src')).toBe('/icon.svg?small')
    await logos('/icon.svg?wide', '')
    await open(page, '/dashboard')
    expect(await home.locator('img').getAttribute('src')).toBe('/icon.svg?wide')
    await logos('', '')
    await open(page, '/dashboard')
    await home.filter({ hasText: 'Fynbos Couriers' }).waitFor()
    const guest = await newWindow()
    await logos('/icon.svg?wide', '/icon.svg?small')
    await open(guest, '/login')
    const image = guest.getByRole('img', { name: 'Fynbos Couriers' })
    expect(await image.getAttribute('src')).toBe('/icon.svg?wide')
  })

  it('[SHELL-005] applies the brand saved in the settings to the provider data and to the pages', async () => {
    const { answer: before } = await product.sends(signInApi.provider, async () =>
      open(await newWindow(), '/login'),
    )
    const fields = ['provider_title', 'logo_url', 'navigation_logo_url', 'favicon_url'] as const
    const was = fields.map((field) => [field, (before as Answer).provider?.[field]])
    undo.push(async () => product.saveSettings(Object.fromEntries(was)))
    const brand = {
      provider_title: 'Karoo Carriers',
      logo_url: '/icon.svg?wide',
      navigation_logo_url: '/icon.svg?small',
      favicon_url: '/demo/favicon.svg',
    }
    await product.saveSettings(brand)
    const guest = await newWindow()
    const { answer } = await product.sends(signInApi.provider, () => open(guest, '/login'))
    expect((answer as Answer).provider).toMatchObject({ ...brand, settings: brand })
    const logo = guest.getByRole('img', { name: 'Karoo Carriers' })
    expect(await logo.getAttribute('src')).toBe('/icon.svg?wide')
    expect(await guest.title()).toContain('Karoo Carriers')
    expect(await guest.locator('link[rel=icon]').getAttribute('href')).toBe('/demo/favicon.svg')
    const page = await windowOf('customer')
    await open(page, '/dashboard')
    const home = page.getByRole('link', { name: 'Karoo Carriers, home' })
    expect(await home.locator('img').getAttribute('src')).toBe('/icon.svg?small')
  })

  it('[SHELL-027] [SHELL-040] [SHELL-053] opens the maintenance page when the provider request returns 418', async () => {
    const page = await newWindow()
    await reject(signInApi.provider, 418)
    await open(page, '/shipments?page=2')
    await page.getByRole('heading', { name: "We're doing maintenance..." }).waitFor()
    await page.getByText('Please check back in a few minutes.').waitFor()
    await page.waitForURL(`${product.web}/maintenance?r=%2Fshipments%3Fpage%3D2`)
  })

  it('[SHELL-051] leaves the maintenance page when there is no maintenance', async () => {
    const page = await windowOf('customer')
    await open(page, '/maintenance?r=%2Fshipments')
    await page.waitForURL(`${product.web}/shipments`)
    await open(page, '/maintenance')
    await page.waitForURL(`${product.web}/dashboard`)
  })

  it('[SHELL-050] retries after 5 minutes and a random delay of up to one minute', async () => {
    const page = await newWindow()
    await page.addInitScript(() => (Math.random = () => 0.5))
    const tries = countCalls(signInApi.provider)
    await reject(signInApi.provider, 418)
    await open(page, '/')
    await page.getByRole('heading', { name: "We're doing maintenance..." }).waitFor()
    await product.sleep(page, 5.3 * minutes)
    expect(tries()).toBe(1)
    await product.sleep(page, 0.3 * minutes)
    await expect.poll(tries).toBe(2)
  })

  it('[SHELL-041] [SHELL-055] shows the not-found page when no provider has this host', async () => {
    const page = await newWindow()
    await reject(signInApi.provider, 404)
    await open(page, '/')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    expect(await page.title()).toBe('Page not found')
  })

  it('[SHELL-042] logs out when the provider request returns 401', async () => {
    const page = await windowOf('customer')
    let tries = 0
    undo.push(
      await product.answers(signInApi.provider, () => {
        tries += 1
        return tries === 1 ? { status: 401, body: { message: 'no' } } : 'as usual'
      }),
    )
    await open(page, '/shipments')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(await stored(page, 'access_token')).toBeNull()
  })

  it('[SHELL-027] [SHELL-043] [SHELL-056] shows the message of any other failure and prompts for a refresh', async () => {
    const page = await newWindow()
    await reject(signInApi.provider, 500, 'the database is away')
    await open(page, '/')
    await page.getByRole('heading', { name: 'Error' }).waitFor()
    await page.getByText('The database is away. Please refresh your page and try again.').waitFor()
    expect(await page.title()).toBe('Error')
  })

  it('[AUTH-023] [AUTH-024] ends an expired session without a message when general data returns 401', async () => {
    const page = await windowOf('administrator')
    await reject(startupApi.generalData, 401, 'Token has expired')
    await open(page, '/shipments?page=2')
    await page.getByLabel('Password', { exact: true }).waitFor()
    expect(addressOf(page)).toBe('/login?redirect=%2Fshipments%3Fpage%3D2')
    expect(await stored(page, 'access_token')).toBeNull()
    expect(await page.getByText('Token has expired').count()).toBe(0)
    expect(await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()).toBe(0)
  })

  it('[ERR-012] reports that general data could not be loaded and ends impersonation', async () => {
    const page = await windowOf('administrator')
    await reject(startupApi.generalData, 500)
    await open(page, '/?impersonate=riaan')
    await page.getByText('Could not load general data.').waitFor()
    expect(await stored(page, 'impersonated_username')).toBeNull()
    expect(await stored(page, 'access_token')).not.toBeNull()
  })

  it('[ERR-013] reports that provider settings are missing and ends impersonation', async () => {
    const page = await windowOf('administrator')
    await change(startupApi.generalData, (answer) => (answer.provider_settings = {}))
    await open(page, '/?impersonate=riaan')
    await page.getByText('Provider settings not found.').waitFor()
    expect(await stored(page, 'impersonated_username')).toBeNull()
  })
})

describe('maintenance and closed accounts during use', () => {
  it('[SHELL-049] [SHELL-052] opens the maintenance page and keeps the path to return to', async () => {
    const page = await windowOf('customer')
    await open(page, '/dashboard')
    await navigation(page).waitFor()
    await reject(signInApi.provider, 418)
    await reject(accountsApi.addressBook, 418)
    await navigation(page).getByRole('link', { name: 'Address book' }).click()
    await page.getByRole('heading', { name: "We're doing maintenance..." }).waitFor()
    expect(addressOf(page)).toBe('/maintenance?r=%2Faddress-book')
  })

  it('[SHELL-027] [SHELL-057] [SHELL-058] [SHELL-059] shows that the account is closed and the support contact', async () => {
    // Use a separate session, because this test ends it.
    const { body } = await product.answerTo(null, 'POST', '/login', {
      email: people.customer,
      password: 'waybill-demo',
      provider_id: 1,
    })
    const page = await newWindow(undefined, (body as { access_token: string }).access_token)
    await change(startupApi.generalData, ({ account }) => {
      Object.assign(account ?? {}, { support_email: 'books@fynbos.example' })
    })
    await open(page, '/dashboard')
    await navigation(page).waitFor()
    await reject(accountsApi.addressBook, 423)
    await navigation(page).getByRole('link', { name: 'Address book' }).click()
    await page
      .getByText('Your account has been closed. Please contact support at books@fynbos.example to reopen it.')
      .waitFor()
    expect(addressOf(page)).toBe('/account-closed')
    await page.getByRole('link', { name: 'Log out' }).click()
    await page.waitForURL(`${product.web}/login`)

    await open(page, '/account-closed')
    await page.getByText('Please contact support at help@fynbos.example to reopen it.').waitFor()
  })
})

describe('page frame', () => {
  it('[SHELL-009] [SHELL-012] [SHELL-015] [SHELL-018] [SHELL-019] [SHELL-021] [SHELL-022] has a sidebar from 992 px', async () => {
    const page = await windowOf('customer', { width: 992, height: 800 })
    const before = product.calls.length
    await open(page, '/shipments')
    const sidebar = navigation(page)
    await sidebar.getByText('Version 3.17.17').waitFor()
    const versions = product.calls
      .slice(before)
      .flatMap(({ url, headers }) => (url.pathname.startsWith('/api/') ? [headers['client-version']] : []))
    expect([...new Set(versions)]).toEqual(['3.17.17'])
    await sidebar.getByText('Riaan Jooste').waitFor()
    await sidebar.getByText(/^\S+ · Overberg Books/).waitFor()
    await page.getByRole('button', { name: 'Menu of Riaan Jooste' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    await page.keyboard.press('Escape')
    await sidebar.getByRole('link', { name: 'Fynbos Couriers, home' }).click()
    await page.waitForURL(`${product.web}/dashboard`)

    const staff = await windowOf('administrator')
    await open(staff, '/shipments')
    const who = navigation(staff).getByText('Thandi').locator('..')
    await who.getByText(/administrator/i).waitFor()
  })

  it('[SHELL-013] has a top bar with a slide-in menu below 992 px', async () => {
    const page = await windowOf('customer', { width: 991, height: 800 })
    await open(page, '/shipments')
    const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
    await menu.waitFor()
    expect(await navigation(page).count()).toBe(0)
    await menu.click()
    await navigation(page).getByRole('link', { name: 'Dashboard' }).click()
    await page.waitForURL(`${product.web}/dashboard`)
    expect(await navigation(page).count()).toBe(0)
  })

  it('[SHELL-014] can be collapsed and stays collapsed after a reload', async () => {
    const page = await windowOf('customer')
    await open(page, '/dashboard')
    await page.getByRole('button', { name: 'Collapse navigation' }).click()
    await page.getByRole('button', { name: 'Expand navigation' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Expand navigation' }).click()
    await page.getByRole('button', { name: 'Collapse navigation' }).waitFor()
  })

  it('[SHELL-023] [SHELL-032] hides log-out and the site-wide message when the role hides them', async () => {
    const page = await windowOf('customer')
    await change(startupApi.generalData, (answer) => {
      settingsOf(answer).site_wide_account_message = 'We close at noon on Friday.'
      Object.assign(answer.user?.role ?? {}, { permissions_ui: ['hide_logout', 'hide_site_wide_message'] })
    })
    await open(page, '/dashboard')
    await page.getByRole('button', { name: 'Menu of Riaan Jooste' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Log out' }).count()).toBe(0)
    expect(await page.getByText('We close at noon on Friday.').count()).toBe(0)
  })

  it('[SHELL-016] [SHELL-038] shows the impersonated user and ends the impersonation with either button', async () => {
    const page = await windowOf('administrator')
    const impersonate = async () => {
      await open(page, '/?impersonate=riaan')
      await page.getByText('Riaan Jooste riaan@overbergbooks.example').waitFor()
    }
    await impersonate()
    expect(await page.getByRole('link', { name: 'Fynbos Couriers, home' }).count()).toBe(0)
    await navigation(page).getByRole('button', { name: 'Back' }).click()
    await navigation(page).getByText('Thandi').waitFor()
    expect(await stored(page, 'impersonated_username')).toBeNull()
    await impersonate()
    await page.getByRole('button', { name: 'Stop impersonating' }).click()
    await navigation(page).getByText('Thandi').waitFor()
    expect(await page.getByText('Riaan Jooste riaan@overbergbooks.example').count()).toBe(0)
  })

  it('[SHELL-010] [SHELL-011] sends customers of a locker company to its mobile app from any URL', async () => {
    const page = await windowOf('customer')
    await change(signInApi.provider, ({ provider }) => {
      Object.assign(provider ?? {}, { is_pickup_locker_provider: true })
      Object.assign(provider?.settings ?? {}, { app_store_url: 'https://apps.example/waybill' })
    })
    await change(startupApi.generalData, ({ provider_settings }) => {
      Object.assign(provider_settings ?? {}, { app_store_url: 'https://apps.example/waybill' })
    })
    for (const path of ['/dashboard', '/shipments', '/nowhere']) {
      await open(page, path)
      await page.getByRole('heading', { name: 'Hi there! Ready to send some parcels?' }).waitFor()
      await page.getByText('Please use our mobile app to send and collect parcels.').waitFor()
      expect(await page.getByRole('link', { name: 'App Store' }).count()).toBe(1)
      expect(await page.getByRole('link', { name: 'Google Play' }).count()).toBe(0)
      expect(await navigation(page).count()).toBe(0)
    }
  })

  it('[SHELL-027] [SHELL-054] shows a page for an unknown URL', async () => {
    const page = await windowOf('customer')
    await open(page, '/nowhere')
    await page.getByRole('heading', { name: 'Oops!' }).waitFor()
    await page.getByText("We can't seem to find the page you're looking for.").waitFor()
    await page.getByText('Error code: 404').waitFor()
  })
})

describe('banners', () => {
  it('[SHELL-028] [SHELL-029] [SHELL-030] appear in order, and the offline banner appears and disappears by itself', async () => {
    const page = await windowOf('administrator')
    await hold((answer) => {
      settingsOf(answer).site_wide_account_message = 'We close at noon on Friday.'
    })
    await open(page, '/?impersonate=riaan')
    await page.getByText('We close at noon on Friday.').waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await setOffline(page, true)
    const offline = page.getByText('You are currently offline. Please check your internet connection.')
    await offline.waitFor()
    await page.getByRole('button', { name: '+ 2 notices' }).click()
    const texts = await page
      .getByRole('status')
      .filter({ hasText: /offline|noon|on hold|Riaan Jooste/ })
      .allInnerTexts()
    expect(texts.map((text) => /offline|noon|on hold|Riaan Jooste/.exec(text)?.[0])).toEqual([
      'offline',
      'noon',
      'on hold',
      'Riaan Jooste',
    ])
    await setOffline(page, false)
    const back = page.getByText('You are back online!')
    await back.waitFor()
    expect(await offline.count()).toBe(0)
    await product.pass(page, 2_100)
    await back.waitFor({ state: 'hidden' })
  })

  it('[SHELL-031] [SHELL-033] show staff and customers their own site-wide message with its icon', async () => {
    const seen = async (person: Person) => {
      const page = await windowOf(person)
      await change(startupApi.generalData, (answer) => {
        Object.assign(settingsOf(answer), {
          site_wide_admin_message: 'Depot meeting at eight.',
          site_wide_admin_message_icon: 'error',
          site_wide_account_message: 'We close at noon on Friday.',
          site_wide_account_message_icon: 'success',
        })
      })
      await open(page, '/shipments')
      const banner = page.getByRole('status').filter({ hasText: /meeting|noon/ })
      await banner.waitFor()
      return {
        text: await banner.innerText(),
        icon: await banner
          .locator('svg')
          .first()
          .evaluate((icon) => icon.innerHTML),
      }
    }
    const staff = await seen('administrator')
    const customer = await seen('customer')
    expect(staff.text).toContain('Depot meeting at eight.')
    expect(customer.text).toContain('We close at noon on Friday.')
    expect(staff.icon).not.toBe(customer.icon)
  })

  it('[SHELL-036] [SHELL-037] show that the account is on hold, with a link only for users who may open it', async () => {
    const held = async (person: Person) => {
      const page = await windowOf(person)
      await hold()
      await open(page, '/dashboard')
      await page
        .getByText(
          'Your account is on hold. Please settle your outstanding balance or contact help@fynbos.example.',
        )
        .waitFor()
      return page.getByRole('link', { name: 'View account' })
    }
    expect(await (await held('customer')).getAttribute('href')).toBe('/account?tab=billing')
    expect(await (await held('colleague')).count()).toBe(0)
  })
})

describe('differences between staff and customers', () => {
  it('[SHELL-034] [SHELL-035] shows overdue platform invoices to staff and not to customers', async () => {
    const seen = async (person: Person, owed: string[]) => {
      const page = await windowOf(person)
      await change(signInApi.provider, ({ provider }) => Object.assign(provider ?? {}, { status: 'overdue' }))
      await change(startupApi.generalData, (answer) =>
        Object.assign(answer, { provider_overdue_invoices: owed }),
      )
      await open(page, '/shipments')
      await page.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
      return page.getByRole('status').filter({ hasText: 'are overdue' })
    }
    const staff = await seen('administrator', ['PLT000041', 'PLT000042', 'PLT000043', 'PLT000044'])
    expect(await staff.innerText()).toContain(
      'Your invoice(s) PLT000041, PLT000042, PLT000043 and 1 more are overdue. Please pay them as soon as possible to prevent suspension of your services.',
    )
    expect(await staff.getByRole('link').count()).toBe(0)
    const none = await seen('customer', ['PLT000041'])
    expect(await none.count()).toBe(0)
  })

  it('[SHELL-024] lets customers track a parcel from the page frame, and not staff', async () => {
    const page = await windowOf('customer')
    await open(page, '/dashboard')
    await page.getByRole('button', { name: 'Track a parcel' }).click()
    const panel = page.getByRole('dialog', { name: 'Track a parcel' })
    await panel.getByRole('textbox', { name: 'Tracking reference' }).fill(await anyReference())
    await panel.getByRole('button', { name: 'Track', exact: true }).click()
    await panel.getByRole('listitem').first().waitFor()
    expect(await panel.getByRole('listitem').count()).toBe(5)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    const staff = await windowOf('administrator')
    await open(staff, '/shipments')
    await staff.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    expect(await staff.getByRole('button', { name: 'Track a parcel' }).count()).toBe(0)
  })
})

describe('timers', () => {
  /** Opens the dashboard with `newer` as the version on the server. */
  async function windowWithVersion(newer: string) {
    const page = await windowOf('customer')
    const versionCalls = countCalls(version)
    undo.push(await product.answers(version, () => ({ body: { version: newer } })))
    await open(page, '/dashboard')
    await navigation(page).waitFor()
    return {
      page,
      asked: versionCalls,
      alert: page.getByRole('alertdialog', { name: 'New version available.' }),
    }
  }

  it('[SHELL-061] [SHELL-062] [SHELL-064] [SHELL-065] report a minor version, which can be postponed for 4 hours', async () => {
    const { page, asked, alert } = await windowWithVersion('3.18.0')
    await product.sleep(page, 19.8 * minutes)
    expect(asked()).toBe(0)
    await product.sleep(page, 0.3 * minutes)
    await alert.getByRole('button', { name: 'Refresh' }).waitFor()
    expect(asked()).toBe(1)
    await alert.getByRole('button', { name: 'Remind me later' }).click()
    await product.sleep(page, 210 * minutes)
    await expect.poll(asked).toBeGreaterThan(1)
    expect(await alert.count()).toBe(0)
    await product.sleep(page, 40 * minutes)
    await alert.waitFor()
  })

  it('[SHELL-063] [SHELL-065] require a refresh for a major version and ignore a patch version', async () => {
    const major = await windowWithVersion('4.0.0')
    await product.sleep(major.page, 20.1 * minutes)
    await major.alert.waitFor()
    expect(await major.alert.getByRole('button').allInnerTexts()).toEqual(['Refresh'])
    await major.page.keyboard.press('Escape')
    expect(await major.alert.isVisible()).toBe(true)
    await product.sends(startupApi.generalData, () =>
      major.alert.getByRole('button', { name: 'Refresh' }).click(),
    )
    await major.page.context().close()

    const patch = await windowWithVersion('3.17.18')
    await product.sleep(patch.page, 20.1 * minutes)
    await expect.poll(patch.asked).toBe(1)
    expect(await patch.alert.count()).toBe(0)
  })

  it('[SHELL-047] [API-022] [API-018] load general data at the start, and the changes every hour', async () => {
    const page = await windowOf('customer')
    const before = product.calls.length
    const sinceValues = () =>
      product.calls
        .slice(before)
        .flatMap(({ name, input }) => (name === 'GET /general-data' ? [input['since'] ?? null] : []))
    await open(page, '/dashboard')
    await navigation(page).waitFor()
    expect(sinceValues()).toEqual([null])
    await product.sleep(page, 59.8 * minutes)
    expect(sinceValues().length).toBe(1)
    await product.sleep(page, 0.3 * minutes)
    await expect.poll(() => sinceValues().length).toBe(2)
    expect(sinceValues()[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+02:00$/)
    await navigation(page).getByText('Riaan Jooste').waitFor()
  })
})

describe('alerts and toasts', () => {
  it('[SHELL-074] [ERR-020] hide a toast after 3 seconds', async () => {
    const page = await windowOf('administrator')
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.resolve()
    })
    await open(page, `/shipments/${await anyShipment()}`)
    await page.getByRole('button', { name: /^Copy/ }).first().click()
    const toast = page.getByRole('status').filter({ hasText: 'Copied to clipboard' })
    await toast.waitFor()
    await page.getByRole('heading', { level: 1 }).hover()
    await product.pass(page, 2_500)
    expect(await toast.count()).toBe(1)
    await product.pass(page, 700)
    await toast.waitFor({ state: 'hidden' })
  })

  it('[SHELL-027] [SHELL-078] explain how to allow popups when the browser blocks one', async () => {
    const page = await windowOf('administrator')
    await page.addInitScript(() => (window.open = () => null))
    await open(page, `/shipments/${await anyShipment()}`)
    await page.getByRole('button', { name: 'Label', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Stickers (PDF)' }).click()
    const alert = page.getByRole('alertdialog', { name: `Popups are blocked for ${product.host}` })
    await alert.getByText(/choose Always allow/).waitFor()
    await alert.getByRole('button', { name: 'Okay, thanks' }).click()
    await alert.waitFor({ state: 'hidden' })
  })

  it('[SHELL-080] prompt before leaving a form with unsaved changes', async () => {
    const page = await windowOf('customer')
    await open(page, '/shipments/new')
    const name = page.getByRole('textbox', { name: 'Contact name' }).first()
    await name.fill('Nadia Botha')
    const leave = () => navigation(page).getByRole('link', { name: 'Dashboard' }).click()
    await leave()
    const prompt = page.getByRole('alertdialog', { name: 'Are you sure you want to leave?' })
    await prompt.getByText('There are unsaved changes. Are you sure you want to leave?').waitFor()
    await prompt.getByRole('button', { name: 'Stay' }).click()
    expect(await name.inputValue()).toBe('Nadia Botha')
    await leave()
    await prompt.getByRole('button', { name: 'Yes, leave' }).click()
    await page.waitForURL(`${product.web}/dashboard`)
  })

  it('[SHELL-068] [SHELL-069] warn of an old browser until the user dismisses the warning, which applies in other windows too', async () => {
    const old = () =>
      Object.defineProperty(navigator, 'userAgent', {
        get: () => 'Mozilla/5.0 Chrome/90.0.0.0 Safari/537.36',
      })
    const page = await windowOf('colleague')
    await page.addInitScript(old)
    await open(page, '/dashboard')
    const alert = page.getByRole('alertdialog', { name: 'Your browser is out of date' })
    await alert.getByRole('button', { name: 'Close' }).last().click()
    await page.reload()
    const saved = await product.sends(signInApi.saveUserSetting, () =>
      alert.getByRole('button', { name: "Don't remind me again" }).click(),
    )
    expect(saved.input).toMatchObject({
      setting: 'hide_outdated_browser_warning',
      value: true,
    })
    const elsewhere = await windowOf('colleague')
    await elsewhere.addInitScript(old)
    await open(elsewhere, '/dashboard')
    await navigation(elsewhere).waitFor()
    await elsewhere.getByRole('heading', { name: 'Latest shipments' }).waitFor()
    expect(await elsewhere.getByRole('alertdialog').count()).toBe(0)

    const guest = await newWindow(phone)
    await guest.addInitScript(old)
    await open(guest, '/shipments/new')
    const browserAlert = guest.getByRole('alertdialog', { name: 'Your browser is out of date' })
    await browserAlert.getByRole('button', { name: "Don't remind me again" }).click()
    await guest.reload()
    await guest.getByRole('heading', { level: 1 }).waitFor()
    expect(await browserAlert.count()).toBe(0)
  })

  it('[SHELL-009] [SHELL-066] return the served version in /version.json', async () => {
    const { body } = await product.download('/version.json')
    expect(JSON.parse(body.toString())).toEqual({ version: '3.17.17' })
  })
})

/** Returns the id of any shipment of the demo company. */
async function anyShipment(): Promise<number> {
  return (await someShipment()).id
}

/** Returns the reference of any shipment of the demo company. */
async function anyReference(): Promise<string> {
  return (await someShipment()).short_tracking_reference
}

interface SomeShipment {
  id: number
  short_tracking_reference: string
}

async function someShipment(): Promise<SomeShipment> {
  const { shipments } = await product.ask<{ shipments: SomeShipment[] }>(
    people.administrator,
    'GET',
    '/shipments?limit=1',
  )
  const [shipment] = shipments
  if (!shipment) throw new Error('The demonstration has no shipments.')
  return shipment
}
