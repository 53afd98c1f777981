import { cashApi } from '@waybill/domain/cash/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const staff = 'thandi@fynbos.example'
const driver = 'sipho@fynbos.example'

let product: Product
let clerk: Page
beforeAll(async () => {
  product = await openProduct()
  clerk = await product.as(staff, { width: 1440, height: 1000 })
}, 180_000)
afterAll(async () => product.close())

describe('the pages of cash', () => {
  it('count what a driver holds by notes and coins, and keep the count when the server rejects it', async () => {
    const phone = await product.as(driver, { width: 390, height: 844 })
    await phone.goto(`${product.web}/tripsheet/cash`)
    await phone.getByText('R 780.00 expected').waitFor()
    await phone.getByLabel('R 200.00').fill('3')
    await phone.getByRole('button', { name: 'Hand in' }).click()
    await phone
      .getByText(/R 180.00 is missing/)
      .first()
      .waitFor()
    await phone.getByLabel('R 50.00').fill('3')
    await phone.getByLabel('R 20.00').fill('1')
    await phone.getByLabel('R 10.00').fill('1')
    const reconnects = await product.answers(cashApi.cashUp, () => 'no connection')
    await phone.getByRole('button', { name: 'Hand in' }).click()
    await product.settled(phone)
    expect(await phone.getByLabel('R 200.00').inputValue()).toBe('3')
    await reconnects()
    await phone.getByRole('button', { name: 'Close' }).last().click()
    await phone.getByRole('button', { name: 'Hand in' }).click()
    await phone.getByText('Your cash was counted.').waitFor()
  })

  it('let another person confirm the count, which leaves nothing with the driver', async () => {
    await clerk.goto(`${product.web}/cash/counts`)
    await clerk.getByText('To confirm').first().waitFor()
    await clerk
      .getByRole('button', { name: /actions/i })
      .first()
      .click()
    await clerk.getByRole('menuitem', { name: 'Confirm' }).click()
    await clerk.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await product.settled(clerk)
    const { drawer } = await product.ask<{ drawer: { held: number } }>(driver, 'GET', '/billing/cash/drawer')
    expect(drawer.held).toBe(0)
  })

  it('[SHIP-103] report the till of an operator from its opening to the counted cash, and print it', async () => {
    await clerk.goto(`${product.web}/cash/till`)
    await clerk.getByRole('button', { name: 'Open my till' }).click()
    const dialog = clerk.getByRole('dialog')
    await dialog.getByLabel('Opening float').fill('500')
    await dialog.getByRole('button', { name: 'Open' }).click()
    await clerk.getByText('R 500.00 expected').waitFor()
    await clerk.getByRole('link', { name: 'Till report' }).click()
    await clerk.getByRole('heading', { level: 1, name: 'Till report' }).waitFor()
    await clerk.getByText('Opening float').first().waitFor()
    await clerk.getByText('Not yet').waitFor()
    const { answer, status } = await product.sends(cashApi.printTillReport, () =>
      product.leaves(clerk, () => clerk.getByRole('button', { name: 'Print, 80 mm' }).click()),
    )
    expect(status).toBe(200)
    expect(answer).toMatchObject({ filename: expect.stringMatching(/^Till_report_\d+\.pdf$/) })
    expect(product.pageErrors).toEqual([])
  })
})
