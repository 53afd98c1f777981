import { accountsApi } from '@waybill/domain/accounts/api'
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
async function choose(label: RegExp, typed: string, option: string | RegExp) {
  await staff.getByLabel(label).fill(typed)
  await staff.getByRole('option', { name: option }).first().click()
}

describe('tools', () => {
  it('[TOOL-008] [TOOL-009] block an IP address, find the entry and end it', async () => {
    await openTool('Blocked list')
    await button('Block').click()
    const dialog = staff.getByRole('dialog', { name: 'Block' })
    await dialog.getByLabel('Type', { exact: true }).click()
    expect(await staff.getByRole('listbox').getByRole('option').allTextContents()).toEqual([
      'Email address',
      'Email domain',
      'Mobile number',
      'IP address',
    ])
    await staff.getByRole('option', { name: 'IP address' }).click()
    await dialog.getByLabel('IP address', { exact: true }).fill('196.25.1')
    await dialog.getByLabel('Reason', { exact: true }).fill('False bookings')
    await dialog.getByRole('button', { name: 'Block' }).click()
    await dialog.getByText('This value is not valid. Enter it like 196.25.1.9.').first().waitFor()
    await dialog.getByLabel('IP address', { exact: true }).fill('196.25.1.9')
    await dialog.getByRole('button', { name: 'Block' }).click()
    await dialog.waitFor({ state: 'detached' })
    await staff.getByRole('searchbox').fill('196.25')
    const row = staff.getByRole('row', { name: /196\.25\.1\.9.*Blocked/ })
    await row.waitFor()
    await row.getByRole('button').click()
    await staff.getByRole('menuitem', { name: 'End' }).click()
    await button('End entry').click()
    await staff.getByRole('row', { name: /196\.25\.1\.9.*Ended/ }).waitFor()
  })

  it('[TOOL-007] make barcodes for a range and for the bays of a branch', async () => {
    await openTool('Barcode generator')
    await staff.getByLabel(/^Prefix/).fill('PK-')
    await staff.getByLabel('From', { exact: true }).fill('1')
    await staff.getByLabel('To', { exact: true }).fill('40')
    await staff.getByLabel(/^Digits/).fill('1')
    await button('Make 40 barcodes').click()
    await staff.getByText('40 has 2 digits. Choose that many or more.').first().waitFor()
    await staff.getByLabel(/^Digits/).fill('6')
    await choose(/^Bays of a branch/, 'JHB', /JHB/)
    const opened = await product.leaves(staff, () => button(/^Make 4[4-8] barcodes$/).click())
    await staff.getByText(/^4[4-8] barcodes are ready\.$/).waitFor()
    const { type, body } = await product.download(opened.url)
    expect([type, body.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
  })

  it('[TOOL-011] copy an address book after a preview', async () => {
    await openTool('Copy address book')
    await button('Preview').click()
    await staff.getByText('Choose the account whose addresses are copied.').first().waitFor()
    await choose(/^Copy from/, 'Overberg', /Overberg Books/)
    await staff.getByText(/^The address book has [\d,]+ entr/).waitFor()
    await staff.getByLabel('Add an account', { exact: true }).click()
    await staff.getByRole('option').filter({ hasNotText: 'Overberg' }).first().click()
    await button('Preview').click()
    await button(/^Copy [\d,]+ entr/).click()
    const { status } = await product.sends(accountsApi.copyAddressBook, () => button('Copy').last().click())
    expect(status).toBe(200)
    await staff.getByText(/ copied\.$/).waitFor()
  })
})
