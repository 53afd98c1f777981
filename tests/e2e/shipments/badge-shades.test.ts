import { paymentsApi } from '@waybill/domain/payments/api'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { openProduct, type Product } from '../product.ts'

/** The colours of status badges. Which status has which colour is covered by page tests. */

const administrator = 'thandi@fynbos.example'
const shades = {
  grey: ['rgb(71, 84, 103)', 'rgb(238, 240, 243)'],
  red: ['rgb(180, 35, 24)', 'rgb(253, 236, 234)'],
  green: ['rgb(22, 101, 52)', 'rgb(231, 246, 236)'],
  blue: ['rgb(29, 78, 216)', 'rgb(232, 240, 254)'],
  yellow: ['rgb(133, 77, 14)', 'rgb(254, 246, 216)'],
} as const

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(administrator)
}, 180_000)
afterAll(async () => product.close())

const shadesOf = (page: Page, within: string) =>
  page
    .locator(within)
    .locator('[data-badge]')
    .evaluateAll((badges) =>
      badges.map((badge) => {
        const { color, backgroundColor } = getComputedStyle(badge)
        return [color, backgroundColor]
      }),
    )

const of_statuses: readonly (readonly [ids: string, family: keyof typeof shades, status: ShipmentStatus])[] =
  [
    ['[STAT-058] [STAT-065]', 'grey', 'delivered'],
    ['[STAT-059] [STAT-065]', 'red', 'on-hold'],
    ['[STAT-060] [STAT-065]', 'green', 'out-for-delivery'],
    ['[STAT-061] [STAT-065]', 'blue', 'at-hub'],
  ]
it.each(of_statuses)('%s %s is the badge colour of a shipment that is %s', async (_ids, family, status) => {
  const { id } = await product.ask<{ id: number }>(
    'riaan@overbergbooks.example',
    'POST',
    '/shipments',
    booking(),
  )
  await product.ask(administrator, 'PATCH', '/shipments', {
    id,
    status,
    metadata: { tracking_info: { message: `Now ${status}` } },
  })
  await staff.goto(`${product.web}/shipments/${id}`)
  await staff.locator('button[aria-label^="Status "]').waitFor()
  expect(await shadesOf(staff, 'button[aria-label^="Status "]')).toEqual([shades[family]])
})

it('[STAT-063] payment states have the same colours', async () => {
  const states = ['created', 'complete', 'failed', 'cancelled', 'held']
  await product.answers(paymentsApi.list, async ({ usual }) => {
    const body = (await usual()).body as { payments: object[] }
    const [first = {}] = body.payments
    const payments = states.map((status, at) => ({ ...first, status, id: at + 1 }))
    return { body: { ...body, payments, count: payments.length } }
  })
  await staff.goto(`${product.web}/billing?tab=payments`)
  await expect.poll(() => staff.locator('tbody [data-badge]').count()).toBe(states.length)
  const { blue, green, red, grey, yellow } = shades
  expect(await shadesOf(staff, 'tbody')).toEqual([blue, green, red, grey, yellow])
  expect(product.pageErrors).toEqual([])
})
