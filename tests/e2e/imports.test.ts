import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textCell, workbook } from '../../web/src/kit/import/sample-workbook.ts'
import { accessibilityViolations, openProduct, signIn, type Product } from './product.ts'

let product: Product
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  staff = await product.window()
  await signIn(staff, product.web, 'thandi@fynbos.example')
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

describe('work on many shipments', () => {
  it('[TOOL-004] imports a file after two wrong cells were put right', async () => {
    await openTool('Shipment bulk import')
    await staff.getByRole('link', { name: 'web-orders.csv' }).waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
    await staff.getByLabel('Or paste cells of a spreadsheet').fill(orders)
    await button('Next').click()
    await staff.getByRole('heading', { level: 1, name: 'Columns' }).waitFor()
    // A refresh loses nothing.
    await staff.reload()
    await staff.getByText(/columns were guessed from their names/).waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
    await button('Check the rows').click()
    await staff.getByText('There is no account NOBODY.').first().waitFor()
    await staff.getByText(/one box cannot be read/).waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
    await staff.getByLabel('Account code', { exact: true }).fill('OVB014')
    await staff.getByLabel('Parcels', { exact: true }).fill('2x30x20x10x1.5')
    await button('Check 2 rows again').click()
    await staff.getByText('Every row is right.').waitFor()
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

  it('takes an Excel file as it takes CSV, and says why when it cannot', async () => {
    await openTool('Shipment bulk import')
    const choose = (name: string, bytes: ArrayBuffer) =>
      staff
        .getByLabel('CSV or Excel file')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
    await choose('orders.xlsx', new TextEncoder().encode(orders).buffer as ArrayBuffer)
    await staff.getByText(/This is no Excel file that can be read/).waitFor()
    await choose('orders.ods', new ArrayBuffer(8))
    await staff.getByText('orders.ods is a spreadsheet of another kind. Save it as .xlsx or CSV.').waitFor()
    const lines = orders.replaceAll('N-', 'X-').split('\n').slice(0, 2)
    const sheet = lines.map((line, row) => {
      const cells = line
        .split(',')
        .map((cell, at) => textCell(`${String.fromCharCode(65 + at)}${row + 1}`, cell))
      return `<row r="${row + 1}">${cells.join('')}</row>`
    })
    await choose('orders.xlsx', workbook(sheet.join('')))
    await staff.getByRole('heading', { level: 1, name: 'Columns' }).waitFor()
    await button('Check the rows').click()
    await staff.getByText('Every row is right.').waitFor()
    await button('Book 1 shipment').click()
    await staff.getByText(/1 shipment is booked/).waitFor()
    await staff.getByRole('listitem').filter({ hasText: 'X-1' }).getByRole('link').waitFor()
  })

  it('[TOOL-003] gives stickers to an account, which a booking with one of them then selects', async () => {
    await openTool('Assign tracking stickers')
    expect(await accessibilityViolations(staff)).toEqual([])
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
    expect(await accessibilityViolations(staff)).toEqual([])
    await dialog.getByLabel(/^First sticker/).fill('FYN0001201')
    await dialog.getByRole('button', { name: 'Assign 50 stickers' }).click()
    await dialog.waitFor({ state: 'detached' })
    await staff.getByRole('row', { name: /FYN0001201 – FYN0001250.*Overberg Books/ }).waitFor()
    await staff.goto(`${product.web}/shipments/new?custom-ref=FYN0001207`)
    await staff.getByText('Charged to OVB014').waitFor()
  })

  it('holds shipments after a try that says which and which not', async () => {
    await staff.goto(`${product.web}/shipments?status=at-hub`)
    const reference = (await staff.locator('tbody tr a').first().textContent()) ?? ''
    await openTool('Bulk update')
    await staff.getByLabel(/^References/).fill(`${reference.trim()}\nNOTHERE99`)
    await staff.getByLabel('What to change').click()
    await staff.getByRole('option', { name: 'Put on hold' }).click()
    await button('Try on 2 shipments').click()
    await staff.getByText('Say why the shipments are put on hold.').first().waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
    await staff.getByLabel('Reason', { exact: true }).click()
    await staff.getByRole('option').first().click()
    await button('Try on 2 shipments').click()
    await staff.getByText('Applies to 1 of 2.').waitFor()
    await staff.getByText('There is no shipment NOTHERE99.').waitFor()
    expect(await accessibilityViolations(staff)).toEqual([])
    await button('Change 1 shipment').click()
    await staff.getByText('1 shipment was changed.').waitFor()
    await staff.getByRole('cell', { name: /→ On hold/ }).waitFor()
  })
})
