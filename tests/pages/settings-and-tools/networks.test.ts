import { network_labels } from '@waybill/domain/pickup-points/model'
import { networksApi, type SyncedNetwork } from '@waybill/domain/pickup-points/networks-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product } from '../../page-kit/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
}, 180_000)
afterAll(async () => product.close())

const nothing: SyncedNetwork = {
  network: 'bob-box',
  result: 'not connected',
  message: '',
  is_short: false,
  added: 0,
  changed: 0,
  closed: 0,
}

describe('locations of networks', () => {
  it('are updated by staff, who see what was done and may accept a short list', async () => {
    const short: SyncedNetwork = {
      ...nothing,
      network: 'tcg-locker',
      result: 'refused',
      message: 'It has 4 locations. Before, there were 8.',
      is_short: true,
    }
    await product.answers(networksApi.sync, ({ input }) => ({
      status: 200,
      body: {
        networks: input.accept_fewer
          ? [{ ...nothing, network: 'tcg-locker', result: 'updated', closed: 4 }]
          : [nothing, short],
      },
    }))
    const page = await product.as('thandi@fynbos.example')
    await page.goto(`${product.web}/locations`)
    await page.getByRole('button', { name: 'Update from networks' }).click()
    await page.getByText(`${network_labels['bob-box']}: not connected.`).waitFor()
    await page.getByText(/the list was refused, and nothing was changed\. It has 4 locations/).waitFor()
    const { input } = await product.sends(networksApi.sync, () =>
      page.getByRole('button', { name: 'Close the missing locations' }).click(),
    )
    expect(input).toMatchObject({ network: 'tcg-locker', accept_fewer: true })
    await page.getByText(`${network_labels['tcg-locker']}: 0 new, 0 changed, 4 closed.`).waitFor()
  })

  it('are not reported as updated when no network is connected', async () => {
    await product.answers(networksApi.sync, () => ({ status: 200, body: { networks: [nothing] } }))
    const page = await product.as('thandi@fynbos.example')
    await page.goto(`${product.web}/locations`)
    await page.getByRole('button', { name: 'Update from networks' }).click()
    await page.getByRole('alertdialog', { name: 'No network is connected' }).waitFor()
  })

  it('are not updated by customers', async () => {
    const page = await product.as('riaan@overbergbooks.example')
    await page.goto(`${product.web}/locations`)
    await page.getByRole('heading', { level: 1, name: 'Lockers and counters' }).waitFor()
    await product.settled(page)
    expect(await page.getByRole('button', { name: 'Update from networks' }).count()).toBe(0)
  })
})
