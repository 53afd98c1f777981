import { planApi } from '@waybill/domain/drivers/plan'
import { driversApi } from '@waybill/domain/drivers/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import type { TripSheet } from '@waybill/domain/drivers/model'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { address, booking } from '../../../server/dev/test-kit/provider.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { tokenOfNewUser, visit } from '../../page-kit/clerk.ts'
import { openProduct, type Product } from '../product.ts'
import { isMoreThanArrival } from '../../page-kit/driver-actions.ts'

/**
 * A day of a depot with five people in five windows: from the board of 05:00 to the rated delivery. Nobody reloads a page:
 * what one of them does appears in the windows of the others. Only the receiver's page has no script, so the receiver
 * follows its links.
 */

const phone = { width: 390, height: 844, hasTouch: true }
const admin = 'thandi@fynbos.example'
const customer = 'riaan@overbergbooks.example'
const controller = 11
const operations_manager = 10
const customer_service = 13
const driver_name = 'Kagiso Molefe'
const username = 'kagiso'

/** Where the three parcels of the day go. The second is that of the receiver who watches. */
const places = [
  { street: '17 Cradock Avenue', name: 'Quentin Nel', number: '0835550101', lat: -26.1457, lng: 28.0416 },
  { street: '31 Bath Avenue', name: 'Naledi Qwabe', number: '0823330177', lat: -26.1302, lng: 28.0361 },
  { street: '9 Keyes Avenue', name: 'Xolani Zwane', number: '0845550103', lat: -26.1389, lng: 28.0298 },
]

let product: Product
let branch: { id: number; name: string }
const shipments: { id: number; reference: string; parcel: string }[] = []

beforeAll(async () => {
  product = await openProduct({ holdsClock: true })
  await product.saveSettings({
    tracking_show_pod: true,
    tracking_show_ratings: true,
    driver_vehicle_check: false,
  })
  const { branches } = await product.ask<{ branches: { id: number; name: string; code: string }[] }>(
    admin,
    'GET',
    '/branches',
  )
  branch = branches.find(({ code }) => code === 'JHB')!
  for (const place of places) shipments.push(await onTheWay(place))
}, 240_000)
afterAll(async () => product.close())

/** Books a parcel for today, which a line-haul brings to the depot. */
async function onTheWay({ street, name, number, lat, lng }: (typeof places)[number]) {
  const { id, short_tracking_reference: reference } = await product.ask<{
    id: number
    short_tracking_reference: string
  }>(
    customer,
    'POST',
    '/shipments',
    booking({
      delivery_address: { ...address(street, 'Rosebank', 'Johannesburg', '2196', 'GP'), lat, lng },
      delivery_contact: { name, mobile_number: number, email: '' },
    }),
  )
  await product.ask(admin, 'POST', '/tracking/shipment-events', {
    shipment_id: id,
    status: 'in-transit',
    message: 'On the line-haul',
    force: true,
  })
  const today = dayOf(product.now())
  // Whatever the time of the day is, it is due today.
  await asSystem(product.running.runtime, 1, (ctx) =>
    ctx.db.updateTable('shipment').set({ delivery_min_date: today }).where('id', '=', id).execute(),
  )
  return { id, reference, parcel: `${reference}/1` }
}

const newUser = (roleId: number, name: string, more: { username?: string } = {}) =>
  tokenOfNewUser(product, { role_id: roleId, branch_id: branch.id, name, ...more })

async function opened(path: string, token: string | undefined, size?: typeof phone): Promise<Page> {
  const page = await product.window(size, token)
  await page.goto(product.web + path)
  return page
}

const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

/** Returns the number of all parcels of the depot in a column. */
async function allIn(manager: Page, column: string): Promise<number> {
  const totals = manager.getByRole('group', { name: 'All parcels of the depot' })
  const text = await totals.locator('div', { hasText: column }).first().innerText()
  return Number(text.replaceAll(/\D/g, ''))
}

/** The depot board counts the parcels of the van: its button opens them. */
const vanHas = (manager: Page, count: number, column: string) =>
  manager.getByRole('button', { name: `${driver_name}: ${count} ${column}` }).waitFor()

/** The windows that count the stops of the driver. */
interface Windows {
  dispatcher: Page
  driver: Page
}

/** Waits until both show how many of the stops are done. */
async function allShow({ dispatcher, driver }: Windows, done: number): Promise<void> {
  const all = places.length
  await groupOf(dispatcher, driver_name).getByText(`${done}/${all}`).waitFor()
  await driver.getByRole('region', { name: 'Progress' }).getByText(`${done} of ${all}`).waitFor()
}

const groupOf = (dispatcher: Page, name: string) => dispatcher.getByRole('region', { name, exact: true })

/** Returns the name of the group of the dispatch board in which a shipment is: the driver of its area, or nobody. */
async function holderOf(reference: string): Promise<string> {
  const { drivers, stops } = await product.ask<Output<typeof planApi.board>>(
    admin,
    'GET',
    `/trip-sheet/board?branch_id=${branch.id}`,
  )
  const stop = stops.find(({ references }) => references.includes(reference))
  if (!stop) throw new Error(`${reference} is not on the dispatch board.`)
  return drivers.find((one) => one.username === stop.driver_username)?.name ?? 'Not on a route'
}

