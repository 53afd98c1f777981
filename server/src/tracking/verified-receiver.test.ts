import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import { payApi } from '@waybill/domain/costs/api'
import { arrivalPhrase } from '@waybill/domain/drivers/arrival'
import { planApi } from '@waybill/domain/drivers/plan'
import { positionsApi } from '@waybill/domain/drivers/positions-api'
import { ratesApi } from '@waybill/domain/rates/api'
import { adjustment } from '@waybill/domain/rates/price-books/market-defaults'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { settingsApi } from '@waybill/domain/settings/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { role_ids } from '@waybill/domain/kit/actor'
import { disputesApi } from '@waybill/domain/shipments/receiver/disputes-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { phraseText } from '@waybill/domain/shipments/statuses/expected-delivery'
import { trackingApi } from '@waybill/domain/tracking/api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { caughtMail, caughtSms } from '../../dev/test-kit/fakes/caught-messages.ts'
import {
  address,
  booking,
  errorOf,
  newProvider,
  type Caller,
  type TestProvider,
} from '../../dev/test-kit/provider.ts'
import { jobOf } from '../../dev/test-kit/job.ts'
import { readAddresses, saveAddresses } from '../accounts/index.ts'
import { deleteOldPins } from '../shipments/receiver/delivery-pin.ts'
import { insertPoint } from '../pickup-points/store.ts'
import {
  countOpenDisputes,
  lockShipment,
  readEvents,
  readShipmentRows,
  updateShipment,
} from '../shipments/index.ts'

const mail = caughtMail()
const sms = caughtSms()
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider()
  mail.take(p)
  sms.take(p)
  staff = await p.staff()
})

const get = async (path: string) => {
  const { status, headers, body } = await p.guest().http('GET', path)
  return { status, location: String(headers.location ?? ''), page: String(body) }
}
const send = async (path: string, fields: Record<string, string>) => {
  const { status, headers, body } = await p
    .guest()
    .http('POST', path, Buffer.from(new URLSearchParams(fields).toString()), {
      'content-type': 'application/x-www-form-urlencoded',
    })
  return { status, location: String(headers.location ?? ''), page: String(body) }
}
/** Returns the key that the receiver of a shipment gets for the digits of their number. */
async function keyOf({ short_tracking_reference: ref }: Shipment): Promise<string> {
  const { location } = await send('/track', { ref, digits: '4567' })
  return new URLSearchParams(location.split('?')[1]).get('key') ?? ''
}
const viewOf = async (shipment: Shipment, key: string) =>
  get(`/track?ref=${shipment.short_tracking_reference}&key=${key}`)
const act = async (shipment: Shipment, key: string, fields: Record<string, string>) =>
  send('/track', { ref: shipment.short_tracking_reference, key, ...fields })
const detail = async ({ id }: Shipment) => (await staff.send(shipmentsApi.detail, { id })).shipment
/** Returns the reference of the receiver's link to a shipment. */
const linkOf = async (shipment: Shipment) => (await detail(shipment)).reschedule_reference ?? ''
/** Delivers a shipment with name, photo and document. */
const deliver = ({ id }: Shipment) =>
  staff.send(shipmentsApi.addPod, {
    shipment_id: id,
    lat: -26.1456,
    lng: 28.0423,
    message: 'Recipient details entered and POD file(s) captured',
    name: 'Zeugma Neighbour',
    image_files: [{ file_name: 'door.png', data: png }],
  })

/** Publishes prices in which each km from the branch to the receiver costs R 100. */
async function chargePerKm(): Promise<void> {
  const { revision } = await staff.send(revisionsApi.detail, {})
  const draft = await staff.send(revisionsApi.create, { name: 'Per km', based_on_id: revision.id })
  const value = adjustment({
    id: 0,
    name: 'Distance',
    charge_type: 'perKmFromDeliveryBranch',
    charge_value: '100',
  })
  const changed = await staff.send(revisionsApi.change, {
    id: draft.id,
    version: draft.version,
    changes: [{ part: 'rate_adjustments', id: 0, value }],
  })
  const { version } = changed.revision
  await staff.send(revisionsApi.publish, { id: draft.id, version, replaces_id: revision.id, at_once: true })
}

