import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { reportsApi } from '@waybill/domain/reports/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const email = 'thandi@fynbos.example'

let product: Product
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  staff = await product.window()
  await signIn(staff, product.web, email)
}, 180_000)
afterAll(async () => product.close())

/** Books a collection at a company with no other stops, assigns it to a driver and returns its reference and day. */
async function assignedShipment(): Promise<{ booked: string; day: string }> {
  const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
    email,
    'GET',
    '/accounts?account_code=OVB014',
  )
  const place = { type: 'business', zone: 'GP', country: 'South Africa' }
  const made = await product.ask<{
    id: number
    short_tracking_reference: string
    collection_min_date: string
  }>(email, 'POST', '/shipments', {
    account_id: accounts[0]?.id,
    collection_address: {
      ...place,
      company: 'Ops Test Works',
      street_address: '12 Commissioner Street',
      local_area: 'Marshalltown',
      city: 'Johannesburg',
      code: '2107',
    },
    collection_contact: { name: 'Riaan Jooste', mobile_number: '0821234560' },
    delivery_address: {
      ...place,
      company: 'Highveld Optical',
      street_address: '5 Atterbury Road',
      local_area: 'Menlyn',
      city: 'Pretoria',
      code: '0181',
    },
    delivery_contact: { name: 'Naledi Mokoena', mobile_number: '0821234567' },
    parcels: [
      { submitted_length_cm: 20, submitted_width_cm: 20, submitted_height_cm: 10, submitted_weight_kg: 2 },
    ],
    service_level_code: 'ECO',
  })
  const { results } = await product.ask<{ results: { assigned: boolean }[] }>(
    email,
    'POST',
    '/trip-sheet/assign',
    {
      shipment_ids: [made.id],
      leg: 'collection',
      username: 'sipho',
      // The driver’s day has ended, so the server requires confirmation.
      assign_anyway: true,
    },
  )
  expect(results).toMatchObject([{ assigned: true }])
  return { booked: made.short_tracking_reference, day: dayOf(new Date(made.collection_min_date)) }
}

