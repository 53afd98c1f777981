import { systemActor } from '@waybill/domain/kit/actor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeIntegrations, type FakeIntegrations } from '../../../server/dev/fakes/services/index.ts'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { jobFacts } from '../../../server/src/jobs/outbox.ts'
import { externalContext } from '../../../server/src/db/transaction.ts'
import { runTasks } from '../../../server/src/integrations/index.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let there: FakeIntegrations
let staff: Page
let customer: Page

const admin = 'thandi@fynbos.example'
const riaan = 'riaan@overbergbooks.example'

beforeAll(async () => {
  product = await openProduct()
  there = await fakeIntegrations({ host: '127.0.0.1', http_port: 0 })
  staff = await product.as(admin)
  customer = await product.as(riaan)
}, 180_000)
afterAll(async () => {
  await product.close()
  await there.close()
})

const open = (page: Page, address: string) => page.goto(product.web + address)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByLabel(field, { exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Runs the outbox and sends the third-party messages that are due within a minute. */
async function sendMessages(): Promise<void> {
  const { runtime, outbox } = product.running
  await outbox.drain()
  const soon = { ...runtime, clock: () => new Date(product.now().getTime() + 60_000) }
  await runTasks(await externalContext(soon, { actor: systemActor(1), request: jobFacts(soon, 'test') }))
}

describe('customer webhooks', () => {
  it('[NAV-033] are subscribed to in the settings, tested, listed in the delivery log and sent again', async () => {
    await open(customer, '/settings?tab=webhook-subscriptions')
    await heading(customer, 'Settings')
    await customer.getByText('Tracking events').first().waitFor()
    await button(customer, 'New subscription').click()
    await choose(customer, 'About', 'Shipment notes')
    await customer.getByLabel('Address', { exact: true }).fill('nowhere')
    await customer.getByLabel(/^Authorization/).fill('Bearer shop')
    await button(customer, 'Subscribe').click()
    await customer.getByText('This is not an address.').first().waitFor()
    expect(await customer.getByLabel(/^Authorization/).inputValue()).toBe('Bearer shop')
    const address = `${there.url}/hooks/shop`
    await customer.getByLabel('Address', { exact: true }).fill(address)
    await button(customer, 'Subscribe').click()
    await customer.getByText(/^whsec_/).waitFor()
    await customer.getByRole('checkbox', { name: 'I have stored it' }).check()
    await button(customer, 'Done').click()

    await button(customer, `Send test to ${address}`).click()
    await customer.getByText('The receiver answered 200').waitFor()
    expect(there.calls()[0]?.headers).toMatchObject({
      authorization: 'Bearer shop',
      'x-webhook-topic': 'shipment-note',
    })
    await button(customer, `Delivery log of ${address}`).click()
    await customer.getByRole('row', { name: /Test.*Delivered/ }).waitFor()
    await button(customer, /^Message of/).click()
    await customer.getByText('"message": "This is a sample note."').waitFor()
    await button(customer, 'Send again').click()
    await customer.getByText('The message is being sent again').waitFor()
    await sendMessages()
    await expect.poll(() => there.calls().length).toBe(2)
  })
})

describe('third-party integrations', () => {
  it('[TOOL-012] [INT-010] [INT-022] [INT-026] are added with a rule and called, and each call is in the request log', async () => {
    await open(staff, '/tools')
    await heading(staff, 'Tools')
    await staff.getByRole('link', { name: 'Open Third-party integrations' }).click()
    await staff.getByRole('link', { name: 'Karoo Couriers' }).waitFor()
    await button(staff, 'New integration').click()
    await choose(staff, 'Provider', 'Webhook')
    await staff.getByLabel('Name', { exact: true }).fill('Shop mirror')
    await staff.getByLabel('Address', { exact: true }).fill(`${there.url}/hooks/mirror`)
    await button(staff, 'Add integration').click()
    await heading(staff, /Shop mirror/)
    await button(staff, 'New rule').click()

    // Only filters that belong to the trigger can be chosen.
    await staff.getByLabel(/^Add a filter/).click()
    await staff.getByRole('option', { name: 'Service level includes' }).waitFor()
    expect(await staff.getByRole('option', { name: 'Status is', exact: true }).count()).toBe(0)
    await staff.keyboard.press('Escape')
    await choose(staff, 'When', 'Tracking event created')
    await staff.getByLabel(/^Add a filter/).click()
    await staff.getByRole('option', { name: 'Tracking event status is' }).waitFor()
    expect(await staff.getByRole('option', { name: 'Routing complete' }).count()).toBe(0)
    await staff.keyboard.press('Escape')
    await choose(staff, 'When', 'Shipment created')
    await choose(staff, 'Rule type', 'Account')
    await button(staff, 'Add rule').click()
    await staff.getByText('Choose at least one value for the filter "account includes".').first().waitFor()
    await staff.getByLabel('Account', { exact: true }).fill('Overberg')
    await staff.getByRole('option', { name: 'Overberg Books' }).first().click()
    await button(staff, 'Add rule').click()
    await staff.getByText('Shipment created · account includes Overberg Books (Pty) Ltd').waitFor()

    there.answerWith('/hooks/mirror', { status: 500, body: 'closed today' })
    // This shipment represents a booking by the customer’s own shop.
    await product.ask(riaan, 'POST', '/shipments', booking())
    await sendMessages()
    await expect.poll(() => there.calls().filter(({ path }) => path === '/hooks/mirror').length).toBe(1)
    await staff.getByRole('tab', { name: 'Request log' }).click()
    // The log row is written when the response has arrived, shortly after the call.
    const logged = staff.getByRole('row', { name: /POST.*500/ })
    await expect
      .poll(async () => {
        await staff.reload()
        await staff.getByRole('tab', { name: 'Request log' }).waitFor()
        await product.settled(staff)
        return logged.count()
      })
      .toBe(1)
    const list = staff.url()
    await staff.getByRole('search', { name: 'Filters' }).getByRole('button', { name: 'Answer' }).click()
    for (const group of ['200s', '300s', '400s', '500s'])
      await staff.getByText(group, { exact: true }).waitFor()
    await staff.goto(`${list}&answer=200s`)
    await staff.getByText('No calls to and from third parties match.').waitFor()
    await staff.goto(`${list}&answer=500s`)
    await staff.getByRole('row', { name: /POST.*500/ }).waitFor()
    await button(staff, /^Call of/)
      .first()
      .click()
    await staff.getByText('closed today').waitFor()
    expect(product.pageErrors).toEqual([])
  })
})
