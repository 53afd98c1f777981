import { billingApi } from '@waybill/domain/billing/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

describe('custom charges', () => {
  let p: TestProvider
  let staff: Caller
  let accountId: number
  beforeAll(async () => {
    p = await newProvider()
    staff = await p.user(role_ids.administrator)
    accountId = (await p.given.account()).id
  })

  const balance = async () => (await staff.send(billingApi.balance, { account_id: accountId })).balance
  const priceOf = async (id: number) => {
    const { shipment, events } = await staff.send(shipmentsApi.detail, { id })
    return {
      rate: shipment.rate,
      previous_rate: shipment.previous_rate,
      custom: shipment.rates.filter((row) => row.is_custom_charge && row.valid_until === null),
      last: events.find(({ status }) => status === 'rate-recalculation')?.message,
    }
  }

  it('adds a charge to price, ledger and timeline, keeps it when the shipment is priced again, and removes it', async () => {
    const { id, parcels } = await p.given.shipment({ account_id: accountId })
    const before = { rate: (await priceOf(id)).rate ?? 0, balance: await balance() }
    await staff.send(shipmentsApi.addCharge, { id, name: ' Waiting time ', unit_price: 50_00, quantity: 3 })
    const added = await priceOf(id)
    expect(added).toMatchObject({
      rate: before.rate + 150_00,
      previous_rate: before.rate,
      custom: [
        { name: 'Waiting time', value: 150_00, vat: 19.5652, explanation: '3 × R 50.00, added by hand.' },
      ],
      last: expect.stringContaining('Waiting time × 3 (R 150.00) was added'),
    })
    expect(await balance()).toBe(before.balance - 150_00)

    await staff.send(shipmentsApi.changeParcels, {
      id,
      parcels: [{ id: parcels[0]?.id, submitted_weight_kg: 20 }],
    })
    const heavier = await priceOf(id)
    expect(heavier.custom).toHaveLength(1)
    expect(heavier.rate).toBeGreaterThan(before.rate + 150_00)

    const charge = { shipment_id: id, id: added.custom[0]?.id ?? 0 }
    await staff.send(shipmentsApi.removeCharge, charge)
    expect(await priceOf(id)).toMatchObject({ rate: (heavier.rate ?? 0) - 150_00, custom: [] })
    expect(await balance()).toBe(before.balance - ((heavier.rate ?? 0) - 150_00 - before.rate))
    await expect(staff.send(shipmentsApi.removeCharge, charge)).rejects.toThrow(/already removed/)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('rejects a missing amount or name, a discount above the price, customers and cancelled shipments', async () => {
    const { id, rate } = await p.given.shipment({ account_id: accountId })
    const add = (input: object, by = staff) =>
      by.send(shipmentsApi.addCharge, { id, name: 'Discount', unit_price: 1_00, ...input })
    await expect(add({ unit_price: 0 })).rejects.toThrow('Enter an amount other than R 0.00.')
    await expect(add({ quantity: 0.001 })).rejects.toThrow('Enter an amount other than R 0.00.')
    await expect(add({ name: ' ' })).rejects.toThrow('Enter a name for the charge.')
    await expect(add({ unit_price: -(rate ?? 0) - 1 })).rejects.toThrow(/This deducts .* Deduct less\./)
    await expect(add({}, await p.owner(accountId))).rejects.toMatchObject({ status: 403 })
    await staff.send(shipmentsApi.cancel, { id, message: 'Not ready' })
    await expect(add({})).rejects.toThrow(/quote, unpaid or cancelled/)
  })
})
