import { depotApi, type DepotBoard, type DepotRow } from '@waybill/domain/drivers/depot-api'
import { depot_columns } from '@waybill/domain/hub/floor/depot-column'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const email = 'thandi@fynbos.example'
const heading_of = {
  expected: 'Expected',
  on_floor: 'On floor',
  loaded: 'Loaded',
  missing: 'Missing',
  over: 'Over',
  damaged: 'Damaged',
} as const

let product: Product
let staff: Page
let branch: number
let van: DepotRow
beforeAll(async () => {
  product = await openProduct()
  staff = await product.window()
  await signIn(staff, product.web, email)
  const { branches } = await product.ask<{ branches: { id: number }[] }>(email, 'GET', '/branches')
  const boards: DepotBoard[] = []
  for (const { id } of branches)
    boards.push(await product.ask<DepotBoard>(email, 'GET', `/ops-dashboard/depot?branch_id=${id}`))
  const [busiest] = boards.toSorted((one, other) => other.vans.length - one.vans.length)
  const found = busiest?.vans.find(({ blockers }) => blockers.length > 0)
  if (!busiest || !found) throw new Error('The demonstration company has no van that is not ready.')
  branch = busiest.branch_id
  van = found
}, 180_000)
afterAll(async () => product.close())

const open = async () => {
  await staff.goto(`${product.web}/ops-dashboard?mode=depot&branch=${branch}`)
  await staff.getByRole('heading', { level: 1, name: 'Depot' }).waitFor()
}

describe('depot board', () => {
  it('[HUB-003] [OPS-002] opens from the ops dashboard and lists the parcels behind a number', async () => {
    await staff.goto(`${product.web}/ops-dashboard?branch=${branch}`)
    await staff.getByRole('link', { name: 'Depot', exact: true }).click()
    await staff.waitForURL(/mode=depot/)
    const row = staff.getByRole('row').filter({ has: staff.getByRole('rowheader', { name: van.name }) })
    await row.waitFor()
    const column = depot_columns.find((one) => van[one] > 0) ?? 'loaded'
    await row
      .getByRole('button', { name: `${van.name}: ${van[column]} ${heading_of[column].toLowerCase()}` })
      .click()
    const list = staff.getByRole('dialog', { name: `${van.name}: ${heading_of[column].toLowerCase()}` })
    await list.getByRole('listitem').first().waitFor()
    expect(await list.getByRole('listitem').count()).toBe(van[column])
    await list.getByRole('button', { name: 'Close' }).click()
  })

  it('[HUB-003] releases a route that is not ready only with a reason, and shows who released it', async () => {
    await open()
    await staff.getByRole('button', { name: `Release the route of ${van.name}` }).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Release', exact: true }).click()
    await dialog.getByText('Say why it leaves although it is not ready.').first().waitFor()
    await dialog.getByLabel('Reason').fill('The second van brings the rest')
    const { input } = await product.sends(depotApi.release, () =>
      dialog.getByRole('button', { name: 'Release', exact: true }).click(),
    )
    expect(input).toMatchObject({ driver: van.username, reason: 'The second van brings the rest' })
    await staff.getByText(/The second van brings the rest/).waitFor()
    expect(await staff.getByRole('button', { name: `Release the route of ${van.name}` }).count()).toBe(0)
    expect(product.pageErrors).toEqual([])
  })
})
