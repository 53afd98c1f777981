import type { Cents } from '@waybill/domain/kit/money'
import { billingApi } from '@waybill/domain/billing/api'
import { gateway_names, type GatewayName } from '@waybill/domain/payments/gateway-list'
import { paymentsApi } from '@waybill/domain/payments/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { fakeGateways, type FakeGateways } from '../../../server/dev/fakes/payments/index.ts'
import { paying_settings } from '../../../server/dev/test-kit/paying-settings.ts'
import {
  booking,
  newProvider,
  type Caller,
  type TestProvider,
} from '../../../server/dev/test-kit/provider.ts'
import { openTestRuntime } from '../../../server/dev/test-kit/runtime.ts'
import { gatewaysPort, realGateways } from '../../../server/src/payments/index.ts'
import { planAt, type Plan } from './plans.ts'

/** How many accounts top up, and how many payables are made at the same time. */
const account_count = 20
const lanes = 4
/** What each account owes by invoice before anything is paid. */
const owed: readonly Cents[] = [115_00, 230_00, 57_51]

/** One try to pay at a gateway. */
export interface Attempt {
  gateway: GatewayName
  /** The id of the payment at the fake. */
  fake_id: string
  custom_id: string
}

/** Something that can be paid, and what its payer does. */
export interface Payable {
  kind: 'top-up' | 'guest shipment' | 'quote'
  plan: Plan
  account_id: number
  shipment_id: number | null
  price: Cents
  email: string
  attempts: Attempt[]
  /** Whether staff took the money at the counter, or cancelled the shipment. */
  is_taken_at_counter: boolean
  is_cancelled: boolean
}

/** A company that takes payments through all gateways, with everything that will be paid. */
export interface PayingCompany {
  p: TestProvider
  staff: Caller
  fake: FakeGateways
  payables: Payable[]
  /** The address of its database. */
  url: string
}

interface Customer {
  owner: Caller
  account_id: number
}

/** Makes the company in a new database on the server in `TEST_DATABASE_URL`. */
export async function makePayables(count: number, random: () => number): Promise<PayingCompany> {
  const fake = await fakeGateways({
    host: '127.0.0.1',
    http_port: 0,
    send: async () => undefined,
    max_stored: count * 3,
  })
  const runtime = await openTestRuntime()
  const p = await newProvider(paying_settings, runtime)
  runtime.runtime.adapters.set(gatewaysPort.name, realGateways(fake.url))
  const staff = await p.staff()
  const customers: Customer[] = []
  while (customers.length < account_count) {
    const { id } = await p.given.account({ account_type: 'prepaid', credit_limit: 0 })
    customers.push({ owner: await p.owner(id), account_id: id })
    for (const amount of owed) {
      await staff.send(billingApi.post, {
        account_id: id,
        type: 'admin-debit',
        amount,
        description: 'Storage',
      })
      await staff.send(billingApi.runInvoices, { account_id: id })
    }
  }
  const places = Array.from({ length: count }, () => ({ plan: planAt(random()), at: random() }))
  const payables: Payable[] = []
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let at = lane; at < count; at += lanes) {
        const { plan, at: place } = places[at]!
        const customer = customers[at % account_count]!
        payables[at] = await makePayable(p, { fake, customer, plan, place, number: at })
      }
    }),
  )
  // The gateways reach the company by the address of this machine.
  const { pool } = runtime.runtime
  await pool.query("UPDATE provider SET origins = origins || '{127.0.0.1}' WHERE id = $1", [p.provider_id])
  return {
    p,
    staff,
    fake,
    payables,
    url: String((pool.options as { connectionString?: string }).connectionString),
  }
}

interface NewPayable {
  fake: FakeGateways
  customer: Customer
  plan: Plan
  /** From 0 to 1: chooses the kind, the gateway and the amount. */
  place: number
  number: number
}

