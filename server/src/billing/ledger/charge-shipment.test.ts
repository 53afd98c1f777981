import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { heldByKind } from '@waybill/domain/billing/recognition'
import { shipmentRepriced } from '@waybill/domain/shipments/events'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { booking, newProvider, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { enterStatus, lockShipment, updateShipment } from '../../shipments/index.ts'
import { chargeBooked } from './charge-shipment.ts'
import { readEntries } from './ledger-store.ts'

async function ledgerOf(p: TestProvider, accountId: number) {
  const order = { order_by: 'id', order: 'ASC' }
  return (await (await p.staff()).send(billingApi.transactions, { account_id: accountId, ...order }))
    .transactions
}

async function balanceOf(p: TestProvider, accountId: number): Promise<number> {
  return (await (await p.staff()).send(billingApi.balance, { account_id: accountId })).balance
}

const move = (p: TestProvider, id: number, to: ShipmentStatus) =>
  p.inTransaction(async (ctx) => {
    await enterStatus(ctx, await lockShipment(ctx, id), { to })
  })

async function weigh(p: TestProvider, shipment: { id: number; parcels: { id: number }[] }, kg: number) {
  const parcels = [{ id: shipment.parcels[0]?.id ?? 0, actual_weight_kg: kg, confirm_measures: true }]
  await (await p.staff()).send(shipmentsApi.change, { id: shipment.id, parcels })
}

/** Returns the totals of an account's entries by ledger account, in cents; zero totals are left out. */
async function bookedOn(p: TestProvider, accountId: number): Promise<Record<string, number>> {
  const ids = (await ledgerOf(p, accountId)).map((row) => row.id)
  const entries = await p.inTransaction((ctx) => readEntries(ctx, ids))
  const sums: Record<string, number> = {}
  for (const { ledger_account, amount } of [...entries.values()].flat())
    sums[ledger_account] = (sums[ledger_account] ?? 0) + amount
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

/** No measured price waits for the account. */
const charged_at_once = { charge_discrepancy_threshold_min_amount: 10_000 }

describe('shipping charges', () => {
  it('name the web app as their source, and the system where no user posts', async () => {
    const p = await newProvider(charged_at_once)
    const { id: accountId } = await p.given.account({ account_type: 'prepaid', balance: 50000 })
    const { id } = await p.given.shipment({ account_id: accountId })
    await move(p, id, 'cancelled')
    const sources = (await ledgerOf(p, accountId)).map(({ source }) => source)
    expect(sources.slice(1)).toEqual(['web', 'system'])
  })

  it('[BILL-003] moves a prepaid balance at booking and at every re-rate, and moves it back on cancellation', async () => {
    const p = await newProvider(charged_at_once)
    const { id: accountId } = await p.given.account({ account_type: 'prepaid', balance: 50000 })
    expect(await balanceOf(p, accountId)).toBe(50000)
    const shipment = await p.given.shipment({ account_id: accountId })
    expect(await balanceOf(p, accountId)).toBe(38862)
    await weigh(p, shipment, 14)
    expect(await balanceOf(p, accountId)).toBe(29244)
    await p.inTransaction(async (ctx) => {
      await updateShipment(ctx, shipment.id, { rate: 19800 })
      await ctx.emit(shipmentRepriced, {
        shipment_id: shipment.id,
        from: 20756,
        to: 19800,
        reason: 'a discount',
      })
    })
    expect(await balanceOf(p, accountId)).toBe(30200)
    await (await p.staff()).send(shipmentsApi.cancel, { id: shipment.id, message: 'Not needed' })
    expect(await balanceOf(p, accountId)).toBe(50000)
    const rows = await ledgerOf(p, accountId)
    expect(rows.map(({ type, amount }) => [type, amount])).toEqual([
      ['payment', 50000],
      ['shipping-charge', -11138],
      ['shipping-charge-adjustment', -9618],
      ['shipping-charge-adjustment', 956],
      ['shipping-charge-reversal', 19800],
    ])
    expect(rows[2]?.description).toBe('Re-rated from R 111.38 to R 207.56')
    expect(rows.slice(1, 4).every((row) => row.has_been_reversed)).toBe(true)
    expect(rows.some((row) => row.invoiceable)).toBe(false)
    expect(await bookedOn(p, accountId)).toEqual({ 'customer-balance': 50000, 'bank-clearing': -50000 })
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('[BILL-001] stores its shipment and the included VAT, and is not invoiceable at booking', async () => {
    const p = await newProvider(charged_at_once)
    const { id: accountId } = await p.given.account()
    const shipment = await p.given.shipment({ account_id: accountId })
    const [row] = await ledgerOf(p, accountId)
    expect(row).toMatchObject({
      type: 'shipping-charge',
      shipment_id: shipment.id,
      shipment_reference: shipment.tracking_reference,
      amount: -11138,
      vat: 1453,
      vat_percentage: 15,
      invoiceable: false,
      invoice_id: 0,
      credit_note_id: 0,
      imported_payment_id: 0,
      doc_display_id: null,
      invoice_number: null,
      migration_reference: null,
      description: 'Economy: Epping to Rosebank',
    })
    expect(await bookedOn(p, accountId)).toEqual({ 'customer-balance': -11138, unearned: 11138 })
  })

  it('stores the transaction id on the charge rows it posts, also after a re-rate and after un-cancelling', async () => {
    const p = await newProvider(charged_at_once)
    const { id: accountId } = await p.given.account()
    const shipment = await p.given.shipment({ account_id: accountId })
    const clerk = await p.staff()
    /** The transaction ids of the current charge rows. */
    const named = async () => {
      const { rates } = (await clerk.send(shipmentsApi.detail, { id: shipment.id })).shipment
      const charges = (rates ?? []).filter((rate) => rate.type !== 'rate_formula')
      return [...new Set(charges.map((rate) => rate.billing_transaction_id))]
    }
    const [charge] = await ledgerOf(p, accountId)
    expect(await named()).toEqual([charge?.id])
    await weigh(p, shipment, 14)
    const [, adjustment] = await ledgerOf(p, accountId)
    expect(adjustment?.type).toBe('shipping-charge-adjustment')
    expect(await named()).toEqual([adjustment?.id])
    await clerk.send(shipmentsApi.cancel, { id: shipment.id, message: 'Not needed' })
    await clerk.send(shipmentsApi.change, { id: shipment.id, status: 'collected' } as never)
    const restored = (await ledgerOf(p, accountId)).at(-1)
    expect(restored).toMatchObject({ type: 'shipping-charge', sub_type: 'restored' })
    expect(await named()).toEqual([restored?.id])
  })

  it('charges no VAT when the company has no VAT number', async () => {
    const p = await newProvider({ ...charged_at_once, invoice_company_vat_no: '' })
    const { id: accountId } = await p.given.account()
    await p.given.shipment({ account_id: accountId })
    expect((await ledgerOf(p, accountId))[0]).toMatchObject({ vat: 0, vat_percentage: 0 })
  })

  it('posts a charge only once when the booking event is handled again', async () => {
    const p = await newProvider(charged_at_once)
    const { id: accountId } = await p.given.account()
    const shipment = await p.given.shipment({ account_id: accountId })
    const again = {
      shipment_id: shipment.id,
      account_id: accountId,
      reference: shipment.short_tracking_reference,
      service_level_name: shipment.service_level_name,
      cost_center_id: null,
      from: 'Epping',
      to: 'Rosebank',
      rate: 11138,
      charges: [],
    }
    await p.inTransaction((ctx) => chargeBooked(ctx, again))
    expect(await ledgerOf(p, accountId)).toHaveLength(1)
    expect(await balanceOf(p, accountId)).toBe(-11138)
  })

  it('[BILL-015] becomes invoiceable and recognised when the trigger status is reached', async () => {
    const p = await newProvider({ ...charged_at_once, invoice_trigger_shipment_status: 'out-for-delivery' })
    const { id: accountId } = await p.given.account()
    const shipment = await p.given.shipment({ account_id: accountId })
    await move(p, shipment.id, 'collected')
    await move(p, shipment.id, 'at-destination-hub')
    expect((await ledgerOf(p, accountId))[0]?.invoiceable).toBe(false)
    await move(p, shipment.id, 'out-for-delivery')
    expect((await ledgerOf(p, accountId))[0]?.invoiceable).toBe(true)
    const earned = { 'customer-balance': -11138, revenue: 9685, 'vat-output': 1453 }
    expect(await bookedOn(p, accountId)).toEqual(earned)
    await move(p, shipment.id, 'delivered')
    expect(await bookedOn(p, accountId)).toEqual(earned)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('[BILL-016] becomes invoiceable when the trigger status is passed without being entered', async () => {
    const p = await newProvider({ ...charged_at_once, invoice_trigger_shipment_status: 'at-destination-hub' })
    const { id: accountId } = await p.given.account()
    await p.given.shipment({ account_id: accountId, status: 'delivered' })
    expect((await ledgerOf(p, accountId))[0]?.invoiceable).toBe(true)
  })

  it('splits revenue by kind of charge', async () => {
    const p = await newProvider(charged_at_once)
    const { id: accountId } = await p.given.account()
    await p.given.shipment({ account_id: accountId, status: 'collected' })
    const [row] = await ledgerOf(p, accountId)
    const entries = await p.inTransaction((ctx) => readEntries(ctx, [row?.id ?? 0]))
    const revenue = (entries.get(row?.id ?? 0) ?? []).filter((entry) => entry.ledger_account === 'revenue')
    expect(revenue.map((entry) => entry.detail)).toEqual(expect.arrayContaining(['base', 'rate_adjustment']))
    expect(revenue.reduce((sum, entry) => sum + entry.amount, 0)).toBe(9685)
  })

  it('splits a re-rate by kind of charge as a booking at the new price is split, to within three cents', async () => {
    const p = await newProvider(charged_at_once)
    const revenueOf = async (accountId: number) => {
      const ids = (await ledgerOf(p, accountId)).map((row) => row.id)
      const entries = await p.inTransaction((ctx) => readEntries(ctx, ids))
      return heldByKind([...entries.values()].flat())
    }
    const book = async (kg: number) => {
      const { id: accountId } = await p.given.account()
      const [parcel] = booking().parcels ?? []
      const parcels = [{ ...parcel, submitted_weight_kg: kg }]
      const shipment = await p.given.shipment({ account_id: accountId, status: 'collected', parcels })
      return { accountId, shipment }
    }
    const [light, heavy] = [await book(3), await book(14)]
    const [cheap, dear] = [await revenueOf(light.accountId), await revenueOf(heavy.accountId)]
    expect(dear.size).toBeGreaterThan(1)
    const expectSplit = async (expected: ReadonlyMap<string, number>) => {
      const split = await revenueOf(light.accountId)
      for (const kind of new Set([...split.keys(), ...expected.keys()])) {
        const difference = (split.get(kind) ?? 0) - (expected.get(kind) ?? 0)
        expect(Math.abs(difference), kind).toBeLessThanOrEqual(3)
      }
    }
    await weigh(p, light.shipment, 14)
    await expectSplit(dear)
    await weigh(p, light.shipment, 3)
    await expectSplit(cheap)
    const clerk = await p.staff()
    const { id } = light.shipment
    await clerk.send(shipmentsApi.addCharge, { id, name: 'Waiting time', unit_price: 11_500 })
    const { rates } = (await clerk.send(shipmentsApi.detail, { id })).shipment
    const custom = rates.find((rate) => rate.is_custom_charge)
    const kind = custom?.type ?? ''
    await expectSplit(new Map([...cheap, [kind, (cheap.get(kind) ?? 0) + 10_000]]))
    await clerk.send(shipmentsApi.removeCharge, { shipment_id: id, id: custom?.id ?? 0 })
    await expectSplit(cheap)
  })

  it('recognises a re-rate adjustment at once when the charge is already recognised', async () => {
    const p = await newProvider(charged_at_once)
    const { id: accountId } = await p.given.account()
    const shipment = await p.given.shipment({ account_id: accountId, status: 'at-hub' })
    await weigh(p, shipment, 14)
    const rows = await ledgerOf(p, accountId)
    expect(rows.map((row) => [row.amount, row.invoiceable])).toEqual([
      [-11138, true],
      [-9618, true],
    ])
    expect(await bookedOn(p, accountId)).toEqual({
      'customer-balance': -20756,
      revenue: 20756 - rows.reduce((sum, row) => sum + row.vat, 0),
      'vat-output': rows.reduce((sum, row) => sum + row.vat, 0),
    })
  })

  it('stays and becomes invoiceable when the shipment is cancelled after collection', async () => {
    const p = await newProvider({ ...charged_at_once, invoice_trigger_shipment_status: 'delivered' })
    const { id: accountId } = await p.given.account()
    const shipment = await p.given.shipment({ account_id: accountId, status: 'collected' })
    await (await p.staff()).send(shipmentsApi.cancel, { id: shipment.id, message: 'Lost' })
    const rows = await ledgerOf(p, accountId)
    expect(rows.map((row) => [row.type, row.invoiceable])).toEqual([['shipping-charge', true]])
    expect(await bookedOn(p, accountId)).toMatchObject({ revenue: 9685 })
  })

  it('posts the charge again when a cancelled shipment is restored', async () => {
    const p = await newProvider(charged_at_once)
    const { id: accountId } = await p.given.account()
    const shipment = await p.given.shipment({ account_id: accountId })
    const staff = await p.staff()
    await staff.send(shipmentsApi.cancel, { id: shipment.id, message: 'A mistake' })
    await staff.send(shipmentsApi.change, { id: shipment.id, status: 'collected' } as never)
    const rows = await ledgerOf(p, accountId)
    expect(rows.map((row) => [row.type, row.sub_type, row.amount, row.invoiceable])).toEqual([
      ['shipping-charge', '', -11138, false],
      ['shipping-charge-reversal', '', 11138, false],
      ['shipping-charge', 'restored', -11138, true],
    ])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('uses the trigger status of the account when it has one', async () => {
    const p = await newProvider({ ...charged_at_once, invoice_trigger_shipment_status: 'collected' })
    const { id: accountId } = await p.given.account()
    await (
      await p.staff()
    ).send(accountsApi.change, { id: accountId, invoice_trigger_shipment_status: 'delivered' })
    const shipment = await p.given.shipment({ account_id: accountId, status: 'at-hub' })
    expect((await ledgerOf(p, accountId))[0]?.invoiceable).toBe(false)
    await move(p, shipment.id, 'delivered')
    expect((await ledgerOf(p, accountId))[0]?.invoiceable).toBe(true)
  })
})
