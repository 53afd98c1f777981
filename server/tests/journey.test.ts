import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { ratesApi } from '@waybill/domain/rates/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { duplicateOf, returnOf } from '@waybill/domain/shipments/booking/prefilled-shipments'
import { trackingApi } from '@waybill/domain/tracking/api'
import { describe, expect, it } from 'vitest'
import { hashPassword, savePassword } from '../src/identity/index.ts'
import { brokenInvariants } from '../dev/test-kit/database/invariants.ts'
import { booking, newProvider, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'

/** The journey of one parcel through the API; each step is made by the role responsible for it. */

const working_hours = { open: '08:00', close: '17:00' }

async function scan(hub: Caller, p: TestProvider, parcelReference: string, branch: 'JHB' | 'CPT', more = {}) {
  return hub.send(hubApi.addEvent, {
    parcel_reference: parcelReference,
    mode: 'arrive',
    branch_id: p.map.branches[branch],
    scan_id: crypto.randomUUID(),
    scanned_at: new Date(),
    ...more,
  })
}

async function company() {
  const p = await newProvider({
    support_email: 'help@courier.example',
    quiet_hours_to: '20:00',
    charge_discrepancy_threshold_min_amount: 10_000,
  })
  const [pieter, sipho] = [await p.driver('pieter'), await p.driver('sipho')]
  await p.inTransaction(async (ctx) => {
    await ctx.publish({ topic: 'map' })
  })
  const account = await p.given.account({
    account_type: 'prepaid',
    balance: 100_000,
    invoice_frequency: 'monthly',
  })
  return { p, pieter, sipho, account, owner: await p.owner(account.id), hub: await p.user(12) }
}

describe('journey of one parcel from quote to invoice', () => {
  it('is quoted, booked, labelled, scanned, delivered with its PIN, charged, invoiced and tracked', async () => {
    const { p, pieter, sipho, account, owner, hub } = await company()
    const staff = await p.staff()
    const { collection_address, delivery_address, parcels } = booking()

    const quote = await p.guest().send(ratesApi.price, { collection_address, delivery_address, parcels })
    const economy = quote.rates.find((rate) => rate.service_level.code === 'ECO')
    expect(economy).toMatchObject({ rate: 11138, charged_weight: 3, base_rate: { charge: 9900 } })
    expect(economy?.rate_adjustments).toMatchObject([{ name: 'Fuel charge', charge: 1238 }])

    const shipment = await owner.send(shipmentsApi.create, booking(), { key: 'journey-1' })
    expect(shipment.rate).toBe(11138)
    const again = await owner.send(shipmentsApi.create, booking(), { key: 'journey-1' })
    expect(again.id).toBe(shipment.id)
    expect((await owner.send(billingApi.balance, {})).balance).toBe(100_000 - 11_138)

    const label = await owner.send(shipmentsApi.stickers, { id: [shipment.id] })
    const path = 'url' in label ? new URL(label.url) : new URL('http://none')
    const pdf = await p.guest().http('GET', path.pathname + path.search)
    expect(pdf.status).toBe(200)
    expect((pdf.body as Buffer).subarray(0, 4).toString()).toBe('%PDF')

    await staff.send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg: 'collection',
      username: pieter.username,
    })
    const [parcel] = shipment.parcels
    const reference = parcel?.tracking_reference ?? ''
    const collect = {
      action_id: crypto.randomUUID(),
      type: 'collect' as const,
      shipment_id: shipment.id,
      occurred_at: new Date(),
      payload: { name: 'Riaan' },
    }
    const collected = await pieter.send(driversApi.actions, {
      actions: [{ ...collect, parcel_references: [reference] }],
    })
    expect(collected.results).toMatchObject([{ result: 'applied', shipment_status: 'collected' }])
    const repeated = await pieter.send(driversApi.actions, {
      actions: [{ ...collect, parcel_references: [reference] }],
    })
    expect(repeated.results).toMatchObject([{ result: 'duplicate' }])

    expect(await scan(hub, p, reference, 'CPT')).toMatchObject({
      verdict: 'ok',
      shipment: { status: 'at-hub' },
    })
    expect(await scan(hub, p, reference, 'JHB')).toMatchObject({ shipment: { status: 'at-destination-hub' } })
    // What has moved on before its message is sent gets none.
    await p.settle()
    await scan(hub, p, reference, 'JHB', { mode: 'out-for-delivery', driver: sipho.username })

    await p.settle()
    const { shipments } = await (await p.apiKey()).send(shipmentsApi.list, { id: [shipment.id] })
    const pin = shipments[0]?.proof_of_delivery_pin ?? ''
    expect(pin).toMatch(/^\d{4}$/)
    const sheet = await sipho.send(driversApi.tripSheet, {})
    expect(JSON.stringify(sheet)).toContain(shipment.short_tracking_reference)
    const deliver = {
      type: 'deliver' as const,
      shipment_id: shipment.id,
      parcel_references: [reference],
      occurred_at: new Date(),
    }
    const wrong = await sipho.send(driversApi.actions, {
      actions: [
        { ...deliver, action_id: crypto.randomUUID(), payload: { pin: pin === '0000' ? '1111' : '0000' } },
      ],
    })
    expect(wrong.results[0]?.result).toBe('conflict')
    const delivered = await sipho.send(driversApi.actions, {
      actions: [{ ...deliver, action_id: crypto.randomUUID(), payload: { pin } }],
    })
    expect(delivered.results).toMatchObject([{ result: 'applied', shipment_status: 'delivered' }])

    const { invoices } = await staff.send(billingApi.runInvoices, { account_id: account.id })
    expect(invoices).toMatchObject([{ doc_display_id: 'INV000001', total: 11138, vat: 1453 }])
    const document = await owner.send(billingApi.invoiceItems, {
      invoice_id: invoices[0]?.id ?? 0,
      pdf: true,
    })
    expect(document).toHaveProperty('url')
    expect((await staff.send(billingApi.runInvoices, { account_id: account.id })).invoices).toEqual([])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})

    const tracked = await p
      .guest()
      .send(trackingApi.track, { tracking_reference: [shipment.short_tracking_reference.toLowerCase()] })
    expect(tracked.shipments[0]).toMatchObject({ status: 'delivered', parcel_count: 1 })
    expect(tracked.tracking_steps.map((step) => step.progress)).toEqual(Array(5).fill('complete'))
    expect(JSON.stringify(tracked)).not.toContain('naledi@example.com')

    await p.settle()
    const messageLog = await staff.send(notificationsApi.log, { shipment_id: shipment.id })
    const events = messageLog.messages.map((message) => message.event)
    expect(events).toEqual(expect.arrayContaining(['submitted', 'out_for_delivery', 'delivered']))
    expect(messageLog.messages.filter((message) => message.state !== 'sent')).toEqual([])
  })

  it('refunds the charge once when it is cancelled before collection', async () => {
    const { p, owner } = await company()
    const shipment = await owner.send(shipmentsApi.create, booking())
    const cancelled = await owner.send(shipmentsApi.cancel, { id: shipment.id, message: 'Customer request' })
    expect(cancelled.status).toBe('cancelled')
    expect(cancelled.parcels.map((parcel) => parcel.status)).toEqual(['cancelled'])
    await owner.send(shipmentsApi.cancel, { id: shipment.id, message: 'Customer request' })
    expect((await owner.send(billingApi.balance, {})).balance).toBe(100_000)
    const { transactions } = await owner.send(billingApi.transactions, { shipment_id: shipment.id })
    expect(transactions.map((row) => row.type).sort()).toEqual([
      'shipping-charge',
      'shipping-charge-reversal',
    ])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('is returned with its own reference and duplicated without one', async () => {
    const { owner } = await company()
    const original = await owner.send(
      shipmentsApi.create,
      booking({ custom_tracking_reference: 'ORDER-1001' }),
    )
    const back = await owner.send(shipmentsApi.create, {
      ...returnOf(original, working_hours),
      short_tracking_reference: original.short_tracking_reference,
      dangerous_goods_confirmed: true,
    })
    expect(back).toMatchObject({ is_return: true, custom_tracking_reference: 'ORDER-1001-R' })
    expect(back.collection_address.local_area).toBe(original.delivery_address.local_area)
    const copy = await owner.send(shipmentsApi.create, {
      ...duplicateOf(original),
      dangerous_goods_confirmed: true,
    })
    expect(copy.custom_tracking_reference ?? null).toBeNull()
    expect(copy.rate).toBe(original.rate)
  })

  it('[SHIP-001] is quoted, created with several parcels, edited, duplicated, returned, cancelled and tracked', async () => {
    const { p, owner } = await company()
    const parcels = booking().parcels ?? []
    const sent = booking({ parcels: [...parcels, ...parcels] })
    const quote = await owner.send(shipmentsApi.create, { ...sent, save_as: 'quote' })
    expect([quote.status, quote.rate ?? 0]).toEqual(['quote', expect.any(Number)])
    const made = await owner.send(shipmentsApi.create, sent)
    expect(made.parcels).toHaveLength(2)
    const edited = await owner.send(shipmentsApi.change, { id: made.id, customer_reference: 'PO-9' })
    expect(edited.customer_reference).toBe('PO-9')
    const again = { dangerous_goods_confirmed: true }
    const copy = await owner.send(shipmentsApi.create, { ...duplicateOf(made), ...again })
    const back = await owner.send(shipmentsApi.create, { ...returnOf(made, working_hours), ...again })
    expect([copy.parcels.length, back.parcels.length, back.is_return]).toEqual([2, 2, true])
    const cancelled = await owner.send(shipmentsApi.cancel, { id: copy.id, message: 'Not needed' })
    expect(cancelled.status).toBe('cancelled')
    const { shipments } = await p
      .guest()
      .send(trackingApi.track, { tracking_reference: [made.short_tracking_reference] })
    expect(shipments[0]).toMatchObject({ status: 'submitted', parcel_count: 2 })
  })

  it('is re-rated in the shipment and the balance when the hub measures it', async () => {
    const { p, owner, hub } = await company()
    const shipment = await owner.send(shipmentsApi.create, booking())
    const reference = shipment.parcels[0]?.tracking_reference ?? ''
    await scan(hub, p, reference, 'CPT')
    await scan(hub, p, reference, 'CPT', {
      mode: 're-measure',
      length_cm: 45,
      width_cm: 40,
      height_cm: 30,
      weight_kg: 3,
      confirm_measures: true,
    })
    const { shipments } = await owner.send(shipmentsApi.list, { id: [shipment.id] })
    expect(shipments[0]).toMatchObject({ rate: 20756, previous_rate: 11138, charged_weight: 14 })
    expect((await owner.send(billingApi.balance, {})).balance).toBe(100_000 - 20_756)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })
})