async function makePayable(
  p: TestProvider,
  { fake, customer, plan, place, number }: NewPayable,
): Promise<Payable> {
  const kinds = plan.meanwhile
    ? (['guest shipment'] as const)
    : (['top-up', 'guest shipment', 'quote'] as const)
  const kind = kinds[number % kinds.length]!
  const email = `payer-${number}@example.com`
  const gateways = plan.gateways ?? gateway_names
  const first = Math.floor(place * gateways.length)
  const tries = plan.pays ? 2 : 1
  const used = Array.from({ length: tries }, (_, nth) =>
    plan.pays === 'at two gateways' ? gateways[(first + nth) % gateways.length]! : gateways[first]!,
  )
  // Each guest has an address of its own: few bookings an hour are taken from one.
  const guest = p.guest(`10.0.${number >> 8}.${number & 255}`)
  const shipment = await book(guest, kind, customer, email)
  const price = shipment ? (shipment.rate ?? 0) : 5_00 + Math.floor(place * 1_000_00)
  const payer = kind === 'guest shipment' ? guest : customer.owner
  const attempts: Attempt[] = []
  let form: (() => Promise<string>) | null = null
  for (const gateway of used) {
    const started: Started = form
      ? { page: await form(), again: form }
      : await start(payer, { gateway, price, email, shipment })
    if (plan.pays === 'the same form twice') form = started.again
    const fakeId = /\/pay\/([\w-]+)/.exec(started.page)?.[1] ?? ''
    const customId = fake.payments().find(({ id }) => id === fakeId)?.custom_id ?? ''
    attempts.push({ gateway, fake_id: fakeId, custom_id: customId })
  }
  return {
    kind,
    plan,
    account_id: kind === 'guest shipment' ? p.guest_account_id : customer.account_id,
    shipment_id: shipment?.id ?? null,
    price,
    email,
    attempts,
    is_taken_at_counter: false,
    is_cancelled: false,
  }
}

async function book(
  guest: Caller,
  kind: Payable['kind'],
  { owner }: Customer,
  email: string,
): Promise<Shipment | null> {
  if (kind === 'top-up') return null
  const contact = { name: 'Riaan Jooste', mobile_number: '0215550142', email }
  if (kind === 'quote')
    return owner.send(shipmentsApi.create, booking({ save_as: 'quote', collection_contact: contact }))
  return guest.send(shipmentsApi.create, booking({ collection_contact: contact }))
}

interface Started {
  /** The page of the gateway. */
  page: string
  /** Sends the same form again, and returns the page. */
  again: () => Promise<string>
}

/** Starts a payment as the browser of the payer does. */
async function start(
  payer: Caller,
  about: { gateway: GatewayName; price: Cents; email: string; shipment: Shipment | null },
): Promise<Started> {
  const { gateway, price, email, shipment } = about
  const ofShipment = shipment
    ? { shipment_id: shipment.id, payment_reference: shipment.payment_reference }
    : {}
  const input = {
    key_value_pairs: [
      { name: gateway === 'stitch' ? 'quantity' : 'amount', value: (price / 100).toFixed(2) },
      { name: 'email', value: email },
    ],
    ...ofShipment,
  }
  if (gateway === 'payfast') {
    const { action, fields, merchant_id, merchant_key, signature } = await payer.send(
      paymentsApi.payfastSignature,
      input,
    )
    const form = new URLSearchParams([
      ...fields.map(({ name, value }) => [name, value]),
      ['merchant_id', merchant_id],
      ['merchant_key', merchant_key],
      ['signature', signature],
    ])
    const again = async (): Promise<string> => {
      const answer = await fetch(action, { method: 'POST', body: form, redirect: 'manual' })
      return answer.headers.get('location') ?? ''
    }
    return { page: await again(), again }
  }
  const { data } =
    gateway === 'bobpay'
      ? await payer.send(paymentsApi.bobpayUrl, { ...input, payment_method: 'credit-card' })
      : await payer.send(paymentsApi.stitchUrl, input)
  const page = data?.redirect_url ?? ''
  return { page, again: async () => page }
}