/** Returns the page of the stop of a delivery. */
async function stopOf(shipmentId: number): Promise<string> {
  const { stops } = await product.ask<TripSheet>(admin, 'GET', `/trip-sheet?driver=${username}`)
  const stop = stops.find((one) => one.shipments.some(({ shipment_id }) => shipment_id === shipmentId))
  return `/tripsheet/stops/${encodeURIComponent(stop?.stop_id ?? '')}`
}

/** Applies a change of the dispatch board after its effect was shown. */
async function apply(dispatcher: Page, change: () => Promise<unknown>): Promise<void> {
  await product.sends(planApi.change, change)
  const effect = dispatcher.getByRole('region', { name: 'Effect of the change' })
  await effect.waitFor()
  await product.sends(planApi.change, () => press(effect, 'Apply'))
}

async function typeParcel(driver: Page, reference: string): Promise<void> {
  await driver.getByRole('textbox', { name: 'Parcel reference' }).fill(reference)
  await press(driver, 'Add')
}

async function scan(page: Page, reference: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Scan or type a parcel reference' })
  await field.fill(reference)
  await field.press('Enter')
}

it('[OPS-002] [HUB-003] [DRV-008] goes from the board of the depot to the rated delivery with five people', async () => {
  const [, watched] = shipments
  if (!watched) throw new Error('Nothing was booked.')
  const depot = `/ops-dashboard?mode=depot&branch=${branch.id}`
  const manager = await opened(depot, await newUser(operations_manager, 'Johan Botha'))
  const dispatcher = await opened(
    `/ops-dashboard?mode=dispatch&branch=${branch.id}`,
    await newUser(controller, 'Zodwa Mabaso'),
  )
  const driver = await opened('/tripsheet', await newUser(role_ids.driver, driver_name, { username }), phone)
  const agent = await opened('/callers', await newUser(customer_service, 'Aisha Patel'))
  const receiver = await opened(`/track?ref=${watched.reference}`, undefined, phone)
  const windows = { dispatcher, driver }
  await driver.getByText('No stops for today.').waitFor()
  await visit(driver, '/tripsheet/me')
  await driver.getByText('On duty', { exact: true }).waitFor()
  await visit(driver, '/tripsheet')

  // The receiver says where to ring, while the parcel is on its way; the agent sees it on the card of the caller.
  await receiver.getByLabel(/Last 4 digits/).fill('0177')
  await press(receiver, 'Continue')
  await receiver.getByRole('link', { name: 'Change this delivery' }).click()
  await receiver.getByLabel('For the driver').fill('Blue gate, ring twice')
  await press(receiver, 'Save')
  await receiver.getByText('Thank you. We have noted it.').waitFor()
  await agent.getByRole('searchbox', { name: 'Who is calling?' }).fill('082 333 0177')
  await agent
    .getByText(/collects|line-haul|In transit/i)
    .first()
    .waitFor()

  // 05:00: the parcels are expected, come off the line-haul and are counted.
  await manager.getByRole('group', { name: 'All parcels of the depot' }).waitFor()
  const before = { expected: await allIn(manager, 'Expected'), floor: await allIn(manager, 'On floor') }
  await visit(manager, '/hub-scanner')
  await press(manager, 'Start scanning')
  for (const { parcel } of shipments) {
    await scan(manager, parcel)
    await manager.getByRole('region', { name: 'Verdict' }).filter({ hasText: parcel }).waitFor()
  }
  await manager.getByText('All scans sent').waitFor()
  await visit(manager, depot)
  await expect.poll(() => allIn(manager, 'Expected')).toBe(before.expected - shipments.length)
  await expect.poll(() => allIn(manager, 'On floor')).toBe(before.floor + shipments.length)
  await visit(manager, '/hub-scanner/count')
  await press(manager, /^(Start counting|Join the open count)$/)
  for (const { parcel } of shipments) {
    await scan(manager, parcel)
    await manager.getByRole('listitem').filter({ hasText: parcel }).getByText('Counted').waitFor()
  }
  await press(manager, 'Close the count')
  await press(manager.getByRole('alertdialog'), 'Close the count')
  await manager.getByRole('heading', { name: 'Differences of the last count' }).waitFor()
  for (const { reference } of shipments)
    expect(await manager.getByRole('listitem').filter({ hasText: reference }).count()).toBe(0)
  await visit(manager, depot)

  // The dispatcher, whose board shows the parcels by itself, gives them to the driver and orders the stops.
  const holder = await holderOf(watched.reference)
  await press(groupOf(dispatcher, holder), new RegExp(`^${holder}`))
  const options = dispatcher.getByRole('listbox', { name: `Stops of ${holder}` }).getByRole('option')
  for (const { name } of places)
    await options.filter({ hasText: name }).click({ modifiers: ['ControlOrMeta'] })
  await apply(dispatcher, async () => {
    await press(dispatcher, `More for ${driver_name}`)
    await dispatcher.getByRole('menuitem', { name: 'Move the selected stops here' }).click()
  })
  await dispatcher.getByText(`3 stops moved to ${driver_name}.`).waitFor()
  await groupOf(dispatcher, driver_name).getByText(`0/${places.length}`).waitFor()
  await product.settled(dispatcher)
  await groupOf(dispatcher, driver_name).getByRole('checkbox').click()
  await apply(dispatcher, () => press(dispatcher, 'Order the stops (1)'))
  await dispatcher.getByText(`Stops of ${driver_name} ordered.`).waitFor()
  await groupOf(dispatcher, driver_name)
    .getByText(/next \d\d:\d\d/)
    .waitFor()
  // Without push messages, a phone reads its stops every five minutes.
  await product.pass(driver, 300_000)
  await allShow(windows, 0)
  await vanHas(manager, 3, 'on floor')
  const van = manager.getByRole('row').filter({ has: manager.getByRole('rowheader', { name: driver_name }) })
  await van.getByText('Not ready').waitFor()

  // The driver loads the van, the gate turns green, and the manager releases the route.
  await driver.getByRole('link', { name: '3 parcels still to load' }).click()
  for (const { parcel } of shipments) await typeParcel(driver, parcel)
  await vanHas(manager, 3, 'loaded')
  await van.getByText('Ready', { exact: true }).waitFor()
  await press(van, `Release the route of ${driver_name}`)
  await press(manager.getByRole('dialog'), 'Release')
  await van.getByText(/^Released \d\d:\d\d/).waitFor()
  await visit(driver, '/tripsheet/me')
  await press(driver, 'Start route')
  await driver.getByText('Route started').waitFor()
  await visit(driver, '/tripsheet')
  await allShow(windows, 0)

  // The receiver and the agent read the same time.
  await receiver.getByRole('link', { name: 'Where is my parcel?' }).click()
  const expected = receiver.locator('.lead').filter({ hasText: 'Expected today between' })
  await expected.waitFor()
  // The beginning of the window follows the clock; its end and the stops before are the same for both.
  const [, endOfWindow = ''] = /and (\d\d:\d\d\. .+)$/.exec(await expected.innerText()) ?? []
  expect(endOfWindow).toMatch(/stop/)
  const answered = agent.locator('dt:has-text("Expected") + dd')
  await expect.poll(() => answered.innerText()).toContain(endOfWindow)
  await press(agent, 'Send link')
  await product.sends(shipmentsApi.resendLink, () =>
    agent.getByRole('menuitem', { name: 'Tracking link' }).click(),
  )
  await agent
    .getByText(/^The link was sent to /)
    .first()
    .waitFor()

  // Delivery with proof.
  await visit(driver, await stopOf(watched.id))
  await driver.getByText(/Blue gate, ring twice/).waitFor()
  await press(driver, 'Type a reference')
  await typeParcel(driver, watched.parcel)
  await driver.getByRole('link', { name: /^Deliver/ }).click()
  await press(driver, /^No PIN/)
  await driver.getByRole('textbox', { name: /^Name/ }).fill('Naledi Qwabe')
  const photo = { name: 'door.png', mimeType: 'image/png', buffer: await driver.screenshot() }
  await driver.locator('input[type=file]').first().setInputFiles(photo)
  await driver.getByRole('button', { name: 'Remove photo 1' }).waitFor()
  await sign(driver)
  await press(driver, /^Done/)
  await driver.waitForURL(/\/tripsheet$/)
  const { answer } = await product.sends(
    driversApi.actions,
    () => product.pass(driver, 10_100),
    isMoreThanArrival,
  )
  expect(answer).toMatchObject({ results: [{ result: 'applied' }] })
  await allShow(windows, 1)
  await agent.getByText('Delivered', { exact: true }).first().waitFor()

  // The receiver rates the delivery, and both boards lead to what they said.
  await visit(manager, `/shipments/${watched.id}`)
  await visit(dispatcher, `/shipments/${watched.id}`)
  await receiver.goto(`${product.web}/track?ref=${watched.reference}`)
  await receiver.getByLabel(/Last 4 digits/).fill('0177')
  await press(receiver, 'Continue')
  await receiver.getByRole('link', { name: 'Rate this delivery' }).click()
  await receiver.getByRole('radio', { name: /Very good/ }).check()
  await receiver.getByLabel(/Anything else/).fill('Friendly and on time')
  await press(receiver, 'Send')
  await receiver.getByRole('heading', { name: 'Thank you' }).waitFor()
  for (const page of [manager, dispatcher, agent])
    await page.getByText('★★★★★ from the receiver: Friendly and on time').first().waitFor()
  expect(product.pageErrors).toEqual([])
}, 300_000)

async function sign(driver: Page): Promise<void> {
  const pad = driver.getByRole('img', { name: 'Sign here with a finger' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is nowhere to sign.')
  await driver.mouse.move(box.x + 20, box.y + 40)
  await driver.mouse.down()
  await driver.mouse.move(box.x + 120, box.y + 80, { steps: 4 })
  await driver.mouse.up()
  await driver.getByRole('img', { name: 'Signature, signed' }).waitFor()
}