/** Lets a driver report a failed delivery from a place far from the address. */
async function failFarAway(): Promise<{ shipment: Shipment; driver: Caller }> {
  const driver = await p.driver()
  const shipment = await p.given.shipment({ status: 'at-destination-hub' })
  await staff.send(driversApi.assign, {
    shipment_ids: [shipment.id],
    leg: 'delivery',
    username: driver.username,
  })
  const base = {
    shipment_id: shipment.id,
    scanned_references: shipment.parcels.map((parcel) => parcel.tracking_reference),
    occurred_at: new Date(),
  }
  const { results } = await driver.send(driversApi.actions, {
    actions: [
      { ...base, action_id: randomUUID(), type: 'load', payload: {} },
      {
        ...base,
        action_id: randomUUID(),
        type: 'delivery-failed',
        lat: -33.9,
        lng: 18.4,
        payload: { reason: 'Nobody there', photos: ['gate-1.jpg'], called_before: true },
      },
    ],
  })
  expect(results.map(({ result }) => result)).toEqual(['applied', 'applied'])
  return { shipment, driver }
}

describe('view of a verified receiver', () => {
  it('[TRACK-005] has names and proof, which no other viewer of the page reads, and ends after 30 minutes', async () => {
    const shipment = await p.given.shipment({ status: 'out-for-delivery' })
    await deliver(shipment)
    const personal = ['Zeugma', 'Naledi', '/files?', 'proof=pdf', '/rate/']
    const open = await get(`/track?ref=${shipment.short_tracking_reference}`)
    for (const text of personal) expect(open.page).not.toContain(text)
    const key = await keyOf(shipment)
    const view = await viewOf(shipment, key)
    expect(view.status).toBe(200)
    for (const text of personal) expect(view.page).toContain(text)
    expect(view.page).toContain('Photo 1 of 1 of the delivery')
    expect(Buffer.byteLength(view.page)).toBeLessThan(60 * 1024)
    expect(view.page).not.toContain('<script')
    const [, photo = ''] = /<img\s+src="([^"]+)"/.exec(view.page.split('class="pictures"')[1] ?? '') ?? []
    const picture = await p
      .guest()
      .http('GET', photo.replaceAll('&amp;', '&').replace(/^https?:\/\/[^/]+/, ''))
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    const pdf = await get(`/track?ref=${shipment.short_tracking_reference}&key=${key}&proof=pdf`)
    expect([pdf.status, pdf.page.slice(0, 5)]).toEqual([200, '%PDF-'])

    const other = await p.given.shipment({ status: 'delivered' })
    const forged = `${key.split('.')[0]}.${'A'.repeat(43)}`
    for (const [of, wrong] of [
      [other, key],
      [shipment, forged],
      [shipment, 'x'],
    ] as const) {
      const closed = await viewOf(of, wrong)
      expect(closed.status).toBe(403)
      for (const text of personal) expect(closed.page).not.toContain(text)
    }
    p.runtime.setNow(new Date(Date.now() + 31 * 60_000))
    try {
      const late = await viewOf(shipment, key)
      expect([late.status, late.page.includes('closes after 30 minutes')]).toEqual([403, true])
      expect(late.page).not.toContain('Zeugma')
    } finally {
      p.runtime.setNow(null)
    }
  })

  it('has neither proof nor rating when the company shows none', async () => {
    p = await newProvider({ tracking_show_pod: false, tracking_show_ratings: false })
    staff = await p.staff()
    const shipment = await p.given.shipment({ status: 'out-for-delivery' })
    await deliver(shipment)
    const key = await keyOf(shipment)
    const { page } = await viewOf(shipment, key)
    for (const text of ['Zeugma', '/files?', '/rate/']) expect(page).not.toContain(text)
    expect((await get(`/track?ref=${shipment.short_tracking_reference}&key=${key}&proof=pdf`)).status).toBe(
      200,
    )
  })

  it('[TRACK-005] is required for everything but the status when the company asks for a verification', async () => {
    p = await newProvider({ tracking_requires_verification: true })
    staff = await p.staff()
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const ref = shipment.short_tracking_reference
    const open = await get(`/track?ref=${ref}`)
    const details = ['About this parcel', 'All updates', 'N. M.', 'Rosebank, ']
    for (const text of details) expect(open.page).not.toContain(text)
    expect(open.page).toContain('Last 4 digits')
    const { shipments } = await p.guest().send(trackingApi.track, { ref: [ref] })
    expect(shipments[0]).toMatchObject({
      collection_from: '',
      collection_hub: '',
      parcel_tracking_references: [],
      cod_due: 0,
    })
    expect(shipments[0]?.tracking_events).toHaveLength(1)
    const view = await viewOf(shipment, await keyOf(shipment))
    for (const text of ['About this parcel', 'All updates', 'Naledi Mokoena'])
      expect(view.page).toContain(text)
  })

  it('sends the PIN again, within the limit of a day', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const early = await viewOf(shipment, await keyOf(shipment))
    expect(early.page).not.toContain('Send me the PIN again')
    const onTheRoad = await p.given.shipment({ status: 'out-for-delivery' })
    await p.settle()
    const key = await keyOf(onTheRoad)
    expect((await viewOf(onTheRoad, key)).page).toContain('Send me the PIN again')
    for (let again = 0; again < 3; again += 1) {
      const sent = await act(onTheRoad, key, { act: 'pin' })
      expect([sent.status, sent.location.endsWith('&done=pin')]).toEqual([303, true])
    }
    const refused = await act(onTheRoad, key, { act: 'pin' })
    expect([refused.status, refused.page.includes('3 times today. Call us instead.')]).toEqual([400, true])
    const forged = await act(onTheRoad, 'x', { act: 'pin' })
    expect(forged.status).toBe(403)
  })

  it('lists several references with sender and expected time', async () => {
    const [one, two] = [await p.given.shipment({ status: 'at-hub' }), await p.given.shipment()]
    const { page } = await get(`/track?ref=${one.short_tracking_reference},${two.short_tracking_reference}`)
    expect(page.match(/>From [A-Z]/g)).toHaveLength(2)
    expect(page).toContain('Expected')
  })
})

