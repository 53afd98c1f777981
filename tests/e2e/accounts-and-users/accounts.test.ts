import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type Product } from '../product.ts'

let product: Product

beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

describe('accounts', () => {
  it('[SHELL-036] shows a banner to users of an account on hold and removes it as soon as the hold ends', async () => {
    const email = 'thandi@fynbos.example'
    const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
      email,
      'GET',
      '/accounts?account_code=OVB014',
    )
    const hold = (isOnHold: boolean) =>
      product.ask(email, 'PATCH', '/accounts', {
        id: accounts[0]?.id,
        is_on_hold: isOnHold,
        hold_message: 'Unpaid',
      })
    await hold(true)
    const customer = await product.as('riaan@overbergbooks.example')
    const greeted = customer.waitForEvent('websocket')
    await customer.goto(`${product.web}/account`)
    await (await greeted).waitForEvent('framereceived')
    const banner = customer.getByText(/Your account is on hold\./).first()
    await banner.waitFor()
    await hold(false)
    await banner.waitFor({ state: 'detached' })
    expect(product.pageErrors).toEqual([])
  })
})
