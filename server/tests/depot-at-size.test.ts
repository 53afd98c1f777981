import { depotApi } from '@waybill/domain/drivers/depot-api'
import { driversApi } from '@waybill/domain/drivers/api'
import { planApi, sequenced_drivers_max } from '@waybill/domain/drivers/plan'
import { hubApi } from '@waybill/domain/hub/api'
import { depot_columns } from '@waybill/domain/hub/floor/depot-column'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { copyShipment } from '../dev/test-kit/database/copy-shipment.ts'
import { recordRoundTrips } from '../dev/test-kit/database/round-trips.ts'
import { newProvider, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'

/** A date on which everything booked is due. */
const date = '2099-12-31'
const vans = 60

/** Parcels of the day by status; each has one copy less than the number, and the template. */
const day: readonly { status: ShipmentStatus; parcels: number; is_here: boolean; has_van: boolean }[] = [
  { status: 'at-destination-hub', parcels: 4_000, is_here: true, has_van: true },
  { status: 'in-transit', parcels: 2_000, is_here: false, has_van: true },
  { status: 'out-for-delivery', parcels: 600, is_here: true, has_van: true },
  { status: 'damaged', parcels: 100, is_here: true, has_van: false },
  { status: 'on-hold', parcels: 200, is_here: true, has_van: false },
  { status: 'collected', parcels: 100, is_here: false, has_van: false },
]
const all = day.reduce((total, { parcels }) => total + parcels, 0)

describe('a depot with 60 vans and 7,000 parcels', () => {
  let p: TestProvider
  let office: Caller
  let branchId: number
  beforeAll(async () => {
    p = await newProvider()
    office = await p.staff()
    branchId = p.map.branches.JHB
    const usernames: string[] = []
    for (let at = 0; at < vans; at += 1) usernames.push((await p.driver(undefined, 'JHB')).username)
    const names = sql`${usernames}::text[]`
    for (const { status, parcels, is_here, has_van } of day) {
      const shipment = await p.given.shipment({ status: is_here ? 'in-transit' : status })
      if (is_here)
        await office.send(hubApi.addEvent, {
          parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
          mode: 'arrive',
          branch_id: branchId,
        })
      await p.inTransaction(async (ctx) => {
        await ctx.db.updateTable('shipment').set({ status }).where('id', '=', shipment.id).execute()
        await ctx.db.updateTable('parcel').set({ status }).where('shipment_id', '=', shipment.id).execute()
      })
      const agent = has_van ? sql`(${names})[1 + i % ${vans}]` : sql`NULL`
      await copyShipment(p, shipment.id, parcels - 1, { delivery_agent_id: agent }, 10)
      await p.inTransaction(async (ctx) => {
        const first = has_van ? (usernames[0] ?? null) : null
        await ctx.db
          .updateTable('shipment')
          .set({ delivery_agent_id: first })
          .where('id', '=', shipment.id)
          .execute()
      })
    }
  }, 300_000)

  it('[HUB-003] [OPS-002] adds up to every parcel once, and agrees with its lists and with the trip sheets', async () => {
    const board = await office.send(depotApi.board, { branch_id: branchId, date })
    expect(board.vans).toHaveLength(vans)
    expect(board.totals).toMatchObject({
      parcels: all,
      on_floor: 4_200,
      expected: 2_100,
      loaded: 600,
      damaged: 100,
      missing: 0,
      over: 0,
    })
    const listed = new Map<string, number>()
    const ids = new Set<number>()
    for (let offset = 0; offset < all; offset += 500) {
      const { parcels, count } = await office.send(depotApi.parcels, {
        branch_id: branchId,
        date,
        limit: 500,
        offset,
      })
      expect(count).toBe(all)
      for (const { parcel_id, row_key, column } of parcels) {
        ids.add(parcel_id)
        const number = `${row_key} ${column}`
        listed.set(number, (listed.get(number) ?? 0) + 1)
      }
    }
    expect(ids.size).toBe(all)
    for (const row of [...board.vans, board.not_planned])
      for (const column of depot_columns)
        expect(listed.get(`${row.key} ${column}`) ?? 0, `${row.key} ${column}`).toBe(row[column])
    const [van] = board.vans
    const ofVan = await office.send(depotApi.parcels, {
      branch_id: branchId,
      date,
      key: van?.key,
      column: 'expected',
    })
    expect(ofVan.count).toBe(van?.expected)
    for (const row of board.vans) {
      const sheet = await office.send(driversApi.tripSheet, { driver: row.username, date, limit: 1 })
      expect(sheet.totals.parcels, row.username).toBe(row.on_trip_sheet)
    }
  }, 120_000)

  it('[OPS-002] reads the dispatch board in a fixed number of statements, also when days are planned', async () => {
    const { drivers } = await office.send(planApi.board, { branch_id: branchId, date })
    const usernames = drivers.map(({ username }) => username)
    for (let at = 0; at < usernames.length; at += sequenced_drivers_max)
      await office.send(planApi.change, {
        date,
        changes: [{ kind: 'sequence', drivers: usernames.slice(at, at + sequenced_drivers_max) }],
      })
    const measured: string[] = []
    const timed = async (what: string, call: () => Promise<unknown>) => {
      const times: number[] = []
      for (let run = 0; run < 3; run += 1) {
        const start = performance.now()
        await call()
        times.push(Math.round(performance.now() - start))
      }
      measured.push(`${what}: ${times.join(', ')} ms`)
    }
    await timed('dispatch board', () => office.send(planApi.board, { branch_id: branchId, date }))
    await timed('depot board', () => office.send(depotApi.board, { branch_id: branchId, date }))
    process.stdout.write(`${measured.join('; ')}\n`)
    const [call] = await recordRoundTrips(p.runtime.runtime, () =>
      office.send(planApi.board, { branch_id: branchId, date }),
    )
    // Six of the board; the others begin, authenticate and end the call.
    expect(call?.flat().length).toBeLessThanOrEqual(11)
  }, 120_000)

  it('[OPS-002] reads the board in a fixed number of statements', async () => {
    const [call] = await recordRoundTrips(p.runtime.runtime, () =>
      office.send(depotApi.board, { branch_id: branchId, date }),
    )
    // Five of the board; the others begin, authenticate and end the call.
    expect(call?.flat().length).toBeLessThanOrEqual(10)
  })
})
