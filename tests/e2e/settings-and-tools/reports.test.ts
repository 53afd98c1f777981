import { afterAll, beforeAll, expect, it } from 'vitest'
import { openProduct, type Product } from '../product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

it('[REP-003] a report is downloaded as a file with its name and the date', async () => {
  const staff = await product.as('thandi@fynbos.example')
  await staff.goto(`${product.web}/reports/shipment-list?date=last-2-days`)
  await staff.getByRole('button', { name: 'Download' }).click()
  const [file] = await Promise.all([
    staff.waitForEvent('download'),
    staff.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Shipment list \d{4}-\d{2}-\d{2}\.csv$/)
  expect(product.pageErrors).toEqual([])
})
