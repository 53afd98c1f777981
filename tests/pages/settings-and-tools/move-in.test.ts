import { load_calls, moveInApi } from '@waybill/domain/move-in/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as('thandi@fynbos.example')
}, 180_000)
afterAll(async () => product.close())

const open = (address: string) => staff.goto(product.web + address)
const button = (name: string | RegExp) => staff.getByRole('button', { name })
const choose = (text: string) =>
  staff
    .getByLabel('CSV or Excel file')
    .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

describe('moving in', () => {
  it('lists wrong cells, loads a corrected file, and undoes it', async () => {
    await open('/tools')
    await staff
      .getByRole('link', { name: /Move in/ })
      .first()
      .click()
    await staff.getByRole('link', { name: 'Load accounts' }).click()
    await choose('customer code,customer name,limit\nNEW901,First,much\n')
    await button('Check file').click()
    await staff.getByText('One cell is wrong.').waitFor()
    await staff.getByText('This is not an amount. Type it like 1250.50.').waitFor()
    await choose('customer code,customer name,limit\nNEW901,First,1500.00\n')
    await button('Check file').click()
    await button('Load 1 accounts').click()
    await staff.getByRole('heading', { level: 1, name: 'Move in' }).waitFor()
    await staff.getByRole('tab', { name: 'Loaded files' }).click()
    const row = staff.getByRole('row', { name: /old\.csv/ })
    await row.waitFor()
    await row.getByRole('button').last().click()
    await staff.getByRole('menuitem', { name: 'Undo' }).click()
    const undone = await product.sends(moveInApi.undo, () => button('Undo file').click())
    expect(undone.answer).toMatchObject({ name: 'old.csv', created: 1 })
  })

  it(
    'loads a long file in portions, finds a code that comes twice far apart, and lists what blocks an undo',
    { timeout: 180_000 },
    async () => {
      const codes = Array.from({ length: 252 }, (_, at) => `LNG${at}`)
      const fileOf = (all: readonly string[]): string =>
        `customer code,what\n${all.map((code) => `${code},Long ${code}`).join('\n')}\n`
      await open('/tools/move-in/accounts')
      await choose(fileOf([...codes, 'LNG0']))
      await staff.getByLabel('what is read as').click()
      await staff.getByRole('option', { name: /^Name/ }).click()
      await button('Check file').click()
      await staff.getByText('One cell is wrong.').waitFor()
      await staff.getByText(/^Line 2 has the same/).waitFor()
      await choose(fileOf(codes))
      await button('Check file').click()
      const sent = () => product.calls.filter(({ name }) => name === 'POST /move-in/accounts').length
      await button('Load 252 accounts').waitFor()
      const before = sent()
      await button('Load 252 accounts').click()
      await staff.getByRole('heading', { level: 1, name: 'Move in' }).waitFor()
      expect(sent() - before).toBe(2)

      const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
        'thandi@fynbos.example',
        'GET',
        '/accounts?account_code=LNG7',
      )
      await product.ask('thandi@fynbos.example', 'POST', '/billing/transactions', {
        account_id: accounts[0]?.id,
        type: 'admin-debit',
        amount: 10,
        description: 'Storage',
      })
      await staff.getByRole('tab', { name: 'Loaded files' }).click()
      await staff
        .getByRole('row', { name: /old\.csv/ })
        .first()
        .getByRole('button')
        .last()
        .click()
      await staff.getByRole('menuitem', { name: 'Undo' }).click()
      await button('Undo file').click()
      await staff.getByText('One record is in use. Undo or remove what uses it first.').waitFor()
      await staff
        .getByRole('table')
        .first()
        .getByText(/^LNG7 cannot be removed/)
        .waitFor()
    },
  )

  it('shows the error of the server and keeps the file when the connection is lost', async () => {
    await open('/tools/move-in/drivers')
    await product.answers(load_calls.drivers, () => 'no connection')
    await choose('username,name,email\nDRV91,New Driver,drv91@fynbos.example\n')
    await button('Check file').click()
    await staff.getByRole('alert').first().waitFor()
    expect(await button('Check file').count()).toBe(1)
  })

  it('refuses to start working while the balances differ from the old trial balance', async () => {
    await open('/tools/move-in?tab=balances')
    await staff.getByLabel('What all accounts owe together').fill('10.00')
    await button('Save total').click()
    await product.settled(staff)
    await staff.getByText('-R 10.00').first().waitFor()
    expect(await button('Start working').getAttribute('aria-disabled')).toBe('true')
  })

  it('[RATE-001] shows a priced month with sums by account and lane', async () => {
    await open('/tools/move-in?tab=shadow')
    await staff.getByRole('link', { name: /waybills-of-february/ }).click()
    await staff.getByRole('heading', { name: 'By account' }).waitFor()
    await staff.getByRole('heading', { name: 'By lane' }).waitFor()
    await staff.getByText('W0012345').first().waitFor()
  })
})