describe('another person who may take the parcel', () => {
  it('is named by the receiver, and read by the driver and on the page, not by the public', async () => {
    const driver = await p.driver()
    const shipment = await p.given.shipment({ status: 'at-destination-hub' })
    await staff.send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg: 'delivery',
      username: driver.username,
    })
    const reference = await linkOf(shipment)
    const wrong = await send('/reschedule', { reference, person_name: 'Sipho Dube', person_number: '12' })
    expect([wrong.status, wrong.page.includes('is not a phone number')]).toEqual([400, true])
    const named = await send('/reschedule', {
      reference,
      person_name: 'Sipho Dube',
      person_number: '083 765 4321',
    })
    expect(named.status).toBe(200)
    const { stops } = await driver.send(driversApi.tripSheet, { date: '2099-12-31' })
    expect(stops[0]?.shipments[0]?.special_instructions).toBe('May also take it: Sipho Dube, 083 765 4321')
    expect((await get(`/track?ref=${shipment.short_tracking_reference}`)).page).not.toContain('Sipho')
    expect((await viewOf(shipment, await keyOf(shipment))).page).toContain('Sipho Dube, 083 765 4321')
    await send('/reschedule', { reference, person_name: '', person_number: '' })
    expect((await viewOf(shipment, await keyOf(shipment))).page).not.toContain('Sipho')
  })

  it('cannot be named when the company does not offer it', async () => {
    p = await newProvider({ self_service_authorised_person: false })
    staff = await p.staff()
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const reference = await linkOf(shipment)
    expect((await get(`/reschedule?reference=${reference}`)).page).not.toContain('person_name')
    const sent = await send('/reschedule', {
      reference,
      person_name: 'Sipho Dube',
      person_number: '083 765 4321',
    })
    expect([sent.status, sent.page.includes('Please contact us.')]).toEqual([400, true])
  })
})

