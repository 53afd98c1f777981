import { driversApi } from '@waybill/domain/drivers/api'
import type { TripSheet } from '@waybill/domain/drivers/model'
import { planApi } from '@waybill/domain/drivers/plan'
import { vehicle_check_items } from '@waybill/domain/drivers/vehicle-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loseSignal } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const people = { office: 'thandi@fynbos.example', driver: 'sipho@fynbos.example' }

const stopAddress = (stopId: string) => `/tripsheet/stops/${encodeURIComponent(stopId)}`

let product: Product
let driver: Page

beforeAll(async () => {
  product = await openProduct()
  await product.saveSettings({ driver_vehicle_check: true, support_phone: '+27215550100' })
}, 180_000)
afterAll(async () => product.close())
beforeEach(async () => {
  driver = await product.as(people.driver, { width: 390, height: 844 })
})
afterEach(async () => {
  await driver.context().close()
  expect(product.pageErrors).toEqual([])
})

const press = (name: string | RegExp) =>
  driver.getByRole('button', { name, exact: typeof name === 'string' }).click()
const withoutSignal = () => loseSignal(product, driver, [driversApi.actions, driversApi.tripSheet])

/** Returns the actions of these types that reached the server since a call. */
const sentSince = (first: number, types: readonly string[]) =>
  product.calls
    .slice(first)
    .filter(({ name }) => name === 'POST /drivers/actions')
    .flatMap(({ input }) => (input as { actions: { type: string; action_id: string }[] }).actions)
    .filter(({ type }) => types.includes(type))

describe('day of a driver', () => {
  it('[DRV-008] goes from the vehicle check to the route, a break and the end of the day, without signal and once', async () => {
    await driver.goto(`${product.web}/tripsheet/me`)
    await driver
      .getByRole('button', { name: /^(Start|End) day$/ })
      .or(driver.getByRole('link', { name: 'End day' }))
      .first()
      .waitFor()
    if ((await driver.getByRole('button', { name: 'Start day', exact: true }).count()) > 0)
      await press('Start day')
    const first = product.calls.length
    await driver.getByRole('link', { name: 'Check vehicle' }).click()
    const regainSignal = await withoutSignal()
    for (const { label } of vehicle_check_items.slice(1))
      await driver.getByRole('group', { name: label }).getByLabel('In order', { exact: true }).click()
    await driver.getByRole('button', { name: /1 to check/ }).waitFor()
    await driver.reload()
    await driver.getByRole('group', { name: 'Tyres' }).getByLabel('Not in order').click()
    await driver.getByRole('textbox', { name: 'What is wrong?' }).fill('Left front is smooth')
    await press('Done')
    await driver.getByText('Vehicle checked, not in order: Tyres').waitFor()
    await press('Start route')
    await driver.getByText('Route started').waitFor()
    await press('Start break')
    await driver.getByText('On a break').waitFor()
    await driver.reload()
    await driver.getByText('On a break').waitFor()
    await product.pass(driver, 12 * 60_000)
    await driver.getByText('12 min').waitFor()
    await press('End break')
    await driver.getByText('On duty', { exact: true }).waitFor()
    await driver.getByRole('link', { name: 'End day' }).click()
    const box = driver.getByRole('checkbox')
    await driver.getByRole('heading', { name: 'End of day' }).waitFor()
    if ((await box.count()) > 0) await box.click()
    await press(/^End day/)
    await driver.getByText(/^Your day ended at/).waitFor()
    await driver.getByText(/Saved on this phone, sent when there is signal/).waitFor()
    await regainSignal()
    await product.pass(driver, 40_000)
    await driver.goto(`${product.web}/tripsheet/sync`)
    await driver.getByText('Everything has been sent.').waitFor()
    const types = ['vehicle-check', 'start-route', 'break-start', 'break-end', 'end-day']
    const sent = sentSince(first, types)
    expect(new Set(sent.map(({ type }) => type))).toEqual(new Set(types))
    expect(new Set(sent.map(({ action_id }) => action_id)).size).toBe(types.length)
    await driver.goto(`${product.web}/tripsheet/me`)
    await driver.getByText('Off duty').waitFor()
  })
})

describe('ready gate', () => {
  it('[DRV-008] shows what keeps the vehicle here and who may release it, and lets the driver start without signal', async () => {
    const gate = {
      is_ready: false,
      blockers: ['2 parcels are on the floor and not loaded.'],
      releasers: ['Thandi Nkosi'],
    }
    const day = {
      duty: 'on-duty',
      route_started: null,
      vehicle_check: { at: product.now(), failed: [] },
      gate,
    }
    const asUsual = await product.answers(driversApi.tripSheet, async ({ usual }) => {
      const { status, body } = await usual()
      const sheet = body as TripSheet
      return { status, body: { ...sheet, day: { ...sheet.day, ...day } } }
    })
    await driver.goto(`${product.web}/tripsheet/me`)
    const shown = driver.getByRole('group', { name: 'Not ready to leave' })
    await shown.getByText('2 parcels are on the floor and not loaded.').waitFor()
    await shown.getByText('Thandi Nkosi may release the route.').waitFor()
    expect(await driver.getByRole('button', { name: /^Start route/ }).count()).toBe(0)
    const again = await product.sends(driversApi.tripSheet, () => press('Check again'))
    expect(again.status).toBe(200)
    await asUsual()
    const regainSignal = await withoutSignal()
    await press('Check again')
    await press(/^Start route without signal/)
    await driver.getByText('Route started').waitFor()
    await driver.getByText('Saved on this phone, not sent yet').waitFor()
    await regainSignal()
  })
})

