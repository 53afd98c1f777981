import { costsApi, payApi } from '@waybill/domain/costs/api'
import type { PayRules } from '@waybill/domain/costs/model'
import { hubApi } from '@waybill/domain/hub/api'
import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { reportApi } from '@waybill/domain/reports/report-api'
import { settingsApi } from '@waybill/domain/settings/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { jobOf } from '../../dev/test-kit/job.ts'
import { invariants } from '../ops/invariants/index.ts'
import { handOut } from '../lockers/index.ts'
import { lockShipment } from '../shipments/index.ts'
import { recordRecentCosts } from './record-costs.ts'

const now = new Date('2027-03-10T10:00:00+02:00')
const rules: PayRules = { per_stop: 20_00, per_kg: 1_00, zones: [], bonus_from_stops: 0, bonus: 0 }

let p: TestProvider
let clerk: Caller
let finance: Caller
let driver: Caller

const write = (statement: RawBuilder<unknown>) => p.inTransaction((ctx) => statement.execute(ctx.db))
/** Adds an event as we record it: what is taken out of a pickup point is internal. */
const event = (
  shipment: Shipment,
  status: string,
  at: string,
  source = driver.username,
  data: object = {},
  parcelId: number | null = null,
) =>
  write(sql`INSERT INTO tracking_event (provider_id, shipment_id, parcel_id, date, time_received, status, source, data, is_public)
    VALUES (${p.provider_id}, ${shipment.id}, ${parcelId}, ${new Date(at)}, ${new Date(at)}, ${status}, ${source}, ${JSON.stringify(data)},
      ${!status.startsWith('collected-from-')})`)
const weigh = (shipment: Shipment, kg: number) =>
  write(sql`UPDATE parcel SET actual_weight_kg = ${kg} WHERE shipment_id = ${shipment.id}`)
const prepare = (from: string, to: string, by = clerk) => by.send(payApi.prepare, { from, to })
const statementsOf = async (username: string) =>
  (await clerk.send(payApi.statements, { username })).pay_statements
const linesOf = async (id: number) => (await clerk.send(payApi.lines, { id, limit: 100 })).lines
const march = { range: 'date-range', start_date: '2027-03-01', end_date: '2027-03-31' } as const
/** Returns the totals of a report in cents. */
const totalsOf = async (report: string, by?: string) => {
  const { totals } = await clerk.send(reportApi.run, { report, ...march, by })
  return (key: string): number => Math.round(Number(totals[key]) * 100)
}

/** Returns a driver who is paid by the plan. */
async function paidDriver(): Promise<Caller & { user_id: number }> {
  const one = await p.driver(undefined, 'JHB')
  await clerk.send(identityApi.changeUser, {
    id: one.user_id,
    driver: { pay_plan: 'bakkie', pay_plan_from: '2027-03-01' },
  })
  return one
}

/** A delivery by the driver on 9 March. */
async function delivered(kg: number, hour = 9): Promise<Shipment> {
  const shipment = await p.given.shipment({ status: 'delivered' })
  await weigh(shipment, kg)
  await event(shipment, 'delivered', `2027-03-09T${String(hour).padStart(2, '0')}:00:00+02:00`)
  return shipment
}

beforeAll(async () => {
  p = await newProvider()
  p.runtime.setNow(now)
  clerk = await p.staff()
  finance = await p.user(role_ids.finance_manager)
  await clerk.send(payApi.createPlan, { name: 'Bakkie', valid_from: '2027-03-01', rules })
  driver = await paidDriver()
})
afterAll(() => p.runtime.setNow(null))

