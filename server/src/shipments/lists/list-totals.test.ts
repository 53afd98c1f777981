import { max_update_rows } from '@waybill/domain/imports/bulk-change'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { copyShipment } from '../../../dev/test-kit/database/copy-shipment.ts'
import { booking, newProvider, type Caller } from '../../../dev/test-kit/provider.ts'

const totals = async (caller: Caller, accountId?: number) => {
  const page = { limit: 1, ...(accountId === undefined ? {} : { account_id: [accountId] }) }
  const { count } = await caller.send(shipmentsApi.rows, page)
  const whole = await caller.send(shipmentsApi.list, { limit: 1, account_id: accountId })
  expect(whole.count).toBe(count)
  return count
}

it('keeps stored account totals equal to the real counts through quotes, bookings and account changes', async () => {
  const p = await newProvider()
  const [account, other] = [await p.given.account(), await p.given.account()]
  const [staff, owner] = [await p.staff(), await p.owner(account.id)]
  expect([await totals(staff, account.id), await totals(owner)]).toEqual([0, 0])
  const [quoted] = await Promise.all([
    staff.send(shipmentsApi.create, { ...booking({ account_id: account.id }), save_as: 'quote' }),
    staff.send(shipmentsApi.create, booking({ account_id: account.id })),
    staff.send(shipmentsApi.create, booking({ account_id: account.id })),
    staff.send(shipmentsApi.create, booking({ account_id: other.id })),
  ])
  expect([await totals(staff, account.id), await totals(staff, other.id), await totals(owner)]).toEqual([
    3, 1, 2,
  ])
  await p.inTransaction((ctx) =>
    ctx.db.updateTable('shipment').set({ status: 'submitted' }).where('id', '=', quoted.id).execute(),
  )
  expect(await totals(owner)).toBe(3)
  await p.inTransaction((ctx) =>
    ctx.db.updateTable('shipment').set({ account_id: other.id }).where('id', '=', quoted.id).execute(),
  )
  expect([await totals(staff, account.id), await totals(staff, other.id), await totals(owner)]).toEqual([
    2, 2, 2,
  ])
  const differing = await p.inTransaction(async (ctx) => {
    const { rows } = await sql`
      SELECT FROM account_shipment_count kept
      FULL JOIN (SELECT account_id, is_quote(status) AS is_quote, count(*) AS counted FROM shipment GROUP BY 1, 2) real
        USING (account_id, is_quote)
      WHERE coalesce(shipments, 0) <> coalesce(counted, 0)`.execute(ctx.db)
    return rows.length
  })
  expect(differing).toBe(0)
})

it('returns as many rows in one response as one bulk update changes', async () => {
  const p = await newProvider()
  const shipment = await p.given.shipment()
  await copyShipment(p, shipment.id, max_update_rows)
  const staff = await p.staff()
  const { shipments, count } = await staff.send(shipmentsApi.rows, { limit: max_update_rows })
  expect({ count, ids: new Set(shipments.map(({ id }) => id)).size }).toEqual({
    count: max_update_rows + 1,
    ids: max_update_rows,
  })
})