describe('corrected position of an address', () => {
  it('moves the delivery and is used for the next parcel to the same address and number at its quoted price, unless its coordinates are of another place', async () => {
    await chargePerKm()
    const sent = address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '', '')
    const shipment = await p.given.shipment({ status: 'at-hub', delivery_address: sent })
    const reference = await linkOf(shipment)
    const { delivery_address } = await detail(shipment)
    const placed = async (id: number) => {
      const found = await p.inTransaction(async (ctx) => {
        const [row] = await readShipmentRows(ctx, [id])
        const addressId = row?.delivery_address_id ?? 0
        return (await readAddresses(ctx, [addressId])).get(addressId)
      })
      return { lat: found?.lat, lng: found?.lng }
    }
    const pin = { lat: delivery_address.lat ?? 0, lng: (delivery_address.lng ?? 0) + 0.015 }
    const far = await send('/reschedule', { reference, position: '-33.92, 18.42' })
    expect(far.status).toBe(400)
    const unreadable = await send('/reschedule', { reference, position: 'behind the shop' })
    expect([unreadable.status, unreadable.page.includes('could not read a position')]).toEqual([400, true])
    const link = `https://maps.google.com/?q=${pin.lat.toFixed(6)},${pin.lng.toFixed(6)}`
    expect((await send('/reschedule', { reference, position: link })).status).toBe(200)
    const corrected = await placed(shipment.id)
    expect(corrected.lng).toBeCloseTo(pin.lng, 5)
    const from = {
      ...address('12 Bofors Circle', 'Epping', 'Cape Town', '7460', 'WC'),
      lat: -33.9277,
      lng: 18.5445,
    }
    const owner = await p.owner(shipment.account_id)
    const book = async (address: typeof sent) => {
      const wanted = { ...booking(), collection_address: from, delivery_address: address }
      const { rates } = await owner.send(ratesApi.price, wanted)
      const next = await owner.send(shipmentsApi.create, wanted)
      expect(next.rate).toBe(rates[0]?.rate)
      return placed(next.id)
    }
    expect(await book(sent)).toEqual(corrected)
    const whole = { ...sent, code: delivery_address.code, zone: delivery_address.zone }
    const near = { lat: delivery_address.lat, lng: delivery_address.lng }
    const elsewhere = { lat: -26.15, lng: 28.1 }
    for (const typed of [sent, whole]) {
      expect(await book({ ...typed, ...near })).toEqual(corrected)
      expect(await book({ ...typed, ...elsewhere })).toEqual(elsewhere)
    }
    await staff.send(settingsApi.save, { settings: [{ key: 'require_coordinates', value: true }] })
    const job = await jobOf(p)
    await deleteOldPins(job)
    expect(await book(sent)).toEqual(corrected)
    await deleteOldPins({ ...job, now: new Date(job.now.getTime() + 731 * day_ms) })
    expect(await book({ ...sent, ...near })).toEqual(near)
  })
})

