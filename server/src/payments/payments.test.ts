import { randomUUID } from 'node:crypto'
import { accountsApi } from '@waybill/domain/accounts/api'
import { auditApi } from '@waybill/domain/audit/api'
import { billingApi } from '@waybill/domain/billing/api'
import { collectionsApi } from '@waybill/domain/collections/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { settingsApi } from '@waybill/domain/settings/api'
import { searchApi } from '@waybill/domain/search/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { trackingApi } from '@waybill/domain/tracking/api'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { paymentsApi } from '@waybill/domain/payments/api'
import { payment_sources } from '@waybill/domain/payments/gateway-list'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../dev/test-kit/database/invariants.ts'
import { caughtMail, caughtSms } from '../../dev/test-kit/fakes/caught-messages.ts'
import { startFakeGateways } from '../../dev/test-kit/fakes/gateways.ts'
import { jobOf } from '../../dev/test-kit/job.ts'
import { booking, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { notices_not_stored } from '../kit/counters.ts'
import { enterStatus, expireUnpaid, lockShipment } from '../shipments/index.ts'
import { applyFinding } from './apply-payment.ts'
import { listShiftTakings } from './counter-store.ts'
import { realGateways } from './gateways/index.ts'
import { gatewaysPort, type Gateways } from './gateways/port.ts'
import { senderAddresses } from './gateways/sender-addresses.ts'
import { svixSignature } from './gateways/stitch/signature.ts'
import { fake_merchant } from '../../dev/fakes/payments/index.ts'
import { payfastGateway } from './gateways/payfast/gateway.ts'
import { pollGateways } from './poll-gateways.ts'

const gateways = startFakeGateways()
const mail = caughtMail()
const sms = caughtSms()

let p: TestProvider
let customer: Caller
let account_id: number
beforeEach(async () => {
  p = await newProvider({ quiet_hours_from: '00:00', quiet_hours_to: '00:00' })
  mail.take(p)
  sms.take(p)
  await gateways.take(p)
  const account = await p.given.account({ account_type: 'prepaid', credit_limit: 0 })
  account_id = account.id
  customer = await p.owner(account_id)
  gateways.answerWith(null)
})

const amountOf = (amount: string) => [{ name: 'amount', value: amount }]
const balanceOf = async (id = account_id) =>
  (await (await p.staff()).send(billingApi.balance, { account_id: id })).balance
const payments = async (input = {}) => (await (await p.staff()).send(paymentsApi.list, input)).payments

/** Sends the customer to PayFast for a top-up; returns the id of the payment there. */
async function atPayfast(amount = '200.00'): Promise<string> {
  const signed = await customer.send(paymentsApi.payfastSignature, { key_value_pairs: amountOf(amount) })
  return gateways.sendForm(signed)
}

/** Delivers Stitch's last notification again, with another amount, the status completed and a valid signature. */
async function deliverStitch(quantity: string, gatewayReference?: string): Promise<void> {
  const [notice] = gateways.sent().slice(-1)
  if (!notice) throw new Error('The gateway told nothing.')
  const sent = JSON.parse(notice.body) as { data: object }
  const data = {
    ...sent.data,
    ...(gatewayReference ? { id: gatewayReference } : {}),
    status: 'Completed',
    amount: { currency: 'ZAR', quantity },
  }
  const body = JSON.stringify({ ...sent, data })
  const [id, timestamp] = [`msg_${randomUUID()}`, notice.headers['svix-timestamp'] ?? '']
  const signature = svixSignature({ id, timestamp, body }, fake_merchant.stitch_webhook_secret)
  await gateways.deliver({
    ...notice,
    body,
    headers: { ...notice.headers, 'svix-id': id, 'svix-signature': `v1,${signature}` },
  })
  await p.settle()
}

/** Number of notifications of a gateway that were not stored so far. */
async function notCounted(gateway: string): Promise<number> {
  const { values } = await notices_not_stored.get()
  return values.reduce((sum, one) => sum + (one.labels.gateway === gateway ? one.value : 0), 0)
}

/** A guest's booking that waits for payment. */
async function guestBooking() {
  return p.guest().send(shipmentsApi.create, booking())
}
const statusOf = async (id: number) =>
  (await (await p.staff()).send(shipmentsApi.list, { id: [id] })).shipments[0]?.status

describe('payment links of the counter', () => {
  it('[SHIP-103] are sent by kiosk operators, who may not pay online themselves, and count in the till report of the last sender', async () => {
    const operators = [await p.user(14), await p.user(14)]
    const [first, last] = operators
    if (!first || !last) throw new Error('There are two operators.')
    const { id, payment_reference, rate } = await guestBooking()
    const input = { purpose: 'shipment' as const, shipment_id: id, payment_reference }
    const forOperator = await first.send(paymentsApi.ways, input)
    expect(forOperator).toMatchObject({ ways: [], counter: ['cash', 'card-terminal'] })
    expect((await p.guest().send(paymentsApi.ways, input)).ways.length).toBeGreaterThan(0)
    for (const operator of operators) await operator.send(shipmentsApi.resendLink, { id, link: 'pay' })
    expect((await errorOf(first.send(shipmentsApi.resendLink, { id, link: 'track' }))).status).toBe(403)
    await p.guest().send(paymentsApi.bobpayUrl, {
      key_value_pairs: [],
      payment_method: 'credit-card',
      shipment_id: id,
      payment_reference,
    })
    await gateways.act(gateways.newest(), 'success')
    const takingsOf = (username: string) =>
      p.inTransaction((ctx) =>
        listShiftTakings(ctx, {
          username,
          from: new Date(ctx.now.getTime() - day_ms),
          until: new Date(ctx.now.getTime() + day_ms),
        }),
      )
    expect(await takingsOf(first.username)).toEqual([])
    expect(await takingsOf(last.username)).toMatchObject([{ method: 'link', amount: rate }])
  })
})

describe('top-ups', () => {
  it('[PAY-046] [PAY-047] [PAY-048] [PAY-050] [PAY-055] go to PayFast with a form that it accepts, without the passphrase', async () => {
    const signed = await customer.send(paymentsApi.payfastSignature, {
      key_value_pairs: amountOf('1,742.19'),
    })
    const fields = Object.fromEntries(signed.fields.map(({ name, value }) => [name, value]))
    expect(Object.keys(fields)).toEqual([
      'return_url',
      'cancel_url',
      'notify_url',
      'm_payment_id',
      'amount',
      'item_name',
      'item_description',
      'email_confirmation',
    ])
    expect(fields['notify_url']).toMatch(/\/billing\/payfast\/notify$/)
    expect(fields).toMatchObject({ amount: '1742.19', email_confirmation: '0' })
    expect(signed.merchant_id).toBe('10000100')
    expect(signed.merchant_key).toBe(fake_merchant.payfast_merchant_key)
    expect(JSON.stringify(signed)).not.toContain('jt7NOE43FZPn')
    expect(await gateways.sendForm(signed)).not.toBe('')
  })

  it.each(['payfast', 'bobpay', 'stitch'] as const)(
    '[PAY-038] [PAY-053] [PAY-054] through %s are credited once when the notification is repeated 50 times',
    async (gateway) => {
      if (gateway === 'payfast') await atPayfast('200.00')
      else if (gateway === 'bobpay')
        await customer.send(paymentsApi.bobpayUrl, {
          key_value_pairs: amountOf('200.00'),
          payment_method: 'bob_pay_credit_card',
        })
      else
        await customer.send(paymentsApi.stitchUrl, { key_value_pairs: [{ name: 'quantity', value: '200' }] })
      expect(await balanceOf()).toBe(0)
      await gateways.act(gateways.newest(), 'success')
      const [notice] = gateways.sent().slice(-1)
      if (!notice) throw new Error('The gateway told nothing.')
      expect(notice.url).toMatch(new RegExp(`/billing/${gateway}/notify$`))
      expect(new Set(await gateways.deliver(notice, 50))).toEqual(new Set([200]))
      await p.settle()
      expect(await balanceOf()).toBe(200_00)
      const [payment] = await payments()
      expect(payment).toMatchObject({
        status: 'complete',
        source: `${gateway}-topup`,
        amount: 200_00,
        received: 200_00,
      })
      const { transactions } = await (await p.staff()).send(billingApi.transactions, { account_id })
      expect(transactions).toHaveLength(1)
      expect(transactions[0]).toMatchObject({
        type: 'payment',
        amount: 200_00,
        source: `${gateway}-topup`,
        doc_display_id: payment?.reference,
      })
      expect(await p.inTransaction(brokenInvariants)).toEqual({})
    },
  )

  it('[PAY-054] are credited once when a finding is applied 50 times at once or 50 variants of a notification arrive', async () => {
    await atPayfast('200.00')
    const [payment] = await payments()
    const finding = {
      outcome: 'paid',
      amount: 200_00,
      fee: 0,
      gateway_reference: 'g1',
      is_confirmed: true,
    } as const
    const done = await Promise.all(
      Array.from({ length: 50 }, () =>
        p.inTransaction((ctx) => applyFinding(ctx, payment?.id ?? 0, finding)),
      ),
    )
    expect(done.filter((one) => one === 'complete')).toHaveLength(1)
    // The same id with surrounding spaces, as in payment lists, is not a second payment.
    const listed = await p.inTransaction((ctx) =>
      applyFinding(ctx, payment?.id ?? 0, { ...finding, gateway_reference: ' g1 ' }),
    )
    expect(listed).toBe('known already')
    expect(await balanceOf()).toBe(200_00)
    await gateways.act(await atPayfast('300.00'), 'success')
    const [notice] = gateways.sent().slice(-1)
    if (!notice) throw new Error('The gateway told nothing.')
    // Fields after the signature are not signed, so each of these is a different body of the same notification.
    for (let at = 0; at < 50; at += 1) await gateways.deliver({ ...notice, body: `${notice.body}&n=${at}` })
    await p.settle()
    expect(await balanceOf()).toBe(500_00)
    expect(await payments()).toHaveLength(2)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('send a receipt to the payer', async () => {
    await gateways.act(await atPayfast(), 'success')
    const receipt = mail.messages().find(({ subject }) => subject.startsWith('Receipt PMT'))
    expect(receipt?.subject).toContain('R 200.00')
    expect(receipt?.to).toContain(`${customer.username}@example.com`)
  })

  it('[PAY-021] are rejected above the gateway’s limit and below R 5.00', async () => {
    const start = (amount: string) =>
      errorOf(customer.send(paymentsApi.payfastSignature, { key_value_pairs: amountOf(amount) }))
    expect(await start('20000.01')).toEqual({
      status: 400,
      message: 'The amount you have specified is more than the maximum allowed limit.',
    })
    expect((await start('4.99')).message).toBe('The smallest top-up is R 5.00.')
    expect((await start('much')).message).toBe('Enter an amount.')
    expect((await start('20000.00')).status).toBe(200)
    expect(await payments()).toHaveLength(1)
  })

  it('are only for customers with billing access', async () => {
    const start = (caller: Caller) =>
      errorOf(caller.send(paymentsApi.payfastSignature, { key_value_pairs: amountOf('200') }))
    expect((await start(p.guest())).status).toBe(403)
    expect((await start(await p.staff())).status).toBe(403)
    expect((await start(await p.user(role_ids.account_user_no_billing, { account_id }))).status).toBe(403)
  })

  it('[PAY-041] [PAY-044] return the page of Bob Pay or Stitch to redirect to', async () => {
    const bobpay = await customer.send(paymentsApi.bobpayUrl, {
      key_value_pairs: amountOf('500'),
      payment_method: 'instant_eft',
    })
    expect(bobpay.data?.redirect_url).toMatch(/^http:.*\/pay\//)
    const stitch = await customer.send(paymentsApi.stitchUrl, {
      key_value_pairs: [{ name: 'quantity', value: '500.00' }],
    })
    expect(new URL(stitch.data?.redirect_url ?? '').searchParams.get('redirect_uri')).toMatch(
      /\/stitch-payment\?payment=PMT/,
    )
  })

  it('[PAY-041] [PAY-044] [PAY-046] accept the fields of the specification, with the id of the company', async () => {
    const named = (name: string) => ({
      key_value_pairs: [{ name, value: '200.00' }],
      provider_id: p.provider_id,
    })
    const answers = await Promise.all([
      customer.http('POST', '/billing/bobpay/url', {
        ...named('amount'),
        payment_method: 'bob_pay_credit_card',
        set_as_default_payment_setup: true,
      }),
      customer.http('POST', '/billing/stitch/url', { ...named('quantity'), account_id }),
      customer.http('POST', '/billing/payfast/signature', named('amount')),
    ])
    const page = { data: { redirect_url: expect.stringMatching(/^http/) as string } }
    const signed = Object.fromEntries(
      ['signature', 'merchant_id', 'merchant_key'].map((name) => [
        name,
        expect.stringMatching(/\w/) as string,
      ]),
    )
    expect(answers).toMatchObject([page, page, signed].map((body) => ({ status: 200, body })))
  })

  it('[PAY-042] [PAY-043] through Bob Pay accept all form fields, but set recipient, payment id and URLs on the server', async () => {
    const theirs = {
      recipient_account_code: 'EVIL01',
      custom_payment_id: '1-1',
      email: 'jane@mail.example',
      mobile_number: '082 123 4567',
      amount: '1,742.19',
      item_name: 'Anything',
      item_description: 'Anything',
      notify_url: 'https://evil.example/notify',
      success_url: 'https://evil.example/success',
      pending_url: 'https://evil.example/pending',
      cancel_url: 'https://evil.example/cancel',
    }
    await customer.send(paymentsApi.bobpayUrl, {
      key_value_pairs: Object.entries(theirs).map(([name, value]) => ({ name, value })),
      payment_method: 'bob_pay_credit_card',
    })
    await gateways.act(gateways.newest(), 'success')
    const notice = JSON.parse(gateways.sent().at(-1)?.body ?? '') as Record<string, unknown>
    const [payment] = await payments()
    expect(Object.keys(notice)).toEqual(expect.arrayContaining(Object.keys(theirs)))
    expect(notice).toMatchObject({
      recipient_account_code: fake_merchant.bobpay_account_code,
      custom_payment_id: payment?.reference,
      email: 'jane@mail.example',
      mobile_number: '082 123 4567',
      amount: 1_742.19,
      item_description: payment?.reference,
    })
    expect(JSON.stringify(notice)).not.toContain('evil.example')
    expect(await balanceOf()).toBe(1_742_19)
  })

  it('[PAY-043] [PAY-045] through Stitch accept all form fields, but set the redirect URL on the server', async () => {
    const theirs = {
      payment_method: 'card',
      quantity: '500',
      currency: 'ZAR',
      external_reference: '1-1',
      payer_reference: 'Anything',
      metadata: '{}',
      payer_information: '{}',
      redirect_uri: 'https://evil.example/back',
    }
    const { data } = await customer.send(paymentsApi.stitchUrl, {
      key_value_pairs: Object.entries(theirs).map(([name, value]) => ({ name, value })),
    })
    expect(data?.redirect_url).not.toContain('evil.example')
    const [payment] = await payments()
    expect(payment).toMatchObject({ source: 'stitch-topup', amount: 500_00 })
    const [account] = (await customer.send(accountsApi.list, { id: [account_id] })).accounts
    expect(gateways.payments()[0]?.values).toEqual({
      currency: 'ZAR',
      quantity: '500.00',
      external_reference: payment?.reference,
      payer_reference: account?.account_code,
    })
  })

  it('[PAY-035] are accepted for an account on hold, which may not ship', async () => {
    await (
      await p.staff()
    ).send(accountsApi.change, { id: account_id, is_on_hold: true, hold_message: 'Unpaid' })
    await gateways.act(await atPayfast('200.00'), 'success')
    expect(await balanceOf()).toBe(200_00)
    expect((await errorOf(customer.send(shipmentsApi.create, booking()))).message).toMatch(
      /^Your account is on hold\./,
    )
  })

  it('return a readable 503 when the gateway is unavailable, and the payment stays open with the reason', async () => {
    const start = () =>
      errorOf(
        customer.send(paymentsApi.stitchUrl, { key_value_pairs: [{ name: 'quantity', value: '500.00' }] }),
      )
    gateways.answerWith(503)
    expect(await start()).toEqual({
      status: 503,
      message: 'Card payments are unavailable right now. Nothing was charged. Try again in a moment.',
    })
    const [payment] = await payments()
    expect(payment).toMatchObject({
      status: 'created',
      remark: 'Stitch did not answer. Paying again continues this payment.',
    })
  })

  it.each(['bobpay', 'stitch'] as const)(
    'whose start %s answered in vain are continued under the same number, and credited whichever request is paid',
    async (gateway) => {
      const start = () =>
        gateway === 'stitch'
          ? customer.send(paymentsApi.stitchUrl, { key_value_pairs: [{ name: 'quantity', value: '200' }] })
          : customer.send(paymentsApi.bobpayUrl, {
              key_value_pairs: amountOf('200'),
              payment_method: 'credit-card',
            })
      gateways.failWith('lost answer')
      expect((await errorOf(start())).status).toBe(503)
      gateways.failWith(null)
      const lost = gateways.newest()
      await start()
      expect(gateways.newest()).not.toBe(lost)
      expect((await payments()).map(({ status }) => status)).toEqual(['redirected'])
      await gateways.act(lost, 'success')
      expect((await payments()).map(({ status }) => status)).toEqual(['complete'])
      expect(await balanceOf()).toBe(200_00)
    },
  )

  it('charge nothing when failed or cancelled, and can still be paid later', async () => {
    const failed = await atPayfast()
    await gateways.act(failed, 'fail')
    expect((await payments())[0]?.status).toBe('failed')
    const cancelled = await atPayfast()
    await gateways.act(cancelled, 'cancel')
    expect((await payments())[0]?.status).toBe('cancelled')
    expect(await balanceOf()).toBe(0)
    await gateways.act(cancelled, 'success')
    expect((await payments())[0]?.status).toBe('complete')
    expect(await balanceOf()).toBe(200_00)
    await gateways.act(cancelled, 'fail')
    expect((await payments())[0]?.status).toBe('complete')
  })

  it('with a different amount are credited as received and marked as mismatch, and staff are notified', async () => {
    await gateways.act(await atPayfast('200.00'), 'wrong-amount')
    expect(await balanceOf()).toBe(199_00)
    const [payment] = await payments()
    expect(payment).toMatchObject({ status: 'mismatch', amount: 200_00, received: 199_00 })
    const { messages } = await (await p.staff()).send(inboxApi.messages, {})
    const message = messages.find(({ subject }) => subject === `${payment?.reference} has a different amount`)
    expect(message?.link).toBe(`/billing/payments?q=${payment?.reference}`)
  })
})

describe('forged and unexpected notifications', () => {
  it.each([
    ['another amount', (body: string) => body.replace('amount_gross=200.00', 'amount_gross=900.00')],
    ['no signature', (body: string) => body.replace(/&signature=.*$/, '')],
    [
      'a field added before the signature',
      (body: string) => body.replace('&merchant_id', '&x=1&merchant_id'),
    ],
    ['a name twice', (body: string) => `amount_gross=900.00&${body}`],
    ['another order', (body: string) => body.replace(/^(m_payment_id=[^&]+)&(pf_payment_id=[^&]+)/, '$2&$1')],
    ['another merchant', (body: string) => body.replace('10000100', '10000101')],
    ['nonsense', () => 'hello'],
    ['nothing', () => ''],
    ['a body that is too long', (body: string) => `${body}&filler=${'x'.repeat(9_000)}`],
  ])('a notification with %s gets an empty 200 and is never applied', async (_, forge) => {
    const id = await atPayfast('200.00')
    await gateways.act(id, 'pending')
    const [notice] = gateways.sent().slice(-1)
    const genuine = notice?.body.replace('PENDING', 'COMPLETE') ?? ''
    const reply = await p.guest().http('POST', '/billing/payfast/notify', forge(genuine))
    expect(reply.status).toBe(200)
    expect(String(reply.body)).toBe('')
    await p.settle()
    expect(await balanceOf()).toBe(0)
    expect((await payments())[0]?.status).toBe('pending')
  })

  it('notifications for unknown payments are counted but not stored, and unsigned ones are limited to 20', async () => {
    const notify = (body: string) => p.guest().http('POST', '/billing/payfast/notify', body)
    const storedNotices = () =>
      p.inTransaction((ctx) => ctx.db.selectFrom('payment_notice').select(['body', 'result']).execute())
    const before = await notCounted('payfast')
    for (let at = 0; at < 30; at += 1) {
      const { status, body } = await notify(`m_payment_id=${p.provider_id}-999999${at}&amount_gross=5.00`)
      expect([status, String(body)]).toEqual([200, ''])
    }
    expect(await storedNotices()).toEqual([])
    expect((await notCounted('payfast')) - before).toBe(30)
    const id = await atPayfast('200.00')
    await gateways.act(id, 'pending')
    const [{ body: genuine } = { body: '' }] = gateways.sent().slice(-1)
    const forged = `m_payment_id=${/m_payment_id=([^&]+)/.exec(genuine)?.[1]}&amount_gross=200.00`
    for (let at = 0; at < 50; at += 1) await notify(`${forged}&filler=${at}${'x'.repeat(at * 400)}`)
    const unproven = (await storedNotices()).filter((notice) => notice.body !== genuine)
    expect(unproven).toHaveLength(20)
    expect(Math.max(...unproven.map((notice) => notice.body.length))).toBeLessThanOrEqual(8 * 1024)
    await gateways.act(id, 'success')
    expect(await balanceOf()).toBe(200_00)
  })

  it('a genuine notification for a payment of another company changes nothing here', async () => {
    const id = await atPayfast('200.00')
    const other = await newProvider()
    await gateways.take(other)
    await gateways.act(id, 'success')
    expect(await balanceOf()).toBe(0)
    await gateways.take(p)
  })

  it('the status of a payment needs its reference, even of the first payment of a company', async () => {
    const other = await newProvider()
    await gateways.take(other)
    const owner = await other.owner((await other.given.account({ account_type: 'prepaid' })).id)
    await owner.send(paymentsApi.payfastSignature, { key_value_pairs: amountOf('200') })
    const statusFor = async (input: { reference?: string }) =>
      (await owner.send(paymentsApi.status, input)).payment?.status
    expect(await statusFor({ reference: 'PMT000001' })).toBe('redirected')
    expect(await statusFor({})).toBeUndefined()
    await gateways.take(p)
  })

  it('Stitch: a notification with a changed body or an old timestamp is not applied', async () => {
    await customer.send(paymentsApi.stitchUrl, { key_value_pairs: [{ name: 'quantity', value: '200' }] })
    await gateways.act(gateways.newest(), 'pending')
    const [notice] = gateways.sent().slice(-1)
    if (!notice) throw new Error('The gateway told nothing.')
    const body = notice.body.replace('Pending', 'Completed')
    await gateways.deliver({ ...notice, body })
    await gateways.deliver({
      ...notice,
      body,
      headers: { ...notice.headers, 'svix-timestamp': '1614265330' },
    })
    await p.settle()
    expect(await balanceOf()).toBe(0)
  })

  it('Stitch: a negative or too large amount is rejected as unreadable and not posted', async () => {
    await customer.send(paymentsApi.stitchUrl, { key_value_pairs: [{ name: 'quantity', value: '200' }] })
    await gateways.act(gateways.newest(), 'pending')
    for (const quantity of ['-50', '1000000000000000']) await deliverStitch(quantity)
    expect((await payments())[0]).toMatchObject({
      status: 'held',
      held_reason: 'amount',
      received: null,
      remark: 'Not posted. It reports an amount that cannot be read. Ask Stitch what was paid.',
    })
    expect(await balanceOf()).toBe(0)
  })

  it('Stitch: an amount above the maximum posting is held, and staff cannot apply it either', async () => {
    await customer.send(paymentsApi.stitchUrl, { key_value_pairs: [{ name: 'quantity', value: '200' }] })
    await gateways.act(gateways.newest(), 'pending')
    await deliverStitch('100000000.01')
    await deliverStitch('100000000.01')
    const [payment] = await payments()
    expect(payment).toMatchObject({
      status: 'held',
      received: 100_000_000_01,
      remark:
        'Not posted. R 100,000,000.01 was reported. An amount must be at most R 100,000,000.00 to be posted.',
    })
    const staff = await p.staff()
    const apply = staff.send(paymentsApi.applyHeld, { id: payment?.id ?? 0, reason: 'Seen' })
    expect(await errorOf(apply)).toMatchObject({
      status: 400,
      message: 'The amount must be at most R 100,000,000.00.',
    })
    expect(await balanceOf()).toBe(0)
    const { messages } = await staff.send(inboxApi.messages, {})
    expect(messages.filter(({ subject }) => subject.includes('cannot be posted'))).toHaveLength(1)
    expect((await payments())[0]?.status).toBe('held')
  })

  it('Stitch: a second payment above the maximum posting is held, and the first is unchanged', async () => {
    await customer.send(paymentsApi.stitchUrl, { key_value_pairs: [{ name: 'quantity', value: '200' }] })
    await gateways.act(gateways.newest(), 'success')
    expect(await balanceOf()).toBe(200_00)
    await deliverStitch('100000000.01', 'another-payment')
    expect((await payments()).map(({ status }) => status)).toEqual(['held', 'complete'])
    expect(await balanceOf()).toBe(200_00)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })
})

describe('guest shipments', () => {
  it('[PAY-040] are submitted and charged when their payment arrives, and the account balance stays zero', async () => {
    const shipment = await guestBooking()
    expect(shipment.status).toBe('payment-pending')
    const { data } = await p.guest().send(paymentsApi.bobpayUrl, {
      key_value_pairs: amountOf('1.00'),
      payment_method: 'credit-card',
      shipment_id: shipment.id,
      payment_reference: shipment.payment_reference,
    })
    expect(data?.redirect_url).toContain('/pay/')
    const where = await gateways.act(gateways.newest(), 'success')
    expect(where).toContain(`/shipments/success?str=${shipment.tracking_reference}&id=${shipment.id}`)
    expect((await payments())[0]).toMatchObject({
      status: 'complete',
      amount: shipment.rate,
      source: 'bobpay',
    })
    const staff = await p.staff()
    const { events } = await staff.send(shipmentsApi.detail, { id: shipment.id })
    expect(events.map(({ status }) => status)).toContain('submitted')
    expect(['collection-assigned', 'collection-unassigned']).toContain(await statusOf(shipment.id))
    expect(await balanceOf(p.guest_account_id)).toBe(0)
    const { transactions } = await staff.send(billingApi.transactions, { shipment_id: shipment.id })
    expect(transactions.map(({ type, amount }) => [type, amount]).toSorted()).toEqual(
      [
        ['payment', shipment.rate],
        ['shipping-charge', -(shipment.rate ?? 0)],
      ].toSorted(),
    )
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('when paid, have a link to their label in the receipt and the booking email', async () => {
    const sender = booking().collection_contact
    const shipment = await p
      .guest()
      .send(
        shipmentsApi.create,
        booking({ collection_contact: { name: 'Naledi Guest', ...sender, email: 'naledi@example.com' } }),
      )
    const { payment_reference } = shipment
    await p.guest().send(paymentsApi.bobpayUrl, {
      key_value_pairs: [{ name: 'email', value: 'naledi@example.com' }],
      payment_method: 'credit-card',
      shipment_id: shipment.id,
      payment_reference,
    })
    await gateways.act(gateways.newest(), 'success')
    await p.settle()
    const own = mail.messages().filter(({ to }) => to.includes('naledi@example.com'))
    const withLabel = own.filter(({ text }) => text.includes(`Print label: `))
    expect(withLabel.map(({ text }) => text.includes(`/pay/${payment_reference}`))).toEqual([true, true])
    const print = (reference: string) =>
      errorOf(p.guest().send(shipmentsApi.label, { id: [shipment.id], payment_reference: reference }))
    expect((await print(payment_reference)).status).toBe(200)
    expect((await print('0cd8f7ed-aea5-44ae-8853-941f9e66d8ca')).status).toBe(404)
  })

  it('when unpaid, get a payment link by email, have no label, and send a message when they expire', async () => {
    const sender = { ...booking().collection_contact, name: 'Zanele', email: 'zanele@example.com' }
    const shipment = await p.guest().send(shipmentsApi.create, booking({ collection_contact: sender }))
    const { id, tracking_reference, payment_reference } = shipment
    await p.settle()
    const own = () => mail.messages().filter(({ to }) => to.includes('zanele@example.com'))
    expect(own().map(({ subject }) => subject)).toEqual([`${tracking_reference}: waiting for your payment`])
    expect(own()[0]?.text).toMatch(new RegExp(`Pay now: \\S+/pay/${payment_reference}`))
    const print = p.guest().send(shipmentsApi.label, { id: [id], payment_reference })
    expect(await errorOf(print)).toMatchObject({
      status: 400,
      message: `${tracking_reference} is not paid yet. You can print its label after payment.`,
    })
    const tracked = await p.guest().send(trackingApi.track, { tracking_reference: [tracking_reference] })
    expect(tracked.shipments[0]).toMatchObject({
      status: 'payment-pending',
      status_sentence: 'We are waiting for your payment.',
    })
    p.runtime.setNow(new Date(Date.now() + 31 * 86_400_000))
    try {
      await expireUnpaid(await jobOf(p))
      await p.settle()
    } finally {
      p.runtime.setNow(null)
    }
    expect(own().map(({ subject }) => subject)).toContain(`${tracking_reference}: expired`)
  })

  it('without an email address get the receipt by SMS once, unless the company switched it off', async () => {
    const staff = await p.staff()
    const receiptsTo = async (mobile: string) => {
      const contact = { name: 'Zanele', mobile_number: mobile, email: '' }
      const shipment = await p.guest().send(shipmentsApi.create, booking({ collection_contact: contact }))
      const { id, payment_reference } = shipment
      await p.guest().send(paymentsApi.bobpayUrl, {
        key_value_pairs: [],
        payment_method: 'credit-card',
        shipment_id: id,
        payment_reference,
      })
      await gateways.act(gateways.newest(), 'success')
      await gateways.act(gateways.newest(), 'success')
      await p.settle()
      const number = mobile.replace(/^0/, '27')
      const texts = sms.messages().flatMap(({ to, text }) => (to === number ? [text] : []))
      return { shipment, receipts: texts.filter((text) => text.includes('receipt')), all: texts.length }
    }
    const { shipment, receipts } = await receiptsTo('0825550177')
    expect(receipts).toEqual([
      expect.stringMatching(
        `: we received R [\\d,.]+, receipt PMT\\d+. Shipment ${shipment.tracking_reference} is paid and will be collected: https?://\\S+/s/\\w+$`,
      ),
    ])
    await staff.send(settingsApi.save, {
      settings: [
        { key: 'notify_sms_payment_receipt_guest', value: false },
        { key: 'notify_sms_payment_awaited_guest', value: false },
      ],
    })
    expect((await receiptsTo('0825550178')).all).toBe(0)
  })

  it('without an email address get the payment link by SMS, and a message when they expire after a failed payment', async () => {
    const collectionContact = { name: 'Zanele', mobile_number: '082 555 0199', email: '' }
    const shipment = await p
      .guest()
      .send(shipmentsApi.create, booking({ collection_contact: collectionContact }))
    const { tracking_reference, payment_reference } = shipment
    await p.settle()
    const sentTexts = () => sms.messages().flatMap(({ to, text }) => (to === '27825550199' ? [text] : []))
    const requests = sentTexts()
    expect(requests).toEqual([
      expect.stringMatching(
        `: please pay R [\\d,.]+ for booking ${tracking_reference} by .+: https?://\\S+/s/\\w+$`,
      ),
    ])
    const short = new URL(/\S+$/.exec(requests[0] ?? '')?.[0] ?? '')
    expect((await p.guest().http('GET', short.pathname)).headers['location']).toMatch(
      new RegExp(`/pay/${payment_reference}$`),
    )
    await p.guest().send(paymentsApi.bobpayUrl, {
      key_value_pairs: [],
      payment_method: 'credit-card',
      shipment_id: shipment.id,
      payment_reference,
    })
    const tried = gateways.newest()
    await gateways.act(tried, 'fail')
    expect(await statusOf(shipment.id)).toBe('payment-failed')
    p.runtime.setNow(new Date(Date.now() + 31 * 86_400_000))
    try {
      await expireUnpaid(await jobOf(p))
      await p.settle()
    } finally {
      p.runtime.setNow(null)
    }
    expect(await statusOf(shipment.id)).toBe('quote-expired')
    expect(sentTexts()).toContainEqual(
      expect.stringContaining(
        `: booking ${tracking_reference} was not paid in time and has expired. We will not collect it. Book again: `,
      ),
    )
    // Late money is still credited and listed, and staff who post payments are notified.
    const before = await balanceOf(p.guest_account_id)
    await gateways.act(tried, 'success')
    expect((await balanceOf(p.guest_account_id)) - before).toBe(shipment.rate)
    expect(await statusOf(shipment.id)).toBe('quote-expired')
    const [late] = await payments()
    expect(late).toMatchObject({
      status: 'complete',
      remark: 'The shipment was cancelled or had expired. The money is on the account.',
    })
    const { messages } = await (await p.staff()).send(inboxApi.messages, {})
    expect(messages[0]?.subject).toBe(`${late?.reference} arrived too late`)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('[PAY-037] [PAY-040] become payment-failed after a failed payment and payment-pending on retry, and stay payment-pending after a cancelled one', async () => {
    const shipment = await guestBooking()
    const ofShipment = { shipment_id: shipment.id, payment_reference: shipment.payment_reference }
    const start = () =>
      p
        .guest()
        .send(paymentsApi.bobpayUrl, { key_value_pairs: [], payment_method: 'credit-card', ...ofShipment })
    await start()
    await gateways.act(gateways.newest(), 'fail')
    expect(await statusOf(shipment.id)).toBe('payment-failed')
    await start()
    expect(await statusOf(shipment.id)).toBe('payment-pending')
    expect(await gateways.act(gateways.newest(), 'cancel')).toContain(
      `/shipments/payfast-cancelled?id=${shipment.id}`,
    )
    expect(await statusOf(shipment.id)).toBe('payment-pending')
  })

  it('cannot be paid or viewed without their payment reference', async () => {
    const shipment = await guestBooking()
    const start = (paymentReference: string | undefined, caller: Caller) =>
      errorOf(
        caller.send(paymentsApi.payfastSignature, {
          key_value_pairs: [],
          shipment_id: shipment.id,
          payment_reference: paymentReference,
        }),
      )
    const nobody = { status: 404, message: 'Shipment not found' }
    expect(await start(undefined, p.guest())).toEqual(nobody)
    expect(await start('00000000-0000-4000-8000-000000000000', p.guest())).toEqual(nobody)
    expect(await start(undefined, customer)).toEqual(nobody)
    expect(await errorOf(p.guest().send(paymentsApi.status, { shipment_id: shipment.id }))).toEqual(nobody)
  })

  it('can be paid through their link by a customer of another account, who returns to the shipment', async () => {
    const shipment = await guestBooking()
    const signed = await customer.send(paymentsApi.payfastSignature, {
      key_value_pairs: [],
      shipment_id: shipment.id,
      payment_reference: shipment.payment_reference,
    })
    const back = signed.fields.find(({ name }) => name === 'return_url')?.value ?? ''
    expect(new URL(back).searchParams.get('key')).toBe(shipment.payment_reference)
    await gateways.act(await gateways.sendForm(signed), 'success')
    await p.settle()
    expect(await statusOf(shipment.id)).toBe('collection-unassigned')
    expect(await balanceOf()).toBe(0)
    const { payment_reference } = shipment
    const seen = await customer.send(paymentsApi.status, { shipment_id: shipment.id, payment_reference })
    expect(seen.payment).toMatchObject({ status: 'complete' })
    const unknown = await customer.send(paymentsApi.status, { reference: 'anything' })
    expect(unknown.payment).toBeNull()
  })

  it('[PAY-049] [PAY-051] send provider, shipment and payment id to PayFast', async () => {
    const shipment = await guestBooking()
    const { fields, action } = await p.guest().send(paymentsApi.payfastSignature, {
      key_value_pairs: [],
      shipment_id: shipment.id,
      payment_reference: shipment.payment_reference,
    })
    const id = fields.find(({ name }) => name === 'm_payment_id')?.value
    expect(id).toMatch(new RegExp(`^${p.provider_id}-${shipment.id}-\\d+$`))
    expect(new URL(action).pathname).toBe('/eng/process')
    expect(realGateways().form_origins).toEqual([
      'https://www.payfast.co.za',
      'https://sandbox.payfast.co.za',
    ])
  })

  it('paid twice are settled once; the second payment stays on the account and staff are notified', async () => {
    const shipment = await guestBooking()
    const ofShipment = { shipment_id: shipment.id, payment_reference: shipment.payment_reference }
    const start = async () => {
      await p
        .guest()
        .send(paymentsApi.bobpayUrl, { key_value_pairs: [], payment_method: 'credit-card', ...ofShipment })
      return gateways.newest()
    }
    const [first, second] = [await start(), await start()]
    await gateways.act(first, 'success')
    await gateways.act(second, 'success')
    expect(await balanceOf(p.guest_account_id)).toBe(shipment.rate)
    const rows = await payments()
    expect(rows.map(({ status }) => status)).toEqual(['complete', 'complete'])
    expect(rows[0]?.remark).toBe('This had been paid before. The money is on the account.')
    const { messages } = await (await p.staff()).send(inboxApi.messages, {})
    expect(messages.some(({ subject }) => subject.endsWith('was paid twice'))).toBe(true)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('paid after cancellation stay cancelled; the money stays on the account', async () => {
    const shipment = await guestBooking()
    await p.guest().send(paymentsApi.bobpayUrl, {
      key_value_pairs: [],
      payment_method: 'credit-card',
      shipment_id: shipment.id,
      payment_reference: shipment.payment_reference,
    })
    const id = gateways.newest()
    await (await p.staff()).send(shipmentsApi.cancel, { id: shipment.id, message: 'No longer needed' })
    await gateways.act(id, 'success')
    expect(await statusOf(shipment.id)).toBe('cancelled')
    expect(await balanceOf(p.guest_account_id)).toBe(shipment.rate)
    expect((await payments())[0]?.remark).toContain('cancelled or had expired')
  })

  it('paid R 1.00 short stay payment-pending', async () => {
    const shipment = await guestBooking()
    await p.guest().send(paymentsApi.bobpayUrl, {
      key_value_pairs: [],
      payment_method: 'credit-card',
      shipment_id: shipment.id,
      payment_reference: shipment.payment_reference,
    })
    await gateways.act(gateways.newest(), 'wrong-amount')
    expect(await statusOf(shipment.id)).toBe('payment-pending')
    expect((await payments())[0]?.status).toBe('mismatch')
    const { id: shipmentId, payment_reference, rate } = shipment
    const { payment } = await p
      .guest()
      .send(paymentsApi.status, { shipment_id: shipmentId, payment_reference })
    expect(payment).toMatchObject({ status: 'mismatch', amount: rate, received: (rate ?? 0) - 100 })
    await p.settle()
    const receipt = mail.messages().find(({ subject }) => subject.startsWith('Receipt PMT'))
    expect(receipt?.text).toContain('R 1.00 is missing.')
  })
})

describe('payments that the gateway does not confirm', () => {
  const heldTopUp = async () => {
    await gateways.take(p, { payfast_sandbox: false, payfast_addresses: ['192.0.2.1'] })
    await gateways.act(await atPayfast(), 'success')
    const [payment] = await payments()
    return payment
  }

  it('are held without posting, and applied after the gateway confirms them', async () => {
    const held = await heldTopUp()
    expect(held).toMatchObject({ status: 'held', received: 200_00 })
    expect(await balanceOf()).toBe(0)
    p.runtime.setNow(new Date(Date.now() + 2 * 60_000))
    await pollGateways(await jobOf(p))
    p.runtime.setNow(null)
    expect((await payments())[0]?.status).toBe('complete')
    expect(await balanceOf()).toBe(200_00)
  })

  it('paid twice with one form while the gateway does not answer are both posted when it answers', async () => {
    const signed = await customer.send(paymentsApi.payfastSignature, { key_value_pairs: amountOf('200.00') })
    const [first, second] = [await gateways.sendForm(signed), await gateways.sendForm(signed)]
    gateways.answerWith(503)
    await gateways.act(first, 'success')
    await gateways.act(second, 'success')
    expect((await payments()).map(({ status }) => status)).toEqual(['held'])
    gateways.answerWith(null)
    for (const minutes of [2, 4]) {
      p.runtime.setNow(new Date(Date.now() + minutes * 60_000))
      await p.settle()
    }
    p.runtime.setNow(null)
    expect((await payments()).map(({ status }) => status)).toEqual(['complete', 'complete'])
    expect(await balanceOf()).toBe(400_00)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('are not held when the sender’s address belongs to a PayFast host name', async () => {
    await gateways.take(p, { payfast_sandbox: false, payfast_addresses: ['192.0.2.1'] })
    const played = p.runtime.runtime.adapters.get(gatewaysPort.name) as Gateways
    p.runtime.runtime.adapters.set(gatewaysPort.name, {
      ...played,
      by_name: {
        ...played.by_name,
        payfast: payfastGateway(
          () => gateways.url(),
          async () => ['192.0.2.7', '127.0.0.1'],
        ),
      },
    })
    await gateways.act(await atPayfast(), 'success')
    expect((await payments())[0]?.status).toBe('complete')
  })

  it('can be applied once by staff with a reason, and not by customers', async () => {
    const held = await heldTopUp()
    const staff = await p.staff()
    const apply = () => staff.send(paymentsApi.applyHeld, { id: held?.id ?? 0, reason: 'Seen at the bank' })
    const applied = await apply()
    expect(applied.status).toBe('complete')
    expect(applied.remark).toContain('Seen at the bank')
    expect(await balanceOf()).toBe(200_00)
    expect((await errorOf(apply())).message).toBe(
      'Only a held payment can be applied by hand; this one is complete.',
    )
    expect(
      (await errorOf(customer.send(paymentsApi.applyHeld, { id: held?.id ?? 0, reason: 'x' }))).status,
    ).toBe(403)
  })

  it('mark their shipment and prevent its cancellation while held', async () => {
    await gateways.take(p, { bobpay_sandbox: false, bobpay_addresses: ['192.0.2.1'] })
    const shipment = await guestBooking()
    await p.guest().send(paymentsApi.bobpayUrl, {
      key_value_pairs: [],
      payment_method: 'credit-card',
      shipment_id: shipment.id,
      payment_reference: shipment.payment_reference,
    })
    await gateways.act(gateways.newest(), 'success')
    const [held] = await payments()
    expect(held?.status).toBe('held')
    const staff = await p.staff()
    const cancel = staff.send(shipmentsApi.cancel, { id: shipment.id, message: 'No longer needed' })
    expect((await errorOf(cancel)).message).toContain('A payment for this shipment is being confirmed')
    const intervention = async () =>
      (await staff.send(shipmentsApi.detail, { id: shipment.id })).shipment.payment_intervention_status
    expect(await intervention()).toBe('held')
    await staff.send(paymentsApi.applyHeld, { id: held?.id ?? 0, reason: 'Seen at the bank' })
    expect(await intervention()).toBe('')
  })
})

describe('payments without a notification', () => {
  const topUpAt = async (gateway: 'payfast' | 'bobpay' | 'stitch'): Promise<unknown> => {
    if (gateway === 'payfast') return atPayfast()
    return gateway === 'bobpay'
      ? customer.send(paymentsApi.bobpayUrl, { key_value_pairs: amountOf('200'), payment_method: 'pay-shap' })
      : customer.send(paymentsApi.stitchUrl, { key_value_pairs: [{ name: 'quantity', value: '200' }] })
  }
  it.each(['payfast', 'bobpay', 'stitch'] as const)(
    'are found by polling %s after 15 minutes and applied',
    async (gateway) => {
      await topUpAt(gateway)
      const other = await newProvider()
      await gateways.take(other)
      await gateways.act(gateways.newest(), 'success')
      await gateways.take(p)
      await pollGateways(await jobOf(p))
      expect(await balanceOf()).toBe(0)
      p.runtime.setNow(new Date(Date.now() + 16 * 60_000))
      await pollGateways(await jobOf(p))
      p.runtime.setNow(null)
      expect(await balanceOf()).toBe(200_00)
    },
  )

  it.each(['payfast', 'bobpay', 'stitch'] as const)(
    'in another currency are held when polling %s finds them',
    async (gateway) => {
      await topUpAt(gateway)
      await gateways.take(await newProvider())
      await gateways.act(gateways.newest(), 'foreign-currency')
      await gateways.take(p)
      p.runtime.setNow(new Date(Date.now() + 16 * 60_000))
      await pollGateways(await jobOf(p))
      p.runtime.setNow(null)
      expect((await payments())[0]).toMatchObject({ status: 'held', held_reason: 'currency' })
      expect(await balanceOf()).toBe(0)
    },
  )

  it('expire after a day, and late money is still accepted', async () => {
    const id = await atPayfast()
    p.runtime.setNow(new Date(Date.now() + 25 * 3_600_000))
    await pollGateways(await jobOf(p))
    p.runtime.setNow(null)
    expect((await payments())[0]?.status).toBe('expired')
    await gateways.act(id, 'success')
    expect((await payments())[0]?.status).toBe('complete')
    expect(await balanceOf()).toBe(200_00)
  })
})

describe('payment methods', () => {
  it('[PAY-012] list those of Bob Pay for an account code, each with its status', async () => {
    const { payment_methods } = await p.guest().send(paymentsApi.publicMethods, { account_code: 'STA001' })
    expect(payment_methods).toContainEqual({ name: 'credit-card', status: 'active' })
    const unknown = await p.guest().send(paymentsApi.publicMethods, { account_code: 'NOBODY' })
    expect(unknown.payment_methods).toContainEqual({ name: 'credit-card', status: 'inactive' })
  })

  it('[API-014] are available under /v2', async () => {
    const reply = await p.guest().http('GET', '/v2/payments/payment-methods/public?account_code=STA001')
    expect(reply.status).toBe(200)
    expect(reply.body).toHaveProperty('payment_methods')
  })

  it('[SET-064] [SET-065] [SET-111] are enabled separately for top-ups and for shipments', async () => {
    await gateways.take(p, { payment_methods_bobpay_topup_enabled: false, payfast_enabled: false })
    const topUp = await customer.send(paymentsApi.ways, { purpose: 'topup' })
    expect(topUp.ways.map(({ gateway }) => gateway)).not.toContain('bobpay')
    expect(topUp.ways.map(({ key }) => key)).toContain('eft')
    const shipment = await p.guest().send(paymentsApi.ways, { purpose: 'shipment' })
    expect(shipment.ways.map(({ key }) => key)).toContain('credit-card')
    expect(shipment.ways.map(({ key }) => key)).not.toContain('eft')
    expect(
      await errorOf(
        customer.send(paymentsApi.bobpayUrl, {
          key_value_pairs: amountOf('200'),
          payment_method: 'credit-card',
        }),
      ),
    ).toEqual({ status: 400, message: 'Paying by Card is not offered here. Choose another way to pay.' })
  })

  it('[SET-061] [SET-062] [SET-066] are PayFast, Bob Pay, Stitch, a custom page and EFT, each enabled by its setting; gateway secrets are masked', async () => {
    const off = {
      payment_methods_payfast_topup_enabled: false,
      payment_methods_bobpay_topup_enabled: false,
      payment_methods_stitch_topup_enabled: false,
      payment_methods_eft_enabled: false,
      payment_methods_custom_enabled: false,
    }
    const offered = async () => {
      const { ways, custom, eft } = await customer.send(paymentsApi.ways, { purpose: 'topup' })
      return { gateways: new Set(ways.map(({ gateway }) => gateway)), ways, custom, eft }
    }
    await gateways.take(p, off)
    expect((await offered()).ways).toEqual([])
    for (const gateway of ['payfast', 'bobpay', 'stitch'] as const) {
      const enabled = `payment_methods_${gateway}_topup_enabled`
      await gateways.take(p, { ...off, [enabled]: true, [`${gateway}_topup_limit`]: 777 })
      const { gateways: named, ways } = await offered()
      expect([...named]).toEqual([gateway])
      expect(ways.map(({ limit }) => limit)).toEqual(ways.map(() => 777_00))
    }
    await gateways.take(p, { ...off, payment_methods_eft_enabled: true, eft_account_number: '62555014880' })
    expect((await offered()).eft).toMatchObject({ account_number: '62555014880' })
    await gateways.take(p, {
      ...off,
      payment_methods_custom_enabled: true,
      custom_topup_name: 'Pay at the till',
      custom_topup_url: 'https://pay.example/now',
    })
    expect((await offered()).custom).toMatchObject({ url: 'https://pay.example/now' })
    const staff = await p.staff()
    for (const key of [
      'payfast_merchant_key',
      'payfast_passphrase',
      'bobpay_api_key',
      'stitch_client_secret',
    ]) {
      const { settings } = await staff.send(settingsApi.list, { setting: key })
      expect(
        settings.map(({ value }) => value),
        key,
      ).toEqual(['***'])
    }
  })

  it('are not offered while credentials are missing', async () => {
    await gateways.take(p, { payfast_sandbox: false, payfast_passphrase: '' })
    const { ways } = await customer.send(paymentsApi.ways, { purpose: 'topup' })
    expect(ways.map(({ key }) => key)).not.toContain('eft')
  })

  it('[PAY-030] [SET-063] include the bank details for manual EFT', async () => {
    await gateways.take(p, {
      payment_methods_eft_enabled: true,
      eft_bank_name: 'Protea Mutual Bank',
      eft_branch_code: '470999',
      eft_account_type: 'Cheque',
      eft_account_number: '62555014880',
    })
    const { eft } = await customer.send(paymentsApi.ways, { purpose: 'topup' })
    expect(eft).toMatchObject({
      bank: 'Protea Mutual Bank',
      branch_code: '470999',
      account_type: 'Cheque',
      account_number: '62555014880',
    })
  })

  const allOfBobpay = ['card', 'instant-eft', 'manual-eft', 'capitec-pay', 'scan-to-pay', 'pay-shap']
  const ownPage = {
    payment_methods_custom_enabled: true,
    custom_topup_name: 'Debit order',
    custom_topup_url: 'https://pay.fynbos.example/{account_code}?for={amount}',
    custom_topup_image: '',
  }
  const keysFor = async (purpose: 'topup' | 'shipment') =>
    (await (purpose === 'topup' ? customer : p.guest()).send(paymentsApi.ways, { purpose })).ways.map(
      ({ key }) => key,
    )

  it('[PAY-001] [PAY-002] [PAY-007] [PAY-014] are eight in order, each enabled by its setting, with Stitch as one method for card and EFT', async () => {
    await gateways.take(p, { bobpay_methods: allOfBobpay })
    expect(await keysFor('topup')).toEqual([
      'credit-card',
      'instant-eft',
      'manual-eft',
      'capitec-pay',
      'pay-shap',
      'scan-to-pay',
      'eft',
      'stitch',
    ])
    const { ways } = await customer.send(paymentsApi.ways, { purpose: 'topup' })
    const labels = Object.fromEntries(ways.map(({ key, label }) => [key, label]))
    expect(labels).toMatchObject({ 'credit-card': 'Card', eft: 'PayFast', stitch: 'Stitch' })
    expect(ways.find(({ key }) => key === 'stitch')).toMatchObject({ gateway: 'stitch', has_cards: true })
    await gateways.take(p, {
      bobpay_methods: ['card'],
      stitch_enabled: false,
      payment_methods_stitch_topup_enabled: false,
    })
    expect(await keysFor('topup')).toEqual(['credit-card', 'eft'])
    expect(await keysFor('shipment')).toEqual(['credit-card', 'eft'])
  })

  it('[PAY-008] [PAY-009] [PAY-010] include a custom page and manual EFT for top-ups, and manual EFT for shipments only when not hidden', async () => {
    await gateways.take(p, { ...ownPage, bobpay_methods: ['card', 'manual-eft'] })
    expect(await keysFor('topup')).toEqual(['credit-card', 'manual-eft', 'eft', 'stitch', 'custom'])
    const { custom } = await customer.send(paymentsApi.ways, { purpose: 'topup' })
    expect(custom).toEqual({ name: 'Debit order', url: ownPage.custom_topup_url, image: '' })
    expect(await keysFor('shipment')).toEqual(['credit-card', 'eft', 'stitch'])
    expect((await p.guest().send(paymentsApi.ways, { purpose: 'shipment' })).custom).toBeNull()
    await gateways.take(p, { hide_manual_eft_for_shipments: false, bobpay_methods: ['card', 'manual-eft'] })
    expect(await keysFor('shipment')).toEqual(['credit-card', 'manual-eft', 'eft', 'stitch'])
  })

  it('[PAY-003] [PAY-004] [PAY-005] [PAY-052] are started by their top-up value and stored with method and source', async () => {
    await gateways.take(p, { bobpay_methods: allOfBobpay })
    const start = (paymentMethod: string) =>
      customer.send(paymentsApi.bobpayUrl, {
        key_value_pairs: amountOf('200'),
        payment_method: paymentMethod,
      })
    for (const [value, method] of [
      ['bob_pay_credit_card', 'credit-card'],
      ['instant_eft', 'instant-eft'],
      ['manual_eft', 'manual-eft'],
      ['capitec_pay', 'capitec-pay'],
      ['pay_shap', 'pay-shap'],
      ['scan_to_pay', 'scan-to-pay'],
    ] as const) {
      expect((await start(value)).data?.redirect_url).toMatch(/^http/)
      expect((await payments())[0]).toMatchObject({ source: 'bobpay-topup', method })
    }
    // A custom payment page is outside our system, so no payment is started for it.
    for (const value of ['custom', 'cheque'])
      expect(await errorOf(start(value))).toEqual({
        status: 400,
        message: `${value} is not a way to pay. Choose one that is offered.`,
      })
    const { id, payment_reference } = await guestBooking()
    const paid = { shipment_id: id, payment_reference }
    const card = await p
      .guest()
      .send(paymentsApi.bobpayUrl, { key_value_pairs: [], payment_method: 'credit-card', ...paid })
    expect(card.data?.redirect_url).toMatch(/^http/)
    await p.guest().send(paymentsApi.stitchUrl, { key_value_pairs: [], ...paid })
    await p.guest().send(paymentsApi.payfastSignature, { key_value_pairs: [], ...paid })
    await atPayfast()
    await customer.send(paymentsApi.stitchUrl, { key_value_pairs: [{ name: 'quantity', value: '200' }] })
    await (
      await p.staff()
    ).send(billingApi.post, { account_id, type: 'payment', amount: 5_00, description: 'At the till' })
    const sources = (await payments()).map(({ source }) => source)
    expect(new Set(sources)).toEqual(new Set(payment_sources))
    expect(sources.slice(0, 6)).toEqual([
      'manual',
      'stitch-topup',
      'payfast-topup',
      'payfast',
      'stitch',
      'bobpay',
    ])
  })

  it('[PAY-022] [PAY-023] have a limit for each gateway and a common minimum', async () => {
    await gateways.take(p, { bobpay_topup_limit: 300, payfast_topup_limit: 400, stitch_topup_limit: 500 })
    const over = 'The amount you have specified is more than the maximum allowed limit.'
    const bobpay = (amount: string) =>
      errorOf(
        customer.send(paymentsApi.bobpayUrl, {
          key_value_pairs: amountOf(amount),
          payment_method: 'credit-card',
        }),
      )
    const payfast = (amount: string) =>
      errorOf(customer.send(paymentsApi.payfastSignature, { key_value_pairs: amountOf(amount) }))
    const stitch = (value: string) =>
      errorOf(customer.send(paymentsApi.stitchUrl, { key_value_pairs: [{ name: 'quantity', value }] }))
    for (const [topUp, limit] of [
      [bobpay, 300],
      [payfast, 400],
      [stitch, 500],
    ] as const) {
      expect((await topUp(`${limit}.00`)).status).toBe(200)
      expect((await topUp(`${limit}.01`)).message).toBe(over)
      expect((await topUp('4.99')).message).toBe('The smallest top-up is R 5.00.')
      expect((await topUp('5')).status).toBe(200)
    }
    const { ways } = await customer.send(paymentsApi.ways, { purpose: 'topup' })
    const limits = Object.fromEntries(ways.map(({ key, limit }) => [key, limit]))
    expect(limits).toMatchObject({ 'credit-card': 300_00, eft: 400_00, stitch: 500_00 })
  })

  it('expose no secrets', async () => {
    const { ways } = await customer.send(paymentsApi.ways, { purpose: 'topup' })
    expect(JSON.stringify(ways)).not.toMatch(/stand-in-|jt7NOE|whsec/)
  })
})

describe('shipment billing', () => {
  it('[SHIP-003] charges the balance or takes card and instant EFT; staff manage collections, invoices and credit notes', async () => {
    await gateways.act(await atPayfast('1000.00'), 'success')
    const charged = await customer.send(shipmentsApi.create, booking())
    expect(await balanceOf()).toBe(1000_00 - (charged.rate ?? 0))
    for (const paymentMethod of ['credit-card', 'instant-eft']) {
      const shipment = await guestBooking()
      await p.guest().send(paymentsApi.bobpayUrl, {
        key_value_pairs: amountOf('1.00'),
        payment_method: paymentMethod,
        shipment_id: shipment.id,
        payment_reference: shipment.payment_reference,
      })
      await gateways.act(gateways.newest(), 'success')
      expect(['collection-assigned', 'collection-unassigned']).toContain(await statusOf(shipment.id))
    }
    const staff = await p.staff()
    await staff.send(shipmentsApi.change, {
      id: charged.id,
      status: 'collected',
      metadata: { tracking_info: { message: 'Fetched' } },
    })
    const { collection_address, collection_contact } = booking()
    const request = await staff.send(collectionsApi.create, {
      account_id,
      address: collection_address ?? charged.collection_address,
      contact: collection_contact ?? {},
      date: dayOf(new Date(Date.now() + 60 * 86_400_000)),
      expected_parcels: 4,
      expected_kg: 12,
    })
    expect(request).toMatchObject({ account_id })
    const fee = { account_id, amount: 115_00, description: 'Waiting time' }
    const debit = await staff.send(billingApi.post, { ...fee, type: 'admin-debit' })
    const { invoices } = await staff.send(billingApi.runInvoices, { account_id })
    expect(invoices).toMatchObject([{ total: (charged.rate ?? 0) + 115_00 }])
    await staff.send(billingApi.post, { ...fee, type: 'admin-credit', reverses_id: debit.id })
    const { credit_notes } = await staff.send(billingApi.creditNotes, { account_id })
    expect(credit_notes).toMatchObject([{ total: 115_00, invoice_id: invoices[0]?.id }])
    const trail = await staff.send(auditApi.events, { type: 'shipment', object_id: String(charged.id) })
    expect(trail.audit_events.map(({ action }) => action)).toContain('created')
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })
})

describe('paying a shipment from the account', () => {
  const unpaid = async () => customer.send(shipmentsApi.create, booking({ save_as: 'payment-pending' }))
  const topUp = async (amount: number) =>
    (await p.staff()).send(billingApi.post, { account_id, type: 'payment', amount, description: 'Top-up' })

  it.each(['payment-pending', 'quote'] as const)(
    '[PAY-032] [PAY-033] submits and charges a shipment with status %s when the balance covers it, and rejects it otherwise',
    async (saveAs) => {
      const shipment = await customer.send(shipmentsApi.create, booking({ save_as: saveAs }))
      expect(shipment.status).toBe(saveAs)
      const rate = shipment.rate ?? 0
      const pay = () => customer.send(paymentsApi.payShipment, { id: shipment.id, rate })
      await topUp(rate - 1)
      expect((await errorOf(pay())).message).toBe('Insufficient funds. Please top up your account.')
      await topUp(1)
      await pay()
      expect(['collection-assigned', 'collection-unassigned']).toContain(await statusOf(shipment.id))
      expect(await balanceOf()).toBe(0)
      expect((await errorOf(pay())).message).toContain('there is nothing to pay')
      expect(await balanceOf()).toBe(0)
    },
  )

  it('gives access by payment reference alone, but not by tracking reference or from another company', async () => {
    const shipment = await unpaid()
    const readMethods = (paymentReference: string, of = p) =>
      of.guest().send(paymentsApi.ways, { purpose: 'shipment', payment_reference: paymentReference })
    const { shipment: seen } = await readMethods(shipment.payment_reference)
    expect(seen).toMatchObject({ id: shipment.id, is_payable: true, available: null })
    const other = await newProvider()
    const refused = await Promise.all([
      errorOf(readMethods('0cd8f7ed-aea5-44ae-8853-941f9e66d8ca')),
      errorOf(readMethods(shipment.tracking_reference)),
      errorOf(readMethods(shipment.payment_reference, other)),
    ])
    const unknown = { status: 404, message: 'Shipment not found' }
    expect(refused).toEqual([unknown, unknown, unknown])
  })

  it('[SET-072] without pay as you go, a prepaid booking requires enough funds at once', async () => {
    await gateways.take(p, { pay_as_you_go: false })
    expect((await errorOf(unpaid())).message).toBe('Insufficient funds. Please top up your account.')
  })

  it('lets a postpaid customer over the credit limit pay for a single booking; within the limit it is booked on account', async () => {
    const open = await p.given.account({ account_type: 'postpaid', credit_limit: 100_000_00 })
    const short = await p.given.account({ account_type: 'postpaid', credit_limit: 0 })
    const book = async (id: number, saveAs?: 'payment-pending') =>
      (await p.owner(id)).send(shipmentsApi.create, booking(saveAs ? { save_as: saveAs } : {}))
    expect((await book(short.id, 'payment-pending')).status).toBe('payment-pending')
    expect((await errorOf(book(short.id))).message).toBe('Insufficient funds. Please top up your account.')
    expect((await book(open.id, 'payment-pending')).status).not.toBe('payment-pending')
  })

  it('[SET-072] [SET-073] [PAY-040] leaves the balance unchanged when the shipment is paid through a gateway', async () => {
    await topUp(5_00)
    const shipment = await unpaid()
    const { signature, ...signed } = await customer.send(paymentsApi.payfastSignature, {
      key_value_pairs: [],
      shipment_id: shipment.id,
    })
    await gateways.act(await gateways.sendForm({ signature, ...signed }), 'success')
    expect(['collection-assigned', 'collection-unassigned']).toContain(await statusOf(shipment.id))
    expect(await balanceOf()).toBe(5_00)
  })

  it('pays one of ten concurrent requests when the balance covers one', async () => {
    const shipments = await Promise.all(Array.from({ length: 10 }, unpaid))
    const rate = shipments[0]?.rate ?? 0
    await topUp(rate)
    const answers = await Promise.all(
      shipments.map(({ id }) => errorOf(customer.send(paymentsApi.payShipment, { id, rate }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await balanceOf()).toBe(0)
  })

  it('[PAY-036] is rejected for staff and for another account', async () => {
    const shipment = await unpaid()
    const pay = (caller: Caller) =>
      errorOf(caller.send(paymentsApi.payShipment, { id: shipment.id, rate: shipment.rate ?? 0 }))
    expect(await pay(await p.staff())).toEqual({
      status: 403,
      message: 'Staff cannot pay a shipment from an account.',
    })
    expect((await pay(await p.owner())).status).toBe(404)
  })

  it('[PAY-037] returns 409 when the price differs from the agreed one', async () => {
    const shipment = await unpaid()
    await topUp(100_000_00)
    const refused = await errorOf(customer.send(paymentsApi.payShipment, { id: shipment.id, rate: 1_00 }))
    expect(refused.status).toBe(409)
    expect(refused.message).toMatch(/^The price has changed from R 1.00 to R/)
  })

  it('[PAY-032] [PAY-037] prices an expired quote again, and accepts it at the new price', async () => {
    const quote = await customer.send(shipmentsApi.create, booking({ save_as: 'quote' }))
    await p.inTransaction(async (ctx) => {
      await enterStatus(ctx, await lockShipment(ctx, quote.id), { to: 'quote-expired' })
      await ctx.db.updateTable('shipment').set({ rate: 1_00 }).where('id', '=', quote.id).execute()
    })
    await topUp(100_000_00)
    const pay = (rate: number) => errorOf(customer.send(paymentsApi.payShipment, { id: quote.id, rate }))
    expect((await pay(1_00)).message).toMatch(/^The price has changed from R 1.00 to R/)
    expect((await pay(quote.rate ?? 0)).status).toBe(200)
    expect(['collection-assigned', 'collection-unassigned']).toContain(await statusOf(quote.id))
    expect(await balanceOf()).toBe(100_000_00 - (quote.rate ?? 0))
  })
})

it('the search box opens a payment by its number for staff, but not for customers', async () => {
  await customer.send(paymentsApi.stitchUrl, { key_value_pairs: [{ name: 'quantity', value: '200' }] })
  const [payment] = await payments()
  const searchQuery = payment?.reference ?? ''
  expect(await (await p.staff()).send(searchApi.navSearch, { search_query: searchQuery })).toEqual({
    type: 'payment',
    data: { id: payment?.id, reference: searchQuery },
    count: 1,
  })
  expect((await errorOf(customer.send(searchApi.navSearch, { search_query: searchQuery }))).status).toBe(404)
})

describe('saved cards', () => {
  const saveCard = async (
    action: 'success' | 'fail' = 'success',
    setup: 'is_saved_card_setup' | 'set_as_default_payment_setup' = 'is_saved_card_setup',
  ) => {
    await customer.send(paymentsApi.bobpayUrl, {
      key_value_pairs: [],
      payment_method: 'bob_pay_credit_card',
      [setup]: true,
    })
    return gateways.act(gateways.newest(), action)
  }

  it('[PAY-061] are saved at Bob Pay and returned without the full number, the first one or the requested one as default', async () => {
    expect(await saveCard()).toContain('card_saved=success')
    const { cards } = await customer.send(paymentsApi.cards, {})
    expect(cards).toMatchObject([
      { last_digits: '4242', association: 'Visa', expiry: '12/29', is_default: true },
    ])
    expect(await balanceOf()).toBe(0)
    expect(await saveCard('fail')).toContain('card_saved=failed')
    expect((await customer.send(paymentsApi.cards, {})).cards).toHaveLength(1)
    await saveCard('success', 'set_as_default_payment_setup')
    const both = (await customer.send(paymentsApi.cards, {})).cards
    expect(both.map(({ id, is_default }) => [id === cards[0]?.id, is_default]).toSorted()).toEqual([
      [false, true],
      [true, false],
    ])
  })

  it('[ACC-003] the default card is visible on the account with its last digits, but not to users without billing access', async () => {
    const shown = async (who: Caller) => {
      const { accounts } = await who.send(accountsApi.list, { id: [account_id] })
      return accounts[0]?.account_billing_card_information
    }
    expect(await shown(customer)).toBeUndefined()
    await saveCard()
    const { cards } = await customer.send(paymentsApi.cards, {})
    const card = {
      saved_card_id: String(cards[0]?.id),
      card_pan: '************4242',
      card_association: 'Visa',
    }
    expect(await shown(customer)).toEqual(card)
    const staff = await p.staff()
    expect(await shown(staff)).toEqual(card)
    expect(await shown(await p.user(role_ids.account_user_no_billing, { account_id }))).toBeUndefined()
    await customer.send(paymentsApi.removeCard, { id: cards[0]?.id ?? 0 })
    expect(await shown(staff)).toBeUndefined()
  })

  it('[PAY-004] [PAY-026] [PAY-027] [PAY-042] [PAY-059] can pay only when stored, with a CVV of 3 or 4 digits', async () => {
    const pay = (id: number, cvv: string) =>
      errorOf(
        customer.send(paymentsApi.bobpayUrl, {
          key_value_pairs: [
            ...amountOf('200'),
            { name: 'saved_card_id', value: String(id) },
            { name: 'pan', value: '************4242' },
            { name: 'reference', value: 'OVB014' },
            { name: 'cvv', value: cvv },
          ],
          payment_method: 'bob_pay_saved_credit_card',
        }),
      )
    expect(await pay(1, '123')).toEqual({ status: 400, message: 'No saved card found.' })
    await saveCard()
    const id = (await customer.send(paymentsApi.cards, {})).cards[0]?.id ?? 0
    expect((await pay(id, '12')).message).toBe('The CVV has 3 or 4 digits.')
    expect((await pay(id, '12345')).message).toBe('The CVV has 3 or 4 digits.')
    expect((await pay(id, '12a')).message).toBe('The CVV has digits only.')
    expect((await pay(id, '')).message).toBe('Enter the CVV of your card.')
    expect((await pay(id, '1234')).status).toBe(200)
    expect((await pay(id, '123')).status).toBe(200)
    expect((await payments())[0]).toMatchObject({ source: 'bobpay-topup', method: 'credit-card' })
    await gateways.act(gateways.newest(), 'success')
    expect(await balanceOf()).toBe(200_00)
  })

  it('can be removed by their own account only, and the remaining card becomes the default', async () => {
    await saveCard()
    await saveCard()
    const { cards } = await customer.send(paymentsApi.cards, {})
    const id = cards[0]?.id ?? 0
    expect((await errorOf((await p.owner()).send(paymentsApi.removeCard, { id }))).status).toBe(404)
    await customer.send(paymentsApi.chooseCard, { id: cards[1]?.id ?? 0 })
    await customer.send(paymentsApi.removeCard, { id: cards[1]?.id ?? 0 })
    const left = await customer.send(paymentsApi.cards, {})
    expect(left.cards).toMatchObject([{ id, is_default: true }])
  })
})

describe('credential test', () => {
  const test = async (gateway: 'payfast' | 'bobpay' | 'stitch', values = {}) =>
    (await p.staff()).send(paymentsApi.testCredentials, { gateway, values })

  it('reports for each gateway whether stored or typed credentials are valid', async () => {
    for (const gateway of ['payfast', 'bobpay', 'stitch'] as const)
      expect((await test(gateway, { stitch_client_secret: '***' })).works).toBe(true)
    const wrong = await test('stitch', { stitch_client_secret: 'other' })
    expect(wrong).toEqual({
      works: false,
      message: 'Stitch did not accept these credentials. It said: invalid_client.',
    })
    expect((await test('payfast', { payfast_passphrase: 'other' })).works).toBe(false)
    expect((await test('bobpay', { bobpay_api_key: '' })).message).toBe(
      'We cannot check with Bob Pay yet. Missing: Bob Pay key.',
    )
    gateways.answerWith(500)
    expect((await test('stitch')).message).toBe('Stitch did not answer. Try again in a moment.')
  })

  it('is rejected with 403 for customers', async () => {
    expect(
      (await errorOf(customer.send(paymentsApi.testCredentials, { gateway: 'payfast', values: {} }))).status,
    ).toBe(403)
  })
})

describe('sender addresses of a gateway', () => {
  it('are resolved at most every ten minutes, and kept when a lookup fails', async () => {
    const answers: Record<string, string[]> = {
      'a.test': ['192.0.2.1', '192.0.2.2'],
      'b.test': ['192.0.2.3'],
    }
    let lookups = 0
    let minutes = 0
    const resolve = async (host: string): Promise<string[]> => {
      lookups += 1
      const found = answers[host]
      if (!found) throw new Error('no answer')
      return found
    }
    const senders = senderAddresses(['a.test', 'b.test', 'c.test'], resolve, () => minutes * 60_000)
    expect(await senders()).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    minutes = 9
    await senders()
    expect(lookups).toBe(3)
    minutes = 10
    answers['a.test'] = ['192.0.2.9']
    delete answers['b.test']
    expect(await senders()).toEqual(['192.0.2.9', '192.0.2.3'])
  })
})
