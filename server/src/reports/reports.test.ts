import { empty_address } from '@waybill/domain/accounts/address'
import { billingApi } from '@waybill/domain/billing/api'
import { collectionsApi } from '@waybill/domain/collections/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { reports } from '@waybill/domain/reports/catalogue'
import type { Question } from '@waybill/domain/reports/question'
import { reportApi, type ReportAnswer } from '@waybill/domain/reports/report-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { report_queries } from './run-store.ts'

const now = new Date('2027-03-10T10:00:00+02:00')
const at = (moment: string) => new Date(`2027-03-${moment}+02:00`)

/**
 * Data for all tests below. Account A: three deliveries on 10 March, one on time, one late, one rescheduled by its
 * receiver. Account B: one cancelled shipment, one collected from a locker, one with a failed collection.
 */
let p: TestProvider
let clerk: Caller
let driver: Caller
let account_a: number
let account_b: number
let on_time_shipment: Shipment
let rate: number

const write = (statement: RawBuilder<unknown>) => p.inTransaction((ctx) => statement.execute(ctx.db))
const change = (shipment: Shipment, columns: RawBuilder<unknown>) =>
  write(sql`UPDATE shipment SET ${columns} WHERE id = ${shipment.id}`)
const event = (shipment: Shipment, status: string, date: Date) =>
  write(sql`INSERT INTO tracking_event (provider_id, shipment_id, date, time_received, status, source)
    VALUES (${p.provider_id}, ${shipment.id}, ${date}, ${date}, ${status}, 'system')`)

const run = (report: string, more: Partial<Question> = {}, by = clerk): Promise<ReportAnswer> =>
  by.send(reportApi.run, { report, range: 'last-7-days', ...more })
/** Returns the totals of a report. */
const totals = async (report: string, more: Partial<Question> = {}, by = clerk) =>
  (await run(report, more, by)).totals
const groups = async (report: string, by: string, ...keys: string[]) =>
  Object.fromEntries((await run(report, { by })).rows.map((row) => [row.group, keys.map((key) => row[key])]))

