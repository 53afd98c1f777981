import { billingApi } from '@waybill/domain/billing/api'
import { filesApi } from '@waybill/domain/files/api'
import { hubApi } from '@waybill/domain/hub/api'
import { accountsApi } from '@waybill/domain/accounts/api'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { discrepanciesApi } from '@waybill/domain/shipments/discrepancies/discrepancies-api'
import type { WeightDiscrepancy } from '@waybill/domain/shipments/discrepancies/model'
import type { Shipment } from '@waybill/domain/shipments/model'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobOf } from '../../dev/test-kit/job.ts'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { mailPort, type Mail } from '../kit/mail/index.ts'
import { runDiscrepancies } from '../shipments/index.ts'

let p: TestProvider
let staff: Caller
let owner: Caller
let account_id: number
const letters: Mail[] = []
const booked = 111_38
const measured = 207_56
/** Measures of the worked example in docs/domain/rating.md#pricing-again. */
const sizes = { length_cm: 45, width_cm: 40, height_cm: 30, weight_kg: 3 }

beforeAll(async () => {
  p = await newProvider()
  p.runtime.runtime.adapters.set(mailPort.name, {
    send(mail: Mail) {
      letters.push(mail)
      return Promise.resolve({ message_id: `${letters.length}@test` })
    },
  })
  staff = await p.staff()
  account_id = (await p.given.account()).id
  owner = await p.owner(account_id)
})
afterEach(() => p.runtime.setNow(null))

const given = (more: object = {}) => p.given.shipment({ account_id, status: 'at-hub', ...more })

const measure = (shipment: Shipment, more: object = {}, index = 0) =>
  staff.send(hubApi.addEvent, {
    parcel_reference: shipment.parcels[index]?.tracking_reference,
    mode: 're-measure',
    branch_id: p.map.branches.CPT,
    confirm_measures: true,
    ...sizes,
    ...more,
  })

const rateOf = async ({ id }: { id: number }) => (await staff.send(shipmentsApi.detail, { id })).shipment.rate

const discrepanciesOf = async ({ id }: { id: number }, by = staff) =>
  (await by.send(discrepanciesApi.list, { shipment_id: id })).discrepancies

async function discrepancyOf(shipment: { id: number }, by = staff): Promise<WeightDiscrepancy> {
  const [found] = await discrepanciesOf(shipment, by)
  if (!found) throw new Error('The shipment has no weight discrepancy.')
  return found
}

async function found(shipment: Shipment): Promise<WeightDiscrepancy> {
  await measure(shipment)
  return discrepancyOf(shipment)
}

const charged = async ({ id }: { id: number }) =>
  (await staff.send(billingApi.transactions, { account_id, limit: 500 })).transactions
    .filter(({ shipment_id }) => shipment_id === id)
    .map(({ type, amount }) => [type, amount])

const run = async () => runDiscrepancies(await jobOf(p))
const later = (ms: number): void => p.runtime.setNow(new Date(p.runtime.runtime.clock().getTime() + ms))

/** Notifies accounts of what was measured, as the schedule does ten minutes later. */
async function notified(shipment: { id: number }): Promise<WeightDiscrepancy> {
  later(11 * 60_000)
  await run()
  return discrepancyOf(shipment)
}

async function disputed(shipment: Shipment): Promise<WeightDiscrepancy> {
  const { id, version } = await found(shipment)
  return owner.send(discrepanciesApi.dispute, { id, version, reason: 'It was weighed with another parcel.' })
}

async function upload(by: Caller): Promise<string> {
  const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#08c' } })
    .jpeg()
    .toBuffer()
  const address = await by.send(filesApi.upload, { file_name: 'scale.jpg', folder: 'shipment-images' })
  const { pathname, search } = new URL(address.url)
  expect((await p.guest().http('PUT', pathname + search, photo)).status).toBe(200)
  return address.file_name
}