describe('pay of drivers', () => {
  it('goes from completed stops to a draft, is approved by another person and paid, and is taken back when a delivery is reversed', async () => {
    const [lasting, reversed] = [await delivered(2), await delivered(5, 11)]
    await write(
      sql`UPDATE address SET lat = NULL, lng = NULL WHERE id = ${reversed.delivery_address.id ?? 0}`,
    )
    expect(await prepare('2027-03-01', '2027-03-09')).toMatchObject({ prepared: 1 })
    const [draft] = await statementsOf(driver.username)
    if (!draft) throw new Error('There is no draft.')
    const before = await linesOf(draft.id)
    expect(before.reduce((sum, { amount }) => sum + amount, 0)).toBe(draft.total)
    expect(before.every(({ reason }) => reason.startsWith('Delivery of '))).toBe(true)
    expect(draft).toMatchObject({ state: 'draft', prepared_by: clerk.username, display_id: 'PAY000001' })
    const { id, version } = draft
    expect(await errorOf(clerk.send(payApi.approve, { id, version }))).toMatchObject({ status: 403 })
    expect(await errorOf(clerk.send(payApi.pay, { id, version, payment_reference: 'x' }))).toMatchObject({
      status: 400,
    })
    const approved = await finance.send(payApi.approve, { id, version })
    expect(approved).toMatchObject({ state: 'approved', approved_by: finance.username })
    expect(
      await errorOf(clerk.send(payApi.adjust, { id, version: approved.version, amount: 1, reason: 'x' })),
    ).toMatchObject({ status: 400 })
    const payments = await Promise.all(
      [1, 2].map(() =>
        errorOf(clerk.send(payApi.pay, { id, version: approved.version, payment_reference: 'EFT 12' })),
      ),
    )
    expect(payments.map(({ status }) => status).sort()).toEqual([200, 409])

    await event(reversed, 'out-for-delivery', '2027-03-10T08:00:00+02:00', clerk.username)
    await recordRecentCosts(await jobOf(p))
    await recordRecentCosts(await jobOf(p))
    expect(await linesOf(id)).toEqual(before)
    p.runtime.setNow(new Date('2027-03-12T10:00:00+02:00'))
    await prepare('2027-03-10', '2027-03-11')
    const [next] = await statementsOf(driver.username)
    const taken = await linesOf(next?.id ?? 0)
    expect(taken.map(({ day, work_day }) => [day, work_day])).toEqual(
      taken.map(() => ['2027-03-10', '2027-03-09']),
    )
    expect(next?.total).toBeLessThan(0)
    expect(
      await errorOf(finance.send(payApi.approve, { id: next?.id ?? 0, version: next?.version ?? 0 })),
    ).toMatchObject({
      message: expect.stringMatching(/Leave it as a draft/) as string,
    })
    const { lines, cost } = await clerk.send(costsApi.ofShipment, { shipment_id: reversed.id })
    expect(lines.length).toBeGreaterThan(1)
    expect(cost).toBe(0)
    expect((await clerk.send(costsApi.ofShipment, { shipment_id: lasting.id })).cost).toBeGreaterThan(0)
    p.runtime.setNow(now)
  })

  it('counts a parcel in a locker for the driver who put it there, and not its collection by the receiver', async () => {
    const shipment = await p.given.shipment({ status: 'delivered' })
    await event(shipment, 'in-locker', '2027-03-08T09:00:00+02:00')
    await event(shipment, 'ready-for-pickup', '2027-03-08T09:00:01+02:00', 'system')
    await event(shipment, 'delivered', '2027-03-09T18:00:00+02:00', 'system')
    await recordRecentCosts(await jobOf(p))
    const { lines } = await clerk.send(costsApi.ofShipment, { shipment_id: shipment.id })
    expect(lines.map(({ work_day, leg }) => [work_day, leg])).toEqual([['2027-03-08', 'delivery']])
  })

  it('is not changed for days that are calculated, by a later version or another plan', async () => {
    const plans = (await clerk.send(payApi.plans, {})).pay_plans
    const plan = plans.find(({ name }) => name === 'Bakkie')
    expect(plan?.driver_names).toHaveLength(1)
    const late = { id: plan?.id ?? 0, valid_from: '2027-03-05', rules: { ...rules, per_stop: 99_00 } }
    expect(await errorOf(clerk.send(payApi.addVersion, late))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^Pay was calculated up to/) as string,
    })
    const { versions } = await clerk.send(payApi.addVersion, { ...late, valid_from: '2027-04-01' })
    expect(versions.map(({ valid_from }) => valid_from)).toEqual(['2027-04-01', '2027-03-01'])
    expect(
      await errorOf(
        clerk.send(identityApi.changeUser, {
          id: driver.user_id,
          driver: { pay_plan: '', pay_plan_from: '2027-03-05' },
        }),
      ),
    ).toMatchObject({ status: 400 })
    expect(
      await errorOf(
        clerk.send(identityApi.changeUser, { id: driver.user_id, driver: { pay_plan: 'None such' } }),
      ),
    ).toMatchObject({ message: 'There is no pay plan None such. Choose one of the pay plans listed.' })
    expect(
      await errorOf(clerk.send(payApi.createPlan, { name: 'BAKKIE', valid_from: '2027-03-01', rules })),
    ).toMatchObject({ status: 400 })
  })

  it('shows drivers only their own earnings and statements, today’s as provisional', async () => {
    const shipment = await p.given.shipment({ status: 'delivered' })
    await event(shipment, 'delivered', '2027-03-10T09:00:00+02:00')
    const { days, statements, has_plan } = await driver.send(payApi.earnings, {})
    expect(has_plan).toBe(true)
    expect(days[0]).toMatchObject({ day: '2027-03-10', stops: 1, is_provisional: true })
    expect(days[0]?.amount).toBeGreaterThanOrEqual(20_00)
    expect(statements.map(({ state }) => state)).toEqual(['paid'])
    const { lines } = await driver.send(payApi.earningLines, { day: '2027-03-10' })
    expect(lines).toHaveLength(1)
    const other = await p.driver(undefined, 'JHB')
    expect(await other.send(payApi.earnings, {})).toMatchObject({ has_plan: false, days: [], statements: [] })
    const own = statements[0]?.id ?? 0
    expect((await driver.send(payApi.ownDocument, { id: own })).url).toMatch(/\/files\?/)
    expect(await errorOf(other.send(payApi.ownDocument, { id: own }))).toMatchObject({ status: 404 })
    for (const call of [payApi.statements, payApi.plans, costsApi.bills])
      expect(await errorOf(driver.send(call, {}))).toMatchObject({ status: 403 })
  })

  it('pays each of two drivers who bring parcels of one shipment to a locker for their own, and the point once for each parcel', async () => {
    await clerk.send(settingsApi.save, { settings: [{ key: 'pickup_point_cost_per_parcel', value: 5 }] })
    const size = {
      submitted_length_cm: 20,
      submitted_width_cm: 20,
      submitted_height_cm: 20,
      submitted_weight_kg: 1,
    }
    const shipment = await p.given.shipment({ status: 'ready-for-pickup', parcels: [size, size, size] })
    await weigh(shipment, 1)
    const [first, second] = [await paidDriver(), await paidDriver()]
    await write(sql`UPDATE shipment SET delivery_agent_id = ${second.username} WHERE id = ${shipment.id}`)
    const [one, two, three] = shipment.parcels.map(({ id }) => id)
    const [morning, noon] = ['2027-03-08T09:00:00+02:00', '2027-03-08T12:00:00+02:00']
    for (const parcelId of [one, two])
      await event(shipment, 'in-locker', morning, first.username, {}, parcelId)
    await event(shipment, 'ready-for-pickup', morning, 'system')
    await event(shipment, 'in-locker', noon, second.username, {}, three)
    await event(shipment, 'ready-for-pickup', noon, 'system', {}, three)
    await recordRecentCosts(await jobOf(p))
    const { lines } = await clerk.send(costsApi.ofShipment, { shipment_id: shipment.id })
    const amountOf = (leg: string) =>
      lines.filter((line) => line.leg === leg).reduce((sum, { amount }) => sum + amount, 0)
    expect([amountOf('delivery'), amountOf('locker')]).toEqual([
      2 * rules.per_stop + 3 * rules.per_kg,
      3 * 5_00,
    ])
    await clerk.send(settingsApi.save, { settings: [{ key: 'pickup_point_cost_per_parcel', value: 0 }] })
  })

  it('pays a delivery after another trip from a pickup point too, each once', async () => {
    const [first, second] = [await paidDriver(), await paidDriver()]
    for (const status of ['delivered', 'returned-to-sender']) {
      const shipment = await p.given.shipment({ status: 'delivered' })
      const { username } = second
      await write(sql`UPDATE shipment SET delivery_agent_id = ${username} WHERE id = ${shipment.id}`)
      await event(shipment, 'out-for-delivery', '2027-03-07T08:00:00+02:00', first.username)
      await event(shipment, 'in-locker', '2027-03-07T09:00:00+02:00', first.username)
      await event(shipment, 'ready-for-pickup', '2027-03-07T09:00:00+02:00', 'system')
      await event(shipment, 'in-locker', '2027-03-07T10:00:00+02:00', first.username)
      await event(shipment, 'returned-to-hub', '2027-03-08T09:00:00+02:00', 'office')
      await event(shipment, 'out-for-delivery', '2027-03-08T10:00:00+02:00', username)
      await event(shipment, status, '2027-03-08T11:00:00+02:00', username)
      await event(shipment, status, '2027-03-08T12:00:00+02:00', username)
      await recordRecentCosts(await jobOf(p))
      const { lines } = await clerk.send(costsApi.ofShipment, { shipment_id: shipment.id })
      expect(lines.map(({ work_day, leg }) => [work_day, leg]).sort()).toEqual([
        ['2027-03-07', 'delivery'],
        ['2027-03-08', 'delivery'],
      ])
    }
  })

  it('counts a parcel that its receiver fetches after its deadline once, for the driver who put it there', async () => {
    const one = await paidDriver()
    const shipment = await p.given.shipment({ status: 'collect-and-return-to-hub' })
    await write(sql`UPDATE shipment SET delivery_agent_id = ${one.username} WHERE id = ${shipment.id}`)
    await event(shipment, 'out-for-delivery', '2027-03-07T08:00:00+02:00', one.username)
    await event(shipment, 'ready-for-pickup', '2027-03-07T09:00:00+02:00', one.username)
    await event(shipment, 'collect-and-return-to-hub', '2027-03-08T09:00:00+02:00', 'system')
    await p.inTransaction(async (ctx) =>
      handOut(
        ctx,
        await lockShipment(ctx, shipment.id),
        { type: 'locker' },
        { date: new Date('2027-03-08T18:00:00+02:00'), source: 'locker', message: 'Fetched', data: {} },
      ),
    )
    await recordRecentCosts(await jobOf(p))
    const { lines } = await clerk.send(costsApi.ofShipment, { shipment_id: shipment.id })
    expect(lines.map(({ work_day, leg }) => [work_day, leg])).toEqual([['2027-03-07', 'delivery']])
  })

  it.each(['in-locker', 'ready-for-pickup'])(
    'counts a parcel once that others report as taken out of a pickup point and then as delivered: %s',
    async (deposit) => {
      const one = await paidDriver()
      const shipment = await p.given.shipment({ status: 'ready-for-pickup' })
      await write(sql`UPDATE shipment SET delivery_agent_id = ${one.username} WHERE id = ${shipment.id}`)
      await event(shipment, 'out-for-delivery', '2027-03-07T08:00:00+02:00', one.username)
      await event(shipment, deposit, '2027-03-07T09:00:00+02:00', one.username)
      for (const [minute, status] of (['collected-from-locker', 'delivered'] as const).entries()) {
        p.runtime.setNow(new Date(`2027-03-09T18:0${minute}:00+02:00`))
        await clerk.send(hubApi.addEvent, {
          shipment_id: shipment.id,
          status,
          message: 'Fetched',
          force: true,
        })
      }
      p.runtime.setNow(now)
      await recordRecentCosts(await jobOf(p))
      const { lines } = await clerk.send(costsApi.ofShipment, { shipment_id: shipment.id })
      expect(lines.map(({ work_day, leg }) => [work_day, leg])).toEqual([['2027-03-07', 'delivery']])
    },
  )

  it('pays a delivery that the office records after a driver took the parcel out of the pickup point', async () => {
    const one = await paidDriver()
    const shipment = await p.given.shipment({ status: 'delivered' })
    await write(sql`UPDATE shipment SET delivery_agent_id = ${one.username} WHERE id = ${shipment.id}`)
    await event(shipment, 'ready-for-pickup', '2027-03-07T09:00:00+02:00', one.username)
    await event(shipment, 'collect-and-return-to-hub', '2027-03-08T09:00:00+02:00', 'office')
    await event(shipment, 'collected-from-locker', '2027-03-08T10:00:00+02:00', one.username)
    await event(shipment, 'delivered', '2027-03-08T11:00:00+02:00', 'office')
    await recordRecentCosts(await jobOf(p))
    const { lines } = await clerk.send(costsApi.ofShipment, { shipment_id: shipment.id })
    expect(lines.map(({ work_day }) => work_day).sort()).toEqual(['2027-03-07', '2027-03-08'])
  })

  it('pays a deposit and the delivery of another trip on one day as two stops, and the point once', async () => {
    await clerk.send(settingsApi.save, { settings: [{ key: 'pickup_point_cost_per_parcel', value: 5 }] })
    const one = await paidDriver()
    const shipment = await p.given.shipment({ status: 'delivered' })
    await weigh(shipment, 2.5)
    const on = (status: string, time: string) =>
      event(shipment, status, `2027-03-08T${time}:00+02:00`, one.username)
    await on('out-for-delivery', '08:00')
    await on('ready-for-pickup', '09:00')
    await on('collect-and-return-to-hub', '10:00')
    await on('collected-from-locker', '11:00')
    await on('at-hub', '12:00')
    await on('out-for-delivery', '13:00')
    await on('delivered', '15:00')
    await recordRecentCosts(await jobOf(p))
    const { lines } = await clerk.send(costsApi.ofShipment, { shipment_id: shipment.id })
    const stop = rules.per_stop + 2.5 * rules.per_kg
    expect(lines.map(({ leg, amount }) => [leg, amount]).sort()).toEqual([
      ['delivery', stop],
      ['delivery', stop],
      ['locker', 5_00],
    ])
    await clerk.send(settingsApi.save, { settings: [{ key: 'pickup_point_cost_per_parcel', value: 0 }] })
  })

  it('pays parcels that hubs scanned unequally often and one driver delivers one by one as one stop', async () => {
    const one = await paidDriver()
    const size = {
      submitted_length_cm: 20,
      submitted_width_cm: 20,
      submitted_height_cm: 20,
      submitted_weight_kg: 1,
    }
    const shipment = await p.given.shipment({ status: 'delivered', parcels: [size, size] })
    await weigh(shipment, 1)
    for (const [index, { id }] of shipment.parcels.entries()) {
      const on = (status: string, time: string) =>
        event(shipment, status, `2027-03-08T${time}:00+02:00`, one.username, {}, id)
      if (index === 0) await on('at-hub', '05:00')
      await on('at-destination-hub', '06:00')
      await on('out-for-delivery', '07:00')
      await on('delivered', `09:0${index}`)
    }
    await recordRecentCosts(await jobOf(p))
    const { lines } = await clerk.send(costsApi.ofShipment, { shipment_id: shipment.id })
    expect(lines.map(({ amount }) => amount)).toEqual([rules.per_stop + 2 * rules.per_kg])
  })

  it('pays a collection once, also when it is released from a hold or reported again later', async () => {
    const one = await paidDriver()
    p.runtime.setNow(new Date('2027-03-01T08:00:00+02:00'))
    const [released, repeated] = [
      await p.given.shipment({ status: 'collection-assigned' }),
      await p.given.shipment({ status: 'collection-assigned' }),
    ]
    p.runtime.setNow(now)
    for (const shipment of [released, repeated])
      await event(shipment, 'collected', '2027-03-02T09:00:00+02:00', one.username)
    await event(released, 'collected', '2027-03-04T09:00:00+02:00', one.username, {
      released_from: 'on-hold',
    })
    await event(repeated, 'collected', '2027-03-04T09:00:00+02:00', one.username)
    await prepare('2027-03-02', '2027-03-03')
    await prepare('2027-03-04', '2027-03-05')
    for (const shipment of [released, repeated]) {
      const { lines } = await clerk.send(costsApi.ofShipment, { shipment_id: shipment.id })
      expect(lines.map(({ work_day, leg }) => [work_day, leg])).toEqual([['2027-03-02', 'collection']])
    }
  })

  it('is neither approved nor paid while an attempt is disputed, from the first day of work on the statement on', async () => {
    const one = await paidDriver()
    const shipment = await p.given.shipment({ status: 'delivered' })
    await event(shipment, 'delivered', '2027-03-02T09:00:00+02:00', one.username)
    await recordRecentCosts(await jobOf(p))
    await prepare('2027-03-08', '2027-03-09')
    const dispute = (eventId: number) =>
      write(sql`INSERT INTO attempt_dispute (provider_id, shipment_id, tracking_event_id, username, day, time_created)
        VALUES (${p.provider_id}, ${shipment.id}, ${eventId}, ${one.username}, '2027-03-02', ${now})`)
    const decide = () =>
      write(sql`UPDATE attempt_dispute SET decision = 'confirmed', decided_by = 'office', time_decided = ${now}
        WHERE username = ${one.username}`)
    const current = async () => {
      const [statement] = await statementsOf(one.username)
      return { id: statement?.id ?? 0, version: statement?.version ?? 0 }
    }
    const approve = async () => errorOf(finance.send(payApi.approve, await current()))
    const pay = async () =>
      errorOf(clerk.send(payApi.pay, { ...(await current()), payment_reference: 'EFT 13' }))
    const held = { status: 400, message: expect.stringMatching(/this driver was not there/) as string }
    await dispute(1)
    expect(await approve()).toEqual(held)
    await decide()
    expect(await approve()).toMatchObject({ status: 200 })
    await dispute(2)
    expect(await pay()).toEqual(held)
    await decide()
    expect(await pay()).toMatchObject({ status: 200 })
  })

  it('is prepared again without what does not count any more', async () => {
    const one = await paidDriver()
    const [lasting, reversed] = [
      await p.given.shipment({ status: 'delivered' }),
      await p.given.shipment({ status: 'delivered' }),
    ]
    await event(lasting, 'delivered', '2027-03-08T09:00:00+02:00', one.username)
    await event(reversed, 'delivered', '2027-03-09T09:00:00+02:00', one.username)
    await prepare('2027-03-08', '2027-03-09')
    await event(reversed, 'out-for-delivery', '2027-03-10T08:00:00+02:00', clerk.username)
    await prepare('2027-03-08', '2027-03-09')
    const [draft] = await statementsOf(one.username)
    const { lines } = await clerk.send(costsApi.ofShipment, { shipment_id: lasting.id })
    expect(draft?.total).toBe(lines.reduce((sum, { amount }) => sum + amount, 0))
    expect(draft?.total).toBeGreaterThan(0)
  })
})

