import { maskedCallsApi } from '@waybill/domain/drivers/masked-calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callPort, type CallConnector } from '../../../server/src/kit/sms/index.ts'
import { openProduct, type PageProduct as Product } from '../../page-kit/product.ts'

let product: Product
const connected: Parameters<CallConnector['connect']>[0][] = []

beforeAll(async () => {
  product = await openProduct()
  product.running.runtime.adapters.set(callPort.name, {
    problem: () => '',
    connect: async (call) => void connected.push(call),
  } satisfies CallConnector)
}, 180_000)
afterAll(async () => product.close())

/** Opens the first delivery that the driver has loaded, on a phone. */
async function openStop() {
  const { stops } = await product.ask<{
    stops: { stop_id: string; state: string; shipments: { status: string }[] }[]
  }>('thandi@fynbos.example', 'GET', '/trip-sheet?driver=sipho')
  const stop = stops.find(
    ({ state, shipments }) =>
      state === 'to-do' && shipments.every(({ status }) => status === 'out-for-delivery'),
  )
  const phone = await product.as('sipho@fynbos.example', { width: 390, height: 844 })
  await phone.goto(`${product.web}/tripsheet/stops/${stop?.stop_id ?? ''}`)
  await phone.getByRole('heading', { level: 1 }).waitFor()
  return phone
}

it('[DRV-008] calls the contact of a stop without a number on the phone, and leads to the office when that is not set up', async () => {
  await product.saveSettings({ driver_mask_customer_phone: true })
  const settings = await product.as('thandi@fynbos.example')
  await settings.goto(`${product.web}/settings?tab=driver`)
  await settings.getByText('There is no calling number.').waitFor()
  const hidden = await openStop()
  await hidden.getByRole('link', { name: 'Write to the office' }).waitFor()
  expect(await hidden.getByRole('button', { name: 'Call', exact: true }).count()).toBe(0)
  await product.saveSettings({ masked_call_number: '087 555 0000' })
  const phone = await openStop()
  const sent = await product.sends(maskedCallsApi.connect, () =>
    phone.getByRole('button', { name: 'Call', exact: true }).click(),
  )
  expect(sent.status).toBe(200)
  await phone.getByText('Your phone rings now.').waitFor()
  expect(connected).toMatchObject([{ from: '27875550000' }])
  expect(await phone.locator('a[href^="tel:"], a[href^="sms:"]').count()).toBe(0)
})

it('accepts a failed attempt after a call that could not be connected', async () => {
  await product.saveSettings({
    driver_mask_customer_phone: true,
    driver_must_call_before_fail: true,
    masked_call_number: '087 555 0000',
  })
  await product.answers(maskedCallsApi.connect, async () => ({
    status: 502,
    body: { message: 'The call could not be connected.' },
  }))
  const phone = await openStop()
  await phone.getByRole('link', { name: 'Could not deliver' }).click()
  await phone.getByText('Call first', { exact: true }).waitFor()
  const sent = await product.sends(maskedCallsApi.connect, () =>
    phone.getByRole('button', { name: /^Call .* first$/ }).click(),
  )
  expect(sent.status).toBe(502)
  await phone.getByText('Choose a reason').first().waitFor()
})