beforeAll(async () => {
  p = await newProvider()
  p.runtime.setNow(now)
  clerk = await p.staff()
  driver = await p.driver('thabo')
  account_a = (await p.given.account({ name: 'Aloe Books' })).id
  account_b = (await p.given.account({ name: 'Baobab Tools' })).id
  const delivered: Shipment[] = []
  for (let made = 0; made < 3; made += 1)
    delivered.push(await p.given.shipment({ account_id: account_a, status: 'delivered' }))
  const [first, late, moved] = delivered as [Shipment, Shipment, Shipment]
  on_time_shipment = first
  rate = first.rate ?? 0
  const promised = (day: string) => sql`original_estimated_delivery_to = ${at(`${day}T17:00:00`)}`
  await change(
    first,
    sql`${promised('10')}, time_created = ${at('08T09:00:00')}, delivered_date = ${at('10T08:15:00')}, has_pod_files = true,
      due_date = '2027-03-10', delivery_agent_id = 'thabo', original_estimated_collection = ${at('09T12:00:00')}, collected_date = ${at('09T15:00:00')}`,
  )
  await change(
    late,
    sql`${promised('09')}, time_created = ${at('08T23:30:00')}, delivered_date = ${at('10T09:00:00')}, failed_delivery_attempts = 1,
      delivery_agent_id = 'thabo', original_estimated_collection = ${at('08T12:00:00')}, collected_date = ${at('09T00:30:00')}`,
  )
  await change(
    moved,
    sql`${promised('08')}, time_created = ${at('09T00:10:00')}, delivered_date = ${at('10T10:00:00')}, failed_delivery_attempts = 2,
      delivery_reschedules = 1, delivery_agent_id = 'thabo', original_estimated_collection = NULL, collected_date = NULL`,
  )
  const cancelled = await p.given.shipment({ account_id: account_b })
  await p.given
    .shipment({ account_id: account_b, status: 'collection-failed-attempt' })
    .then((failed) => change(failed, sql`original_estimated_collection = ${at('09T12:00:00')}`))
  const fetched = await p.given.shipment({ account_id: account_b, status: 'at-hub' })
  await clerk.send(shipmentsApi.cancel, {
    tracking_reference: cancelled.short_tracking_reference,
    message: 'Booked twice',
  })
  await change(
    fetched,
    sql`delivery_pickup_point_id = 'P1', delivery_pickup_point_provider = 'own', original_estimated_collection = NULL,
      latest_tracking_event_time = ${at('05T10:00:00')}`,
  )
  await event(fetched, 'bob-box-reservation-failed', at('08T06:00:00'))
  await event(fetched, 'in-locker', at('09T06:00:00'))
  await event(fetched, 'collected-from-locker', at('09T18:00:00'))
  for (const [shipment, stars, comment] of [
    [first, 5, 'Quick'],
    [late, 2, ''],
  ] as const)
    await write(sql`INSERT INTO shipment_rating (provider_id, shipment_id, stars, comment, time_created)
      VALUES (${p.provider_id}, ${shipment.id}, ${stars}, ${comment}, ${now})`)
  await write(sql`UPDATE parcel SET actual_weight_kg = 5 WHERE shipment_id = ${first.id}`)
  await change(first, sql`original_rate = rate - 1000`)
  await measureHub(first)
  for (const status of ['sent', 'sent', 'failed'])
    await write(sql`INSERT INTO message (provider_id, event, recipient, body, once_key, status, time_created)
      VALUES (${p.provider_id}, 'shipment_booked', 'a@example.com', '', ${crypto.randomUUID()}, ${status}, ${at('09T10:00:00')})`)
  await requestCollections()
  const pay = (type: 'payment' | 'refund', amount: number) =>
    clerk.send(billingApi.post, { account_id: account_a, type, amount, description: 'by hand' })
  await pay('payment', 5_000)
  await pay('refund', 1_000)
  await clerk.send(billingApi.runInvoices, { account_id: account_a })
  await write(sql`UPDATE invoice SET due_date = ${at('01T00:00:00')}`)
})
afterAll(() => p.runtime.setNow(null))

async function measureHub(of: Shipment): Promise<void> {
  const { CPT, JHB } = p.map.branches
  const scan = (mode: string, verdict: string, moment: Date) =>
    write(sql`INSERT INTO hub_scan (provider_id, scan_id, branch_id, mode, code, parcel_id, verdict, verdict_code, answer, scanned_at, time_received, scanned_by)
      SELECT ${p.provider_id}, gen_random_uuid(), ${CPT}, ${mode}, 'x', id, ${verdict}, 'ok', '{}', ${moment}, ${moment}, 'thabo' FROM parcel WHERE shipment_id = ${of.id}`)
  await scan('arrive', 'ok', at('09T16:00:00'))
  await scan('arrive', 'duplicate', at('09T16:01:00'))
  await scan('load-manifest', 'refused', at('09T18:00:00'))
  await scan('load-manifest', 'ok', at('09T19:30:00'))
  await write(sql`WITH t AS (
      INSERT INTO interhub_transfer (provider_id, number, status, from_branch_id, to_branch_id, scan_status, planned_departure, departed_at, received_at, created_by, time_created, time_modified)
      VALUES (${p.provider_id}, 7, 'closed', ${CPT}, ${JHB}, 'in-transit', ${at('09T20:00:00')}, ${at('09T20:30:00')}, ${now}, 'system', ${at('09T19:00:00')}, ${now}) RETURNING id)
    INSERT INTO interhub_transfer_parcel (provider_id, interhub_transfer_id, parcel_id, shipment_id, is_waiting, added_at, added_by, received_at, charged_weight_kg)
    SELECT ${p.provider_id}, t.id, c.id, c.shipment_id, false, ${now}, 'system', CASE WHEN c.shipment_id = ${of.id} THEN ${now}::timestamptz END, 3
    FROM t, (SELECT id, shipment_id FROM parcel ORDER BY id LIMIT 2) c`)
}

