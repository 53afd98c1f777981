import { randomUUID } from 'node:crypto'
import { reportsApi } from '@waybill/domain/reports/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { startupApi } from '@waybill/domain/startup/api'
import { tagsApi } from '@waybill/domain/tags/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

/**
 * Page tests for tracking, drivers, maps and tags, bulk collections, hubs and dashboards, each with the users they
 * are for.
 */

const administrator = 'thandi@fynbos.example'
let product: Product
let staff: Page
let account_id: number

interface Shipment {
  id: number
  tracking_reference: string
  short_tracking_reference: string
  proof_of_delivery_pin: string
  parcels: { tracking_reference: string }[]
}
const request = <Answer = Shipment>(method: string, path: string, body?: object, by = administrator) =>
  product.ask<Answer>(by, method, path, body)
const withMessage = (message: string) => ({ metadata: { tracking_info: { message } } })

const place = { type: 'business', zone: 'GP', country: 'South Africa', city: 'Johannesburg' }
const size = {
  submitted_length_cm: 30,
  submitted_width_cm: 20,
  submitted_height_cm: 10,
  submitted_weight_kg: 2,
}
const booked = (more: object = {}) =>
  request('POST', '/shipments', {
    account_id,
    collection_address: {
      ...place,
      street_address: '12 Commissioner Street',
      local_area: 'Marshalltown',
      code: '2107',
    },
    collection_contact: { name: 'Gugu Sender', mobile_number: '0825550101' },
    delivery_address: { ...place, street_address: '77 Bath Avenue', local_area: 'Rosebank', code: '2196' },
    delivery_contact: { name: 'Naledi Receiver', mobile_number: '0825550102' },
    parcels: [size],
    service_level_code: 'ECO',
    ...more,
  })

