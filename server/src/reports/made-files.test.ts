import { role_ids } from '@waybill/domain/kit/actor'
import { reportApi } from '@waybill/domain/reports/report-api'
import type { Schedule } from '@waybill/domain/reports/schedule'
import { sql, type RawBuilder } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobOf } from '../../dev/test-kit/job.ts'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { mailPort, type Mail } from '../kit/mail/index.ts'
import { runDueReports } from './make-file.ts'

let p: TestProvider
let clerk: Caller
let sent: Mail[]
beforeEach(async () => {
  p = await newProvider()
  clerk = await p.staff()
  sent = []
  p.runtime.runtime.adapters.set(mailPort.name, {
    send: async (mail: Mail) => {
      sent.push(mail)
      return { message_id: String(sent.length) }
    },
  })
})
afterEach(async () => {
  await p.settle()
  p.runtime.setNow(null)
})

const write = (statement: RawBuilder<unknown>) => p.inTransaction((ctx) => statement.execute(ctx.db))
const fill = async (rows: number) => {
  const { id } = await p.given.account()
  await write(sql`INSERT INTO billing_transaction (provider_id, account_id, transaction_date, effective_date, type, description, amount, source, modified_by, time_created, time_modified)
    SELECT ${p.provider_id}, ${id}, n, n, 'payment', '=HYPERLINK("x")', 100, 'test', 'test', n, n FROM generate_series(1, ${rows}), (VALUES (${new Date()}::timestamptz)) AS moment (n)`)
}
/** Fetches the content of a link like a browser. */
const fetched = async (url: unknown) => {
  const { pathname, search } = new URL(String(url))
  const { status, headers, body } = await p.guest().http('GET', pathname + search)
  expect(status).toBe(200)
  return { type: String(headers['content-type']), body: body as Buffer }
}
const emailOf = (caller: Caller) => `${caller.username}@example.com`
const linkIn = ({ text }: Mail) => /https?:\/\/\S+/.exec(text.split('Download the file: ')[1] ?? '')?.[0]

describe('list downloads', () => {
  it('[REP-003] returns a file at once, escapes formulas in cells, and returns a count of 0 when there are no rows', async () => {
    expect(await clerk.send(reportApi.shipments, {})).toEqual({ count: 0 })
    const shipment = await p.given.shipment()
    const { count, url, queued } = await clerk.send(reportApi.shipments, {})
    expect([count, queued]).toEqual([1, undefined])
    const { type, body } = await fetched(url)
    expect(type).toContain('text/csv')
    const [head, first] = body.toString().split('\r\n')
    expect(head).toMatch(/^\uFEFFReference,Customer reference,Status,Account/)
    expect(first).toContain(`${shipment.short_tracking_reference},`)
    expect(first).toContain(`,${((shipment.rate ?? 0) / 100).toFixed(2)}`)
    await fill(2)
    const ledger = await clerk.send(reportApi.transactions, { type: ['payment'] })
    expect((await fetched(ledger.url)).body.toString()).toContain(`"'=HYPERLINK(""x"")"`)
    expect(await clerk.send(reportApi.invoices, {})).toEqual({ count: 0 })
    expect(await clerk.send(reportApi.shipments, { status: ['delivered'] })).toEqual({ count: 0 })
  })

  it('writes XLSX files', async () => {
    await p.given.shipment()
    const { url } = await clerk.send(reportApi.download, { report: 'shipment-list', format: 'xlsx' })
    const { type, body } = await fetched(url)
    expect(type).toContain('spreadsheetml')
    expect(body.subarray(0, 2).toString()).toBe('PK')
  })

  it('[REP-003] [REP-006] [REP-007] makes a file of more than 5,000 rows once, e-mails its link, and returns it when requested again', async () => {
    await fill(5001)
    const download = () => clerk.send(reportApi.transactions, {})
    const email = emailOf(clerk)
    const answers = await Promise.all([download(), download()])
    expect(answers).toEqual([1, 2].map(() => ({ count: 5001, queued: true, email })))
    await p.settle()
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[[email], 'Your file: Transactions']])
    const again = await download()
    expect(again).toMatchObject({ count: 5001 })
    const { body } = await fetched(again.url)
    expect(body.toString().split('\r\n')).toHaveLength(5003)
    expect(new URL(String(linkIn(sent[0] as Mail))).pathname).toBe('/files')
    expect((await clerk.send(reportApi.list, {})).files).toMatchObject([
      { title: 'Transactions', status: 'done', rows: 5001 },
    ])
    const shown = await clerk.send(reportApi.run, { report: 'ledger' })
    expect([shown.is_cut, shown.rows.length, shown.totals]).toEqual([true, 5000, {}])
  })

  it('[REP-005] rejects a large file for a user without an e-mail address', async () => {
    await fill(5001)
    const nameless = await p.user(role_ids.administrator)
    await write(sql`UPDATE app_user SET email = '' WHERE id = ${nameless.user_id}`)
    expect(await errorOf(nameless.send(reportApi.transactions, {}))).toEqual({
      status: 400,
      message:
        'Please associate an email address with your account before attempting to download a large number of items.',
    })
    expect(await nameless.send(reportApi.shipments, {})).toEqual({ count: 0 })
  })
})