describe('limits of a corrected position', () => {
  const addressOf = ({ id }: Shipment) =>
    p.inTransaction(async (ctx) => {
      const [row] = await readShipmentRows(ctx, [id])
      if (!row) throw new Error('There is no such shipment.')
      const found = (await readAddresses(ctx, [row.delivery_address_id])).get(row.delivery_address_id)
      if (!found) throw new Error('The shipment has no delivery address.')
      return { ...found, point: row.delivery_pickup_point_id }
    })
  const correct = (reference: string, lat: number, lng: number) =>
    send('/reschedule', { reference, position: `${lat.toFixed(6)}, ${lng.toFixed(6)}` })

  it('is 2 km from the position before the first correction, however often it is corrected', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const reference = await linkOf(shipment)
    const { lat, lng } = await addressOf(shipment)
    const north = (km: number) => correct(reference, (lat ?? 0) + km / 111.2, lng ?? 0)
    expect((await north(1.5)).status).toBe(200)
    const tooFar = await north(3)
    expect([tooFar.status, tooFar.page.includes('more than 2 km from the address')]).toEqual([400, true])
    expect((await north(-1.5)).status).toBe(200)
    expect((await addressOf(shipment)).lat).toBeCloseTo((lat ?? 0) - 1.5 / 111.2, 5)
  })

  it('is the area of the depot that delivers it for an address without a position, and then 2 km from the first', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const reference = await linkOf(shipment)
    const { lat, lng } = await addressOf(shipment)
    await p.inTransaction(async (ctx) => {
      const [addressId = 0] = await saveAddresses(ctx, [
        { ...address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'), lat: null, lng: null },
      ])
      await ctx.db
        .updateTable('shipment')
        .set({ delivery_address_id: addressId })
        .where('id', '=', shipment.id)
        .execute()
    })
    const north = (km: number) => correct(reference, (lat ?? 0) + km / 111.2, lng ?? 0)
    const elsewhere = await correct(reference, -33.92, 18.42)
    expect([elsewhere.status, elsewhere.page.includes('outside the area of the depot')]).toEqual([400, true])
    expect((await north(3)).status).toBe(200)
    expect((await north(0)).status).toBe(400)
    expect((await addressOf(shipment)).lat).toBeCloseTo((lat ?? 0) + 3 / 111.2, 5)
  })

  it.runIf(process.env.TEST_DATABASE_URL)(
    'is checked on the locked shipment: a parcel that goes to a pickup point meanwhile keeps the address of the point',
    async () => {
      const shipment = await p.given.shipment({ status: 'at-hub' })
      const reference = await linkOf(shipment)
      const { lat, lng } = await addressOf(shipment)
      let correction: ReturnType<typeof correct> | undefined
      await p.inTransaction(async (ctx) => {
        await lockShipment(ctx, shipment.id)
        correction = correct(reference, (lat ?? 0) + 0.001, lng ?? 0)
        const { rows: held } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(ctx.db)
        const waiting = async () => {
          const { rows } = await p.runtime.runtime.pool.query<{ count: number }>(
            `SELECT count(*)::int AS count FROM pg_stat_activity WHERE $1::int = ANY (pg_blocking_pids(pid))`,
            [held[0]?.pid],
          )
          return rows[0]?.count
        }
        await expect.poll(waiting).toBeGreaterThan(0)
        const [addressId = 0] = await saveAddresses(ctx, [
          { ...address('1 Point Road', 'Rosebank', 'Johannesburg', '2196', 'GP'), lat: -26.14, lng: 28.04 },
        ])
        await ctx.db
          .updateTable('shipment')
          .set({
            delivery_address_id: addressId,
            delivery_pickup_point_id: 'K1',
            delivery_pickup_point_provider: 'own',
          })
          .where('id', '=', shipment.id)
          .execute()
      })
      expect((await correction)?.status).toBe(400)
      expect(await addressOf(shipment)).toMatchObject({ street_address: '1 Point Road', point: 'K1' })
    },
  )
})

