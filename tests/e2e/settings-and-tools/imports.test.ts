import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { textCell, workbook } from '../../../web/src/kit/import/sample-workbook.ts'
import { signIn } from '../../page-kit/actions.ts'
import { openProduct, type Product } from '../product.ts'

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

describe('import in a worker', () => {
  it('accepts an Excel file like a CSV file, and explains why it cannot read a file', async () => {
    await openTool('Shipment bulk import')
    const choose = (name: string, bytes: ArrayBuffer) =>
      staff
        .getByLabel('CSV or Excel file')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
    await choose('orders.xlsx', new TextEncoder().encode(orders).buffer)
    await staff.getByText(/This Excel file cannot be read/).waitFor()
    await choose('orders.ods', new ArrayBuffer(8))
    await staff.getByText('orders.ods is not a supported spreadsheet. Save it as .xlsx or CSV.').waitFor()
    const lines = orders.replaceAll('N-', 'X-').split('\n').slice(0, 2)
    const sheet = lines.map((line, row) => {
      const cells = line
        .split(',')
        .map((cell, at) => textCell(`${String.fromCharCode(65 + at)}${row + 1}`, cell))
      return `<row r="${row + 1}">${cells.join('')}</row>`
    })
    await choose('orders.xlsx', workbook(sheet.join('')))
    await staff.getByRole('heading', { level: 1, name: 'Columns' }).waitFor()
    await button('Check rows').click()
    await staff.getByText('All rows are correct.').waitFor()
    await button('Book 1 shipment').click()
    await staff.getByText(/1 shipment is booked/).waitFor()
    await staff.getByRole('listitem').filter({ hasText: 'X-1' }).getByRole('link').waitFor()
  })
})
