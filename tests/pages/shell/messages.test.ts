import { notificationsApi } from '@waybill/domain/notifications/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../../server/src/main/install.ts'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { enterStatus, lockShipment } from '../../../server/src/shipments/index.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const email = 'riaan@overbergbooks.example'
const phone = { width: 390, height: 844 }

let product: Product
let page: Page
let shipment: { id: number; short_tracking_reference: string }

beforeAll(async () => {
  product = await openProduct()
  page = await product.as(email)
  shipment = await product.ask(email, 'POST', '/shipments', booking())
}, 180_000)
afterAll(async () => {
  expect(product.pageErrors).toEqual([])
  await product.close()
})

/** Returns the unread count displayed beside the inbox in the navigation, or 0 when there is none. */
async function unread(): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ })
  return Number(/\d+/.exec(await link.innerText())?.[0] ?? 0)
}

/** Moves the shipment to a status, as a driver’s report does, and sends its messages. */
async function move(to: 'collection-failed-attempt' | 'collection-exception'): Promise<void> {
  await asSystem(product.running.runtime, 1, async (ctx) => {
    await enterStatus(ctx, await lockShipment(ctx, shipment.id), { to, message: 'Gate was locked' })
  })
  await product.running.outbox.drain()
}

describe('[NOTE-023] inbox', () => {
  it('counts a new message, shows it, and marks it as read when it is opened', async () => {
    await page.goto(`${product.web}/inbox`)
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect.poll(unread).toBe(0)
    await move('collection-failed-attempt')
    await page.reload()
    await expect.poll(unread).toBe(1)
    const subject = `${shipment.short_tracking_reference}: we could not collect`
    const message = page.getByRole('table').getByRole('link', { name: `Unread: ${subject}` })
    await message.waitFor()
    await message.click()
    await page.getByRole('heading', { level: 1, name: subject }).waitFor()
    await page.getByText('Gate was locked').waitFor()
    await expect.poll(unread).toBe(0)
    await page.getByRole('link', { name: 'Open the shipment' }).click()
    await page.waitForURL(`**/shipments/${shipment.id}`)
    await page.goto(`${product.web}/inbox`)
    await page.getByRole('table').getByRole('link', { name: subject, exact: true }).waitFor()
  })

  it('marks messages as read and unread from the list, and shows cards on a phone', async () => {
    await move('collection-exception')
    await page.goto(`${product.web}/inbox`)
    const subject = `${shipment.short_tracking_reference}: collection has a problem`
    await page.getByRole('link', { name: `Unread: ${subject}` }).waitFor()
    await expect.poll(unread).toBe(1)
    const menu = page.getByRole('button', { name: `Actions for ${subject}` })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Mark as read' }).click()
    await expect.poll(unread).toBe(0)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Mark as unread' }).click()
    await expect.poll(unread).toBe(1)
    await page.getByRole('tab', { name: /^Unread/ }).click()
    await product.settled(page)
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2)
    await page.setViewportSize(phone)
    await page.getByRole('listitem').filter({ hasText: subject }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('finds messages by their words, marks several at once, and leads from one unread message to the next', async () => {
    await page.goto(`${product.web}/inbox?q=Gate+was+locked`)
    await product.settled(page)
    const table = page.getByRole('table')
    await expect.poll(() => table.getByRole('row').count()).toBe(3)
    for (const tick of await table.getByRole('checkbox', { name: /^Select / }).all()) await tick.check()
    const actions = page.getByRole('toolbar', { name: 'Actions for the selected rows' })
    await actions.getByRole('button', { name: 'Mark as unread' }).click()
    await page.getByText('2 messages are marked as unread').first().waitFor()
    await expect.poll(unread).toBe(2)
    await table.getByRole('link', { name: /we could not collect$/ }).click()
    const beside = page.getByRole('navigation', { name: 'Newest messages' })
    await beside.getByRole('link', { name: /^Unread:.*collection has a problem/ }).waitFor()
    await expect.poll(unread).toBe(1)
    await page.getByRole('link', { name: 'Next unread' }).click()
    await page.getByRole('heading', { level: 1, name: /collection has a problem$/ }).waitFor()
    await expect.poll(unread).toBe(0)
    await product.settled(page)
    expect(await page.getByRole('link', { name: 'Next unread' }).count()).toBe(0)
    await page.goto(`${product.web}/inbox?q=no+such+words`)
    await page
      .getByText(/^No .* match/)
      .first()
      .waitFor()
  })
})

describe('[HELP-001] help centre', () => {
  it('is in the navigation of a customer and finds an article by its words', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help centre' }).click()
    await page.getByRole('heading', { level: 1, name: 'Help centre' }).waitFor()
    await page.getByRole('heading', { name: 'Connect and import' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search the help centre' }).fill('revoke key')
    await page.getByText('1 article', { exact: true }).waitFor()
    await page.getByRole('link', { name: /^API keys/ }).click()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await page.getByText('It is not shown again.').waitFor()
    await page.goBack()
    expect(await page.getByRole('searchbox', { name: 'Search the help centre' }).inputValue()).toBe(
      'revoke key',
    )
  })

  it('shows a message when nothing is found', async () => {
    await page.goto(`${product.web}/help-centre?q=submarine`)
    await page.getByText('Nothing found for ‘submarine’.').waitFor()
    await page.getByRole('heading', { name: 'Connect and import' }).waitFor()
    await page.getByRole('heading', { name: 'Still need help?' }).waitFor()
    await page.getByRole('button', { name: 'Show all articles' }).click()
    await page.getByRole('link', { name: /^Book a shipment/ }).waitFor()
  })

  it('is open to guests, with the articles for guests, on a phone too', async () => {
    const guest = await product.window(phone)
    await guest.goto(`${product.web}/help-centre`)
    await guest.getByRole('link', { name: /^Receive a parcel with a PIN/ }).waitFor()
    expect(await guest.getByRole('link', { name: /^Scan at the hub/ }).count()).toBe(0)
    await guest.getByRole('button', { name: 'Menu' }).click()
    await guest.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help centre' }).waitFor()
    await guest.context().close()
  })

  it('[HELP-003] lets staff write articles, readers vote on them and guests send questions', async () => {
    const staff = await product.as('thandi@fynbos.example')
    await staff.goto(`${product.web}/help-centre`)
    await staff.getByRole('link', { name: 'Manage articles' }).click()
    await staff.getByRole('row', { name: /^Receive a parcel with a PIN/ }).waitFor()
    await staff.getByRole('link', { name: 'New article' }).click()
    await staff.getByRole('textbox', { name: 'Title' }).fill('Parking at our depot')
    await staff.getByRole('textbox', { name: 'Summary' }).fill('Where to leave the car.')
    await staff.getByRole('checkbox', { name: 'Guests' }).check()
    await staff.getByRole('textbox', { name: 'Text' }).fill('## By car\n\nUse the **second** gate.')
    await staff.getByRole('heading', { name: 'By car' }).waitFor()
    await staff.getByRole('button', { name: 'Save article' }).click()
    await staff.getByRole('row', { name: /^Parking at our depot/ }).waitFor()

    const guest = await product.window(phone)
    await guest.goto(`${product.web}/help-centre/parking-at-our-depot`)
    await guest.getByRole('button', { name: 'Yes' }).click()
    await guest.getByText('Thank you for telling us.').waitFor()
    await guest.goto(`${product.web}/help-centre`)
    await guest.getByRole('textbox', { name: 'Name' }).fill('Naledi Mokoena')
    await guest.getByRole('textbox', { name: 'Email' }).fill('naledi@example.com')
    await guest.getByRole('textbox', { name: 'Your question' }).fill('Where do I park?')
    await guest.getByRole('button', { name: 'Send the question' }).click()
    await guest.getByText('We have received your question. We will answer by e-mail.').waitFor()
    await guest.context().close()

    await staff.reload()
    await staff.getByRole('row', { name: /^Parking at our depot.*1 of 1/ }).waitFor()
    await staff.context().close()
  })

  it('is in the navigation of staff', async () => {
    const staff = await product.as('thandi@fynbos.example')
    await staff.goto(`${product.web}/shipments`)
    await staff.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help centre' }).click()
    await staff.getByRole('link', { name: /^Scan while the network is down/ }).waitFor()
    await staff.context().close()
  })
})

describe('messages written by staff', () => {
  let staff: Page
  beforeAll(async () => {
    staff = await product.as('thandi@fynbos.example')
  })
  afterAll(() => staff.context().close())

  it('[NOTE-015] sends one SMS to the receivers of chosen shipments', async () => {
    await staff.goto(`${product.web}/shipments?q=${shipment.short_tracking_reference}`)
    const row = staff.getByRole('row').filter({ hasText: shipment.short_tracking_reference })
    await row.getByRole('checkbox').check()
    await staff.getByRole('button', { name: 'More', exact: true }).click()
    await staff.getByRole('menuitem', { name: 'Send SMS to receivers' }).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Our depot is closed on Heritage Day.')
    await dialog.getByText('36 characters, sent in 1 part.').waitFor()
    const sent = await product.sends(notificationsApi.bulkSms, () =>
      dialog.getByRole('button', { name: 'Send to 1 number' }).click(),
    )
    expect(sent.status).toBe(200)
    await staff.getByText('The SMS is on its way to 1 number.').first().waitFor()
  })

  it('[NOTE-018] [NOTE-019] adds a note of a chosen kind with an email to a chosen contact', async () => {
    await product.saveSettings({ enable_bob_box: false, enable_tcg_locker: false })
    await staff.goto(`${product.web}/shipments/${shipment.id}`)
    await staff.getByRole('button', { name: 'Add note' }).click()
    await staff.getByRole('textbox', { name: 'Note' }).fill('The gate is on the left.')
    await staff.getByRole('radio', { name: 'The customer too' }).check()
    await staff.getByRole('checkbox', { name: 'Email the delivery contact' }).check()
    await staff.getByRole('combobox', { name: 'Kind of note' }).click()
    await staff.getByRole('option', { name: 'Tracking event' }).waitFor()
    expect(await staff.getByRole('option', { name: 'Locker reservation details' }).count()).toBe(0)
    await staff.getByRole('option', { name: 'Shipment address changes' }).click()
    await staff.getByRole('button', { name: 'Add note' }).click()
    await staff.getByText('Shipment address changes').first().waitFor()
    await staff.getByText('The gate is on the left.').first().waitFor()
  })
})