describe('bills of partners', () => {
  it('find shipments by our reference and by the partner’s, keep unknown references open, and are imported once', async () => {
    const [ours, theirs] = [await p.given.shipment(), await p.given.shipment()]
    await write(
      sql`UPDATE shipment SET third_party_reference = 'KC-77', third_party_cost = 4000 WHERE id = ${theirs.id}`,
    )
    const bill = {
      partner: 'Karoo Couriers',
      bill_number: 'KC2027-3',
      bill_date: '2027-03-09',
      lines: [
        { reference: ours.short_tracking_reference, amount: 55_50, leg: undefined },
        { reference: 'KC-77', amount: 41_00, leg: 'line-haul' as const },
        { reference: 'NOBODY', amount: 9_99, leg: undefined },
      ],
    }
    const imported = await finance.send(costsApi.importBill, bill)
    expect(imported).toMatchObject({ total: 106_49, line_count: 3, unassigned_count: 1, unassigned: 9_99 })
    expect(
      await errorOf(finance.send(costsApi.importBill, { ...bill, bill_number: 'kc2027-3' })),
    ).toMatchObject({ status: 400, message: 'Bill kc2027-3 of Karoo Couriers was imported before.' })
    const { lines } = await clerk.send(costsApi.billLines, { id: imported.id })
    expect(lines.map(({ reference, shipment_id, expected }) => [reference, shipment_id, expected])).toEqual([
      ['NOBODY', null, null],
      [ours.short_tracking_reference, ours.id, null],
      ['KC-77', theirs.id, 40_00],
    ])
    const lineId = lines[0]?.id ?? 0
    expect(
      await errorOf(clerk.send(costsApi.assignLine, { line_id: lineId, tracking_reference: 'WRONG' })),
    ).toMatchObject({ status: 400 })
    const assign = { line_id: lineId, tracking_reference: ours.short_tracking_reference }
    expect(await clerk.send(costsApi.assignLine, assign)).toMatchObject({ shipment_id: ours.id })
    expect(await errorOf(clerk.send(costsApi.assignLine, assign))).toMatchObject({ status: 400 })
    expect((await clerk.send(costsApi.ofShipment, { shipment_id: ours.id })).cost).toBe(55_50 + 9_99)
  })
})

