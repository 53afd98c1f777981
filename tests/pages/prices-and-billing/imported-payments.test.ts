import { afterAll, beforeAll, expect, it } from 'vitest'
import { importedApi } from '@waybill/domain/payments/imported-payment'
import { loseSignal } from '../../page-kit/actions.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const kavitha = 'kavitha@fynbos.example'

let product: Product
let finance: Page

beforeAll(async () => {
  product = await openProduct()
  finance = await product.as(kavitha)
}, 180_000)
afterAll(async () => product.close())

const open = (address: string) => finance.goto(product.web + address)
const button = (name: string | RegExp) => finance.getByRole('button', { name, exact: true })
const heading = (name: string | RegExp) => finance.getByRole('heading', { level: 1, name }).waitFor()
const yesterday = () => new Date(product.now().getTime() - 86_400_000).toISOString().slice(0, 10)
const sentTo = ({ method, path }: { method: string; path: string }) =>
  product.calls.filter(({ name }) => name === `${method} ${path}`).length
const row = (name: RegExp) => finance.getByRole('row', { name })

it('[BILL-008] shows the billing tabs, from the overview to accounting', async () => {
  await open('/billing')
  await heading('Billing')
  const tabs = finance.getByRole('tablist', { name: 'Billing' }).getByRole('tab')
  expect(await tabs.allInnerTexts()).toEqual([
    'Overview',
    'Month-end',
    'Invoices',
    'Payments',
    'Debtors',
    'Accounting',
    'Controls',
  ])
  const figures = finance.getByRole('region', { name: 'Billing figures' })
  await figures
    .getByText(/^R [\d,]+\.\d\d$/)
    .nth(3)
    .waitFor()
  const pageOf = async (tab: string, part: string, sign: RegExp) => {
    await finance.getByRole('tab', { name: tab, exact: true }).click()
    await finance
      .getByRole('radiogroup', { name: tab })
      .getByRole('radio', { name: part, exact: true })
      .click()
    await finance.getByRole('main').getByText(sign).first().waitFor()
  }
  await pageOf('Payments', 'Allocations', /^PMT\d{6}$/)
  await pageOf('Controls', 'Discrepancies', /Where did measuring change/)
  await pageOf('Debtors', 'Age analysis', /^31 to 60 days$/)
})

it('moves through the billing tabs and the pages of a tab with the arrow keys, and opens old addresses', async () => {
  const focused = () => finance.evaluate(() => document.activeElement?.textContent)
  await open('/billing')
  await finance.getByRole('tab', { name: 'Overview' }).focus()
  for (const tab of ['Month-end', 'Invoices', 'Payments']) {
    await finance.keyboard.press('ArrowRight')
    await finance.getByRole('tab', { name: tab, selected: true }).waitFor()
    await expect.poll(focused).toBe(tab)
  }
  await finance.getByRole('radio', { name: 'Payments', exact: true }).focus()
  await finance.keyboard.press('ArrowRight')
  await finance.getByRole('radio', { name: 'Imported payments', checked: true }).waitFor()
  await expect.poll(focused).toBe('Imported payments')
  await open('/billing?tab=credit-notes')
  await finance.getByRole('tab', { name: 'Invoices', selected: true }).waitFor()
  await finance.getByRole('radio', { name: 'Credit notes', checked: true }).waitFor()
})

