import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import path from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { error_reporting_keys } from '../../domain/src/kit/environment.ts'
import { accessibilityViolations, openProduct, type Product } from './product.ts'

const phone = { width: 390, height: 844 }
const people = {
  administrator: 'thandi@fynbos.example',
  customer: 'riaan@overbergbooks.example',
  colleague: 'zanele@overbergbooks.example',
  /** The customer, in a session that a test ends. */
  leaver: 'riaan@overbergbooks.example',
} as const
type Person = keyof typeof people

type Answer = Record<string, Record<string, unknown>>

let product: Product
const tokens = new Map<Person, string>()
beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

async function tokenOf(person: Person): Promise<string> {
  const known = tokens.get(person)
  if (known) return known
  const response = await fetch(`${product.web}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: people[person], password: 'waybill-demo', provider_id: 1 }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  tokens.set(person, access_token)
  return access_token
}

/** The file of the built program that a source file of the web has become. */
function fileOf(source: string): string {
  const manifest = fs.readFileSync(
    path.join(import.meta.dirname, '../../web/dist/.vite/manifest.json'),
    'utf8',
  )
  const file = (JSON.parse(manifest) as Record<string, { file: string }>)[`src/${source}`]?.file
  if (!file) throw new Error(`${source} is no page of its own.`)
  return file
}

/** The windows of each running test, which are closed with it: open pages go on working, and slow the others down. */
const windows = new AsyncLocalStorage<Page[]>()

const it = (title: string, run: () => Promise<void>): void =>
  test(title, async () => {
    const opened: Page[] = []
    try {
      await windows.run(opened, run)
    } finally {
      await Promise.all(opened.map((page) => page.context().close()))
    }
  })

/** A window in which nobody is signed in. */
async function newWindow(size?: { width: number; height: number }, access_token?: string): Promise<Page> {
  const page = await product.window(size, access_token)
  windows.getStore()?.push(page)
  return page
}

/** A window in which somebody is signed in already; no page of the product has been opened yet. */
async function windowOf(person: Person, size?: { width: number; height: number }): Promise<Page> {
  return newWindow(size, await tokenOf(person))
}

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(product.web + path)
}

/** Lets the server answer, and changes its answer on the way. */
async function change(page: Page, path: string, edit: (answer: Answer) => void): Promise<void> {
  await page.route(`**/api${path}?*`, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as Answer
    edit(answer)
    await route.fulfill({ response, json: answer })
  })
}

/** Puts the customer's account on hold in everything that is answered about it, also when it is read again. */
async function hold(page: Page, edit: (answer: Answer) => void = () => undefined): Promise<void> {
  await change(page, '/general-data', (answer) => {
    Object.assign(answer.account ?? {}, { is_on_hold: true })
    edit(answer)
  })
  await change(page, '/accounts', (answer) => {
    const [account] = answer.accounts as unknown as Record<string, unknown>[]
    Object.assign(account ?? {}, { is_on_hold: true })
  })
}

/** Answers instead of the server. */
async function refuse(page: Page, path: string, status: number, message = 'no'): Promise<void> {
  await page.route(`**/api${path}*`, (route: Route) => route.fulfill({ status, json: { message } }))
}

const settingsOf = (answer: Answer): Record<string, unknown> =>
  answer.provider_settings as Record<string, unknown>

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key)

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

const addressOf = (page: Page): string => page.url().slice(product.web.length)

/** What becomes true while other windows are busy too. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 })

/** How many tabs have, and how many want, the turn of looking for a new version by the clock. */
const turns = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    const ofTimers = (locks: LockInfo[]) => locks.filter(({ name }) => name === 'timer').length
    return { held: ofTimers(held), pending: ofTimers(pending) }
  })

/** Counts the versions that other tabs tell this one from now on. */
async function countVersionsTold(page: Page): Promise<() => Promise<number>> {
  const told = await page.evaluateHandle(() => {
    const heard = { count: 0 }
    new BroadcastChannel('waybill').addEventListener(
      'message',
      ({ data }: MessageEvent<{ kind: string }>) => {
        if (data.kind === 'version') heard.count += 1
      },
    )
    return heard
  })
  return () => told.evaluate(({ count }) => count)
}

/** Counts the calls of an address from now on. */
function countCalls(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

describe.concurrent('starting up', () => {
  it('[SHELL-027] [SHELL-039] shows the loading screen until provider and general data have come, in this order', async () => {
    const page = await windowOf('customer')
    const asked: string[] = []
    const letGo: Record<string, () => void> = {}
    for (const path of ['/providers', '/general-data'])
      await page.route(`**/api${path}?*`, async (route) => {
        asked.push(path)
        await new Promise<void>((resolve) => (letGo[path] = resolve))
        await route.continue()
      })
    await page.goto(`${product.web}/dashboard`, { waitUntil: 'commit' })
    await eventually(() => asked).toEqual(['/providers'])
    const loading = page.locator('#loading')
    await loading.waitFor()
    letGo['/providers']?.()
    await eventually(() => asked).toEqual(['/providers', '/general-data'])
    expect(await loading.isVisible()).toBe(true)
    expect(await navigation(page).count()).toBe(0)
    letGo['/general-data']?.()
    await navigation(page).waitFor()
    await loading.waitFor({ state: 'hidden' })
  })

  it('[SHELL-004] wears the logo, title, favicon and colours of the provider', async () => {
    const page = await windowOf('customer')
    await change(page, '/providers', ({ provider }) => {
      Object.assign(provider ?? {}, { provider_title: 'Karoo Carriers', favicon_url: '/demo/favicon.svg' })
      Object.assign(provider ?? {}, { navigation_logo_url: '/icon.svg' })
      Object.assign(provider?.theme ?? {}, { light: { brand: '#123456' } })
    })
    await open(page, '/dashboard')
    const home = page.getByRole('link', { name: 'Karoo Carriers, home' })
    expect(await home.locator('img').getAttribute('src')).toBe('/icon.svg')
    await eventually(() => page.title()).toBe('Dashboard · Karoo Carriers')
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('/demo/favicon.svg')
    const brand = await page.evaluate(() => document.documentElement.style.getPropertyValue('--brand'))
    expect(brand.toLowerCase()).toBe('#123456')
  })

  it('[SHELL-006] shows the navigation logo inside, the logo at sign-in, and the title when there is none', async () => {
    const logos = async (page: Page, logo_url: string, navigation_logo_url: string) => {
      await page.unrouteAll()
      await change(page, '/providers', ({ provider }) => {
        Object.assign(provider ?? {}, { logo_url, navigation_logo_url })
      })
    }
    const page = await windowOf('customer')
    const home = page.getByRole('link', { name: 'Fynbos Couriers, home' })
    await logos(page, '/icon.svg?wide', '/icon.svg?small')
    await open(page, '/dashboard')
    expect(await home.locator('img').getAttribute('src')).toBe('/icon.svg?small')
    await logos(page, '/icon.svg?wide', '')
    await open(page, '/dashboard')
    expect(await home.locator('img').getAttribute('src')).toBe('/icon.svg?wide')
    await logos(page, '', '')
    await open(page, '/dashboard')
    await home.filter({ hasText: 'Fynbos Couriers' }).waitFor()
    const guest = await newWindow()
    await logos(guest, '/icon.svg?wide', '/icon.svg?small')
    await open(guest, '/login')
    const image = guest.getByRole('img', { name: 'Fynbos Couriers' })
    expect(await image.getAttribute('src')).toBe('/icon.svg?wide')
  })

  it('[SHELL-005] the brand stands in the provider and among its settings, and is the same', async () => {
    const response = await fetch(`${product.web}/api/providers?origin=127.0.0.1`)
    const { provider } = (await response.json()) as Answer
    for (const field of ['logo_url', 'navigation_logo_url', 'favicon_url', 'provider_title']) {
      expect(provider?.[field]).toEqual(expect.any(String))
      expect(provider?.settings).toHaveProperty(field, provider?.[field])
    }
  })

  it('[SHELL-027] [SHELL-040] [SHELL-053] goes to maintenance when the provider answers 418', async () => {
    const page = await newWindow()
    await refuse(page, '/providers', 418)
    await open(page, '/shipments?page=2')
    await page.getByRole('heading', { name: "We're doing maintenance..." }).waitFor()
    await page.getByText('Please check back in a few minutes.').waitFor()
    expect(addressOf(page)).toBe('/maintenance?r=%2Fshipments%3Fpage%3D2')
  })

  it('[SHELL-051] leaves the maintenance page when there is no maintenance', async () => {
    const page = await windowOf('customer')
    await open(page, '/maintenance?r=%2Fshipments')
    await page.waitForURL(`${product.web}/shipments`)
    await open(page, '/maintenance')
    await page.waitForURL(`${product.web}/dashboard`)
  })

  it('[SHELL-050] looks again after 5 minutes and up to one more', async () => {
    const page = await newWindow()
    await page.clock.install()
    await page.addInitScript(() => (Math.random = () => 0.5))
    const tries = countCalls(page, '/api/providers')
    await refuse(page, '/providers', 418)
    await open(page, '/')
    await page.getByRole('heading', { name: "We're doing maintenance..." }).waitFor()
    await page.clock.fastForward('05:20')
    expect(tries()).toBe(1)
    await page.clock.fastForward('00:11')
    await eventually(tries).toBe(2)
  })

  it('[SHELL-041] [SHELL-055] shows the not-found page when no provider answers to the address', async () => {
    const page = await newWindow()
    await refuse(page, '/providers', 404)
    await open(page, '/')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    expect(await page.title()).toBe('Page not found')
  })

  it('[SHELL-042] logs out when the provider answers 401', async () => {
    const page = await windowOf('customer')
    let tries = 0
    await page.route('**/api/providers?*', (route) => {
      tries += 1
      return tries === 1 ? route.fulfill({ status: 401, json: { message: 'no' } }) : route.continue()
    })
    await open(page, '/shipments')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(await stored(page, 'access_token')).toBeNull()
  })

  it('[SHELL-027] [SHELL-043] [SHELL-056] shows the message of any other failure and asks for a refresh', async () => {
    const page = await newWindow()
    await refuse(page, '/providers', 500, 'the database is away')
    await open(page, '/')
    await page.getByRole('heading', { name: 'Error' }).waitFor()
    await page.getByText('The database is away. Please refresh your page and try again.').waitFor()
    expect(await page.title()).toBe('Error')
  })

  it('[AUTH-023] [AUTH-024] ends the session without a word when general data finds it expired', async () => {
    const page = await windowOf('administrator')
    await refuse(page, '/general-data', 401, 'Token has expired')
    await open(page, '/shipments?page=2')
    await page.getByLabel('Password', { exact: true }).waitFor()
    expect(addressOf(page)).toBe('/login?redirect=%2Fshipments%3Fpage%3D2')
    expect(await stored(page, 'access_token')).toBeNull()
    expect(await page.getByText('Token has expired').count()).toBe(0)
    expect(await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()).toBe(0)
  })

  it('[ERR-012] tells that general data could not be loaded and ends impersonation', async () => {
    const page = await windowOf('administrator')
    await refuse(page, '/general-data', 500)
    await open(page, '/?impersonate=riaan')
    await page.getByText('Could not load general data.').waitFor()
    expect(await stored(page, 'impersonated_username')).toBeNull()
    expect(await stored(page, 'access_token')).not.toBeNull()
  })

  it('[ERR-013] tells that provider settings are missing and ends impersonation', async () => {
    const page = await windowOf('administrator')
    await change(page, '/general-data', (answer) => (answer.provider_settings = {}))
    await open(page, '/?impersonate=riaan')
    await page.getByText('Provider settings not found.').waitFor()
    expect(await stored(page, 'impersonated_username')).toBeNull()
  })
})

describe.concurrent('what any call may find out', () => {
  it('[SHELL-049] [SHELL-052] goes to maintenance and keeps the way back', async () => {
    const page = await windowOf('customer')
    await open(page, '/dashboard')
    await navigation(page).waitFor()
    await refuse(page, '/providers', 418)
    await refuse(page, '/accounts/address-books', 418)
    await navigation(page).getByRole('link', { name: 'Address book' }).click()
    await page.getByRole('heading', { name: "We're doing maintenance..." }).waitFor()
    expect(addressOf(page)).toBe('/maintenance?r=%2Faddress-book')
  })

  it('[SHELL-027] [SHELL-057] [SHELL-058] [SHELL-059] tells that the account is closed and whom to ask', async () => {
    const page = await windowOf('leaver')
    await change(page, '/general-data', ({ account }) => {
      Object.assign(account ?? {}, { support_email: 'books@fynbos.example' })
    })
    await open(page, '/dashboard')
    await navigation(page).waitFor()
    await refuse(page, '/accounts/address-books', 423)
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

describe.concurrent('the frame round every page', () => {
  it('[SHELL-009] [SHELL-012] [SHELL-015] [SHELL-018] [SHELL-019] [SHELL-021] [SHELL-022] has a sidebar from 992 px on', async () => {
    const page = await windowOf('customer', { width: 992, height: 800 })
    const versions = new Set<string | undefined>()
    page.on('request', (request) => {
      if (request.url().includes('/api/')) versions.add(request.headers()['client-version'])
    })
    await open(page, '/shipments')
    const sidebar = navigation(page)
    await sidebar.getByText('Version 3.17.17').waitFor()
    expect([...versions]).toEqual(['3.17.17'])
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

  it('[SHELL-014] can be collapsed and stays so', async () => {
    const page = await windowOf('customer')
    await open(page, '/dashboard')
    await page.getByRole('button', { name: 'Collapse navigation' }).click()
    await page.getByRole('button', { name: 'Expand navigation' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Expand navigation' }).click()
    await page.getByRole('button', { name: 'Collapse navigation' }).waitFor()
  })

  it('[SHELL-023] [SHELL-032] hides log-out and the site-wide message from who must not see them', async () => {
    const page = await windowOf('customer')
    await change(page, '/general-data', (answer) => {
      settingsOf(answer).site_wide_account_message = 'We close at noon on Friday.'
      Object.assign(answer.user?.role ?? {}, { permissions_ui: ['hide_logout', 'hide_site_wide_message'] })
    })
    await open(page, '/dashboard')
    await page.getByRole('button', { name: 'Menu of Riaan Jooste' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Log out' }).count()).toBe(0)
    expect(await page.getByText('We close at noon on Friday.').count()).toBe(0)
  })

  it('[SHELL-016] [SHELL-038] shows who is impersonated, and leads back', async () => {
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

  it('[SHELL-026] starts every page at its top', async () => {
    const page = await windowOf('customer', { width: 1200, height: 300 })
    await open(page, '/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const main = page.getByRole('main')
    const top = () => main.evaluate((element) => element.scrollTop)
    await page.getByRole('heading', { name: 'Latest shipments' }).waitFor()
    await main.evaluate((element) => element.scrollTo(0, 120))
    expect(await top()).toBeGreaterThan(0)
    await navigation(page).getByRole('link', { name: 'Address book' }).click()
    await page.waitForURL(/address-book/)
    await eventually(top).toBe(0)
  })

  it('[SHELL-010] [SHELL-011] sends customers of a locker company to its mobile app, whatever they open', async () => {
    const page = await windowOf('customer')
    await change(page, '/providers', ({ provider }) => {
      Object.assign(provider ?? {}, { is_pickup_locker_provider: true })
      Object.assign(provider?.settings ?? {}, { app_store_url: 'https://apps.example/waybill' })
    })
    await change(page, '/general-data', ({ provider_settings }) => {
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

  it('[SHELL-027] [SHELL-054] has a page for what cannot be found', async () => {
    const page = await windowOf('customer')
    await open(page, '/nowhere')
    await page.getByRole('heading', { name: 'Oops!' }).waitFor()
    await page.getByText("We can't seem to find the page you're looking for.").waitFor()
    await page.getByText('Error code: 404').waitFor()
  })
})

describe.concurrent('banners', () => {
  it('[SHELL-028] [SHELL-029] [SHELL-030] stand in their order, and offline comes and goes by itself', async () => {
    const page = await windowOf('administrator')
    await hold(page, (answer) => {
      settingsOf(answer).site_wide_account_message = 'We close at noon on Friday.'
    })
    await open(page, '/?impersonate=riaan')
    await page.getByText('We close at noon on Friday.').waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.context().setOffline(true)
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
    await page.clock.install()
    await page.context().setOffline(false)
    const back = page.getByText('You are back online!')
    await back.waitFor()
    expect(await offline.count()).toBe(0)
    await page.clock.fastForward(2000)
    await back.waitFor({ state: 'hidden' })
  })

  it('[SHELL-031] [SHELL-033] tell staff and customers each their own site-wide message, with its icon', async () => {
    const seen = async (person: Person) => {
      const page = await windowOf(person)
      await change(page, '/general-data', (answer) => {
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
      return { text: await banner.innerText(), icon: await banner.locator('svg').first().innerHTML() }
    }
    const staff = await seen('administrator')
    const customer = await seen('customer')
    expect(staff.text).toContain('Depot meeting at eight.')
    expect(customer.text).toContain('We close at noon on Friday.')
    expect(staff.icon).not.toBe(customer.icon)
  })

  it('[SHELL-036] [SHELL-037] tell that the account is on hold, with a link for who may follow it', async () => {
    const held = async (person: Person) => {
      const page = await windowOf(person)
      await hold(page)
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

describe.concurrent('what staff and customers each see', () => {
  it('[SHELL-034] [SHELL-035] tells staff, and nobody else, which invoices of the platform are overdue', async () => {
    const seen = async (person: Person, owed: string[]) => {
      const page = await windowOf(person)
      await change(page, '/providers', ({ provider }) => Object.assign(provider ?? {}, { status: 'overdue' }))
      await change(page, '/general-data', (answer) =>
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

  it('[SHELL-082] shows customers what dangerous goods are; staff do not fetch the picture', async () => {
    const fetched = async (person: Person) => {
      const page = await windowOf(person)
      const answers: number[] = []
      page.on('response', (response) => {
        if (new URL(response.url()).pathname === '/images/dangerous_goods.png')
          answers.push(response.status())
      })
      await open(page, '/shipments/new')
      await page.getByRole('heading', { level: 1, name: 'New shipment' }).waitFor()
      await page.waitForLoadState('networkidle')
      return () => answers
    }
    await eventually(await fetched('customer')).toEqual([200])
    const of_staff = await fetched('administrator')
    expect(of_staff()).toEqual([])
  })

  it('[SHELL-024] lets customers track a parcel from every page, and staff not', async () => {
    const page = await windowOf('customer')
    await open(page, '/dashboard')
    await page.getByRole('button', { name: 'Track a parcel' }).click()
    const panel = page.getByRole('dialog', { name: 'Track a parcel' })
    await panel.getByRole('textbox', { name: 'Tracking reference' }).fill(await anyReference())
    await panel.getByRole('button', { name: 'Track', exact: true }).click()
    await panel.getByRole('listitem').first().waitFor()
    expect(await panel.getByRole('listitem').count()).toBe(5)
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    const staff = await windowOf('administrator')
    await open(staff, '/shipments')
    await staff.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    expect(await staff.getByRole('button', { name: 'Track a parcel' }).count()).toBe(0)
  })
})

describe.concurrent('timers', () => {
  /** The dashboard with the time in our hands and another version on the server. */
  async function windowWithVersion(version: string) {
    const page = await windowOf('customer')
    await page.clock.install()
    const asked = countCalls(page, '/version.json')
    await page.route('**/version.json', (route) => route.fulfill({ json: { version } }))
    await open(page, '/dashboard')
    await navigation(page).waitFor()
    return { page, asked, alert: page.getByRole('alertdialog', { name: 'New version available.' }) }
  }

  it('[SHELL-061] [SHELL-062] [SHELL-064] [SHELL-065] tell of a minor version, which can be put off for 4 hours', async () => {
    const { page, asked, alert } = await windowWithVersion('3.18.0')
    await page.clock.fastForward('19:50')
    expect(asked()).toBe(0)
    await page.clock.fastForward('00:12')
    await alert.getByRole('button', { name: 'Refresh' }).waitFor()
    expect(asked()).toBe(1)
    await alert.getByRole('button', { name: 'Remind me later' }).click()
    await page.clock.fastForward('03:30:00')
    await eventually(asked).toBe(2)
    expect(await alert.count()).toBe(0)
    await page.clock.fastForward('00:40:00')
    await alert.waitFor()
  })

  it('[SHELL-063] [SHELL-065] insist on a major version and say nothing of a patch', async () => {
    const major = await windowWithVersion('4.0.0')
    await major.page.clock.fastForward('20:02')
    await major.alert.waitFor()
    expect(await major.alert.getByRole('button').allInnerTexts()).toEqual(['Refresh'])
    await major.page.keyboard.press('Escape')
    expect(await major.alert.isVisible()).toBe(true)
    const reloaded = major.page.waitForEvent('load')
    await major.alert.getByRole('button', { name: 'Refresh' }).click()
    await reloaded

    const patch = await windowWithVersion('3.17.18')
    await patch.page.clock.fastForward('20:02')
    await eventually(patch.asked).toBe(1)
    expect(await patch.alert.count()).toBe(0)
  })

  it('[SHELL-047] [API-022] [API-018] loads general data at the start, and every hour what has changed since', async () => {
    const page = await windowOf('customer')
    await page.clock.install()
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/general-data') asked.push(searchParams.get('since'))
    })
    await open(page, '/dashboard')
    await navigation(page).waitFor()
    expect(asked).toEqual([null])
    await page.clock.fastForward('59:50')
    expect(asked.length).toBe(1)
    await page.clock.fastForward('00:15')
    await eventually(() => asked.length).toBe(2)
    expect(asked[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+02:00$/)
    await navigation(page).getByText('Riaan Jooste').waitFor()
  })

  it('[SHELL-071] [SHELL-072] run in one of the open tabs only, and the others hear of it', async () => {
    const first = await windowWithVersion('3.18.0')
    const second = await first.page.context().newPage()
    const asked = countCalls(second, '/version.json')
    const loads = countCalls(second, '/api/general-data')
    await open(second, '/dashboard')
    await navigation(second).waitFor()
    await eventually(() => turns(second)).toEqual({ held: 1, pending: 1 })
    const told = await countVersionsTold(second)
    const first_loads = countCalls(first.page, '/api/general-data')
    await first.page.clock.fastForward('20:02')
    await first.alert.waitFor()
    await second.getByRole('alertdialog', { name: 'New version available.' }).waitFor()
    await first.page.clock.fastForward('45:00')
    await eventually(first_loads).toBe(1)
    await eventually(first.asked).toBe(2)
    await eventually(told).toBe(2)
    expect(asked()).toBe(0)
    expect(loads()).toBe(1)
    await first.page.close()
    await eventually(() => turns(second)).toEqual({ held: 1, pending: 0 })
    await second.clock.fastForward('20:02')
    await eventually(asked).toBe(1)
  })
})

describe.concurrent('open tabs', () => {
  it('[SHELL-070] all take over a change of their account', async () => {
    const first = await windowOf('customer')
    const second = await first.context().newPage()
    await open(second, '/dashboard')
    await navigation(second)
      .getByText(/Overberg Books/)
      .waitFor()
    await change(first, '/accounts', (answer) => {
      const [account] = answer.accounts as unknown as Record<string, unknown>[]
      Object.assign(account ?? {}, { name: 'Karoo Books', time_modified: '2090-01-01T00:00:00Z' })
    })
    await open(first, '/account')
    await navigation(first)
      .getByText(/Karoo Books/)
      .waitFor()
    await navigation(second)
      .getByText(/Karoo Books/)
      .waitFor()
  })
})

describe.concurrent('messages', () => {
  it('[SHELL-074] [ERR-020] a toast goes by itself after 3 seconds', async () => {
    const page = await windowOf('administrator')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, `/shipments/${await anyShipment()}`)
    const copy = page.getByRole('button', { name: /^Copy/ }).first()
    await copy.waitFor()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await copy.click()
    const toast = page.getByRole('status').filter({ hasText: 'Copied to clipboard' })
    await toast.waitFor()
    await page.mouse.move(5, 5)
    await page.clock.runFor(2900)
    expect(await toast.isVisible()).toBe(true)
    await page.clock.runFor(200)
    await toast.waitFor({ state: 'hidden' })
  })

  it('[SHELL-027] [SHELL-078] tells how to allow popups when the browser blocks one', async () => {
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

  it('[SHELL-075] [SHELL-076] [SHELL-077] an alert has title, body, buttons and the colour and icon of its kind', async () => {
    const page = await windowOf('administrator')
    await open(page, '/billing?tab=invoices')
    const icons = new Set<string>()
    /** The colour token and the shape of the icon of the open alert. */
    const lookOf = async (title: string | RegExp) => {
      const alert = page.getByRole('alertdialog', { name: title })
      const icon = alert.locator('svg').first()
      icons.add(await icon.innerHTML())
      return icon.evaluate((shape) => {
        const tokens = ['error', 'danger', 'warning', 'info', 'success']
        const of = (colour: string) => {
          const probe = document.createElement('i')
          probe.style.color = colour
          document.body.append(probe)
          const found = getComputedStyle(probe).color
          probe.remove()
          return found
        }
        const styles = getComputedStyle(document.documentElement)
        return tokens.find(
          (token) =>
            styles.getPropertyValue(`--${token}`) !== '' &&
            of(`var(--${token})`) === getComputedStyle(shape).color,
        )
      })
    }
    const run = async (status: number, json: object) => {
      await page.unrouteAll()
      await page.route('**/api/billing/invoices/run*', (route) => route.fulfill({ status, json }))
      await page.getByRole('button', { name: 'Run invoices' }).click()
      const question = page.getByRole('alertdialog', { name: 'Run invoices for all accounts?' })
      expect(await lookOf('Run invoices for all accounts?')).toBeUndefined()
      await question.getByText('Issued invoices cannot be taken back.').waitFor()
      await question.getByRole('button', { name: 'Not now' }).waitFor()
      await question.getByRole('button', { name: 'Run invoices' }).click()
    }
    const close = () => page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click()
    await run(200, { invoices: [], count: 0 })
    expect(await lookOf('No invoices were issued')).toBe('info')
    await page.keyboard.press('Escape')
    await run(200, { invoices: [], count: 3 })
    expect(await lookOf('3 invoices were issued')).toBe('success')
    await close()
    await run(500, { message: 'the printer is on fire' })
    expect(await lookOf('Something went wrong')).toMatch(/error|danger/)
    await page.getByText('The printer is on fire.').waitFor()
    await close()
    await page.evaluate(() => (window.open = () => null))
    await open(page, '/shipments/new')
    await page.getByRole('textbox', { name: 'Contact name' }).first().fill('Nadia Botha')
    await navigation(page).getByRole('link', { name: 'Billing' }).click()
    expect(await lookOf('Are you sure you want to leave?')).toBe('warning')
    expect(icons.size).toBe(5)
  })

  it('[SHELL-080] asks before leaving a form with unsaved changes', async () => {
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

  it('[SHELL-060] [SHELL-085] puts a sentence in place of a page that crashes; the rest goes on', async () => {
    const page = await windowOf('customer')
    const reported = page.waitForRequest('**/api/ui/crash-reports')
    await page.route(`**/${fileOf('accounts/pages/AddressBookPage.tsx')}`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export default function Broken() { throw new Error("x is not a function") }',
      }),
    )
    await open(page, '/dashboard')
    await navigation(page).getByRole('link', { name: 'Address book' }).click()
    await page
      .getByText(
        'An error has occurred. Our development team has been notified and will attempt to fix the issue ASAP. Please try refreshing the page to resolve the issue.',
      )
      .waitFor()
    expect((await reported).postDataJSON()).toMatchObject({ key: error_reporting_keys.dev })
    await navigation(page).getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { level: 1, name: /Riaan/ }).waitFor()
  })

  it('[ERR-016] says that files are old when a part cannot be loaded even after a reload', async () => {
    const page = await windowOf('customer')
    await page.route(`**/${fileOf('accounts/pages/AddressBookPage.tsx')}`, (route) => route.abort())
    await open(page, '/dashboard')
    await navigation(page).getByRole('link', { name: 'Address book' }).click()
    await page
      .getByText('Some files are out of date. Please clear your cache and refresh the page.')
      .waitFor()
  })

  it('[SHELL-068] [SHELL-069] tells of an old browser until asked not to, wherever the person then signs in', async () => {
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
    const saved = page.waitForResponse('**/api/users/settings')
    await alert.getByRole('button', { name: "Don't remind me again" }).click()
    expect((await saved).request().postDataJSON()).toMatchObject({
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
    const told = guest.getByRole('alertdialog', { name: 'Your browser is out of date' })
    await told.getByRole('button', { name: "Don't remind me again" }).click()
    await guest.reload()
    await guest.getByRole('heading', { level: 1 }).waitFor()
    expect(await told.count()).toBe(0)
  })

  it('[SHELL-009] [SHELL-066] the server names the version it serves', async () => {
    const response = await fetch(`${product.web}/version.json`)
    expect(await response.json()).toEqual({ version: '3.17.17' })
  })
})

/** The id of some shipment of the demonstration company. */
async function anyShipment(): Promise<number> {
  return (await someShipment()).id
}

/** The reference of some shipment of the demonstration company. */
async function anyReference(): Promise<string> {
  return (await someShipment()).short_tracking_reference
}

interface SomeShipment {
  id: number
  short_tracking_reference: string
}

async function someShipment(): Promise<SomeShipment> {
  const response = await fetch(`${product.web}/api/shipments?limit=1&provider_id=1`, {
    headers: { authorization: `Bearer ${await tokenOf('administrator')}` },
  })
  const { shipments } = (await response.json()) as { shipments: SomeShipment[] }
  const [shipment] = shipments
  if (!shipment) throw new Error('The demonstration has no shipments.')
  return shipment
}
