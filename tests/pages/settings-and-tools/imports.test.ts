import { importApi } from '@waybill/domain/imports/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  staff = await product.as('thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

const button = (name: string | RegExp) => staff.getByRole('button', { name })
async function openTool(name: string) {
  await staff.goto(`${product.web}/tools`)
  await staff.getByRole('link', { name: `Open ${name}` }).click()
  await staff.getByRole('heading', { level: 1, name }).waitFor()
}

const orders = [
  'account_code,Order number,Service,Sender address,Sender suburb,Sender city,Sender postal code,Sender name,Sender phone,Receiver address,Receiver suburb,Receiver city,Receiver postal code,Receiver name,Receiver phone,parcels',
  ...[
    ['OVB014', 'N-1', 'ECO', '1x30x20x10x2'],
    ['NOBODY', 'N-2', 'ECO', '1x30x20x10x2'],
    ['OVB014', 'N-3', 'ECO', 'one box'],
  ].map(([account, order, service, parcels]) =>
    [
      account,
      order,
      service,
      '12 Bofors Circle,Epping,Cape Town,7460,Riaan Jooste,0215550142',
      '31 Bath Avenue,Rosebank,Johannesburg,2196,Naledi Mokoena,0821234567',
      parcels,
    ].join(','),
  ),
].join('\n')

