import { billingApi } from '@waybill/domain/billing/api'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { paymentsApi } from '@waybill/domain/payments/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../dev/test-kit/database/invariants.ts'
import { caughtMail } from '../../dev/test-kit/fakes/caught-messages.ts'
import { startFakeGateways } from '../../dev/test-kit/fakes/gateways.ts'
import { address, booking, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { enterStatus, lockShipment, readEvents, updateParcel, updateShipment } from '../shipments/index.ts'

const gateways = startFakeGateways()
const mail = caughtMail()
let p: TestProvider
let staff: Caller
let shipment: Shipment
let link: string
const far = { street_address: '7 Oxford Road', local_area: 'Rosebank', city: 'Johannesburg', code: '2196' }

beforeEach(async () => {
  p = await newProvider({ self_service_change_address: true })
  mail.take(p)
  await gateways.take(p)
  gateways.answerWith(null)
  staff = await p.staff()
  shipment = await p.given.shipment({
    status: 'at-hub',
    delivery_address: address('1 Main Road', 'Sea Point', 'Cape Town', '8005', 'WC'),
  })
  link = (await detail()).reschedule_reference ?? ''
})

const detail = async () => (await staff.send(shipmentsApi.detail, { id: shipment.id })).shipment
const send = async (fields: Record<string, string>) => {
  const { status, headers, body } = await p
    .guest()
    .http(
      'POST',
      '/reschedule',
      Buffer.from(new URLSearchParams({ reference: link, ...fields }).toString()),
      {
        'content-type': 'application/x-www-form-urlencoded',
      },
    )
  return { status, location: String(headers.location ?? ''), page: String(body) }
}
const balance = async () =>
  (await staff.send(billingApi.balance, { account_id: shipment.account_id })).balance
const stateOf = async (reference: string) => {
  const { payment, shipment: payable } = await p
    .guest()
    .send(paymentsApi.status, { payment_reference: reference })
  return { payment: payment?.status, state: payable?.place_change?.state, pays: payable?.is_payable }
}
/** Chooses the other address and returns the reference of its payment and its difference in cents. */
async function choose(place = far): Promise<{ payment_reference: string; difference: number }> {
  const { status, location } = await send({ ...place, confirmed: 'pay' })
  expect([status, location.slice(0, 5)]).toEqual([303, '/pay/'])
  const reference = location.replace('/pay/', '')
  const { shipment: payable } = await p
    .guest()
    .send(paymentsApi.ways, { purpose: 'shipment', payment_reference: reference })
  return { payment_reference: reference, difference: payable?.rate ?? 0 }
}
/** Sends the receiver to PayFast; returns the id of the payment there. */
const atGateway = async (reference: string) =>
  gateways.sendForm(
    await p.guest().send(paymentsApi.payfastSignature, {
      key_value_pairs: [],
      shipment_id: shipment.id,
      payment_reference: reference,
    }),
  )

describe('payment of another place by the receiver', () => {
  it('[TRACK-005] changes the shipment once when the payment is confirmed, and costs the sender nothing', async () => {
    const before = await balance()
    const { rate } = await detail()
    const asked = await send(far)
    expect(asked.page).toMatch(/costs R [\d ]+\.\d\d more, which you pay/)
    expect((await detail()).delivery_address.city).toBe('Cape Town')
    const { payment_reference, difference } = await choose()
    expect(difference).toBeGreaterThan(0)
    const id = await atGateway(payment_reference)
    expect(await stateOf(payment_reference)).toMatchObject({ state: 'offered', pays: true })
    await gateways.act(id, 'success')
    const [notice] = gateways.sent().slice(-1)
    if (!notice) throw new Error('The gateway sent no notification.')
    await gateways.deliver(notice, 10)
    await p.settle()
    expect(await stateOf(payment_reference)).toEqual({ payment: 'complete', state: 'applied', pays: false })
    const after = await detail()
    expect(after).toMatchObject({
      delivery_address: { street_address: '7 Oxford Road' },
      rate: (rate ?? 0) + difference,
      status: 'at-hub',
    })
    expect(await balance()).toBe(before)
    const events = await p.inTransaction((ctx) => readEvents(ctx, [shipment.id]))
    expect(JSON.stringify(events).split('for another place, PMT')).toHaveLength(2)
    const { payments } = await staff.send(paymentsApi.list, {})
    expect(payments).toMatchObject([{ purpose: 'place_change', amount: difference, status: 'complete' }])
    const page = String((await p.guest().http('GET', `/reschedule?reference=${link}`)).body)
    expect(page).toContain('Your parcel now goes to 7 Oxford Road')
    await p.inTransaction((ctx) => updateShipment(ctx, shipment.id, { delivery_reschedules: 3 }))
    const spent = String((await p.guest().http('GET', `/reschedule?reference=${link}`)).body)
    expect(spent).toMatch(/You paid R [\d ]+\.\d\d\. Your parcel now goes to another place\./)
    expect(spent).not.toContain('Oxford')
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('leaves the shipment as it was when the payment fails or its price is no longer valid', async () => {
    const { payment_reference } = await choose()
    await gateways.act(await atGateway(payment_reference), 'fail')
    expect(await stateOf(payment_reference)).toMatchObject({
      payment: 'failed',
      state: 'offered',
      pays: true,
    })
    expect(await detail()).toMatchObject({ status: 'at-hub', delivery_address: { city: 'Cape Town' } })
    p.runtime.setNow(new Date(Date.now() + 2 * 3_600_000))
    expect(await stateOf(payment_reference)).toMatchObject({ state: 'offered', pays: false })
  })

  it('is on the account, and staff are notified, when the parcel left before the payment was confirmed', async () => {
    const before = await balance()
    const { payment_reference, difference } = await choose()
    const id = await atGateway(payment_reference)
    await p.inTransaction(async (ctx) => {
      const row = await lockShipment(ctx, shipment.id)
      await enterStatus(ctx, row, { to: 'out-for-delivery', source: 'test' })
    })
    await gateways.act(id, 'success')
    expect(await stateOf(payment_reference)).toMatchObject({ payment: 'complete', state: 'refused' })
    expect((await detail()).delivery_address.city).toBe('Cape Town')
    expect(await balance()).toBe(before + difference)
    expect(JSON.stringify(await staff.send(inboxApi.messages, {}))).toContain(
      'paid for a change that was not possible',
    )
  })

  it('can no longer be paid once a driver has loaded one of the parcels', async () => {
    shipment = await p.given.shipment({
      status: 'at-destination-hub',
      delivery_address: address('1 Main Road', 'Sea Point', 'Cape Town', '8005', 'WC'),
      parcels: (booking().parcels ?? []).flatMap((parcel) => [parcel, parcel]),
    })
    link = (await detail()).reschedule_reference ?? ''
    const { payment_reference } = await choose()
    expect((await stateOf(payment_reference)).pays).toBe(true)
    const [first] = shipment.parcels
    await p.inTransaction((ctx) => updateParcel(ctx, first?.id ?? 0, { status: 'out-for-delivery' }))
    expect((await stateOf(payment_reference)).pays).toBe(false)
  })

  it('is not offered, shown a price or paid once the shipment is invoiced, and a payment before it is not used', async () => {
    const { rate } = await detail()
    const unpaid = await choose()
    const { payment_reference } = await choose()
    const id = await atGateway(payment_reference)
    await p.inTransaction((ctx) =>
      ctx.db.updateTable('shipment').set({ has_been_invoiced: true }).where('id', '=', shipment.id).execute(),
    )
    for (const confirmed of ['', 'yes', 'pay']) {
      const { status, page } = await send(confirmed ? { ...far, confirmed } : far)
      expect([status, page.includes('The price of this delivery can no longer change.')]).toEqual([400, true])
      expect(page).not.toContain('name="street_address"')
    }
    expect((await stateOf(unpaid.payment_reference)).pays).toBe(false)
    await gateways.act(id, 'success')
    expect(await stateOf(payment_reference)).toMatchObject({ payment: 'complete', state: 'refused' })
    expect(await detail()).toMatchObject({ delivery_address: { city: 'Cape Town' }, rate })
    expect(JSON.stringify(await staff.send(inboxApi.messages, {}))).toContain('Refund it to the receiver')
  })

  it('is the last one chosen; one chosen before can no longer be paid, or is refused when its gateway has the money', async () => {
    const first = await choose()
    const firstAtGateway = await atGateway(first.payment_reference)
    const second = await choose({ ...far, street_address: '9 Oxford Road' })
    expect((await stateOf(first.payment_reference)).pays).toBe(false)
    await expect(atGateway(first.payment_reference)).rejects.toMatchObject({ status: 400 })
    await gateways.act(await atGateway(second.payment_reference), 'success')
    await p.settle()
    const { rate } = await detail()
    await gateways.act(firstAtGateway, 'success')
    await p.settle()
    expect((await stateOf(second.payment_reference)).state).toBe('applied')
    expect((await stateOf(first.payment_reference)).state).toBe('refused')
    expect(await detail()).toMatchObject({ delivery_address: { street_address: '9 Oxford Road' }, rate })
    const page = String((await p.guest().http('GET', `/reschedule?reference=${link}`)).body)
    expect(page).toContain('Your parcel now goes to 9 Oxford Road')
    expect(page).toMatch(
      /You paid R [\d ]+\.\d\d for 7 Oxford Road.+We will\s+contact you about paying it back/s,
    )
    expect(JSON.stringify(await staff.send(inboxApi.messages, {}))).toContain('Refund it to the receiver')
  })

  it('is not offered without a way to pay', async () => {
    p = await newProvider({ self_service_change_address: true })
    staff = await p.staff()
    shipment = await p.given.shipment({
      status: 'at-hub',
      delivery_address: address('1 Main Road', 'Sea Point', 'Cape Town', '8005', 'WC'),
    })
    link = (await detail()).reschedule_reference ?? ''
    for (const confirmed of ['', 'yes', 'pay']) {
      const { status, page } = await send(confirmed ? { ...far, confirmed } : far)
      expect([status, page.includes('Ask Riaan Jooste')]).toEqual([400, true])
    }
  })
})