describe('measuring', () => {
  it('[RATE-022] [SET-099] keeps the booked price while a difference above the threshold waits', async () => {
    const shipment = await given()
    const answer = await measure(shipment)
    expect(answer.message).toBe(
      'Measured: 45×40×30 cm, 3 kg. The price would become R 207.56 instead of R 111.38. The account can dispute this first; nothing is charged yet.',
    )
    expect(await rateOf(shipment)).toBe(booked)
    expect(await charged(shipment)).toEqual([['shipping-charge', -booked]])
    expect(await discrepanciesOf(shipment, owner)).toMatchObject([
      {
        state: 'open',
        submitted_rate: booked,
        measured_rate: measured,
        measured_by: '',
        parcels: [{ submitted: { weight_kg: 3, height_cm: 5.5 }, measured: sizes, decided: null }],
      },
    ])
  })

  it('charges a smaller difference at once', async () => {
    const shipment = await given()
    await measure(shipment, { length_cm: 42.5, width_cm: 38.5, height_cm: 5.5, weight_kg: 6 })
    expect(await discrepanciesOf(shipment)).toEqual([])
    expect(await rateOf(shipment)).toBe(122_06)
  })

  it('uses the threshold of the account', async () => {
    const account = await p.given.account()
    await staff.send(accountsApi.change, { id: account.id, charge_discrepancy_percentage_override: 90 })
    const shipment = await p.given.shipment({ account_id: account.id, status: 'at-hub' })
    await measure(shipment)
    expect(await rateOf(shipment)).toBe(measured)
    await staff.send(accountsApi.change, { id: account.id, charge_discrepancy_percentage_override: 80 })
    const other = await p.given.shipment({ account_id: account.id, status: 'at-hub' })
    await measure(other)
    expect(await rateOf(other)).toBe(booked)
  })

  it('stores a large difference only with a photo on the scale, which the account sees', async () => {
    const shipment = await given()
    const refused = await measure(shipment, { weight_kg: 30 })
    expect(refused).toMatchObject({ verdict: 'refused', code: 'photo_needed', event_id: 0 })
    expect(refused.message).toMatch(/^The price would become R [\d,.]+ instead of R 111\.38\. Take a photo/)
    expect(await discrepanciesOf(shipment)).toEqual([])
    const foreign = await errorOf(measure(shipment, { weight_kg: 30, images: ['unknown.jpg'] }))
    expect(foreign.status).toBe(400)
    const images = [await upload(staff)]
    expect(await measure(shipment, { weight_kg: 30, images })).toMatchObject({ short: 'MEASURED' })
    const { photos } = await discrepancyOf(shipment, owner)
    const address = new URL(photos[0]?.url ?? '')
    expect((await p.guest().http('GET', address.pathname + address.search)).status).toBe(200)
  })

  it('withdraws the discrepancy when the scan is undone or another measurement agrees with the booking', async () => {
    const shipment = await given()
    const scanId = crypto.randomUUID()
    await measure(shipment, { scan_id: scanId })
    await staff.send(hubApi.undoScan, { scan_id: scanId })
    expect(await discrepancyOf(shipment)).toMatchObject({ state: 'withdrawn' })
    await measure(shipment)
    await measure(shipment, { length_cm: 42.5, width_cm: 38.5, height_cm: 6 })
    expect((await discrepanciesOf(shipment)).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn'])
    expect(await charged(shipment)).toEqual([['shipping-charge', -booked]])
  })

  it('has one discrepancy for all parcels of a shipment, whose notice waits for the last one', async () => {
    const [parcel] = (await given()).parcels
    const sent = {
      submitted_length_cm: parcel?.submitted_length_cm ?? 0,
      submitted_width_cm: parcel?.submitted_width_cm ?? 0,
      submitted_height_cm: parcel?.submitted_height_cm ?? 0,
      submitted_weight_kg: 3,
    }
    const shipment = await given({ parcels: [sent, sent] })
    await measure(shipment, { images: [await upload(staff)] })
    expect(await notified(shipment)).toMatchObject({ state: 'open', dispute_until: expect.any(String) })
    await measure(shipment, { images: [await upload(staff)] }, 1)
    const both = await discrepancyOf(shipment)
    expect(both).toMatchObject({ notified_at: null, dispute_until: null })
    expect(both.parcels).toHaveLength(2)
    expect(await discrepanciesOf(shipment)).toHaveLength(1)
  })
})

describe('the window of the account', () => {
  it('starts with the notice by e-mail and in the inbox, and lets the measures hold after its last day', async () => {
    const shipment = await given()
    await found(shipment)
    await run()
    expect(await discrepancyOf(shipment)).toMatchObject({ notified_at: null })
    const { dispute_until: lastDay } = await notified(shipment)
    await p.settle()
    const letter = letters.find(({ subject }) => subject.startsWith(shipment.tracking_reference))
    expect(letter?.text).toContain('Booked, it costs R 111.38. As measured, it costs R 207.56.')
    const { messages } = await owner.send(inboxApi.messages, {})
    expect(messages.map(({ subject }) => subject)).toContain(
      `${shipment.tracking_reference}: measured differently than booked`,
    )
    p.runtime.setNow(new Date(startOfDay(lastDay ?? '').getTime() + day_ms - 1))
    await run()
    expect(await rateOf(shipment)).toBe(booked)
    p.runtime.setNow(new Date(startOfDay(lastDay ?? '').getTime() + day_ms))
    await run()
    await run()
    expect(await discrepancyOf(shipment)).toMatchObject({
      state: 'expired',
      outcome: 'measured',
      decided_rate: measured,
    })
    expect(await charged(shipment)).toEqual([
      ['shipping-charge-adjustment', booked - measured],
      ['shipping-charge', -booked],
    ])
    const late = await errorOf(
      owner.send(discrepanciesApi.dispute, {
        id: (await discrepancyOf(shipment)).id,
        version: 1,
        reason: 'Too late',
      }),
    )
    expect(late.status).toBe(400)
  })

  it('keeps the shipment off invoices until it has ended', async () => {
    const account = await p.given.account()
    const own = await p.owner(account.id)
    const shipment = await p.given.shipment({ account_id: account.id, status: 'at-hub' })
    const invoiced = async () =>
      (await staff.send(billingApi.runInvoices, { account_id: account.id })).invoices.map(
        ({ total }) => total,
      )
    await measure(shipment)
    expect(await invoiced()).toEqual([])
    const { id, version } = await discrepancyOf(shipment)
    await own.send(discrepanciesApi.dispute, { id, version, reason: 'Not ours.' })
    expect(await invoiced()).toEqual([])
    const { version: next } = await discrepancyOf(shipment)
    await staff.send(discrepanciesApi.decide, {
      id,
      version: next,
      outcome: 'measured',
      message: 'Weighed again.',
    })
    expect(await invoiced()).toEqual([measured])
  })
})

describe('a dispute', () => {
  it('has a reason and photos, and waits for staff, who are notified', async () => {
    const shipment = await given()
    const { id, version } = await found(shipment)
    const files = [{ file_name: await upload(owner), display_name: 'Our scale.jpg' }]
    const stranger = await p.owner()
    expect((await errorOf(stranger.send(discrepanciesApi.detail, { id }))).status).toBe(404)
    expect((await errorOf(owner.send(discrepanciesApi.dispute, { id, version, reason: ' ' }))).status).toBe(
      400,
    )
    const sent = await owner.send(discrepanciesApi.dispute, {
      id,
      version,
      reason: 'Ours shows 3 kg.',
      files,
    })
    expect(sent).toMatchObject({ state: 'disputed', dispute_files: [{ display_name: 'Our scale.jpg' }] })
    const repeated = await errorOf(owner.send(discrepanciesApi.dispute, { id, version, reason: 'Again' }))
    expect(repeated.status).toBe(400)
    const { messages } = await staff.send(inboxApi.messages, {})
    expect(messages[0]?.subject).toContain(`disputes the weight of ${shipment.tracking_reference}`)
    later(30 * day_ms)
    await run()
    expect(await discrepancyOf(shipment)).toMatchObject({ state: 'disputed' })
  })

  it.each([
    ['measured', measured, undefined],
    ['submitted', booked, undefined],
    ['own', 143_44, { ...sizes, height_cm: 17.5 }],
  ] as const)('is decided by staff and charged once: %s', async (outcome, price, own) => {
    const shipment = await given()
    const { id, version, parcels } = await disputed(shipment)
    const decision = {
      id,
      version,
      outcome,
      parcels: own && parcels.map(({ parcel_id }) => ({ id: parcel_id, ...own })),
    }
    expect(await staff.send(discrepanciesApi.preview, decision)).toEqual({ rate: price })
    expect(await rateOf(shipment)).toBe(booked)
    expect((await errorOf(owner.send(discrepanciesApi.decide, { ...decision, message: 'x' }))).status).toBe(
      403,
    )
    expect((await errorOf(staff.send(discrepanciesApi.decide, { ...decision, message: '' }))).status).toBe(
      400,
    )
    const decided = await staff.send(discrepanciesApi.decide, {
      ...decision,
      message: 'We weighed it again.',
    })
    expect(decided).toMatchObject({ state: 'decided', outcome, decided_rate: price })
    const again = await errorOf(staff.send(discrepanciesApi.decide, { ...decision, message: 'Twice' }))
    expect(again.status).toBe(400)
    const adjustment = price === booked ? [] : [['shipping-charge-adjustment', booked - price]]
    expect(await charged(shipment)).toEqual([...adjustment, ['shipping-charge', -booked]])
    expect(await discrepancyOf(shipment, owner)).toMatchObject({
      decision_message: 'We weighed it again.',
      decided_by: '',
    })
    await measure(shipment, { height_cm: 30.1 })
    expect(await rateOf(shipment)).toBe(price)
    expect(await discrepanciesOf(shipment)).toHaveLength(1)
  })

  it('rejects own measures that cost more than the measured ones, and a stale version', async () => {
    const { id, version, parcels } = await disputed(await given())
    const own = parcels.map(({ parcel_id }) => ({ id: parcel_id, ...sizes, height_cm: 60 }))
    const decision = { id, version, outcome: 'own', message: 'Weighed again.', parcels: own } as const
    const expensive = await errorOf(staff.send(discrepanciesApi.decide, decision))
    expect(expensive.message).toMatch(/more than the R 207\.56 in dispute/)
    const stale = await errorOf(staff.send(discrepanciesApi.decide, { ...decision, version: version - 1 }))
    expect(stale.status).toBe(409)
  })

  it('ends when the shipment is cancelled', async () => {
    const shipment = await given()
    await disputed(shipment)
    await staff.send(shipmentsApi.cancel, { id: shipment.id, message: 'Sent twice' })
    expect(await discrepancyOf(shipment)).toMatchObject({ state: 'withdrawn', outcome: null })
  })
})

it('keeps the booked measures in force when something else changes the price while it waits', async () => {
  const shipment = await given()
  await found(shipment)
  await staff.send(shipmentsApi.change, { id: shipment.id, declared_value: 4_800_00 })
  expect(await rateOf(shipment)).toBe(booked + 84_00)
  expect(await discrepancyOf(shipment)).toMatchObject({
    submitted_rate: booked + 84_00,
    measured_rate: measured + 84_00,
  })
})

it('hides prices from users who see no amounts', async () => {
  const shipment = await given()
  await found(shipment)
  const clerk = await p.user(9, { account_id })
  expect(await discrepancyOf(shipment, clerk)).toMatchObject({ submitted_rate: null, measured_rate: null })
})
