import { driversApi } from '@waybill/domain/drivers/api'
import { max_replayed } from '@waybill/domain/rates/revisions/price-impact'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { reportsApi } from '@waybill/domain/reports/api'
import { filesApi, max_addresses } from '@waybill/domain/files/api'
import { searchApi } from '@waybill/domain/search/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyShipment } from '../dev/test-kit/database/copy-shipment.ts'
import { newProvider, errorOf, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
beforeEach(async () => {
  p = await newProvider()
  clerk = await p.staff()
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
/** A date on which everything booked is due. */
const date = '2099-12-31'

describe('a day with 6,600 deliveries by three drivers', () => {
  const copies = 6_600
  const drivers: Caller[] = []
  let day: TestProvider
  let office: Caller
  beforeAll(async () => {
    day = await newProvider()
    office = await day.staff()
    drivers.splice(0, 3, await day.driver(), await day.driver(), await day.driver())
    const { id } = await day.given.shipment({ status: 'at-destination-hub' })
    const names = sql`${drivers.map(({ username }) => username)}::text[]`
    await copyShipment(day, id, copies, { delivery_agent_id: sql`(${names})[1 + ((i - 1) / 10) % 3]` }, 10)
  }, 300_000)

  it('the trip sheet of all drivers counts every stop and lists each once across pages', async () => {
    const first = await office.send(driversApi.tripSheet, { date })
    const second = await office.send(driversApi.tripSheet, { date, offset: first.stops.length })
    expect(first.totals).toMatchObject({ stops: copies, unique_stops: 660, parcels: copies, remaining: 660 })
    expect([first.count, first.stops.length, second.stops.length]).toEqual([660, 500, 160])
    const seen = [...first.stops, ...second.stops]
    expect(new Set(seen.map(({ stop_id }) => stop_id)).size).toBe(660)
    expect(seen.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 660 }, (_, at) => at + 1))
    expect(sum(seen.map(({ shipments }) => shipments.length))).toBe(copies)
    expect((await office.send(driversApi.tripSheet, { date, limit: 200 })).stops).toHaveLength(200)
  })

  it('the trip sheet of one driver is returned whole, to staff and to the driver', async () => {
    const [driver] = drivers
    for (const [caller, requested] of [
      [office, { date, driver: driver?.username, limit: 10 }],
      [driver, { date }],
    ] as const) {
      const { count, stops } = await caller.send(driversApi.tripSheet, requested)
      expect([count, stops.length]).toEqual([220, 220])
      expect(sum(stops.map(({ shipments }) => shipments.length))).toBe(copies / 3)
    }
  })

  it('[OPS-002] the dashboard counts the stops of every driver', async () => {
    const board = await office.send(reportsApi.opsDashboard, { date })
    const planned = drivers.map(
      ({ username }) => board.drivers.find((one) => one.username === username)?.planned,
    )
    expect(planned).toEqual([220, 220, 220])
  })
})

describe('large numbers of shipments', () => {
  it('[OPS-002] the dashboard counts 1,200 shipments on hold, and its list pages to the last of them', async () => {
    const { id } = await p.given.shipment({ status: 'on-hold' })
    await copyShipment(p, id, 1_199)
    const { figures } = await clerk.send(reportsApi.opsDashboard, {})
    expect(figures.find(({ kind }) => kind === 'on-hold')?.count).toBe(1_200)
    const last = await clerk.send(reportsApi.pending, { kind: 'on-hold', limit: 100, offset: 1_150 })
    expect([last.count, last.shipments.length]).toEqual([1_200, 50])
  })

  it('a search finds a shipment behind 600 newer ones of other accounts and counts all matches', async () => {
    const account = await p.given.account()
    const own = await p.given.shipment({ account_id: account.id, customer_reference: 'Kgalagadi' })
    const other = await p.given.shipment({
      customer_reference: 'Kgalagadi',
      account_id: (await p.given.account()).id,
    })
    await copyShipment(p, other.id, 600)
    await p.inTransaction((ctx) =>
      sql`INSERT INTO shipment_search (provider_id, shipment_id, haystack)
        SELECT s.provider_id, s.id, 'c kgalagadi' FROM shipment s
        WHERE NOT EXISTS (SELECT FROM shipment_search f WHERE f.shipment_id = s.id)`.execute(ctx.db),
    )
    const found = await clerk.send(shipmentsApi.rows, { search: 'kgalagad', account_id: [account.id] })
    expect(found.shipments.map((row) => row.id)).toEqual([own.id])
    expect((await clerk.send(shipmentsApi.rows, { search: 'kgalagad' })).count).toBe(602)
  })

  it('a customer reference counts all 80 shipments that have it, and the search returns the newest', async () => {
    const { id } = await p.given.shipment({ customer_reference: 'PO-7' })
    await copyShipment(p, id, 79, { time_created: sql`t.time_created - make_interval(secs => i)` })
    expect((await clerk.send(shipmentsApi.rows, { search: 'PO-7' })).count).toBe(80)
    const found = await clerk.send(searchApi.navSearch, { search_query: 'PO-7' })
    expect([found.count, found.data.id]).toEqual([80, id])
  })

  it('the price impact returns the number of all shipments and evaluates a third of them', async () => {
    const { id } = await p.given.shipment()
    await copyShipment(p, id, 2 * max_replayed, {
      time_created: sql`t.time_created - make_interval(mins => i)`,
    })
    const { revisions } = await clerk.send(revisionsApi.list, {})
    const [present] = revisions
    const impact = await clerk.send(revisionsApi.impact, { id: present?.id ?? 0, days: 30 })
    expect(impact.count).toBe(2 * max_replayed + 1)
    expect(impact.looked_at).toBe(Math.ceil((2 * max_replayed + 1) / 3))
  })
})

it('a shipment detail returns all of its 250 notes', async () => {
  const { id } = await p.given.shipment()
  await p.inTransaction((ctx) =>
    sql`INSERT INTO shipment_note (provider_id, shipment_id, message, type, note_type, requires_action, attachments, created_by, time_created, time_modified)
      SELECT ${p.provider_id}, ${id}, 'Note ' || i, 'internal', '', false, '{"uploads": []}', 'test', ${ctx.now}, ${ctx.now} FROM generate_series(1, 250) i`.execute(
      ctx.db,
    ),
  )
  expect((await clerk.send(shipmentsApi.detail, { id })).notes).toHaveLength(250)
})

it('[REP-008] rejects a request for more file URLs than allowed instead of omitting some', async () => {
  const fileName = Array.from({ length: max_addresses + 1 }, (_, at) => `${at}.jpg`)
  expect(
    await errorOf(clerk.send(filesApi.download, { file_name: fileName, folder: 'shipment-images' })),
  ).toMatchObject({ status: 400, message: expect.stringContaining('at most 100 files') })
})
