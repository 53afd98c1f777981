import { reportApi } from '@waybill/domain/reports/report-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'

let product: Product
let staff: Page
beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
}, 180_000)
afterAll(async () => product.close())

const rows = () => staff.getByRole('row')

describe('reports', () => {
  it('[NAV-062] [REP-001] are found by their question, filtered by days in the URL, and link to the shipments they count', async () => {
    await staff.goto(`${product.web}/dashboard`)
    await staff.getByRole('link', { name: 'Reports', exact: true }).click()
    await staff.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
    await staff.getByRole('link', { name: 'Driver performance' }).waitFor()
    await staff.getByRole('searchbox', { name: 'Search reports' }).fill('how many shipments')
    await product.settled(staff)
    const lists = staff.getByRole('main').getByRole('listitem')
    expect(await lists.count()).toBe(1)
    await lists.getByRole('link', { name: 'Shipments' }).click()
    await staff.getByRole('heading', { level: 1, name: 'Shipments' }).waitFor()
    await staff.getByRole('group', { name: /^Chart: Shipments, shipments: most/ }).waitFor()
    await staff.getByRole('button', { name: 'Booked' }).click()
    const ranges = staff.getByRole('dialog').getByRole('radio')
    await ranges.first().waitFor()
    expect(await ranges.evaluateAll((all) => all.map((one) => one.closest('label')?.textContent))).toEqual([
      'Yesterday',
      'Today',
      'Last 2 days',
      'Last 5 days',
      'Last 7 days',
      'Last 14 days',
      'Last 30 days',
      'This month',
    ])
    // The total row appears only for more than one day with data, and no shipments are booked on a Sunday.
    await staff.getByText('Last 7 days', { exact: true }).click()
    await staff.waitForURL(/date=last-7-days/)
    await staff.keyboard.press('Escape')
    await staff.getByRole('rowheader', { name: 'Total' }).waitFor()
    await rows().nth(1).getByRole('link').click()
    await staff.waitForURL(/\/shipments\?created=/)
    await staff.getByText(/^Created in/).waitFor()
    expect(product.pageErrors).toEqual([])
  })

  it('[REP-001] count the days of each preset range, of two typed days and of a chosen month', async () => {
    await staff.goto(`${product.web}/reports/shipment-volumes?date=2026-01`)
    await staff.getByText('No data in this period.').waitFor()
    const days = (act: () => Promise<unknown>) =>
      product.sends(reportApi.run, act).then(({ answer }) => (answer as { days: object }).days)
    await staff.getByRole('button', { name: 'Booked' }).click()
    const choices = staff.getByRole('dialog')
    for (const [label, from, until] of [
      ['Yesterday', '2026-03-10', '2026-03-10'],
      ['Today', '2026-03-11', '2026-03-11'],
      ['Last 2 days', '2026-03-10', '2026-03-11'],
      ['Last 5 days', '2026-03-07', '2026-03-11'],
      ['Last 7 days', '2026-03-05', '2026-03-11'],
      ['Last 14 days', '2026-02-26', '2026-03-11'],
      ['Last 30 days', '2026-02-10', '2026-03-11'],
      ['This month', '2026-03-01', '2026-03-31'],
    ] as const)
      expect([label, await days(() => choices.getByText(label, { exact: true }).click())]).toEqual([
        label,
        { from, until },
      ])
    const typed = async (label: 'From' | 'To', day: string) => {
      await choices.getByLabel(label, { exact: true }).fill(day)
      await staff.keyboard.press('Enter')
    }
    expect(await days(() => typed('From', '2026-03-02'))).toMatchObject({ from: '2026-03-02' })
    expect(await days(() => typed('To', '2026-03-04'))).toEqual({ from: '2026-03-02', until: '2026-03-04' })
    await staff.waitForURL(/date=2026-03-02\.\.2026-03-04/)
    await staff.keyboard.press('Escape')
    const month = async () => {
      await staff.getByRole('combobox', { name: 'Month' }).click()
      await staff.getByRole('option', { name: 'February 2026' }).click()
    }
    expect(await days(month)).toEqual({ from: '2026-02-01', until: '2026-02-28' })
    await staff.waitForURL(/date=2026-02$/)
  })

  it('[REP-003] [REP-004] [REP-005] [REP-006] [REP-007] are downloaded, or show that there are no items, that a file will be emailed or why it failed', async () => {
    await staff.goto(`${product.web}/reports/shipment-list?date=last-2-days`)
    const download = async () => {
      await staff.getByRole('button', { name: 'Download' }).click()
      await staff.getByRole('menuitem', { name: 'CSV' }).click()
    }
    const made = await product.sends(reportApi.download, download)
    const { url } = made.answer as { url: string }
    const file = await product.download(url)
    expect(file.status).toBe(200)
    expect(file.type).toMatch(/csv/)
    const answering = (status: number, body: object) =>
      product.answers(reportApi.download, () => ({ status, body }))
    let asUsual = await answering(200, { count: 0 })
    await download()
    await staff.getByText('No items found to download').waitFor()
    await asUsual()
    asUsual = await answering(200, { count: 5001, queued: true, email: 'thandi@fynbos.example' })
    await download()
    await staff
      .getByText(
        'The requested items will be sent to thandi@fynbos.example once they have been generated. Please click download again after a few minutes.',
      )
      .waitFor()
    await staff.getByRole('alertdialog').locator('footer').getByRole('button', { name: 'Close' }).click()
    const noEmail =
      'Please associate an email address with your account before attempting to download a large number of items.'
    await asUsual()
    asUsual = await answering(400, { message: noEmail, code: 'invalid_state' })
    await download()
    await staff.getByText(noEmail).waitFor()
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click()
    await asUsual()
  })

  it('are saved with their days and grouping, scheduled, opened on a phone and removed', async () => {
    await staff.goto(`${product.web}/reports/revenue?by=account&date=last-7-days`)
    await staff.getByRole('button', { name: 'Save', exact: true }).click()
    await staff.getByRole('menuitem', { name: 'Schedule…' }).click()
    const dialog = staff.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Monday revenue')
    await dialog.getByLabel('To').fill('nobody')
    await dialog.getByRole('button', { name: 'Save report' }).click()
    await dialog.getByText('nobody is not an e-mail address.').first().waitFor()
    await dialog.getByLabel('To').fill('kavitha@fynbos.example')
    await dialog.getByRole('button', { name: 'Save report' }).click()
    await dialog.waitFor({ state: 'detached' })
    await staff.setViewportSize({ width: 390, height: 844 })
    await staff.goto(`${product.web}/reports`)
    await staff.getByText('every Monday at 06:00 to kavitha@fynbos.example').waitFor()
    await staff.getByRole('link', { name: 'Monday revenue' }).click()
    await staff.waitForURL(/\/reports\/revenue\?date=last-7-days&by=account/)
    await staff.getByRole('list', { name: 'Revenue' }).getByRole('listitem').first().waitFor()
    await staff.goBack()
    await staff.getByRole('button', { name: 'Actions for Monday revenue' }).click()
    await staff.getByRole('menuitem', { name: 'Remove…' }).click()
    await staff.getByRole('button', { name: 'Remove', exact: true }).click()
    await staff.getByRole('link', { name: 'Monday revenue' }).waitFor({ state: 'detached' })
  })
})