describe('margins', () => {
  it('have costs of shipments that equal statements and bills to the cent, and so says the invariant', async () => {
    await finance.send(costsApi.importBill, {
      partner: 'Air Cape',
      bill_number: 'A1',
      bill_date: '2027-03-09',
      lines: [{ reference: 'UNKNOWN', amount: 12_34, leg: undefined }],
    })
    const sources = await totalsOf('cost-sources')
    expect([sources('difference'), sources('unassigned')]).toEqual([0, 12_34])
    expect(sources('assigned')).toBe(sources('total') - 12_34)
    const revenue = (await totalsOf('revenue', 'day'))('net')
    for (const by of ['account', 'lane', 'service', 'branch', 'day']) {
      const margin = await totalsOf('margin', by)
      expect([by, margin('cost'), margin('revenue'), margin('margin')]).toEqual([
        by,
        sources('total'),
        revenue,
        revenue - sources('total'),
      ])
    }
    const rule = invariants.find(({ name }) => name === 'Costs of shipments equal statements and bills')
    expect(await p.inTransaction(async (ctx) => (await rule?.query(ctx).execute(ctx.db))?.rows)).toEqual([])
  })

  it('stay within the company', async () => {
    const foreigner = await (await newProvider()).staff()
    expect(await foreigner.send(payApi.statements, {})).toMatchObject({ count: 0 })
    expect(await foreigner.send(costsApi.bills, {})).toMatchObject({ count: 0 })
    expect(await errorOf(foreigner.send(payApi.approve, { id: 1, version: 1 }))).toMatchObject({
      status: 404,
    })
  })
})