describe('alarm', () => {
  it('[DRV-008] says that the office knows only once the server has it, and passes actions that wait', async () => {
    await driver.goto(`${product.web}/tripsheet/me`)
    await driver.getByRole('button', { name: /^Start (day|break)$/ }).waitFor()
    const regainSignal = await withoutSignal()
    await press(/^Start (day|break)$/)
    await driver.getByText('Saved on this phone, not sent yet').waitFor()
    await press('Emergency')
    const dialog = driver.getByRole('dialog', { name: 'Emergency' })
    const hold = dialog.getByRole('button', { name: /^Hold for help/ })
    // A press with the keyboard, which needs a second one.
    await hold.press('Enter')
    await dialog.getByText('Press again to send the alarm').waitFor()
    await hold.press('Enter')
    await dialog.getByText('Waiting for signal').waitFor()
    expect(await dialog.getByRole('link', { name: /^Call the office/ }).getAttribute('href')).toBe(
      'tel:+27215550100',
    )
    await driver.reload()
    await driver.getByText('Waiting for signal').waitFor()
    expect(await driver.getByText('The office has been told').count()).toBe(0)
    const asUsual = await product.answers(driversApi.actions, ({ input, usual }) =>
      JSON.stringify(input).includes('panic') ? usual() : 'no connection',
    )
    await regainSignal()
    await product.pass(driver, 40_000)
    await driver.getByText('The office has been told').waitFor()
    await driver.getByRole('link', { name: '1 waiting', exact: true }).waitFor()
    await asUsual()
    const { messages } = await product.ask<{ messages: { subject: string }[] }>(
      people.office,
      'GET',
      '/inbox',
    )
    expect(messages.filter(({ subject }) => subject.startsWith('ALARM'))).toHaveLength(1)
  })
})

describe('order of stops', () => {
  it('[DRV-008] is changed by the driver, kept on the page without signal, and followed by the trip sheet', async () => {
    const sheet = () =>
      product.ask<TripSheet>(people.office, 'GET', `/trip-sheet?driver=${people.driver.split('@')[0]}`)
    const openIds = async () =>
      (await sheet()).stops.filter(({ state }) => state === 'to-do').map(({ stop_id }) => stop_id)
    const [first = '', second = '', ...others] = await openIds()
    expect(second).not.toBe('')
    await driver.goto(`${product.web}/tripsheet`)
    await driver.getByRole('link', { name: 'Change the order' }).click()
    await driver.getByRole('heading', { level: 1, name: 'Order of your stops' }).waitFor()
    await driver.getByRole('button', { name: 'Move a stop' }).waitFor()
    await driver
      .getByRole('button', { name: /^Later: / })
      .first()
      .click()
    const regainSignal = await loseSignal(product, driver, [planApi.sequence, driversApi.tripSheet])
    await press('Done')
    await driver.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    const nextStop = driver.getByRole('region', { name: 'Next stop' })
    const openNext = () => nextStop.getByRole('link', { name: 'Open stop' }).getAttribute('href')
    expect(await openNext()).toBe(stopAddress(second))
    await driver.reload()
    await nextStop.waitFor()
    expect(await openNext()).toBe(stopAddress(second))
    expect(await openIds()).toEqual([first, second, ...others])
    await regainSignal()
    await product.pass(driver, 40_000)
    await driver.goto(`${product.web}/tripsheet/sync`)
    await driver.getByText('Everything has been sent.').waitFor()
    expect(await openIds()).toEqual([second, first, ...others])
    expect((await sheet()).plan).toMatchObject({ source: 'driver', version: 1 })
  })

  it('[DRV-008] stays as the office planned it meanwhile, and the driver is told', async () => {
    await driver.goto(`${product.web}/tripsheet/order`)
    await driver
      .getByRole('button', { name: /^Later: / })
      .first()
      .click()
    const regainSignal = await loseSignal(product, driver, [planApi.sequence, driversApi.tripSheet])
    await press('Done')
    await driver.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await product.ask(people.office, 'PUT', '/trip-sheet/plan', {
      changes: [{ kind: 'lock', driver: 'sipho' }],
    })
    await regainSignal()
    await product.pass(driver, 40_000)
    await driver.goto(`${product.web}/tripsheet/sync`)
    await driver.getByText('The office has planned your day again. Your order was not used.').waitFor()
    await press('Got it')
    await driver.getByText('Everything has been sent.').waitFor()
  })

  it('[DRV-008] is not offered when the office decides the order', async () => {
    await product.saveSettings({ driver_can_change_sequence: false })
    await driver.goto(`${product.web}/tripsheet`)
    await driver.getByRole('heading', { name: 'Then' }).waitFor()
    await product.settled(driver)
    expect(await driver.getByRole('link', { name: 'Change the order' }).count()).toBe(0)
  })
})
