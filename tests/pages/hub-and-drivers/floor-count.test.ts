import { floorApi } from '@waybill/domain/hub/floor/floor-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const email = 'thandi@fynbos.example'

let product: Product
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  staff = await product.window()
  await signIn(staff, product.web, email)
}, 180_000)
afterAll(async () => product.close())

const type = async (reference: string) => {
  const field = staff.getByLabel('Scan or type a parcel reference')
  await field.fill(reference)
  await field.press('Enter')
}

it('[HUB-003] counts a branch by scanning, stores scans without a connection with how wrong the clock of the device is, and lists the differences', async () => {
  const { branches } = await product.ask<{ branches: { id: number; name: string }[] }>(
    email,
    'GET',
    '/branches',
  )
  let branch = 0
  let parcels: { tracking_reference: string }[] = []
  for (const { id } of branches) {
    const found = await product.ask<{ parcels: { tracking_reference: string }[] }>(
      email,
      'GET',
      `/ops-dashboard/depot/parcels?branch_id=${id}&column=on_floor&limit=2`,
    )
    if (found.parcels.length === 2) [branch, parcels] = [id, found.parcels]
  }
  const [first, second] = parcels.map(({ tracking_reference }) => tracking_reference)
  if (!first || !second) throw new Error('No branch of the demonstration company has parcels on its floor.')
  const branchName = branches.find(({ id }) => id === branch)?.name ?? ''

  await staff.goto(`${product.web}/hub-scanner`)
  await staff.getByRole('link', { name: 'Floor count' }).click()
  await staff.getByRole('combobox', { name: 'Branch' }).click()
  await staff.getByRole('option', { name: branchName }).click()
  await staff.getByRole('button', { name: 'Start counting' }).click()
  await type(first)
  const scans = staff.getByRole('listitem')
  await scans.filter({ hasText: first }).getByText('Counted').waitFor()
  await type('NOBODY-9')
  await scans.filter({ hasText: 'NOBODY-9' }).getByText('Unknown').waitFor()

  await product.settled(staff)
  const sent: unknown[] = []
  const online = await product.answers(floorApi.scan, ({ input }) => {
    sent.push(input)
    return 'no connection'
  })
  await type(second)
  await staff.getByText('1 waiting to be sent').waitFor()
  await online()
  expect(sent[0]).toMatchObject({
    scans: [{ parcel_reference: second, clock_offset_seconds: expect.any(Number) }],
  })
  await staff.reload()
  await scans.filter({ hasText: second }).getByText('Counted').waitFor()

  await staff.getByRole('button', { name: 'Close the count' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Close the count' }).click()
  await staff.getByRole('heading', { name: 'Differences of the last count' }).waitFor()
  await staff.getByRole('listitem').filter({ hasText: 'NOBODY-9' }).getByText('Unknown barcode').waitFor()
  await product.settled(staff)
  for (const counted of [first, second])
    expect(await staff.getByRole('listitem').filter({ hasText: counted }).count()).toBe(0)
  expect(product.pageErrors).toEqual([])
})