describe('another place for a delivery', () => {
  const fields = ({ street_address, local_area, city, code }: ReturnType<typeof address>) => ({
    street_address,
    local_area,
    city,
    code,
  })
  const near = address('7 Oxford Road', 'Rosebank', 'Johannesburg', '2196', 'GP')

  it('is another address only after its price was shown and confirmed, and only if it costs no more', async () => {
    p = await newProvider({ self_service_change_address: true })
    staff = await p.staff()
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const reference = await linkOf(shipment)
    const { rate } = await detail(shipment)
    const asked = await send('/reschedule', { reference, ...fields(near) })
    expect([asked.status, asked.page.includes('The price of the delivery does not change.')]).toEqual([
      200,
      true,
    ])
    expect((await detail(shipment)).delivery_address.street_address).toBe('31 Bath Avenue')
    const sent = await send('/reschedule', { reference, confirmed: 'yes', ...fields(near) })
    expect(sent.status).toBe(200)
    expect(await detail(shipment)).toMatchObject({
      delivery_address: { street_address: '7 Oxford Road' },
      rate,
    })

    const local = await p.given.shipment({
      status: 'at-hub',
      delivery_address: address('1 Main Road', 'Sea Point', 'Cape Town', '8005', 'WC'),
    })
    const other = await linkOf(local)
    const waysToAsk: Record<string, string>[] = [{}, { confirmed: 'yes' }]
    for (const confirmed of waysToAsk) {
      const dearer = await send('/reschedule', { reference: other, ...confirmed, ...fields(near) })
      expect([dearer.status, /costs R [\d.]+ more\. Ask Riaan Jooste/.test(dearer.page)]).toEqual([400, true])
    }
    expect((await detail(local)).delivery_address.city).toBe('Cape Town')
  })

  it('is a pickup point near the address that takes the parcel', async () => {
    await p.inTransaction(async (ctx) => {
      const place = { ...near, lat: -26.1458, lng: 28.0421, type: 'counter' } as const
      const [addressId = 0] = await saveAddresses(ctx, [place])
      await insertPoint(ctx, {
        pickup_point_id: 'K1',
        pickup_point_provider: 'own',
        name: 'Rosebank counter',
        type: 'counter',
        address_id: addressId,
        lat: place.lat,
        lng: place.lng,
        trading_hours: '24/7',
      })
    })
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const reference = await linkOf(shipment)
    const page = (await get(`/reschedule?reference=${reference}`)).page
    expect(page).toContain('Rosebank counter')
    const asked = await send('/reschedule', { reference, point: 'own:K1' })
    expect([asked.status, asked.page.includes('Send it there instead?')]).toEqual([200, true])
    expect((await detail(shipment)).delivery_pickup_point_id).toBeUndefined()
    expect((await send('/reschedule', { reference, point: 'own:K1', confirmed: 'yes' })).status).toBe(200)
    expect((await detail(shipment)).delivery_pickup_point_id).toBe('K1')
  })

  it('is offered neither by default for addresses, nor once a driver has the parcel', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const reference = await linkOf(shipment)
    expect((await get(`/reschedule?reference=${reference}`)).page).not.toContain('name="street_address"')
    const sent = await send('/reschedule', { reference, confirmed: 'yes', ...fields(near) })
    expect([sent.status, sent.page.includes('Please contact us.')]).toEqual([400, true])
    const point = await send('/reschedule', { reference, confirmed: 'yes', point: 'own:NOSUCH' })
    expect([point.status, point.page.includes('can no longer be chosen')]).toEqual([400, true])
  })

  it('is not chosen once a driver has loaded one of the parcels, like another day, and staff who move it leave it with the driver', async () => {
    p = await newProvider({ self_service_change_address: true })
    staff = await p.staff()
    const driver = await p.driver()
    const parcels = (booking().parcels ?? []).flatMap((parcel) => [parcel, parcel])
    const shipment = await p.given.shipment({ status: 'at-destination-hub', parcels })
    const reference = await linkOf(shipment)
    const [day = ''] =
      /value="(\d{4}-\d{2}-\d{2})"/.exec((await get(`/reschedule?reference=${reference}`)).page)?.slice(1) ??
      []
    expect(day).not.toBe('')
    await p.inTransaction((ctx) => updateShipment(ctx, shipment.id, { delivery_agent_id: driver.username }))
    const loaded = shipment.parcels.slice(0, 1).map((parcel) => parcel.tracking_reference)
    const { results } = await driver.send(driversApi.actions, {
      actions: [
        {
          shipment_id: shipment.id,
          action_id: randomUUID(),
          type: 'load',
          occurred_at: new Date(),
          parcel_references: loaded,
          scanned_references: loaded,
          payload: {},
        },
      ],
    })
    expect(results).toMatchObject([{ result: 'applied', shipment_status: 'at-destination-hub' }])
    const { page } = await get(`/reschedule?reference=${reference}`)
    for (const field of ['day', 'wish', 'street_address']) expect(page).not.toContain(`name="${field}"`)
    const rejections: [Record<string, string>, string][] = [
      [{ day }, 'already with a driver'],
      [{ ...fields(near), confirmed: 'yes' }, 'cannot be sent elsewhere now'],
    ]
    for (const [sent, why] of rejections) {
      const answer = await send('/reschedule', { reference, ...sent })
      expect([answer.status, answer.page.includes(why)], why).toEqual([400, true])
    }
    await staff.send(shipmentsApi.change, { id: shipment.id, delivery_address: near })
    expect(await detail(shipment)).toMatchObject({
      delivery_address: { street_address: '7 Oxford Road' },
      delivery_agent_id: driver.username,
    })
  })

  it('is not chosen after a failed attempt until the parcel is scanned back in, because the driver may try again', async () => {
    p = await newProvider({ self_service_change_address: true })
    staff = await p.staff()
    const { shipment } = await failFarAway()
    const reference = await linkOf(shipment)
    const choose = () => send('/reschedule', { reference, ...fields(near) })
    const early = await choose()
    expect([early.status, early.page.includes('cannot be sent elsewhere now')]).toEqual([400, true])
    await staff.send(shipmentsApi.change, { id: shipment.id, status: 'returned-to-hub' })
    expect((await choose()).page).toContain('Send it there instead?')
  })
})