async function requestCollections(): Promise<void> {
  const request = () =>
    clerk.send(collectionsApi.create, {
      account_id: account_a,
      address: {
        ...empty_address,
        ...booking().collection_address,
        street_address: '12 Bofors Circle',
      },
      contact: { name: 'Riaan Jooste', mobile_number: '0215550142', email: 'riaan@example.com' },
      date: '2027-03-15',
      expected_parcels: 4,
    })
  const { id } = await request()
  await request()
  await write(
    sql`UPDATE collection_request SET status = 'closed', collected_date = ${now}, collected_parcels = 3 WHERE id = ${id}`,
  )
}

describe('reports over a known week', () => {
  it('[REP-002] lists all reports, runs a report for every range, and rejects an unknown range with 400', async () => {
    const { reports: listed } = await clerk.send(reportApi.list, {})
    expect(listed.map(({ id }) => id)).toEqual(reports.map(({ id }) => id))
    const [{ id } = { id: '' }] = listed
    for (const range of [
      'yesterday',
      'today',
      'last-2-days',
      'last-5-days',
      'last-7-days',
      'last-14-days',
      'last-30-days',
    ]) {
      const { status, body } = await clerk.http('GET', `/reports/run?report=${id}&range=${range}`)
      expect([range, status]).toEqual([range, 200])
      expect((body as { columns: object[] }).columns.length).toBeGreaterThan(0)
    }
    expect((await clerk.http('GET', `/reports/run?report=${id}&range=last-3-fortnights`)).status).toBe(400)
  })

  it('has one query for each report', () => {
    expect(Object.keys(report_queries).sort()).toEqual(reports.map(({ id }) => id).sort())
  })

  it('[REP-001] counts bookings by day in South Africa and within the requested range', async () => {
    expect(await totals('shipment-volumes')).toMatchObject({
      shipments: 5,
      parcels: 5,
      kg: 15,
      delivered: 3,
      cancelled: 1,
    })
    expect(await groups('shipment-volumes', 'day', 'shipments', 'cancelled')).toEqual({
      '2027-03-08': [2, 0],
      '2027-03-09': [1, 0],
      '2027-03-10': [2, 1],
    })
    expect(await groups('shipment-volumes', 'account', 'shipments')).toEqual({
      'Aloe Books': [3],
      'Baobab Tools': [2],
    })
    const within = async (more: Partial<Question>) => (await totals('shipment-volumes', more)).shipments
    expect([
      await within({ range: 'today' }),
      await within({ range: 'yesterday' }),
      await within({ range: 'last-2-days' }),
      await within({ range: 'last-5-days' }),
      await within({ range: 'month' }),
      await within({ range: 'month', month: '2027-02' }),
      await within({ range: 'date-range', start_date: '2027-03-08', end_date: '2027-03-08' }),
    ]).toEqual([2, 1, 3, 5, 5, 0, 2])
    expect((await run('shipment-volumes', { range: 'last-14-days' })).days).toEqual({
      from: '2027-02-25',
      until: '2027-03-10',
    })
  })

  it('judges deliveries by the first promised day and their arrival at door or pickup point, collections by the promised day, and reports attempts, PODs, ratings and drivers', async () => {
    expect(await totals('on-time-delivery')).toMatchObject({
      delivered: 2,
      on_time: 1,
      late: 1,
      share: 50,
      due: 1,
      due_kept: 1,
      left_out: 1,
    })
    await change(on_time_shipment, sql`original_estimated_delivery_to = ${at('09T17:00:00')}`)
    expect(await totals('on-time-delivery')).toMatchObject({ on_time: 0, late: 2 })
    await change(on_time_shipment, sql`delivery_pickup_point_id = 'L1'`)
    await event(on_time_shipment, 'ready-for-pickup', at('09T12:00:00'))
    expect(await totals('on-time-delivery')).toMatchObject({ on_time: 1, late: 1 })
    await change(on_time_shipment, sql`delivery_pickup_point_id = NULL`)
    await event(on_time_shipment, 'on-hold', at('09T20:00:00'))
    expect(await totals('on-time-delivery')).toMatchObject({ delivered: 1, on_time: 0, left_out: 2 })
    expect(await totals('on-time-collection')).toMatchObject({
      expected: 3,
      on_time: 1,
      late: 1,
      open: 1,
      share: 33.3,
    })
    expect(await totals('service-levels')).toMatchObject({
      delivered: 3,
      on_time: 0,
      late: 1,
      share: 0,
      first: 1,
      failed: 3,
      claims: 0,
    })
    expect(await totals('first-attempt')).toMatchObject({ delivered: 3, first: 1, second: 1, later: 1 })
    expect(await groups('failed-attempts', 'reason', 'attempts', 'collections', 'deliveries')).toEqual({
      given: [1, 1, 0],
    })
    expect(await totals('pod-report')).toMatchObject({
      delivered: 3,
      with_files: 1,
      without_files: 2,
      share: 33.3,
    })
    expect(await totals('ratings')).toEqual({ ratings: 2, stars: 3.5, good: 1, bad: 1, comments: 1 })
    const [worked] = (await run('driver-performance')).rows
    expect(worked).toMatchObject({
      driver: 'thabo',
      days: 1,
      delivered: 3,
      failed: 0,
      success: 100,
      per_day: 3,
      first: '08:15',
      last: '10:00',
      rated: 2,
      stars: 3.5,
    })
  })

  it('reports open exceptions and stale parcels by age, and the use of pickup points', async () => {
    expect(await groups('exceptions-ageing', 'status', 'shipments', 'to_1')).toEqual({
      'collection-failed-attempt': [1, 1],
    })
    expect((await run('stale-parcels')).rows).toMatchObject([{ status: 'at-hub', hours: 120 }])
    expect(await totals('pickup-points')).toMatchObject({
      shipments: 1,
      fetched: 1,
      waiting: 0,
      failed: 1,
      hours: 12,
    })
  })

  it('reports hub scans, dwell time, manifests, collection requests and messages', async () => {
    expect(await totals('hub-throughput')).toEqual({ scans: 4, parcels: 1, refused: 1, repeats: 1 })
    expect(await groups('hub-throughput', 'hour', 'scans')).toEqual({
      '16:00': [2],
      '18:00': [1],
      '19:00': [1],
    })
    expect(await totals('hub-dwell')).toMatchObject({ arrived: 1, left: 1, hours: 3.5 })
    expect((await run('manifests')).rows).toMatchObject([
      { reference: 'IHM000007', minutes_late: 30, parcels: 2, kg: 6, received: 1, short: 1, extra: 0 },
    ])
    const question = { range: 'date-range', start_date: '2027-03-15', end_date: '2027-03-15' } as const
    expect(await totals('collection-requests', question)).toMatchObject({
      planned: 2,
      done: 1,
      share: 50,
      expected_parcels: 8,
      collected_parcels: 3,
    })
    expect(
      await groups('notification-delivery', 'event', 'messages', 'sent', 'failed', 'share'),
    ).toMatchObject({
      'Shipment booked': [3, 2, 1, 66.7],
    })
  })

  it('calculates revenue, invoices, payments, VAT and ledger amounts to the cent', async () => {
    const vatOf = (cents: number) => Math.round((cents * 15) / 115)
    const rand = (cents: number) => cents / 100
    const [gross, vat] = [rate * 5, vatOf(rate) * 5]
    expect(await totals('revenue')).toMatchObject({
      net: rand(gross - vat),
      vat: rand(vat),
      gross: rand(gross),
    })
    expect(await groups('revenue', 'account', 'gross')).toEqual({
      'Aloe Books': [rand(rate * 3)],
      'Baobab Tools': [rand(rate * 2)],
    })
    const one = rate - vatOf(rate)
    expect(await totals('revenue-per-shipment')).toMatchObject({
      shipments: 5,
      kg: 15,
      net: rand(one * 5),
      per_shipment: rand(one),
      per_kg: rand(Math.round((one * 5) / 15)),
    })
    expect((await run('surcharges')).rows.map(({ shipments }) => shipments)).toContain(5)
    expect((await run('charge-discrepancies')).rows).toMatchObject([
      { submitted_kg: 3, measured_kg: 5, rate: rand(rate), difference: 10 },
    ])
    const owed = rate * 3
    expect(await totals('invoices')).toMatchObject({
      total: rand(owed),
      vat: rand(vatOf(rate) * 3),
      net: rand(owed - vatOf(rate) * 3),
    })
    const { open } = await totals('invoices')
    expect((await run('age-analysis')).rows).toMatchObject([
      { account_name: 'Aloe Books', current: 0, days_30: open, open },
    ])
    expect(await totals('payments-received')).toEqual({
      payments: 1,
      received: 50,
      returned: 10,
      net: 40,
      fees: 0,
    })
    expect((await run('vat')).rows[0]).toEqual({
      line: 'Invoices',
      documents: 1,
      standard: rand(owed - vatOf(rate) * 3),
      zero_rated: 0,
      vat: rand(vatOf(rate) * 3),
      total: rand(owed),
    })
    const unbilled = await run('unbilled-shipments')
    expect(unbilled.rows.map(({ amount, why }) => [amount, why])).toEqual([
      [rand(rate), 'Waits until the shipment may be invoiced'],
      [rand(rate), 'Waits for the next invoice run'],
    ])
    const ledger = await totals('ledger')
    expect(ledger).toMatchObject({ debit: rand(rate * 6 + 1_000), credit: rand(rate + 5_000) })
  })

  it('compares accounts with the previous period, and counts the changes of a user', async () => {
    const activity = async () =>
      Object.fromEntries(
        (await run('account-activity', { range: 'today' })).rows.map((row) => [
          row.account_name,
          [row.shipments, row.before, row.state],
        ]),
      )
    expect(await activity()).toMatchObject({ 'Aloe Books': [0, 1, 'New'], 'Baobab Tools': [2, 0, 'New'] })
    await write(
      sql`UPDATE account SET time_created = ${at('01T00:00:00')} WHERE id IN (${account_a}, ${account_b})`,
    )
    expect(await activity()).toEqual({ 'Aloe Books': [0, 1, 'Inactive'], 'Baobab Tools': [2, 0, 'Back'] })
    // Audit events use the time of the database, not the clock of the runtime.
    const { rows: changes } = await p.runtime.runtime.pool.query<{ time: Date }>(
      'SELECT time FROM audit_event WHERE provider_id = $1 AND source = $2 ORDER BY id',
      [p.provider_id, clerk.username],
    )
    const days = changes.map(({ time }) => dayOf(time))
    const { rows } = await run('user-activity', {
      range: 'date-range',
      start_date: days[0],
      end_date: days.at(-1),
    })
    expect(changes.length).toBeGreaterThan(5)
    expect(rows.find(({ name }) => name === clerk.username)?.changes).toBe(changes.length)
  })

  it('runs every report with every grouping', async () => {
    for (const report of reports)
      for (const by of report.by ?? [undefined])
        expect((await run(report.id, by ? { by: by.value } : {})).report.id).toBe(report.id)
  })
})

