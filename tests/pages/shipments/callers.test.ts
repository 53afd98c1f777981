import { bulkUpdateApi } from '@waybill/domain/imports/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'

let product: Product
let clerk: Page
let found: {
  id: number
  tracking_reference: string
  delivery_contact: { name: string; mobile_number: string }
}

beforeAll(async () => {
  product = await openProduct()
  clerk = await product.as(admin)
  const { shipments } = await product.ask<{ shipments: (typeof found)[] }>(
    admin,
    'GET',
    '/shipments?status=collection-assigned&limit=1',
  )
  const [first] = shipments
  if (!first) throw new Error('The demonstration has no shipment to collect.')
  found = first
}, 180_000)
afterAll(async () => product.close())

const button = (name: string | RegExp) => clerk.getByRole('button', { name })

describe('callers', () => {
  it('finds the parcels of a phone number, shows the card of one and sends its tracking link again', async () => {
    const { name, mobile_number } = found.delivery_contact
    const local = mobile_number.replace(/^\+27/, '0').replaceAll(/\D/g, '')
    await clerk.goto(`${product.web}/callers`)
    await clerk.getByRole('searchbox', { name: 'Who is calling?' }).fill(local)
    const parcels = clerk.locator('section').filter({ has: clerk.getByRole('heading', { name: 'Parcels' }) })
    await parcels.getByRole('button', { name: new RegExp(found.tracking_reference) }).click()
    await expect.poll(() => new URL(clerk.url()).searchParams.get('parcel')).toBe(String(found.id))
    expect(new URL(clerk.url()).searchParams.get('text')).toBe(local)
    await clerk.getByRole('heading', { name: 'Last events' }).waitFor()
    await clerk.getByText('Caller', { exact: true }).waitFor()
    await clerk.getByText(name, { exact: true }).first().waitFor()
    await clerk.getByText(/collects the parcel\.$/).waitFor()
    await button('Send link').click()
    const sent = await product.sends(shipmentsApi.resendLink, () =>
      clerk.getByRole('menuitem', { name: 'Tracking link' }).click(),
    )
    expect(sent.status).toBe(200)
    await clerk
      .getByText(/^The link was sent to /)
      .first()
      .waitFor()
  })

  it('shows the price of another day before it is saved, and adds a note that reminds', async () => {
    await clerk.goto(`${product.web}/callers?text=${found.tracking_reference}`)
    await button('Change').click()
    await clerk.getByRole('menuitem', { name: 'Another day for the collection…' }).click()
    const dialog = clerk.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Reason' }).click()
    await clerk.getByRole('option', { name: 'Customer request' }).click()
    const shown = await product.sends(shipmentsApi.previewChange, () =>
      dialog.getByRole('button', { name: 'Show price and changes' }).click(),
    )
    expect(shown.status).toBe(200)
    await dialog.getByRole('region', { name: 'What changes' }).waitFor()
    await dialog.getByText('Price', { exact: true }).first().waitFor()
    await dialog.getByRole('button', { name: 'Reschedule collection' }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const { id } = await product.ask<{ id: number }>(admin, 'POST', '/shipments/notes', {
      shipment_id: found.id,
      message: 'Ring about the gate',
      requires_action: true,
      due_day: new Date(product.now().getTime() + 86_400_000).toISOString().slice(0, 10),
    })
    await clerk.goto(`${product.web}/callers?text=${found.tracking_reference}`)
    await clerk.getByText(/^Reminds Thandi/).waitFor()
    const done = await product.sends(shipmentsApi.finishNote, () => button('Mark as done').click())
    expect(done.input).toMatchObject({ id })
    await clerk.getByText(/^Done by /).waitFor()
  })

  it('changes the chosen shipments from the bulk bar through a check that saves nothing, and undoes the change', async () => {
    await clerk.goto(`${product.web}/shipments?status=collection-assigned`)
    const rows = clerk.getByRole('table', { name: 'Shipments' }).getByRole('row')
    await rows.nth(1).getByRole('checkbox').check()
    await button('More').first().click()
    await clerk.getByRole('menuitem', { name: 'Put on hold…' }).click()
    const dialog = clerk.getByRole('dialog', { name: 'Put on hold: 1 shipment' })
    await dialog.getByRole('combobox', { name: 'Reason' }).fill('Weather')
    await clerk.getByRole('option', { name: 'Weather' }).click()
    const started = await product.sends(bulkUpdateApi.start, () =>
      dialog.getByRole('button', { name: 'Check 1 shipment' }).click(),
    )
    expect(started.status).toBe(200)
    await expect.poll(() => new URL(clerk.url()).pathname).toMatch(/^\/tools\/bulk-update\/\d+$/)
    await button('Change 1 shipment').click()
    await clerk.getByText('1 shipment was changed.').waitFor()
    const undone = await product.sends(bulkUpdateApi.undo, () => button('Undo…').click())
    expect(undone.status).toBe(200)
    await clerk.getByText(/Charges and payments stay as they are\./).waitFor()
    await clerk.getByText('Applies to 1 of 1.').waitFor()
    await button('Undo for 1 shipment').click()
    await clerk.getByText('1 shipment was changed back.').waitFor()
    await clerk.getByRole('link', { name: 'Show the update' }).click()
    await clerk.getByText(/For 1 shipment the change was undone\./).waitFor()
  })

  it('lists what an update changed apart from what it will change after another check, and runs only what it showed', async () => {
    const { shipments } = await product.ask<{ shipments: { id: number; tracking_reference: string }[] }>(
      admin,
      'GET',
      '/shipments?status=collection-assigned&limit=2',
    )
    const [changed = '', failed = ''] = shipments.map((one) => one.tracking_reference)
    const { id } = await product.ask<{ id: number }>(admin, 'POST', '/shipments/bulk-update', {
      references: [changed, failed],
      change: { kind: 'hold', status: 'on-hold', message: 'Weather' },
    })
    await clerk.goto(`${product.web}/tools/bulk-update/${id}`)
    await button('Change 2 shipments').waitFor()
    await product.ask(admin, 'POST', '/shipments/hold', {
      id: shipments[1]?.id,
      reason: 'Customs',
      internal: true,
    })
    await button('Change 2 shipments').click()
    await button('Check 1 shipment again').waitFor()
    const other = await product.as(admin)
    await other.goto(`${product.web}/tools/bulk-update/${id}`)
    await other.getByRole('button', { name: 'Check 1 shipment again' }).click()
    await other.getByRole('button', { name: 'Change 1 shipment' }).waitFor()
    await button('Check 1 shipment again').click()
    const refusal = clerk.getByRole('alertdialog')
    await refusal.getByText(/It was checked or run meanwhile\./).waitFor()
    await refusal.getByRole('button', { name: 'Close' }).last().click()
    await button('Change 1 shipment').waitFor()
    const rows = clerk.getByRole('table', { name: 'Shipments of the update' })
    for (const [name, listed, absent] of [
      [/^Will change/, failed, changed],
      [/^Changed/, changed, failed],
    ] as const) {
      const tab = clerk.getByRole('tab', { name })
      expect(await tab.textContent()).toContain('1')
      await tab.click()
      await expect.poll(() => rows.textContent()).not.toContain(absent)
      expect(await rows.textContent()).toContain(listed)
    }
  })

  it('[OPS-002] starts what to do about a pending shipment from its button', async () => {
    await clerk.goto(`${product.web}/ops-dashboard?mode=pending&kind=unassigned`)
    await button('Assign a driver').first().click()
    await clerk.getByRole('dialog', { name: /^Assign a driver to the / }).waitFor()
  })
})