describe('answer of a receiver that no driver was there', () => {
  it('takes the attempt back, asks staff to decide, and holds the pay of the driver until then; a comment that is too long comes back', async () => {
    const { shipment, driver } = await failFarAway()
    const key = await keyOf(shipment)
    expect((await viewOf(shipment, key)).page).toContain('Was the driver there?')
    expect((await get(`/track?ref=${shipment.short_tracking_reference}`)).page).not.toContain(
      'Was the driver',
    )
    const comment = 'I was home. '.repeat(50)
    const tooLong = await act(shipment, key, { act: 'dispute', comment })
    expect([tooLong.status, tooLong.page.includes(`>\n${comment}</textarea>`)]).toEqual([400, true])
    const [first, second] = await Promise.all([
      act(shipment, key, { act: 'dispute', comment: 'I was home all day' }),
      act(shipment, key, { act: 'dispute', comment: '' }),
    ])
    expect([first.status, second.status].toSorted((one, other) => one - other)).toEqual([303, 400])
    expect((await detail(shipment)).failed_delivery_attempts).toBe(0)
    const events = await p.inTransaction((ctx) => readEvents(ctx, [shipment.id]))
    expect(events.find(({ status }) => status === 'attempt-disputed')).toMatchObject({ is_public: false })
    const today = dayOf(new Date())
    const open = () =>
      p.inTransaction((ctx) => countOpenDisputes(ctx, { username: driver.username, from: today, to: today }))
    expect(await open()).toBe(1)
    const { attempt_disputes, count } = await staff.send(disputesApi.list, { shipment_id: shipment.id })
    expect([count, attempt_disputes[0]?.username, attempt_disputes[0]?.decision]).toEqual([
      1,
      driver.username,
      null,
    ])
    const id = attempt_disputes[0]?.id ?? 0
    const decided = { id, decision: 'confirmed', reason: 'Seen on the camera' } as const
    for (const outsider of [driver, await p.owner(shipment.account_id)]) {
      await expect(outsider.send(disputesApi.list, {})).rejects.toMatchObject({ status: 403 })
      await expect(outsider.send(disputesApi.decide, decided)).rejects.toMatchObject({ status: 403 })
    }
    await staff.send(disputesApi.decide, decided)
    expect((await detail(shipment)).failed_delivery_attempts).toBe(1)
    expect(await open()).toBe(0)
    expect(await errorOf(staff.send(disputesApi.decide, decided))).toMatchObject({ status: 400 })
    expect((await viewOf(shipment, key)).page).toContain('the driver was at the address')
  })

  it('blocks the approval of the pay statement of the attempt’s period', async () => {
    const { shipment, driver } = await failFarAway()
    await act(shipment, await keyOf(shipment), { act: 'dispute' })
    const today = dayOf(new Date())
    await p.inTransaction((ctx) =>
      ctx.db
        .insertInto('pay_statement')
        .values({
          provider_id: p.provider_id,
          id: 1,
          state: 'draft',
          username: driver.username,
          from_day: today,
          to_day: today,
          total: 100,
          prepared_by: 'kavitha',
          time_created: ctx.now,
          time_modified: ctx.now,
        })
        .execute(),
    )
    const [statement] = (await staff.send(payApi.statements, { username: driver.username })).pay_statements
    if (!statement) throw new Error('There is no statement.')
    const finance = await p.user(role_ids.finance_manager)
    const { id, version } = statement
    const blocked = await errorOf(finance.send(payApi.approve, { id, version }))
    expect(blocked).toMatchObject({ message: expect.stringContaining('Decide that first.') })
    const { attempt_disputes } = await staff.send(disputesApi.list, {
      username: driver.username,
      is_open: true,
    })
    await staff.send(disputesApi.decide, {
      id: attempt_disputes[0]?.id ?? 0,
      decision: 'reopened',
      reason: 'The tracker shows another street',
    })
    expect(await finance.send(payApi.approve, { id, version })).toMatchObject({ state: 'approved' })
  })

  it('is not asked after an attempt that was verified, and not accepted twice', async () => {
    const shipment = await p.given.shipment({ status: 'delivery-failed-attempt' })
    const key = await keyOf(shipment)
    expect((await viewOf(shipment, key)).page).not.toContain('Was the driver there?')
    expect((await act(shipment, key, { act: 'dispute' })).status).toBe(400)
  })
})