describe('signing in', () => {
  it('accepts email and password, returns the same error for every failure, and ends with the session', async () => {
    const p = await newProvider()
    const user = await p.user(role_ids.administrator)
    const hash = await hashPassword('a long enough password')
    await p.inTransaction((ctx) => savePassword(ctx, user.user_id, hash))
    const email = `${user.username}@example.com`
    const wrong = await p.guest().http('POST', '/login', { email, password: 'another' })
    const unknown = await p
      .guest()
      .http('POST', '/login', { email: 'nobody@example.com', password: 'another' })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect((wrong.body as { message: string }).message).toBe((unknown.body as { message: string }).message)
    const { access_token } = await p
      .guest()
      .send(identityApi.login, { email, password: 'a long enough password' })
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await p.guest().http('GET', '/accounts', undefined, headers)).status).toBe(200)
    expect((await p.guest().http('POST', '/logout', {}, headers)).body).toEqual({ message: 'Logged out' })
    const after = await p.guest().http('GET', '/accounts', undefined, headers)
    expect(after).toMatchObject({ status: 401, body: { message: 'Token has expired' } })
  })

  it('limits an owner to their own account and hides prices from users without billing access', async () => {
    const p = await newProvider()
    const mine = await p.given.account()
    const other = await p.given.account()
    const owner = await p.owner(mine.id)
    const { accounts } = await owner.send(accountsApi.list, {})
    expect(accounts.map((account) => account.id)).toEqual([mine.id])
    const foreign = await p.given.shipment({ account_id: other.id })
    expect((await owner.send(shipmentsApi.list, { id: [foreign.id] })).shipments).toEqual([])
    const blind = await p.user(role_ids.account_user_no_billing, { account_id: mine.id })
    const hidden = await blind.send(shipmentsApi.create, booking())
    expect(hidden).toMatchObject({ rate: null, rates: [] })
  })
})