describe('ops dashboard', () => {
  it('[NAV-002] [OPS-001] opens for staff after sign-in with three modes, and links a figure to the list it counts', async () => {
    await staff.waitForURL(`${product.web}/ops-dashboard`)
    await staff.getByRole('heading', { level: 1, name: 'Ops dashboard' }).waitFor()
    const modes = staff.getByRole('radiogroup', { name: 'Mode' }).getByRole('radio')
    expect(await modes.allTextContents()).toEqual(['All', 'Driver tripsheet', 'Pending'])
    const drivers = staff.getByRole('region', { name: 'Drivers', exact: true })
    await drivers.getByRole('button').first().waitFor()
    await staff.getByRole('row').nth(1).waitFor()

    await drivers.getByRole('button').filter({ hasNotText: 'no stops' }).first().click()
    await staff.waitForURL(/driver=/)
    await staff.getByRole('radio', { name: 'Driver tripsheet' }).click()
    await staff.waitForURL(/mode=driver-tripsheet/)
    await staff.getByRole('combobox', { name: 'Driver' }).waitFor()
    await product.settled(staff)
    expect(await drivers.count()).toBe(0)

    const figure = staff
      .getByRole('navigation', { name: 'Waiting work' })
      .getByRole('link', { name: /^Shipments need you/ })
    const number = Number(/\d+/.exec((await figure.textContent()) ?? '')?.[0])
    expect(number).toBeGreaterThan(0)
    await figure.click()
    await staff.waitForURL(/mode=pending&kind=problem|kind=problem&mode=pending/)
    await staff.getByRole('tab', { name: `Shipments need you ${number}`, selected: true }).waitFor()
    await staff.getByRole('row').nth(1).waitFor()

    await staff.setViewportSize({ width: 390, height: 844 })
    await staff.goto(`${product.web}/ops-dashboard`)
    await drivers.getByRole('button').first().waitFor()
    await staff.setViewportSize({ width: 1440, height: 900 })
    expect(product.pageErrors).toEqual([])
  })

  it('states how many stops there are in total and how to see the rest', async () => {
    const asUsual = await product.answers(driversApi.tripSheet, async ({ usual }) => {
      const { status, body } = await usual()
      return { status, body: { ...(body as object), count: 6_600 } }
    })
    await staff.goto(`${product.web}/ops-dashboard`)
    await staff.getByText('of 6,600 stops. Filter by branch or driver to see the rest.').waitFor()
    await asUsual()
  })

  it('shows the odometer readings on a driver’s trip sheet', async () => {
    const today = dayOf(product.now())
    const sheet = () => staff.goto(`${product.web}/ops-dashboard?driver=sipho&date=${today}`)
    await sheet()
    await staff.getByRole('heading', { name: 'Sipho Dlamini' }).waitFor()
    await product.settled(staff)
    expect(await staff.getByText(/Odometer/).count()).toBe(0)
    const report = (type: string, odometer: number) =>
      product.ask('sipho@fynbos.example', 'POST', '/drivers/actions', {
        actions: [
          {
            action_id: randomUUID(),
            type,
            occurred_at: product.now().toISOString(),
            payload: { odometer },
          },
        ],
      })
    await report('start-day', 84_200)
    await sheet()
    await staff.getByText(/Odometer at the start 84,200 km$/).waitFor()
    await report('end-day', 84_312.5)
    await sheet()
    await staff
      .getByText(/Odometer at the start 84,200 km · at the end 84,312\.5 km · 112\.5 km driven$/)
      .waitFor()
  })

  it('shows the driver column, opens shipments of a stop, shows a stop on the map and assigns a stop to another driver', async () => {
    await staff.goto(`${product.web}/ops-dashboard`)
    const rows = staff.getByRole('row')
    await rows.nth(1).waitFor()
    await staff.getByRole('columnheader', { name: 'Driver' }).waitFor()
    const drivers = staff.getByRole('region', { name: 'Drivers', exact: true })
    const open = rows.filter({ hasText: /Assigned|Out for delivery|To do|Late|assigned|At hub|Returned/ })
    const row = open.filter({ has: staff.getByRole('button') }).first()
    const reference = await row.getByRole('link').first().getAttribute('href')
    expect(reference).toMatch(/^\/(shipments|collection-requests)/)
    await row.getByRole('button').last().click()
    const menu = staff.getByRole('menu')
    await menu
      .getByRole('menuitem', { name: /^Open / })
      .first()
      .waitFor()
    await menu.getByRole('menuitem', { name: 'Show on the map' }).click()
    const card = staff.getByRole('region', { name: 'Map' })
    await card.getByText(/^Stop \d+ · /).waitFor()
    // The map zooms in on the stop; the button returns to all stops.
    await card.getByRole('button', { name: 'All stops' }).click()
    await card.getByRole('button', { name: 'Zoom in' }).click()
    await card.getByRole('button', { name: 'All stops' }).click()
    await card.getByRole('button', { name: 'Close' }).click()

    const { booked, day } = await assignedShipment()
    await staff.goto(`${product.web}/ops-dashboard?date=${day}`)
    await drivers.getByRole('button').filter({ hasText: 'Sipho Dlamini' }).click()
    await staff.waitForURL(/driver=/)
    await expect.poll(() => staff.getByRole('columnheader', { name: 'Driver' }).count()).toBe(0)
    const given = rows.filter({ hasText: 'Ops Test Works' })
    await given.getByRole('button').last().click()
    await staff.getByRole('menuitem', { name: `Open ${booked}` }).waitFor()
    await staff.getByRole('menuitem', { name: 'Assign to another driver' }).click()
    const dialog = staff.getByRole('dialog', { name: /^Assign the stop at / })
    await dialog.getByRole('button', { name: 'Assign driver' }).click()
    await dialog.getByText('Choose a driver.').first().waitFor()
    await dialog.getByRole('combobox', { name: 'Driver' }).click()
    await staff.getByRole('option', { name: 'Nomsa Cele' }).click()
    await dialog.getByRole('checkbox', { name: 'Assign anyway' }).check()
    const assigned = await product.sends(driversApi.assign, () =>
      dialog.getByRole('button', { name: 'Assign driver' }).click(),
    )
    expect([assigned.status, assigned.answer]).toEqual([
      200,
      expect.objectContaining({ results: [expect.objectContaining({ assigned: true })] }),
    ])
    await expect.poll(() => given.count()).toBe(0)
    expect(product.pageErrors).toEqual([])
  })

  it('does not show the shipments of one tab while the next tab loads', async () => {
    const held = Promise.withResolvers<'as usual'>()
    const kinds: unknown[] = []
    await staff.goto(`${product.web}/ops-dashboard?mode=pending&kind=unassigned`)
    const table = staff.getByRole('table', { name: 'Unassigned' })
    await table.getByRole('row').nth(1).waitFor()
    await product.settled(staff)
    const [first = ''] = await table.getByRole('link').allInnerTexts()
    const asUsual = await product.answers(reportsApi.pending, ({ input }) => {
      kinds.push(input['kind'])
      return held.promise
    })
    await staff.getByRole('tab', { name: /^On hold/ }).click()
    await staff.getByRole('table', { name: 'On hold' }).waitFor()
    expect(await staff.getByRole('link', { name: first, exact: true }).count()).toBe(0)
    held.resolve('as usual')
    await product.settled(staff)
    await asUsual()
    expect(kinds.length).toBeGreaterThan(0)
  })
})