beforeAll(async () => {
  product = await openProduct()
  const { accounts } = await request<{ accounts: { id: number }[] }>('GET', '/accounts?search=OVB014')
  account_id = accounts[0]?.id ?? 0
  staff = await product.as(administrator)
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, path: string) => page.goto(product.web + path)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

describe('tracking', () => {
  it('[TRACK-001] [TRACK-004] lets a guest track a parcel without signing in and read its messages', async () => {
    const one = await booked()
    await request('PATCH', '/shipments', {
      id: one.id,
      status: 'out-for-delivery',
      ...withMessage('On its way'),
    })
    await request('PATCH', '/shipments', {
      id: one.id,
      status: 'delivery-failed-attempt',
      ...withMessage('Gate was locked'),
    })
    const guest = await product.window()
    await open(guest, '/track')
    await guest.getByLabel('Tracking reference').fill(one.short_tracking_reference.toLowerCase())
    await button(guest, 'Track').click()
    await heading(guest, 'We tried to deliver but could not: Gate was locked')
    await guest.getByText(one.tracking_reference, { exact: true }).waitFor()
    expect(await guest.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
    await request('PATCH', '/shipments', {
      id: one.id,
      status: 'returned-to-hub',
      ...withMessage('Going out again tomorrow'),
    })
    await guest.reload()
    await guest.getByText('Going out again tomorrow').first().waitFor()
    await guest.context().close()
  })

  it('[TRACK-002] is open to guests and customers', async () => {
    const one = await booked()
    const customer = await product.as('riaan@overbergbooks.example')
    await open(customer, '/dashboard')
    const menu = customer.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Track', exact: true }).click()
    await heading(customer, /Track/)
    expect(new URL(customer.url()).pathname).toBe('/track')
    await customer.getByLabel('Tracking reference').fill(one.tracking_reference)
    await customer.keyboard.press('Enter')
    await customer.waitForURL((url) => url.searchParams.get('ref') === one.tracking_reference)
    await customer.getByText(one.tracking_reference).first().waitFor()
    await customer.context().close()
    const guest = await product.window()
    await open(guest, '/track')
    await heading(guest, 'Track a parcel')
    await guest.context().close()
  })
})

describe('proof of delivery', () => {
  let driver: Page
  beforeAll(async () => {
    driver = await product.as('sipho@fynbos.example', { width: 390, height: 844 })
  })

  /** Opens the hand-over page of a new shipment that is on the vehicle. */
  async function handOver(streetAddress: string, more: object = {}): Promise<Shipment> {
    const one = await booked({
      collection_address: {
        street_address: '12 Bofors Circle',
        local_area: 'Epping',
        city: 'Cape Town',
        code: '7460',
      },
      delivery_address: {
        street_address: streetAddress,
        local_area: 'Rosebank',
        city: 'Johannesburg',
        code: '2196',
      },
      ...more,
    })
    await request('POST', '/tracking/shipment-events', {
      shipment_id: one.id,
      status: 'at-destination-hub',
      message: 'Arrived early',
      force: true,
    })
    const given = await request<object>('POST', '/trip-sheet/assign', {
      shipment_ids: [one.id],
      leg: 'delivery',
      username: 'sipho',
    })
    expect(given).toMatchObject({ results: [{ assigned: true }] })
    const load = {
      action_id: randomUUID(),
      type: 'load',
      shipment_id: one.id,
      scanned_references: one.parcels.map(({ tracking_reference }) => tracking_reference),
      occurred_at: product.now().toISOString(),
    }
    const loaded = await request<object>(
      'POST',
      '/drivers/actions',
      { actions: [load] },
      'sipho@fynbos.example',
    )
    expect(loaded).toMatchObject({ results: [{ result: 'applied' }] })
    const { stops } = await request<{ stops: { stop_id: string; shipments: { shipment_id: number }[] }[] }>(
      'GET',
      '/trip-sheet?driver=sipho',
    )
    const stop = stops.find(({ shipments }) => shipments.some(({ shipment_id }) => shipment_id === one.id))
    await driver.goto(`${product.web}/tripsheet/stops/${stop?.stop_id}`)
    await driver.getByRole('heading', { level: 1, name: /^Stop/ }).waitFor()
    await button(driver, 'Type a reference').click()
    const field = driver.getByRole('textbox', { name: 'Parcel reference' })
    await field.fill(`${one.short_tracking_reference}/1`)
    await driver.getByRole('button', { name: 'Add', exact: true }).click()
    await driver.getByRole('link', { name: 'Deliver', exact: true }).click()
    return one
  }
  /** The labels of the fields for a receiver without a PIN. */
  const proofFields = async () => {
    const texts = await driver
      .locator('main')
      .getByText(/^(Name|Mobile number|Department|Description|Photo|Signature)\b/)
      .allInnerTexts()
    return texts.map((text) => text.split(/\s*[\n(]/)[0]).filter((text) => !text?.endsWith(' needed'))
  }

  it('[DRV-001] [DRV-003] is the PIN by default and a photo of the document for a shipment with GRV', async () => {
    await handOver('81 Bath Avenue')
    await driver.getByRole('heading', { name: 'Ask for the 4-digit PIN' }).waitFor()
    await handOver('83 Bath Avenue', { pod_method: 'grv' })
    await driver.getByText(/Photo/).first().waitFor()
    await product.settled(driver)
    expect(await driver.getByRole('heading', { name: /Ask for the .* PIN/ }).count()).toBe(0)
    expect(await button(driver, /^Done/).innerText()).toMatch(/Photo|Take a photo/i)
  })

  it('[DRV-002] is stored as pin-with-fallback or grv', async () => {
    await open(staff, `/accounts/${account_id}`)
    const { accounts } = await request<{ accounts: { pod_method: string }[] }>(
      'GET',
      `/accounts?id=${account_id}`,
    )
    expect(accounts[0]?.pod_method).toBe('pin-with-fallback')
    const one = await booked({ pod_method: 'grv' })
    await open(staff, `/shipments/${one.id}`)
    await staff.getByText('Signed document (GRV)').waitFor()
  })

  it('[SET-045] [SET-048] is asked for in the order of `driver_pod1`, `driver_pod2` and `driver_pod3`', async () => {
    const label = /^(Name|Photo|Signature|Use the PIN instead)( \(optional\))?$/
    const order = async () =>
      (await driver.locator('main').innerText())
        .split('\n')
        .flatMap((line) => label.exec(line.trim())?.[1] ?? [])
    await product.saveSettings({
      ...Object.fromEntries(
        ['name', 'photos', 'signature'].map((field) => [`pod_fallback_${field}_enabled`, true]),
      ),
      driver_pod1: 'signature',
      driver_pod2: 'pin',
      driver_pod3: 'photo',
    })
    await handOver('87 Bath Avenue')
    await driver.getByRole('button', { name: 'Use the PIN instead' }).waitFor()
    expect(await order()).toEqual(['Signature', 'Use the PIN instead', 'Photo', 'Name'])
    await driver.getByRole('button', { name: 'Use the PIN instead' }).click()
    await driver.getByRole('heading', { name: 'Ask for the 4-digit PIN' }).waitFor()
    await product.saveSettings({
      driver_pod1: 'pin',
      driver_pod2: 'recipient details',
      driver_pod3: 'photo',
    })
  })

  it('[DRV-004] [DRV-005] without a PIN shows the fields that the company enables and requires those that it makes mandatory', async () => {
    const fields = ['name', 'mobile_number', 'department', 'description', 'photos', 'signature']
    const labels = ['Name', 'Mobile number', 'Department', 'Description', 'Photo', 'Signature']
    const all = (enabled: boolean, required: boolean) =>
      Object.fromEntries(
        fields.flatMap((field) => [
          [`pod_fallback_${field}_enabled`, enabled],
          [`pod_fallback_${field}_required`, required],
        ]),
      )
    await product.saveSettings(all(true, true))
    await handOver('85 Bath Avenue')
    await button(driver, /^No PIN/).click()
    await driver.getByRole('textbox', { name: /^Name/ }).waitFor()
    await product.settled(driver)
    expect(await proofFields()).toEqual(labels)
    expect(await button(driver, /^Done/).innerText()).toMatch(/name/i)
    await driver.getByRole('textbox', { name: /^Name/ }).fill('Naledi')
    await expect.poll(() => button(driver, /^Done/).innerText()).toMatch(/mobile number/i)
    await driver.getByRole('textbox', { name: /^Name/ }).fill('')
    await expect.poll(() => button(driver, /^Done/).innerText()).toMatch(/name/i)
    for (const [at, label] of labels.entries()) {
      await product.saveSettings({
        ...all(false, true),
        [`pod_fallback_${fields[at]}_enabled`]: true,
      })
      await driver.reload()
      await expect.poll(proofFields, { message: label }).toEqual([label])
      expect(await button(driver, /^Done/).innerText()).toContain(`${label} needed`)
      await product.saveSettings({
        ...all(true, false),
        [`pod_fallback_${fields[at]}_required`]: true,
      })
      await driver.reload()
      await expect.poll(proofFields, { message: label }).toEqual(labels)
      expect(await button(driver, /^Done/).innerText()).toContain(`${label} needed`)
    }
    await driver.context().close()
  })

  it('[DRV-008] lists the stops of a driver on the trip sheet and does not show the shipment list to drivers', async () => {
    const page = await product.as('pieter@fynbos.example', { width: 390, height: 844 })
    await open(page, '/tripsheet')
    const bar = page.getByRole('navigation', { name: 'Driver' })
    await bar.waitFor()
    const one = page.getByRole('link', { name: 'Open stop' })
    await one.waitFor()
    const navigation = page.getByRole('link', { name: /^Navigate to / })
    expect(await navigation.getAttribute('href')).toMatch(/^(geo|maps):/)
    await one.click()
    await page.getByRole('heading', { level: 1, name: /^Stop/ }).waitFor()
    await open(page, '/shipments')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await product.settled(page)
    expect(await page.getByRole('table', { name: 'Shipments' }).count()).toBe(0)
    await page.context().close()
  })

  it('[DRV-008] warns the driver and staff when a trip sheet has more places than `tripsheet_unique_stops_alert_limit`', async () => {
    const elsewhere = {
      collection_address: {
        ...place,
        street_address: '31 Bath Avenue',
        local_area: 'Rosebank',
        code: '2196',
      },
    }
    const made = [await booked(), await booked(elsewhere)]
    await request('POST', '/trip-sheet/assign', {
      shipment_ids: made.map(({ id }) => id),
      leg: 'collection',
      username: 'pieter',
    })
    const driver = await product.as('pieter@fynbos.example', { width: 390, height: 844 })
    const countWarnings = async () => {
      await open(driver, '/tripsheet')
      await driver.getByRole('region', { name: 'Progress' }).waitFor()
      await open(staff, '/ops-dashboard?driver=pieter')
      await product.settled(staff)
      await product.settled(driver)
      return Promise.all([
        driver.getByText('This list is longer than your company allows. Tell your branch.').count(),
        staff
          .getByText('This sheet has more stops than your limit. Give some of them to another driver.')
          .count(),
      ])
    }
    await product.saveSettings({ tripsheet_unique_stops_alert_limit: 1 })
    expect(await countWarnings()).toEqual([1, 1])
    await product.saveSettings({ tripsheet_unique_stops_alert_limit: 80 })
    expect(await countWarnings()).toEqual([0, 0])
    await driver.context().close()
  })

  it('[DRV-007] no longer offers a removed driver, and still names the driver on past shipments', async () => {
    const { user } = await request<{ user?: { id: number }; id?: number }>('POST', '/users', {
      username: 'thabo-rows',
      name: 'Thabo Rows',
      email: 'thabo.rows@fynbos.example',
      role_id: 7,
      password: 'a long enough phrase',
    }).then((made) => ({ user: made.user ?? made }))
    const one = await booked()
    await request('PATCH', '/shipments', { id: one.id, collection_agent_id: 'thabo-rows' })
    const other = await booked()
    const named = async () => {
      await open(staff, `/shipments/${one.id}`)
      await staff.getByText('Thabo Rows').first().waitFor()
    }
    const offered = async () => {
      await open(staff, `/shipments/${other.id}`)
      await heading(staff, other.tracking_reference)
      await button(staff, 'More').click()
      await staff.getByRole('menuitem', { name: /^Assign collection driver/ }).click()
      const box = staff.getByRole('dialog').getByRole('combobox', { name: 'Driver' })
      await box.fill('Thabo')
      await staff.getByRole('option').or(staff.getByText('Nothing matches.')).first().waitFor()
      return staff.getByRole('option', { name: 'Thabo Rows' }).count()
    }
    await named()
    expect(await offered()).toBe(1)
    await request('DELETE', '/users', { id: user.id })
    await expect.poll(offered).toBe(0)
    await named()
    const { drivers } = await request<{ drivers: { username: string; deleted_date: string | null }[] }>(
      'GET',
      '/general-data',
    )
    expect(drivers.find(({ username }) => username === 'thabo-rows')?.deleted_date).toMatch(/^\d{4}-/)
  })
})

describe('tags and maps', () => {
  it('[MAP-001] [MAP-002] [MAP-003] [MAP-004] offers tags for accounts, shipments and five kinds of area, and none for driver and draft areas', async () => {
    await open(staff, '/tags')
    await heading(staff, /^Tags/)
    await product.settled(staff)
    expect((await staff.getByRole('tab').allInnerTexts()).map((text) => text.trim())).toEqual([
      'Accounts',
      'Shipments',
      'Branch areas',
      'Rate areas',
      'Surcharge areas',
      'Service day areas',
      'Exception areas',
    ])
    const types = ['shipment', 'branches', 'rates', 'surcharges', 'service_days', 'exceptions']
    for (const [at, type] of types.entries()) {
      const tab = staff.getByRole('tab').nth(at + 1)
      const call = await product.sends(tagsApi.tags, () => tab.click())
      expect(call).toMatchObject({ status: 200, input: { type } })
    }
    await button(staff, 'New tag').first().click()
    const dialog = staff.getByRole('dialog', { name: 'New tag: exception areas' })
    await dialog.getByLabel('Name').fill('Wetland')
    await dialog.getByRole('button', { name: 'Add tag' }).click()
    await staff.getByRole('row', { name: /Wetland/ }).waitFor()
    await open(staff, '/maps?kind=exceptions')
    await staff.getByRole('link', { name: 'Kruger National Park' }).click()
    await heading(staff, 'Kruger National Park')
    await staff.getByLabel('New tag').waitFor()
    await open(staff, '/maps?kind=drivers')
    await staff.getByRole('link', { name: 'JHB North' }).click()
    await heading(staff, 'JHB North')
    await staff.getByLabel('Name', { exact: true }).waitFor()
    await product.settled(staff)
    expect(await staff.getByLabel('New tag').count()).toBe(0)
  })

  it('[MAP-006] returns account and shipment tags with the start-up data and offers shipment tags in the filter', async () => {
    await request('POST', '/tags', { type: 'shipment', name: 'Rows shipment tag', colour: '#2F6FDE' })
    await request('POST', '/tags', { type: 'account', name: 'Rows account tag', colour: '#2F6FDE' })
    const fresh = await product.as(administrator)
    const started = await product.sends(startupApi.generalData, () => open(fresh, '/shipments'))
    const data = started.answer as Record<'shipment_tags' | 'account_tags', { name: string }[]>
    expect(data.shipment_tags.map(({ name }) => name)).toContain('Rows shipment tag')
    expect(data.account_tags.map(({ name }) => name)).toContain('Rows account tag')
    await button(fresh, 'Filter').click()
    await fresh.getByText('Tag', { exact: true }).click()
    await fresh.getByText('Rows shipment tag').first().waitFor()
    await fresh.context().close()
  })

  it('[MAP-008] rejects an area with more points than the company allows', async () => {
    await product.saveSettings({ map_max_node_count: 4 })
    await open(staff, '/maps?kind=exceptions')
    await staff.getByRole('link', { name: 'Kruger National Park' }).click()
    await heading(staff, 'Kruger National Park')
    await staff.getByLabel('Name', { exact: true }).fill('Kruger Park')
    await staff.getByRole('button', { name: /^Save/ }).first().click()
    await staff
      .getByText(/This area has \d+ points\. The maximum is 4\./)
      .first()
      .waitFor()
    await product.saveSettings({ map_max_node_count: 500 })
  })
})

describe('bulk collections', () => {
  const statuses = [
    ['collection-unassigned', 'Collection unassigned'],
    ['collection-assigned', 'Collection assigned'],
    ['collection-failed-attempt', 'Collection failed attempt'],
    ['collection-exception', 'Collection exception'],
    ['collection-rejected', 'Collection rejected'],
    ['closed', 'Closed'],
    ['cancelled', 'Cancelled'],
  ] as const
  async function requested(): Promise<number> {
    const day = new Date(product.now().getTime() + 21 * 86_400_000)
    while (day.getUTCDay() !== 2) day.setUTCDate(day.getUTCDate() + 1)
    const { id } = await request<{ id: number }>('POST', '/collection-requests', {
      account_id,
      address: {
        ...place,
        street_address: '12 Commissioner Street',
        local_area: 'Marshalltown',
        code: '2107',
      },
      contact: { name: 'Gugu Sender', mobile_number: '0825550101' },
      date: day.toISOString().slice(0, 10),
      expected_parcels: 10,
      expected_kg: 20,
    })
    return id
  }

  it('[COLL-002] [COLL-003] [COLL-004] [COLL-005] have seven statuses, allow only cancelling while unassigned, no change when closed or cancelled, and otherwise every other status of the list', async () => {
    const manual = [
      'Collection unassigned',
      'Collection failed attempt',
      'Collection exception',
      'Collection rejected',
      'Cancelled',
      'Closed',
    ]
    for (const [status, label] of statuses) {
      const id = await requested()
      if (status === 'collection-unassigned') {
        const { collection_requests } = await request<{ collection_requests: { status: string }[] }>(
          'GET',
          `/collection-requests?id=${id}`,
        )
        if (collection_requests[0]?.status !== status)
          await request('POST', '/collection-requests/status', { id, status, message: 'Nobody yet' })
      } else {
        await request('POST', '/collection-requests/assign', { ids: [id], username: 'sipho' })
        if (status !== 'collection-assigned')
          await request('POST', '/collection-requests/status', {
            id,
            status,
            message: 'Said so',
            collected_parcels: 10,
          })
      }
      await open(staff, `/collection-requests/${id}`)
      await staff.getByRole('heading', { level: 1, name: /^COL/ }).waitFor()
      await staff.locator('header [data-badge]').filter({ hasText: label }).first().waitFor()
      await product.settled(staff)
      const pill = button(staff, `Status ${label}. Change`)
      if (status === 'closed' || status === 'cancelled') {
        expect(await pill.count(), status).toBe(0)
        continue
      }
      await pill.click()
      const offered = await staff.getByRole('menuitem').allInnerTexts()
      await staff.keyboard.press('Escape')
      const rest = manual.filter((one) => one !== label)
      expect(offered, status).toEqual(status === 'collection-unassigned' ? ['Cancelled'] : rest)
    }
  })

  it('[COLL-007] are created by a recurring collection with its frequency', async () => {
    const customer = await product.as('riaan@overbergbooks.example')
    await open(customer, '/collection-requests/new')
    await heading(customer, 'New collection request')
    await customer.getByRole('radio', { name: 'Daily' }).click()
    await button(customer, 'Enter the address by hand').click()
    await customer.getByLabel('Street address, stand or house number').fill('14 Bofors Circle')
    await customer.getByLabel('Suburb', { exact: true }).fill('Epping')
    await customer.getByLabel('City', { exact: true }).fill('Cape Town')
    await customer.getByLabel('Postal code', { exact: true }).fill('7460')
    await customer.getByLabel('Contact name').fill('Riaan Jooste')
    await customer.getByLabel('Mobile number').fill('082 555 0142')
    await customer.getByLabel(/^Expected parcels/).fill('7')
    await button(customer, 'Create recurring collection').click()
    await heading(customer, 'Bulk collections')
    interface Made {
      collection_requests: { account_id: number; frequency: string | null; expected_parcels: number }[]
    }
    const made = async () =>
      (
        await request<Made>('GET', `/collection-requests?account_id=${account_id}&limit=100`)
      ).collection_requests.filter(
        ({ frequency, expected_parcels }) => frequency === 'daily' && expected_parcels === 7,
      ).length
    await expect.poll(made).toBeGreaterThan(0)
    await customer.context().close()
  })
})

describe('hubs and dashboards', () => {
  it('[HUB-002] updates shipment statuses when a manifest is closed, reopened, departed and unloaded', async () => {
    const { branches } = await request<{ branches: { id: number; name: string }[] }>('GET', '/branches')
    const id = (name: string) => branches.find((branch) => branch.name === name)?.id
    const [from, to] = [id('JHB'), id('CPT')]
    const one = await booked({
      delivery_address: {
        ...place,
        zone: 'WC',
        city: 'Cape Town',
        street_address: '12 Bofors Circle',
        local_area: 'Epping',
        code: '7460',
      },
    })
    const parcelReference = one.parcels[0]?.tracking_reference
    await request('PATCH', '/shipments', { id: one.id, status: 'collected', ...withMessage('Brought in') })
    await request('POST', '/tracking/shipment-events', {
      parcel_reference: parcelReference,
      mode: 'arrive',
      branch_id: from,
    })
    const manifest = await request<{ id: number; display_id: string }>('POST', '/interhub-transfers', {
      from_branch_id: from,
      to_branch_id: to,
      vehicle_registration: 'HX 1 GP',
    })
    await request('POST', '/interhub-transfers/parcels', {
      interhub_transfer_id: manifest.id,
      parcel_reference: parcelReference,
    })
    const stateOf = async () => {
      const { shipment } = await request<{ shipment: { status: string } }>(
        'GET',
        `/shipments/detail?id=${one.id}`,
      )
      return shipment.status
    }
    await expect.poll(stateOf).toBe('manifested')
    await open(staff, `/interhub-transfers/${manifest.id}`)
    await heading(staff, new RegExp(manifest.display_id))
    const close = async () => {
      await button(staff, 'Close manifest').click()
      await staff.getByRole('dialog').getByRole('button', { name: 'Close manifest' }).click()
      await staff.getByText('Ready to leave').first().waitFor()
      expect(await stateOf()).toBe('ready-for-dispatch')
    }
    await close()
    await button(staff, 'More actions').click()
    await staff.getByRole('menuitem', { name: 'Reopen' }).click()
    await button(staff, 'Close manifest').waitFor()
    expect(await stateOf()).toBe('manifested')
    await close()
    await button(staff, 'Depart').click()
    await staff.getByText('On the road').first().waitFor()
    expect(await stateOf()).toBe('in-transit')
    await button(staff, 'Unloading complete').click()
    await button(staff, 'Yes, it is empty').click()
    await staff.getByText('1 short.').waitFor()
    await product.settled(staff)
    expect(await button(staff, 'Close manifest').count()).toBe(0)
  })

  it('[HUB-003] offers eight modes in the hub scanner and shows a result for each scan', async () => {
    const operator = await product.as('bongani@fynbos.example')
    await open(operator, '/hub-scanner')
    const modes = operator.getByRole('radio')
    await modes.first().waitFor()
    await product.settled(operator)
    expect(await modes.count()).toBe(8)
    const shown = await operator.getByRole('main').innerText()
    for (const mode of [
      'Arrive at hub',
      'Assign bay',
      'Load manifest',
      'Unload manifest',
      'Out for delivery',
      'Return to hub',
      'Re-measure',
      'Look up',
    ])
      expect(shown).toContain(mode)
    await button(operator, 'Start scanning').click()
    const one = await booked()
    await request('PATCH', '/shipments', { id: one.id, status: 'collected', ...withMessage('Brought in') })
    const field = operator.getByRole('textbox', { name: 'Scan or type a parcel reference' })
    const verdict = operator.getByRole('region', { name: 'Verdict' })
    await field.fill('NOSUCH/1')
    await field.press('Enter')
    await verdict
      .getByText(/not found|unknown/i)
      .first()
      .waitFor()
    await field.fill(`${one.short_tracking_reference}/1`)
    await field.press('Enter')
    await expect.poll(() => verdict.innerText()).toContain(one.short_tracking_reference)
    await operator.context().close()
  })

  it('[OPS-002] shows customers figures that link to lists, and staff the drivers, stops and pending shipments', async () => {
    const customer = await product.as('riaan@overbergbooks.example')
    await open(customer, '/dashboard')
    const tiles = customer.getByRole('region', { name: 'At a glance' })
    for (const name of [
      'In transit',
      'Delivered in the last 30 days',
      'Needs attention',
      'Balance',
      'Charged in the last 30 days',
    ])
      await tiles.getByText(name).first().waitFor()
    const tile = tiles.getByRole('link', { name: /^In transit/ })
    await expect.poll(() => tile.innerText()).toMatch(/\d/)
    const count = Number(/\d+/.exec((await tile.innerText()).replaceAll(',', ''))?.[0])
    await tile.click()
    await customer.waitForURL(/\/shipments\?/)
    const { count: listed } = await request<{ count: number }>(
      'GET',
      `/shipments/rows?limit=1&${new URL(customer.url()).searchParams.toString()}`,
      undefined,
      'riaan@overbergbooks.example',
    )
    expect(listed).toBe(count)
    await customer.context().close()
    await open(staff, '/ops-dashboard')
    await heading(staff, 'Ops dashboard')
    await staff.getByRole('region', { name: 'Drivers', exact: true }).getByRole('button').first().waitFor()
    await staff.getByRole('row').nth(1).waitFor()
    await staff.getByRole('radio', { name: 'Pending' }).click()
    await staff.getByRole('tab').first().waitFor()
    await product.settled(staff)
    const tabs = await staff.getByRole('tab').allInnerTexts()
    expect(tabs.map((text) => text.split('\n')[0])).toEqual([
      'Shipments need you',
      'Unassigned',
      'Unrouted',
      'Rejected by driver',
      'Failed today',
      'Exceptions',
      'On hold',
      'Locker failures',
      'Not returned',
      'Unread by driver',
      'Late risk',
      'Late',
      'Not moved',
      'Mine',
      'Without owner',
      'Snoozed',
    ])
    // The first tab is open already.
    for (const [at, text] of [...tabs.entries()].slice(1)) {
      const [label = '', count] = text.split('\n')
      const { answer } = await product.sends(reportsApi.pending, () => staff.getByRole('tab').nth(at).click())
      expect([label, answer]).toEqual([label, expect.objectContaining({ count: Number(count) })])
    }
    await staff.getByRole('radio', { name: 'Driver tripsheet' }).click()
    await staff.getByRole('combobox', { name: 'Driver' }).waitFor()
    expect(product.pageErrors).toEqual([])
  })

  it('[OPS-002] leaves excluded statuses out of the figures of customers and of the lists that they open', async () => {
    const one = await booked()
    await request('PATCH', '/shipments', {
      id: one.id,
      status: 'collection-exception',
      ...withMessage('Locked'),
    })
    const customer = await product.as('riaan@overbergbooks.example')
    const tile = (name: RegExp) =>
      customer.getByRole('region', { name: 'At a glance' }).getByRole('link', { name })
    const attended = async () => {
      await open(customer, '/dashboard')
      await expect.poll(() => tile(/^Needs attention/).innerText()).toMatch(/\d/)
      const count = Number(/\d+/.exec(await tile(/^Needs attention/).innerText())?.[0])
      const { answer } = await product.sends(shipmentsApi.rows, () => tile(/^Needs attention/).click())
      expect(answer).toMatchObject({ count })
      return count
    }
    const all = await attended()
    await product.saveSettings({ exclude_dashboard_statuses: ['collection-exception', 'delivered'] })
    expect(await attended()).toBeLessThan(all)
    await open(customer, '/dashboard')
    await tile(/^Needs attention/).waitFor()
    await product.settled(customer)
    expect(await tile(/^Delivered/).count()).toBe(0)
    await product.saveSettings({ exclude_dashboard_statuses: [] })
    await customer.context().close()
  })
})