describe('report access', () => {
  it('shows customers only their own account, and amounts only to roles with billing access', async () => {
    const owner = await p.owner(account_a)
    const withoutBilling = await p.user(role_ids.account_user_no_billing, { account_id: account_a })
    expect(await totals('shipment-volumes', {}, owner)).toMatchObject({ shipments: 3, cancelled: 0 })
    expect((await run('shipment-list', {}, owner)).rows).toHaveLength(3)
    expect(await totals('invoices', {}, owner)).toMatchObject({ total: (rate * 3) / 100 })
    expect(await totals('payments-received', {}, await p.owner(account_b))).toMatchObject({ payments: 0 })
    const stranger = await p.owner(account_b)
    expect(
      await totals(
        'invoices',
        { filters: [{ field: 'account_id', operator: 'is', value: account_a }] },
        stranger,
      ),
    ).toMatchObject({ total: 0 })
    const list = await run('shipment-list', {}, withoutBilling)
    expect(JSON.stringify(list)).not.toMatch(/rate|Price/)
    expect(list.rows[0]).not.toHaveProperty('rate')
    for (const hidden of ['invoices', 'ledger', 'revenue'])
      expect(await errorOf(run(hidden, {}, withoutBilling)), hidden).toEqual({
        status: 404,
        message: 'Could not find this report.',
      })
    const ids = (await owner.send(reportApi.list, {})).reports.map(({ id }) => id)
    expect(ids).toContain('invoices')
    for (const hidden of ['revenue', 'driver-performance', 'vat', 'user-activity'])
      expect(ids).not.toContain(hidden)
  })

  it('[PERM-050] shows staff limited to a branch only that branch, rejects drivers, and shows other companies nothing', async () => {
    const limited = (branchId: number) =>
      p.user(role_ids.administrator, { branch_id: branchId, limit_user_to_branch: true })
    const { JHB, DBN, CPT } = p.map.branches
    expect(await totals('shipment-volumes', {}, await limited(JHB))).toMatchObject({ shipments: 5 })
    const durban = await limited(DBN)
    expect(await totals('shipment-volumes', {}, durban)).toMatchObject({ shipments: 0 })
    expect(await totals('hub-throughput', {}, durban)).toMatchObject({ scans: 0 })
    expect(await totals('hub-throughput', {}, await limited(CPT))).toMatchObject({ scans: 4 })
    expect(await totals('revenue', {}, durban)).toMatchObject({ transactions: 0 })
    expect(await errorOf(run('shipment-volumes', {}, driver))).toMatchObject({ status: 403 })
    const other = await (await newProvider()).staff()
    expect(await totals('shipment-volumes', {}, other)).toMatchObject({ shipments: 0 })
  })

  it('[REP-015] applies filters, and rejects unsupported filters and groupings and invalid date ranges with a message', async () => {
    const by = async (...filters: Question['filters'] & object) =>
      (await totals('shipment-volumes', { filters })).shipments
    const account = (operator: 'is' | 'is_not' | 'gt' | 'empty' | 'not_empty', value: number | null) => ({
      field: 'account_id',
      operator,
      value,
    })
    expect([
      await by(account('is', account_a)),
      await by(account('is_not', account_a)),
      await by(account('gt', account_a)),
      await by(account('empty', null)),
      await by(account('not_empty', null)),
      await by({ field: 'account_id', operator: 'in', value: [account_a, account_b] }),
      await by({ field: 'account_id', operator: 'not_in', value: [account_a, account_b] }),
      await by({ field: 'account_id', operator: 'between', value: [account_a, account_a] }),
      await by({ field: 'service_level_code', operator: 'contains', value: 'co' }),
      await by({ field: 'service_level_code', operator: 'starts_with', value: 'co' }),
      await by({ field: 'driver', operator: 'is', value: 'thabo' }),
    ]).toEqual([3, 2, 2, 0, 5, 5, 0, 3, 5, 0, 3])
    expect(await errorOf(run('vat', { filters: [account('is', 1)] }))).toEqual({
      status: 400,
      message: 'VAT cannot be narrowed by account_id. It takes no filters.',
    })
    expect(await errorOf(run('invoices', { by: 'day' }))).toMatchObject({
      message: 'Invoices cannot be grouped by day. Choose no grouping.',
    })
    expect(
      await errorOf(run('ledger', { range: 'date-range', start_date: '2027-03-09', end_date: '2027-03-08' })),
    ).toMatchObject({
      message: 'Choose a first and a last day. The first must not be after the last.',
    })
    expect(
      await errorOf(run('ledger', { range: 'date-range', start_date: '2020-01-01', end_date: '2027-03-08' })),
    ).toMatchObject({
      message: 'A report covers at most 400 days. You chose 2624. Choose fewer, or run it once per year.',
    })
  })
})
