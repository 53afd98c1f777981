import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product } from './product.ts'

let product: Product

beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

describe('price grid of a draft', () => {
  it('shows the summary of changes below it in one line', async () => {
    const email = 'thandi@fynbos.example'
    const { revisions } = await product.ask<{ revisions: { id: number; is_in_force: boolean }[] }>(
      email,
      'GET',
      '/rates/revisions?status=published',
    )
    const draft = await product.ask<{ id: number }>(email, 'POST', '/rates/revisions', {
      name: 'Winter prices',
      based_on_id: revisions.find((one) => one.is_in_force)?.id ?? 0,
    })
    const staff = await product.as(email)
    await staff.goto(`${product.web}/rates-and-estimates/grid?revision=${draft.id}`)
    const foot = staff.getByRole('region', { name: /lanes by weight band/ }).locator('footer')
    await foot.getByText('nothing changed').waitFor()
    expect(await foot.evaluate((element) => element.clientHeight)).toBeLessThanOrEqual(48)
  })
})
