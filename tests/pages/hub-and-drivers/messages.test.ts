import { driversApi } from '@waybill/domain/drivers/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { exceptionsApi } from '@waybill/domain/reports/exceptions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loseSignal } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let staff: Page
let driver: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as('thandi@fynbos.example')
  driver = await product.as('sipho@fynbos.example', { width: 390, height: 844 })
}, 180_000)
afterAll(async () => {
  expect(product.pageErrors).toEqual([])
  await product.close()
})

it('[DRV-008] a dispatcher writes to a driver, who reads and answers it without signal; the office sees both', async () => {
  await staff.goto(`${product.web}/ops-dashboard?mode=driver-tripsheet&driver=sipho`)
  await staff.getByRole('button', { name: 'Message', exact: true }).click()
  const dialog = staff.getByRole('dialog', { name: /^Messages with Sipho/ })
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Please do stop 3 first.')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText(/Not read yet$/).waitFor()

  await driver.goto(`${product.web}/tripsheet`)
  await driver.getByText('Please do stop 3 first.').waitFor()
  const regainSignal = await loseSignal(product, driver, [driversApi.actions, driversApi.tripSheet])
  await driver.getByRole('link', { name: /New message/ }).click()
  await driver.getByRole('button', { name: 'I will be late' }).click()
  await driver.getByText(/Waiting to be sent\.$/).waitFor()
  await driver.goto(`${product.web}/tripsheet`)
  await driver.getByRole('link', { name: 'Messages with the office' }).waitFor()
  await regainSignal()
  await product.pass(driver, 40_000)
  await driver.goto(`${product.web}/tripsheet/messages`)
  await driver.getByText(/^You, \d\d:\d\d$/).waitFor()

  await staff.goto(`${product.web}/ops-dashboard?mode=driver-tripsheet&driver=sipho`)
  await staff.getByRole('button', { name: 'Message', exact: true }).click()
  await dialog.getByText('I will be late').waitFor()
  await dialog.getByText(/· Read \d\d:\d\d$/).waitFor()
})

it('[DRV-008] an answer waits on the phone while another driver is signed in there, and is sent once its driver is back', async () => {
  const phone = await product.as('sipho@fynbos.example', { width: 1440, height: 900 })
  await phone.goto(`${product.web}/tripsheet/messages`)
  const regainSignal = await loseSignal(product, phone, [driversApi.actions])
  await phone.getByRole('button', { name: 'I will be late' }).click()
  const waits = phone.getByText(/Waiting to be sent\.$/)
  await waits.waitFor()

  // A page without the queue counts what waits too.
  await phone.goto(`${product.web}/help`)
  await phone.getByRole('button', { name: /^Menu of Sipho/ }).click()
  await phone.getByRole('menuitem', { name: 'Log out' }).click()
  await phone.getByText('1 item has not been sent yet.', { exact: false }).waitFor()

  await phone.goto(`${product.web}/tripsheet/messages`)
  await waits.waitFor()
  const other = await product.tokenOf('pieter@fynbos.example')
  await phone.evaluate((token) => localStorage.setItem('access_token', token), other)
  await regainSignal()
  const refused = await product.sends(driversApi.actions, () => product.pass(phone, 40_000))
  expect(refused).toMatchObject({ status: 403, answer: { code: 'other_user' } })
  const again = phone.getByRole('dialog', { name: 'Log in to continue' })
  await again.getByText(/^Another user has signed in in this browser\./).waitFor()
  await again.getByLabel('Password', { exact: true }).fill('waybill-demo')
  await again.getByRole('button', { name: 'Log in', exact: true }).click()
  await again.waitFor({ state: 'detached' })
  const sent = await product.sends(driversApi.actions, () => product.pass(phone, 40_000))
  expect(sent).toMatchObject({ status: 200, answer: { results: [{ result: 'applied' }] } })
  await waits.waitFor({ state: 'detached' })
  await phone.context().close()
})

it('[OPS-002] staff take an exception and snooze it with a reason', async () => {
  await staff.goto(`${product.web}/ops-dashboard?mode=pending&kind=on-hold`)
  const row = staff.getByRole('table', { name: 'On hold' }).getByRole('row').nth(1)
  const taken = await product.sends(exceptionsApi.care, () =>
    row.getByRole('button', { name: 'Take' }).click(),
  )
  expect(taken.input).toMatchObject({ change: { kind: 'take' } })
  await row.getByText(/Thandi/).waitFor()
  await row.getByRole('button', { name: /^Actions for / }).click()
  await staff.getByRole('menuitem', { name: 'Snooze…' }).click()
  const dialog = staff.getByRole('dialog', { name: /^Snooze/ })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Waiting for the sender')
  await product.sends(exceptionsApi.care, () =>
    dialog.getByRole('button', { name: 'Snooze', exact: true }).click(),
  )
  await staff.getByRole('tab', { name: /^Snoozed/ }).click()
  await staff.getByRole('table', { name: 'Snoozed' }).getByRole('row').nth(1).waitFor()
})

it('[OPS-002] staff write to the receiver from a shipment and see the state of the message', async () => {
  await staff.goto(`${product.web}/ops-dashboard?mode=pending&kind=exception`)
  await staff.getByRole('table', { name: 'Exceptions' }).getByRole('link').first().click()
  await staff.waitForURL(/\/shipments\/\d+$/)
  await staff.getByRole('button', { name: 'More', exact: true }).click()
  await staff.getByRole('menuitem', { name: 'Message the receiver…' }).click()
  const dialog = staff.getByRole('dialog', { name: /^Message to the receiver/ })
  await dialog.getByRole('button', { name: 'Our driver is on the way to you.' }).click()
  const sent = await product.sends(shipmentsApi.messageReceiver, () =>
    dialog.getByRole('button', { name: 'Send SMS' }).click(),
  )
  expect(sent.input).toMatchObject({ channel: 'sms', message: 'Our driver is on the way to you.' })
  await dialog.getByText(/: Our driver is on the way to you\.$/).waitFor()
})
