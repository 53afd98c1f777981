import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { visit } from '../../page-kit/clerk.ts'
import { openProduct, type Product } from '../product.ts'

const people = {
  administrator: 'thandi@fynbos.example',
  customer: 'riaan@overbergbooks.example',
} as const
type Person = keyof typeof people

type Answer = Record<string, Record<string, unknown>>

let product: Product
/** Windows that stay open, for tests that need no separate browser window. */
let customer: Page
let administrator: Page
beforeAll(async () => {
  product = await openProduct()
  customer = await product.as(people.customer)
  administrator = await product.as(people.administrator)
  for (const page of [customer, administrator]) {
    await open(page, '/profile')
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  }
}, 180_000)
afterAll(async () => product.close())

/** The windows of a test, which are closed at its end. */
const windows: Page[] = []
afterEach(async () => {
  await Promise.all(windows.splice(0).map((page) => page.context().close()))
})

/** Opens a window, without a signed-in user unless `accessToken` is given. */
async function newWindow(size?: { width: number; height: number }, accessToken?: string): Promise<Page> {
  const page = await product.window(size, accessToken)
  windows.push(page)
  return page
}

/** Opens a window with a signed-in user, without loading a page. */
async function windowOf(person: Person, size?: { width: number; height: number }): Promise<Page> {
  return newWindow(size, await product.tokenOf(people[person]))
}

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(product.web + path)
}

/** Fetches the response of the server and edits it before the page receives it. */
async function change(page: Page, path: string, edit: (answer: Answer) => void): Promise<void> {
  await page.route(`**/api${path}?*`, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as Answer
    edit(answer)
    await route.fulfill({ response, json: answer })
  })
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Returns how many tabs hold, and how many wait for, the lock of the timed version check. */
const turns = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    const ofTimers = (locks: LockInfo[]) => locks.filter(({ name }) => name === 'timer').length
    return { held: ofTimers(held), pending: ofTimers(pending) }
  })

/** Counts the version messages from other tabs from now on. */
async function countVersionBroadcasts(page: Page): Promise<() => Promise<number>> {
  const broadcasts = await page.evaluateHandle(() => {
    const received = { count: 0 }
    new BroadcastChannel('waybill').addEventListener(
      'message',
      ({ data }: MessageEvent<{ kind: string }>) => {
        if (data.kind === 'version') received.count += 1
      },
    )
    return received
  })
  return () => broadcasts.evaluate(({ count }) => count)
}

/** Counts the requests to a path from now on. */
function countCalls(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

/** Opens the dashboard with a controlled clock and another version on the server. */
async function windowWithVersion(version: string) {
  const page = await windowOf('customer')
  await page.clock.install()
  const versionCalls = countCalls(page, '/version.json')
  await page.route('**/version.json', (route) => route.fulfill({ json: { version } }))
  await open(page, '/dashboard')
  await navigation(page).waitFor()
  return {
    page,
    asked: versionCalls,
    alert: page.getByRole('alertdialog', { name: 'New version available.' }),
  }
}

it('[SHELL-026] starts every page at its top', async () => {
  const page = customer
  await page.setViewportSize({ width: 1200, height: 300 })
  await visit(page, '/dashboard')
  const main = page.getByRole('main')
  const top = () => main.evaluate((element) => element.scrollTop)
  await page.getByRole('heading', { name: 'Latest shipments' }).waitFor()
  await main.evaluate((element) => element.scrollTo(0, 120))
  expect(await top()).toBeGreaterThan(0)
  await navigation(page).getByRole('link', { name: 'Address book' }).click()
  await page.waitForURL(/address-book/)
  await expect.poll(top).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
})

it('[SHELL-082] loads the picture of dangerous goods for customers and not for staff', async () => {
  const fetched = async (page: Page) => {
    const answers: number[] = []
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === '/images/dangerous_goods.png') answers.push(response.status())
    })
    await visit(page, '/shipments/new')
    await page.getByRole('heading', { level: 1, name: 'New shipment' }).waitFor()
    await product.settled(page)
    return () => answers
  }
  await expect.poll(await fetched(customer)).toEqual([200])
  const ofStaff = await fetched(administrator)
  expect(ofStaff()).toEqual([])
})

it('[SHELL-071] [SHELL-072] timed version checks run in one open tab only, and the others receive the result', async () => {
  const first = await windowWithVersion('3.18.0')
  const second = await first.page.context().newPage()
  const versionCalls = countCalls(second, '/version.json')
  const loads = countCalls(second, '/api/general-data')
  await open(second, '/dashboard')
  await navigation(second).waitFor()
  await expect.poll(() => turns(second)).toEqual({ held: 1, pending: 1 })
  const broadcasts = await countVersionBroadcasts(second)
  const firstLoads = countCalls(first.page, '/api/general-data')
  await first.page.clock.fastForward('20:02')
  await first.alert.waitFor()
  await second.getByRole('alertdialog', { name: 'New version available.' }).waitFor()
  await first.page.clock.fastForward('45:00')
  await expect.poll(firstLoads).toBe(1)
  await expect.poll(first.asked).toBe(2)
  await expect.poll(broadcasts).toBe(2)
  expect(versionCalls()).toBe(0)
  expect(loads()).toBe(1)
  await first.page.close()
  await expect.poll(() => turns(second)).toEqual({ held: 1, pending: 0 })
  await second.clock.fastForward('20:02')
  await expect.poll(versionCalls).toBe(1)
})

it('[SHELL-070] all tabs show a change of their account', async () => {
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