it('[BILL-008] refreshes the overview after an invoice run', async () => {
  await open('/billing')
  const invoiced = finance
    .getByRole('region', { name: 'Billing figures' })
    .getByRole('link', { name: 'Invoiced this month' })
    .locator('..')
    .locator('..')
  await expect.poll(() => invoiced.innerText()).toMatch(/R [\d,]+\.\d\d/)
  const before = await invoiced.innerText()
  await finance.getByRole('link', { name: 'Issue invoices' }).click()
  await button(/^Issue \d+ invoices? \(R /).click()
  await finance.getByRole('alertdialog').getByRole('button', { name: 'Issue', exact: true }).click()
  await finance.getByText(/Next: e-mail them\./).waitFor()
  await finance.getByRole('tab', { name: 'Overview' }).click()
  await expect.poll(() => invoiced.innerText()).not.toBe(before)
})

it('[NAV-058] imports a bank statement in the billing tab and lists the lines it leaves out', async () => {
  await open('/billing')
  await finance.getByRole('tab', { name: 'Payments' }).click()
  await finance.getByRole('radio', { name: 'Imported payments' }).click()
  await row(/INTEREST EARNED/).waitFor()
  await product.settled(finance)
  expect(await row(/SERVICE FEES/).count()).toBe(0)
  await button('Import statement').click()
  const day = yesterday()
  const upload = (content: string) =>
    finance
      .getByLabel('Statement file')
      .setInputFiles({ name: 'december.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await finance
    .getByText(
      'CSV as ABSA, Capitec, FNB, Investec, Nedbank and Standard Bank export it, also saved as Excel file; OFX, MT940 or camt.053.',
    )
    .waitFor()
  await upload('what is this')
  await finance.getByText(/The file has no line with column names/).waitFor()
  await upload(`Date,Description,Amount\n${day},FNB OB PMT OVB014,321.00\n${day},BANK CHARGES,nine\n`)
  await finance.getByText('Line 3: “nine” is not an amount.').waitFor()
  await upload(
    `Date,Description,Amount,Fee\n${day},FNB OB PMT OVB014,321.00,\n${day},BANK CHARGES,-9.00,\n${day},CARD CHECKED,0.00,\n${day},OPEN BALANCE,,\n${day},SMS,,0.35\n`,
  )
  await finance.getByText('1 payment imported, 1 with a suggestion.').waitFor()
  for (const leftOut of [
    'an outgoing payment',
    'a bank fee',
    'a balance or remark without an amount',
    'R 0.00',
  ])
    await finance.getByText(`1 line is ${leftOut} and was left out.`).waitFor()
  await button('Done').click()
  await row(/FNB OB PMT OVB014.*R 321.00/).waitFor()
})

it('[NAV-027] shows the suggested account of an imported payment, checks the split, posts it and reverses it once', async () => {
  await product.ask(kavitha, 'POST', '/billing/import/payments', {
    file_name: 'own.csv',
    content: `Date,Description,Amount\n${yesterday()},FNB OB PMT OVB014,432.00\n`,
  })
  await open('/billing/imported-payments')
  await row(/FNB OB PMT OVB014.*R 432.00/).click()
  await heading('R 432.00')
  expect(new URL(finance.url()).pathname).toMatch(/^\/billing\/imported-payments\/\d+$/)
  await finance.getByText('Suggested: Account code OVB014').waitFor()
  await finance.getByLabel('Amount').fill('300')
  await button('Post R 432.00').click()
  await finance
    .getByText(/The parts add up to R 300.00, the payment is R 432.00/)
    .first()
    .waitFor()
  await finance.getByLabel('Amount').fill('432')
  await button('Post R 432.00').click()
  await finance.getByText('Matched', { exact: true }).waitFor()
  await finance.getByRole('heading', { name: 'Posted' }).waitFor()
  await button('Undo match').click()
  const dialog = finance.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Undo match' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('It was the other branch')
  const before = sentTo(importedApi.reopen)
  await dialog.getByRole('button', { name: 'Undo match' }).dblclick()
  await finance.getByText('It was the other branch').waitFor()
  await finance.getByText(/· reversed/).waitFor()
  expect(sentTo(importedApi.reopen) - before).toBe(1)
  await open('/billing/imported-payments/999999')
  await finance.getByText('Oops!').waitFor()
})

it('posts a payment that was already posted by hand only when the user confirms that it is another payment', async () => {
  await product.ask(kavitha, 'POST', '/billing/import/payments', {
    file_name: 'hand.csv',
    content: `Date,Description,Amount\n${yesterday()},HAND OVB014,77.70\n`,
  })
  await open('/billing/imported-payments')
  await row(/HAND OVB014/).click()
  await finance.getByText('Suggested: Account code OVB014').waitFor()
  const { accounts } = (await product.ask(kavitha, 'GET', '/accounts?search=OVB014')) as {
    accounts: { id: number }[]
  }
  await product.ask(kavitha, 'POST', '/billing/transactions', {
    account_id: accounts[0]?.id,
    type: 'payment',
    amount: 77.7,
    description: 'Seen in the bank',
  })
  await button('Post R 77.70').click()
  await finance
    .getByText(/^R 77\.70 was posted on OVB014 by hand on .*ignore this line/)
    .first()
    .waitFor()
  await finance.getByLabel('This is a different payment from the one posted by hand').check()
  await open('/billing/imported-payments')
  await row(/HAND OVB014.*Probably posted by hand|Probably posted by hand.*HAND OVB014/).click()
  await finance.getByText('Probably posted by hand').first().waitFor()
  await button('Post R 77.70').click()
  const another = finance.getByLabel('This is a different payment from the one posted by hand')
  await another.check()
  await button('Post R 77.70').click()
  await finance.getByText('Matched', { exact: true }).waitFor()

  await open(`/accounts/${accounts[0]?.id}?tab=billing`)
  await button('Post transaction').click()
  const dialog = finance.getByRole('dialog', { name: /^Post a transaction/ })
  await dialog.getByRole('combobox', { name: 'Type', exact: true }).click()
  await finance.getByRole('option', { name: 'Payment', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('77.70')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('EFT')
  const post = () => dialog.getByRole('button', { name: 'Post R 77.70' }).click()
  await post()
  await dialog
    .getByText(/^R 77\.70 was posted on OVB014 from a bank statement on .*do not post it/)
    .first()
    .waitFor()
  await dialog.getByLabel('This is a different payment from the one on the bank statement').check()
  await post()
  await dialog.waitFor({ state: 'detached' })
})

it('[BILL-008] lists payments from bank statements and by hand among all payments, filtered by method', async () => {
  await open('/billing/payments?method=bank-statement&q=OVB014')
  const received = finance.getByText(/^R [\d,]+\.\d\d received, R [\d,]+\.\d\d of it not allocated$/)
  await received.waitFor()
  const eft = row(/^(?=.*PMT\d{6})(?=.*OVB014)(?=.*EFT)(?=.*R 77\.70)/)
  await eft.first().waitFor()
  expect(await row(/Posted by hand/).count()).toBe(0)
  const number = /PMT\d{6}/.exec(await eft.first().innerText())?.[0] ?? ''
  await open('/billing/payments?method=by-hand&q=OVB014')
  await row(/Posted by hand.*R 77\.70/)
    .first()
    .waitFor()
  await open(`/billing/payments?q=${number}`)
  await row(new RegExp(number)).waitFor()
  expect(await row(/PMT\d{6}/).count()).toBe(1)
})

it('confirms several suggestions at once and ignores a payment that belongs to no account', async () => {
  await open('/billing/imported-payments')
  await row(/INTEREST EARNED/)
    .getByRole('checkbox')
    .check()
  await finance.getByRole('button', { name: 'Confirm suggestions' }).hover()
  expect(await button('Confirm suggestions').getAttribute('aria-disabled')).toBe('true')
  await row(/MAGTAPE CREDIT/)
    .getByRole('checkbox')
    .check()
  await row(/STD BANK/)
    .getByRole('checkbox')
    .check()
  const before = sentTo(importedApi.match)
  await button('Confirm suggestions').dblclick()
  await finance.getByText('2 payments posted').waitFor()
  await finance.getByText('One payment has no suggestion and stays chosen').first().waitFor()
  await product.settled(finance)
  expect(sentTo(importedApi.match) - before).toBe(2)
  expect(await finance.getByRole('alertdialog').count()).toBe(0)
  expect(
    await row(/INTEREST EARNED/)
      .getByRole('checkbox')
      .isChecked(),
  ).toBe(true)
  await open('/billing/imported-payments?state=suggested')
  await finance.getByRole('radio', { name: 'Imported payments' }).waitFor()
  await product.settled(finance)
  expect(await row(/MAGTAPE CREDIT/).count()).toBe(0)
  await open('/billing/imported-payments')
  await row(/INTEREST EARNED/).click()
  await heading('R 42.17')
  await button('Ignore').click()
  const dialog = finance.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Interest')
  await dialog.getByRole('button', { name: 'Ignore' }).click()
  await finance.getByText('Ignored', { exact: true }).first().waitFor()
  expect(product.pageErrors.filter((one) => !one.startsWith('PageNotFound'))).toEqual([])
})

it('shows a possible duplicate beside the earlier line and lets the user decide', async () => {
  const statement = (rows: readonly string[]) => ({
    file_name: 'again.csv',
    bank_account: 'FNB cheque',
    content: `Date,Description,Amount\n${rows.map((text) => `${yesterday()},${text}`).join('\n')}\n`,
  })
  const first = statement(['ONE OVB014,61.00', 'TWO OVB014,62.00', 'THREE OVB014,63.00'])
  await product.ask(kavitha, 'POST', '/billing/import/payments', first)
  await open('/billing/imported-payments')
  await button('Import statement').click()
  const dialog = finance.getByRole('dialog')
  await dialog.getByLabel('Bank account').fill('fnb cheque')
  const again = statement(['FIRST OVB014,61.00', 'SECOND OVB014,62.00', 'THIRD OVB014,63.00'])
  await finance
    .getByLabel('Statement file')
    .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(again.content) })
  await dialog
    .getByText('3 lines may have been imported before. Check them and decide.', { exact: false })
    .waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await row(/FIRST OVB014/).click()
  await heading('R 61.00')
  await finance.getByRole('link', { name: 'ONE OVB014' }).waitFor()
  await product.settled(finance)
  expect(await finance.getByRole('heading', { name: 'Choose the account' }).count()).toBe(0)
  await button('This is a different payment').click()
  await finance.getByText('Suggested: Account code OVB014').waitFor()
  await open('/billing/imported-payments?state=possible-duplicate')
  for (const name of [/SECOND OVB014/, /THIRD OVB014/]) await row(name).getByRole('checkbox').check()
  await finance.getByRole('button', { name: 'Confirm suggestions' }).hover()
  expect(await button('Confirm suggestions').getAttribute('aria-disabled')).toBe('true')
  await button('Ignore duplicates').click()
  await finance.getByText('2 payments ignored').waitFor()
  await open('/billing/imported-payments?state=ignored')
  await row(/SECOND OVB014/).click()
  await heading('R 62.00')
  await finance.getByText(/Imported before/).waitFor()
})

it('posts an unusually large amount in bulk only after confirmation with the amount in words, and never above the maximum', async () => {
  await product.ask(kavitha, 'POST', '/billing/import/payments', {
    file_name: 'large.csv',
    content: `Date,Description,Amount\n${yesterday()},LARGE OVB014,20000000.00\n${yesterday()},TOO LARGE OVB014,99999999999.99\n`,
  })
  await open('/billing/imported-payments')
  await row(/ LARGE OVB014.*R 20,000,000.00/)
    .getByRole('checkbox')
    .check()
  await button('Confirm suggestions').click()
  const question = finance.getByRole('alertdialog', { name: 'Is this amount right?' })
  await question.getByText(/^R 20,000,000\.00 to .* \(OVB014\): twenty million rand\.$/).waitFor()
  await question.getByRole('button', { name: 'Go back' }).click()
  await product.settled(finance)
  await row(/ LARGE OVB014.*R 20,000,000.00/)
    .getByText('Suggested')
    .waitFor()
  await button('Confirm suggestions').click()
  await question.getByRole('button', { name: 'Post R 20,000,000.00' }).click()
  await finance.getByText('One payment posted').waitFor()
  await row(/TOO LARGE OVB014/).click()
  await heading('R 99,999,999,999.99')
  await finance.getByText('A posting must be at most R 100,000,000.00.', { exact: false }).waitFor()
  expect(await finance.getByRole('heading', { name: 'Choose the account' }).count()).toBe(0)
})

it('rejects an action without a connection immediately, keeps the input and does not send it later', async () => {
  await product.ask(kavitha, 'POST', '/billing/import/payments', {
    file_name: 'offline.csv',
    content: `Date,Description,Amount\n${yesterday()},OFFLINE TRIAL,55.00\n`,
  })
  await open('/billing/imported-payments')
  await row(/OFFLINE TRIAL/).click()
  await heading('R 55.00')
  await button('Ignore').click()
  const dialog = finance.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Nobody knows it')
  const regainSignal = await loseSignal(product, finance, [importedApi.ignore])
  await dialog.getByRole('button', { name: 'Ignore' }).click()
  const alert = finance.getByRole('alertdialog')
  await alert.getByText('There is a problem with your internet connectivity.').waitFor()
  await alert.getByRole('button', { name: 'Close' }).first().click()
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('Nobody knows it')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const before = sentTo(importedApi.ignore)
  await regainSignal()
  await product.settled(finance)
  expect(sentTo(importedApi.ignore) - before).toBe(0)
  await finance.reload()
  await button('Ignore').waitFor()
})