it('[TRACK-005] shows when a planned driver is expected and how many stops come before', async () => {
  const driver = await p.driver(undefined, 'JHB')
  const to = async (east: number) => {
    const shipment = await p.given.shipment({
      status: 'at-destination-hub',
      delivery_address: {
        ...address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
        lat: -26.14,
        lng: 28.21 + east / 100,
      },
    })
    await staff.send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg: 'delivery',
      username: driver.username,
      assign_anyway: true,
    })
    await staff.send(shipmentsApi.change, { id: shipment.id, status: 'out-for-delivery' })
    return shipment
  }
  p.runtime.setNow(new Date(`${dayOf(new Date())}T07:00:00Z`))
  const [near, far] = [await to(2), await to(20)]
  const shown = async (shipment: Shipment) => (await viewOf(shipment, '')).page.replaceAll(/<[^>]*>/g, '')
  expect(await shown(far)).not.toContain('1 stop before yours')
  await staff.send(planApi.change, {
    changes: [
      {
        kind: 'order',
        driver: driver.username,
        visits: [near, far].map(({ id }) => ({ leg: 'delivery' as const, shipment_id: id })),
      },
    ],
  })
  expect(await shown(far)).toContain('1 stop before yours')
  const { arrival } = await staff.send(planApi.arrival, { shipment_id: far.id })
  expect(arrival?.stops_before).toBe(1)
  expect(await shown(far)).toContain(
    phraseText(arrivalPhrase({ ...arrival!, driver_at: null }, p.runtime.runtime.clock())),
  )
  expect(await shown(near)).toContain('Yours is the next stop')
  const seen = /The driver was [0-9.]+ km away at/
  const asReceiver = async () => (await viewOf(far, await keyOf(far))).page
  await staff.send(settingsApi.save, { settings: [{ key: 'tracking_show_driver_location', value: true }] })
  expect(await asReceiver()).not.toMatch(seen)
  await driver.send(driversApi.actions, {
    actions: [{ action_id: randomUUID(), type: 'start-day', occurred_at: new Date() }],
  })
  p.runtime.setNow(new Date(p.runtime.runtime.clock().getTime() + 60_000))
  const at = p.runtime.runtime.clock()
  const { stored } = await driver.send(positionsApi.report, { positions: [{ at, lat: -26.14, lng: 28.3 }] })
  expect(stored).toBe(1)
  expect(await asReceiver()).toMatch(seen)
  expect(await shown(far)).not.toMatch(seen)
  await deliver(near)
  expect(await shown(far)).toContain('Yours is the next stop')
  p.runtime.setNow(null)
})
