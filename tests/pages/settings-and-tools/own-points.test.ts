import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'
const riaan = 'riaan@overbergbooks.example'

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

interface Point {
  id: number
  version: number
}
async function pointOf(code: string): Promise<Point> {
  const { points } = await product.ask<{ points: Point[] }>(
    admin,
    'GET',
    `/pickup-points/managed?search=${code}`,
  )
  const [point] = points
  if (!point) throw new Error(`There is no location ${code}.`)
  return point
}

describe('locations for staff', () => {
  it('list stock and state, and are filtered by kind, network and state', async () => {
    await open(staff, '/settings')
    await staff
      .getByRole('navigation', { name: 'Sections of settings' })
      .getByRole('link', { name: 'Locations' })
      .click()
    await heading(staff, 'Lockers and counters')
    await staff.getByText('Free doors: small 6 of 6, medium 4 of 4, large 2 of 2').waitFor()
    await staff.getByText('0 of 60 parcels').waitFor()
    const { id, version } = await pointOf('FYN02')
    await product.ask(admin, 'PATCH', '/pickup-points', {
      id,
      version,
      out_of_order_reason: 'Screen broken',
    })
    await open(staff, '/locations?state=offline')
    await button(staff, /Observatory locker/).waitFor()
    await staff.getByText('Screen broken').waitFor()
    expect(await button(staff, /Gardens counter/).count()).toBe(0)
    await open(staff, '/locations?network=bob-box')
    await staff.getByText('No location matches.').waitFor()
    await open(staff, '/locations?type=counter&network=own')
    await button(staff, /Gardens counter/).waitFor()
    expect(await button(staff, /locker/).count()).toBe(0)
  })

  it('are added with doors from a template, changed, and closed for good', async () => {
    await open(staff, '/locations')
    await staff.getByRole('link', { name: 'New location' }).click()
    await heading(staff, 'New location')
    await field(staff, 'Code').fill('CPT 09')
    await button(staff, 'Add location').click()
    await staff.getByText('Enter a code of up to 20 letters').first().waitFor()
    await field(staff, 'Code').fill('CPT09')
    await field(staff, 'Name').fill('Salt River locker')
    await staff.getByLabel('Street address, stand or house number').fill('9 Durham Avenue')
    await field(staff, 'Suburb').fill('Salt River')
    await field(staff, 'City').fill('Cape Town')
    await field(staff, 'Latitude').fill('-33.931')
    await field(staff, 'Longitude').fill('18.459')
    await button(staff, 'Own size').click()
    await field(staff, 'Size').fill('crate')
    await staff.getByLabel(/^Length/).fill('60')
    await staff.getByLabel(/^Width/).fill('40')
    await staff.getByLabel(/^Height/).fill('30')
    await staff.getByLabel(/^Up to/).fill('20')
    await field(staff, 'Number of new doors of crate').fill('12')
    await button(staff, 'Add 12 doors A1…A12').click()
    await button(staff, 'Remove door A12').click()
    const made = await product.sends(pickupPointsApi.create, () => button(staff, 'Add location').click())
    expect(made.status).toBe(200)
    await heading(staff, 'Salt River locker')
    await staff.getByText('Free doors: crate 11 of 11').waitFor()

    await staff.getByLabel('Out of order: door A1', { exact: true }).check()
    await staff.getByLabel('Hours for each weekday').check()
    await staff.getByLabel('Saturday', { exact: true }).check()
    await staff.getByLabel('Closed', { exact: true }).check()
    const saved = await product.sends(pickupPointsApi.change, () => button(staff, 'Save changes').click())
    expect(saved.status).toBe(200)
    expect(saved.input).toMatchObject({
      trading_hours: 'Mon-Sat 08:00-17:00',
      holiday_hours: 'closed',
    })
    await staff.getByText('Free doors: crate 10 of 11').waitFor()

    await button(staff, 'More actions').click()
    await staff.getByRole('menuitem', { name: 'Close for good' }).click()
    await button(staff, 'Close for good').click()
    await heading(staff, 'Lockers and counters')
    await open(staff, '/locations?state=closed')
    await button(staff, /Salt River locker/).click()
    await staff.getByRole('link', { name: 'Details' }).click()
    await heading(staff, 'Salt River locker')
    await product.settled(staff)
    expect(await button(staff, 'Save changes').count()).toBe(0)
  })

  it('keep the changes of two people, who choose where both changed the same field', async () => {
    const { id, version } = await pointOf('FYN01')
    await open(staff, `/locations/${id}`)
    await heading(staff, 'Woodstock depot locker')
    await staff.getByLabel(/^Description for customers/).fill('Left of the gate')
    await product.ask(admin, 'PATCH', '/pickup-points', {
      id,
      version,
      description: 'Right of the gate',
      out_of_order_reason: 'Being painted',
    })
    await button(staff, 'Save changes').click()
    await staff.getByText('Someone else changed this location in the meantime.').waitFor()
    await staff.getByLabel(/Keep mine/).check()
    await button(staff, 'Save changes').click()
    await staff.getByText('Changes saved').waitFor()
    const { points } = await product.ask<{ points: object[] }>(
      admin,
      'GET',
      `/pickup-points/managed?id=${id}`,
    )
    expect(points).toMatchObject([{ description: 'Left of the gate', out_of_order_reason: 'Being painted' }])
  })

  it('are imported from a file after every cell was checked', async () => {
    await open(staff, '/locations')
    await staff.getByRole('link', { name: 'Import' }).click()
    await heading(staff, 'Import locations')
    const head = 'code,type,name,street_address,suburb,city,latitude,longitude,hours,doors'
    const place = '1 Main Road,Sea Point,Cape Town,-33.91,18.39'
    const file = (line: string) => ({
      name: 'locations.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${head}\n${line}\n`),
    })
    const input = staff.getByLabel('CSV or Excel file')
    await input.setInputFiles(file(`SP01,kiosk,Sea Point locker,${place},24/7,small:four`))
    await staff.getByText(/type: Enter locker or counter\. doors: small:four is not a size/).waitFor()
    await product.settled(staff)
    expect(await button(staff, /^Add \d/).count()).toBe(0)
    await input.setInputFiles(file(`SP01,locker,Sea Point locker,${place},24/7,small:4;large:2`))
    await staff.getByText('4 small, 2 large').waitFor()
    await button(staff, 'Add 1 location').click()
    await heading(staff, 'Lockers and counters')
    await button(staff, /Sea Point locker/).waitFor()
  })
})

describe('locations for customers', () => {
  it('show description, hours and photos, and neither stock nor buttons of staff', async () => {
    const { id, version } = await pointOf('FYN03')
    const photo = `/assets/1/8a0f2f5e-1111-4222-8333-0123456789ab.png`
    await product.ask(admin, 'PATCH', '/pickup-points', { id, version, photos: [photo] })
    const customer = await product.as(riaan)
    await open(customer, '/locations?at=own:FYN03')
    await heading(customer, 'Lockers and counters')
    await customer.getByText('Ask at the counter inside').waitFor()
    await customer.getByRole('img', { name: 'Photo of Gardens counter' }).waitFor()
    expect(await customer.getByRole('link', { name: /^(Edit|New location|Import)$/ }).count()).toBe(0)
    expect(await customer.getByText('0 of 60 parcels').count()).toBe(0)
    await open(customer, `/locations/${id}`)
    await customer.getByText('Oops!').waitFor()
    expect(product.pageErrors.filter((one) => !one.startsWith('PageNotFound'))).toEqual([])
  })
})
