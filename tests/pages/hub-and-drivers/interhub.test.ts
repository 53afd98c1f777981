import { hubApi } from '@waybill/domain/hub/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loseSignal } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let staff: Page
const admin = 'thandi@fynbos.example'

const request = <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
  product.ask(admin, method, path, body)

interface Found {
  id: number
  tracking_reference: string
  collection_branch_id: number
  delivery_branch_id: number
  parcels: { tracking_reference: string }[]
}

/** Returns the references of single-parcel shipments from hub `from` to hub `to`, after scanning them in at `from`. */
async function parcelsOn(from: number, to: number, wanted: number): Promise<string[]> {
  const { shipments } = await request<{ shipments: Found[] }>(
    'GET',
    '/shipments?status=["collected","collection-assigned"]&limit=100',
  )
  const found = shipments.filter(
    (one) => one.collection_branch_id === from && one.delivery_branch_id === to && one.parcels.length === 1,
  )
  const references = found.slice(0, wanted).map(({ parcels }) => parcels[0]?.tracking_reference ?? '')
  expect(references).toHaveLength(wanted)
  for (const parcelReference of references)
    await request('POST', '/tracking/shipment-events', {
      parcel_reference: parcelReference,
      mode: 'arrive',
      branch_id: from,
    })
  return references
}

/** Returns the two hubs between which most demo parcels wait. */
async function hubs(): Promise<{ from: number; to: number; from_name: string; to_name: string }> {
  const { branches } = await request<{ branches: { id: number; name: string; public_name: string }[] }>(
    'GET',
    '/branches',
  )
  const named = (name: string) => branches.find((branch) => branch.name === name)
  const from = named('CPT')
  const to = named('JHB')
  if (!from || !to) throw new Error('The demonstration company has no such branches.')
  return { from: from.id, to: to.id, from_name: from.public_name, to_name: to.public_name }
}

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
}, 180_000)
afterAll(async () => product.close())

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}

describe('interhub manifests', () => {
  it('[NAV-043] [HUB-001] move from loading to received with one parcel short, on the page and in the hub scanner', async () => {
    const { from, to, from_name, to_name } = await hubs()
    const [first = '', second = ''] = await parcelsOn(from, to, 2)

    await open(staff, '/shipments')
    await staff.getByRole('link', { name: 'Interhub manifests' }).click()
    await heading(staff, /^Interhub manifests/)
    await staff
      .getByRole('row', { name: /IHM0000/ })
      .first()
      .waitFor()

    await staff.getByRole('link', { name: 'New manifest' }).click()
    await heading(staff, 'New manifest')
    await choose(staff, 'From', from_name)
    await button(staff, 'Open manifest').click()
    await staff.getByText('Choose the branch it goes to.').first().waitFor()
    await choose(staff, 'To', to_name)
    await button(staff, 'Open manifest').click()
    await heading(staff, /^IHM\d{6}/)
    const reference = ((await staff.getByRole('heading', { level: 1 }).textContent()) ?? '').slice(0, 9)

    const regainSignal = await loseSignal(product, staff, [hubApi.addEvent])
    for (const parcel of [first, second]) {
      await field(staff, 'Parcel reference').fill(parcel)
      await button(staff, 'Load').click()
      await staff.getByRole('listitem').filter({ hasText: parcel }).getByText('To be confirmed').waitFor()
    }
    await staff.reload()
    await regainSignal()
    for (const parcel of [first, second]) await staff.getByRole('row', { name: new RegExp(parcel) }).waitFor()
    await button(staff, 'Close manifest').click()
    const dialog = staff.getByRole('dialog', { name: `Close ${reference}?` })
    await dialog.getByRole('button', { name: 'Close manifest' }).click()
    await dialog.getByText('Enter the vehicle.').first().waitFor()
    await dialog.getByLabel('Vehicle', { exact: true }).fill('HX 12 KL GP')
    await dialog.getByRole('button', { name: 'Close manifest' }).click()
    await staff.getByText('Ready to leave').first().waitFor()
    await button(staff, 'Depart').click()
    await staff.getByText('On the road').first().waitFor()

    await open(staff, '/hub-scanner')
    await staff.getByText('Parcels come off a load').click()
    await choose(staff, 'Branch', 'JHB')
    await button(staff, 'Start scanning').click()
    await heading(staff, 'Unload manifest')
    // The parcel is scanned before the server has answered which manifest the barcode means.
    await staff.evaluate(
      (codes) => {
        for (const code of codes)
          for (const key of [...code, 'Enter'])
            document.body.dispatchEvent(
              new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
            )
      },
      [reference, first],
    )
    await staff.locator('[data-verdict="green"], [data-verdict="yellow"]').waitFor()
    await staff.getByText('1 of 2').first().waitFor()

    await open(staff, `/interhub-transfers?q=${reference}`)
    await staff.getByRole('link', { name: reference }).click()
    await heading(staff, new RegExp(`^${reference}`))
    await button(staff, 'Unloading complete').click()
    await button(staff, 'Yes, it is empty').click()
    await staff.getByText('1 short.').waitFor()
    await staff.getByRole('row', { name: new RegExp(`${second}.*Short`) }).waitFor()
    expect(product.pageErrors).toEqual([])
  }, 120_000)

  it('depart when a driver adds them by manifest number', async () => {
    const { from, to } = await hubs()
    const [parcelReference = ''] = await parcelsOn(from, to, 1)
    const made = await request<{ id: number; display_id: string }>('POST', '/interhub-transfers', {
      from_branch_id: from,
      to_branch_id: to,
      vehicle_registration: 'HX 1 GP',
    })
    await request('POST', '/interhub-transfers/parcels', {
      interhub_transfer_id: made.id,
      parcel_reference: parcelReference,
    })
    await request('POST', '/interhub-transfers/close', { id: made.id })
    const driver = await product.as('pieter@fynbos.example', { width: 390, height: 844 })
    await open(driver, '/tripsheet')
    await driver.getByRole('navigation', { name: 'Driver' }).getByText('Manifest').click()
    await heading(driver, 'Manifest')
    await field(driver, 'Manifest number').fill(made.display_id.toLowerCase())
    await button(driver, 'Add').click()
    await driver.getByText('Accepted. Drive safely.', { exact: true }).waitFor()
    await expect
      .poll(async () => {
        const { interhub_transfer } = await request<{ interhub_transfer: { phase: string; driver: string } }>(
          'GET',
          `/interhub-transfers/detail?id=${made.id}`,
        )
        return [interhub_transfer.phase, interhub_transfer.driver]
      })
      .toEqual(['departed', 'pieter'])
  }, 60_000)
})
