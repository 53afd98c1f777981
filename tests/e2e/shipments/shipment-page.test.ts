import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product } from '../product.ts'

let product: Product
let clerk: Page

beforeAll(async () => {
  product = await openProduct()
  clerk = await product.as('thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

describe('note form', () => {
  it('opens in view with the focus in its field', async () => {
    const { shipments } = await product.ask<{ shipments: { id: number }[] }>(
      'thandi@fynbos.example',
      'GET',
      '/shipments?status=at-hub&limit=1',
    )
    await clerk.goto(`${product.web}/shipments/${shipments[0]?.id ?? 0}`)
    // Cards above the notes grow when their content arrives.
    await product.settled(clerk)
    await clerk.getByRole('button', { name: 'Add note' }).click()
    const note = clerk.getByLabel('Note', { exact: true })
    await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true)
    const submit = clerk.getByRole('button', { name: 'Add note' }).last()
    const isInViewport = () =>
      submit.evaluate((button) => {
        const { top, bottom } = button.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      })
    await expect.poll(isInViewport).toBe(true)
    await note.pressSequentially('Gate code 4411', { delay: 60 })
    await clerk.keyboard.press('Control+Enter')
    await clerk.getByText('Gate code 4411').first().waitFor()
  })
})