describe('scheduled reports', () => {
  const at = (moment: string) => new Date(`2027-03-${moment}+02:00`)
  const daily: Schedule = {
    frequency: 'daily',
    weekday: 1,
    day_of_month: 1,
    hour: 6,
    emails: ['a@example.com', 'b@example.com'],
    format: 'csv',
  }
  const question = { report: 'shipment-volumes', range: 'yesterday' as const, filters: [] }
  const save = (schedule: Schedule | null = daily) =>
    clerk.send(reportApi.save, { name: 'Morning', question, schedule })
  const runAt = async (moment: string, times = 1) => {
    p.runtime.setNow(at(moment))
    const jobs = await Promise.all(Array.from({ length: times }, () => jobOf(p)))
    await Promise.all(jobs.map(runDueReports))
    await p.settle()
  }
  const saved = async () => (await clerk.send(reportApi.list, {})).saved

  it('makes one file per due time when two processes run, and one file for all missed times', async () => {
    p.runtime.setNow(at('10T05:00:00'))
    await save()
    await runAt('10T05:59:00')
    expect(sent).toEqual([])
    await runAt('10T06:01:00', 2)
    expect(sent.map(({ to }) => to[0]).sort()).toEqual(['a@example.com', 'b@example.com'])
    expect((await fetched(linkIn(sent[0] as Mail))).body.toString()).toContain('Day,Shipments')
    await runAt('10T07:00:00', 2)
    expect(sent).toHaveLength(2)
    await runAt('14T09:00:00', 2)
    expect(sent).toHaveLength(4)
    expect(await saved()).toMatchObject([
      { next_run: at('15T06:00:00'), last_run: at('14T09:00:00'), problem: '' },
    ])
  })

  it('returns to its usual times after the clock was ahead', async () => {
    p.runtime.setNow(at('10T05:00:00'))
    await save()
    p.runtime.setNow(new Date('2027-06-01T05:00:00+02:00'))
    await runDueReports(await jobOf(p))
    await p.settle()
    const count = sent.length
    await runAt('10T05:30:00')
    expect(sent).toHaveLength(count)
    expect(await saved()).toMatchObject([{ next_run: at('10T06:00:00') }])
    // Today’s file was already made while the clock was ahead.
    await runAt('10T06:01:00')
    expect(sent).toHaveLength(count)
    await runAt('11T06:01:00')
    expect(sent).toHaveLength(count + 2)
  })

  it('runs with its owner’s current permissions, and reports why it failed', async () => {
    p.runtime.setNow(at('10T05:00:00'))
    await save({ ...daily, emails: ['a@example.com'] })
    await write(sql`UPDATE app_user SET role_id = ${role_ids.driver} WHERE id = ${clerk.user_id}`)
    await runAt('10T06:01:00')
    expect(sent.map(({ subject }) => subject)).toEqual(['Morning could not be made'])
    await write(sql`UPDATE app_user SET role_id = ${role_ids.administrator} WHERE id = ${clerk.user_id}`)
    expect(await saved()).toMatchObject([{ problem: 'Could not find this report.' }])
    await write(sql`UPDATE app_user SET deleted_date = now() WHERE id = ${clerk.user_id}`)
    await runAt('11T06:01:00')
    expect(sent).toHaveLength(2)
  })

  it('saves, changes and removes a report, rejects duplicate names and invalid changes, and hides it from other users', async () => {
    const created = await save(null)
    expect(created).toMatchObject({
      name: 'Morning',
      report_title: 'Shipments',
      schedule: null,
      next_run: null,
    })
    expect(await errorOf(save())).toEqual({
      status: 400,
      message: 'You already have a saved report named Morning. Choose another name.',
    })
    const { id, version } = created
    const changed = await clerk.send(reportApi.change, { id, version, schedule: daily })
    expect(changed).toMatchObject({ version: 2, name: 'Morning', schedule: { hour: 6 } })
    expect(await errorOf(clerk.send(reportApi.change, { id, version, name: 'Other' }))).toMatchObject({
      status: 409,
    })
    expect(
      await errorOf(clerk.send(reportApi.change, { id, version: 2, schedule: { ...daily, emails: ['x'] } })),
    ).toMatchObject({
      message: 'x is not an e-mail address.',
    })
    const other = await p.user(role_ids.administrator)
    expect((await other.send(reportApi.list, {})).saved).toEqual([])
    expect(await errorOf(other.send(reportApi.remove, { id }))).toMatchObject({ status: 404 })
    await clerk.send(reportApi.remove, { id })
    expect(await saved()).toEqual([])
    const owner = await p.owner()
    const ofOthers = { name: 'Revenue', question: { report: 'revenue' }, schedule: null }
    expect(await errorOf(owner.send(reportApi.save, ofOthers as never))).toMatchObject({ status: 404 })
  })
})