describe('bulk work on shipments', () => {
  it('[TOOL-004] imports rows after two wrong cells are corrected', async () => {
    await openTool('Shipment bulk import')
    await staff.getByRole('link', { name: 'web-orders.csv' }).waitFor()
    await staff.getByLabel('Or paste cells from a spreadsheet').fill(orders)
    await button('Next').click()
    await staff.getByRole('heading', { level: 1, name: 'Columns' }).waitFor()
    // Reloading the page keeps the input.
    await staff.reload()
    await staff.getByText(/columns were guessed from their names/).waitFor()
    await button('Check rows').click()
    await staff.getByText('There is no account NOBODY.').first().waitFor()
    await staff.getByText(/one box is not valid/).waitFor()
    await staff.getByLabel('Account code', { exact: true }).fill('OVB014')
    await staff.getByLabel('Parcels', { exact: true }).fill('2x30x20x10x1.5')
    await button('Check 2 rows again').click()
    await staff.getByText('All rows are correct.').waitFor()
    await button('Book 3 shipments').click()
    await staff.getByText('3 shipments are booked.').waitFor()
    expect(await staff.getByRole('tab', { name: /Booked/ }).textContent()).toContain('3')
    await staff.getByRole('listitem').filter({ hasText: 'N-3' }).getByRole('link').click()
    await staff.getByText('N-3').first().waitFor()
    await staff
      .getByText(/Overberg Books/)
      .first()
      .waitFor()
  })

  it('names the new value when a correction of several rows is wrong in the same way', async () => {
    await openTool('Shipment bulk import')
    await staff
      .getByLabel('Or paste cells from a spreadsheet')
      .fill(orders.replaceAll(',ECO,', ',MOON,').replace('NOBODY', 'OVB014').replaceAll('N-', 'Q-'))
    await button('Next').click()
    await button('Check rows').click()
    await staff.getByText(/^3 rows: There is no service level MOON/).waitFor()
    await staff.getByLabel('Service level for all 3 rows').fill('MARS')
    await button('Replace in 3 rows').click()
    await staff.getByText(/^3 rows: There is no service level MARS/).waitFor()
    expect(await staff.getByText(/There is no service level MOON/).count()).toBe(0)
  })

  it('matches the columns of a file in cards on a phone, and counts rows and errors', async () => {
    const phone = await product.as('thandi@fynbos.example', { width: 390, height: 844 })
    await phone.goto(`${product.web}/tools/shipment-bulk-import`)
    await phone.getByLabel('Or paste cells from a spreadsheet').fill(
      orders
        .replace('NOBODY,N-2,ECO', 'NOBODY,N-2,MOON')
        .replaceAll('N-', 'P-')
        .split('\n')
        .map((line, at) => `${line},${at === 0 ? 'Till colour' : 'blue'}`)
        .join('\n'),
    )
    await phone.getByRole('button', { name: 'Next' }).click()
    const card = phone.getByRole('listitem').filter({ hasText: 'Receiver suburb' })
    await card.getByText('Rosebank').waitFor()
    await card.getByRole('combobox', { name: 'Receiver suburb is read as' }).waitFor()
    expect(await phone.getByRole('table', { name: 'In the file' }).count()).toBe(0)
    // Columns that nothing was found for come first.
    const titles = await phone.getByRole('heading', { level: 3 }).allTextContents()
    expect(titles.map((title) => title.trim())).toEqual(['Not matched (1)', 'Matched (16)'])
    await phone.getByText('16 of 17 columns matched').waitFor()
    await phone.getByRole('button', { name: 'Check rows' }).click()
    await phone.getByText('There is no account NOBODY.').first().waitFor()
    await phone
      .getByText(/There is no service level MOON/)
      .first()
      .waitFor()
    await phone.getByText('errors', { exact: true }).waitFor()
    expect(await phone.locator('main').innerText()).toMatch(/2\s*rows with errors\s*3\s*errors/)
  })

  it('[TOOL-004] books the orders of a shop file saved by Excel, with one value for each column that the file lacks', async () => {
    await openTool('Shipment bulk import')
    const rows = [
      'Name;Email;Lineitem quantity;Lineitem name;Shipping Name;Shipping Address1;Shipping Address2;Shipping City;Shipping Zip;Shipping Phone',
      "#1001;zoe@example.com;1;Rooibos;Zoë Müller;9 Pretorius Street;Arcadia;Pretoria;'0002;0821234567",
      '#1001;zoe@example.com;1;Honeybush;;;;;;',
    ]
    const choose = (lines: readonly string[]) =>
      staff.getByLabel('CSV or Excel file').setInputFiles({
        name: 'orders_export.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\r'), 'latin1'),
      })
    await choose([
      ...rows,
      '#1002;"sam@example.com;1;Rooibos;Sam Nel;18 Florida Road;Morningside;Durban;4001;0831234567',
    ])
    await staff.getByText(/^A quote in line 4 is never closed/).waitFor()
    await choose([...rows, '#1002;sam@example.com;1;Rooibos;Sam Nel;18 Florida Road;Morningside;Durban;4001'])
    await staff
      .getByText('Not matched yet: Account code, Service level, Collection street, Parcels.')
      .waitFor()
    await staff.getByText(/^Line 4 has fewer cells than the first line/).waitFor()
    await staff.getByLabel('Shipping Address2 is read as').click()
    await staff.getByRole('option', { name: 'Delivery suburb' }).click()
    const values = [
      ['Account code', 'OVB014'],
      ['Service level', 'ECO'],
      ['Collection street', '12 Bofors Circle'],
      ['Collection suburb', 'Epping'],
      ['Collection city', 'Cape Town'],
      ['Collection postal code', '7460'],
      ['Collection contact', 'Riaan Jooste'],
      ['Collection phone', '0215550142'],
      ['Length (cm)', '30'],
      ['Width (cm)', '20'],
      ['Height (cm)', '10'],
      ['Weight (kg)', '1'],
      ['Delivery instructions', 'Call first'],
    ] as const
    for (const [column, text] of values) {
      await staff.getByLabel(/^Add a value/).click()
      await staff.getByRole('option', { name: column }).click()
      await staff.getByLabel(column, { exact: true }).fill(text)
    }
    // Reloading the page keeps the input.
    await staff.reload()
    expect(await staff.getByLabel('Collection contact', { exact: true }).inputValue()).toBe('Riaan Jooste')
    expect(await staff.getByLabel('Shipping Address2 is read as', { exact: true }).inputValue()).toBe(
      'Delivery suburb',
    )
    await button('Remove Delivery instructions').click()
    const { input } = await product.sends(importApi.start, () => button('Check rows').click())
    expect(input['values']).toMatchObject({ parcel_weight: '1', account_code: 'OVB014' })
    expect(input['values']).not.toHaveProperty('delivery_instructions')
    await button('Book 2 shipments').click()
    await staff.getByText('2 shipments are booked.').waitFor()
    await staff.getByRole('listitem').filter({ hasText: '#1001' }).getByRole('link').click()
    await staff.getByText('Zoë Müller').first().waitFor()
  })

  it('[TOOL-003] assigns stickers to an account, and selects that account for a booking with one of them', async () => {
    await openTool('Assign tracking stickers')
    await button('Assign stickers').click()
    const dialog = staff.getByRole('dialog', { name: 'Assign stickers' })
    await dialog.getByLabel(/^Account/).fill('Overberg')
    await staff.getByRole('option', { name: /Overberg Books/ }).click()
    await dialog.getByLabel(/^First sticker/).fill('FYN0001150')
    await dialog.getByLabel(/^Last sticker/).fill('FYN0001250')
    await dialog.getByRole('button', { name: 'Assign 101 stickers' }).click()
    await dialog
      .getByText(/^FYN0001150 was given to .* already/)
      .first()
      .waitFor()
    await dialog.getByLabel(/^First sticker/).fill('FYN0001201')
    await dialog.getByRole('button', { name: 'Assign 50 stickers' }).click()
    await dialog.waitFor({ state: 'detached' })
    await staff.getByRole('row', { name: /FYN0001201 – FYN0001250.*Overberg Books/ }).waitFor()
    await staff.goto(`${product.web}/shipments/new?custom-ref=FYN0001207`)
    await staff.getByText('Charged to OVB014').waitFor()
  })

  it('puts shipments on hold after a trial run that shows which shipments it applies to', async () => {
    await staff.goto(`${product.web}/shipments?status=at-hub`)
    const reference = (await staff.locator('tbody tr a').first().textContent()) ?? ''
    await openTool('Bulk update')
    await staff.getByLabel(/^References/).fill(`${reference.trim()}\nNOTHERE99`)
    await staff.getByLabel('What to change').click()
    await staff.getByRole('option', { name: 'Put on hold' }).click()
    await button('Check 2 shipments').click()
    await staff.getByText('Enter why the shipments are put on hold.').first().waitFor()
    await staff.getByLabel('Reason', { exact: true }).click()
    await staff.getByRole('option').first().click()
    await button('Check 2 shipments').click()
    await staff.getByText('Applies to 1 of 2.').waitFor()
    await staff.getByText('There is no shipment NOTHERE99.').waitFor()
    await button('Change 1 shipment').click()
    await staff.getByText('1 shipment was changed.').waitFor()
    await staff.getByRole('cell', { name: /→ On hold/ }).waitFor()
  })
})
