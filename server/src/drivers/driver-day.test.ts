import { randomUUID } from 'node:crypto'
import { driversApi, type ActionPayload, type DriverAction } from '@waybill/domain/drivers/api'
import type { ActionResult, ActionType } from '@waybill/domain/drivers/model'
import { hubApi } from '@waybill/domain/hub/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { settingsApi } from '@waybill/domain/settings/api'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { NewShipment, Shipment } from '@waybill/domain/shipments/model'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockShipment, updateShipment } from '../shipments/index.ts'
import { listWithDriver } from './duty/duty-store.ts'
import { uploadShipmentFile } from '../../dev/test-kit/shipment-files.ts'
import { openSecondProvider } from '../../dev/test-kit/second-provider.ts'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
let driver: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})
beforeEach(async () => {
  driver = await p.driver(undefined, 'JHB')
})

const assign = (shipment: Shipment, leg: 'collection' | 'delivery', username = driver.username) =>
  clerk.send(driversApi.assign, { shipment_ids: [shipment.id], leg, username, assign_anyway: true })
const detail = (shipment: Shipment) => clerk.send(shipmentsApi.detail, { id: shipment.id })
const sheet = (by: Caller = driver, date = '2099-12-31') => by.send(driversApi.tripSheet, { date })

function action(
  shipment: Shipment,
  type: ActionType,
  payload: Partial<ActionPayload> = {},
  more = {},
): DriverAction {
  return {
    action_id: randomUUID(),
    type,
    shipment_id: shipment.id,
    scanned_references: shipment.parcels.map((parcel) => parcel.tracking_reference),
    occurred_at: new Date(),
    payload,
    ...more,
  }
}
async function report(one: DriverAction, by: Caller = driver): Promise<ActionResult> {
  const { results } = await by.send(driversApi.actions, { actions: [one] })
  return results[0] as ActionResult
}
const act = (shipment: Shipment, type: ActionType, payload: Partial<ActionPayload> = {}, more = {}) =>
  report(action(shipment, type, payload, more))

/** Creates a shipment that this driver has loaded for delivery. */
async function onTheRoad(more: Partial<NewShipment> = {}): Promise<Shipment> {
  const shipment = await p.given.shipment({ status: 'at-destination-hub', ...more })
  await assign(shipment, 'delivery')
  await act(shipment, 'load')
  return shipment
}
/** Changes the delivery of a shipment to a locker. */
async function sendToLocker({ id }: Shipment): Promise<void> {
  await p.inTransaction(async (ctx) => {
    const { delivery_address_id } = await lockShipment(ctx, id)
    await ctx.db
      .updateTable('address')
      .set({ type: 'locker', company: 'Rosebank Mall locker' })
      .where('id', '=', delivery_address_id)
      .execute()
    await ctx.db
      .updateTable('shipment')
      .set({ delivery_pickup_point_id: 'L1', delivery_pickup_point_provider: 'own' })
      .where('id', '=', id)
      .execute()
  })
}
const pinOf = async (shipment: Shipment) => (await detail(shipment)).shipment.proof_of_delivery_pin ?? ''
const wrongPin = async (shipment: Shipment) => ((await pinOf(shipment)) === '0000' ? '1111' : '0000')
const box = {
  submitted_length_cm: 20,
  submitted_width_cm: 20,
  submitted_height_cm: 10,
  submitted_weight_kg: 1,
}
const fallback = { name: 'Naledi Mokoena', photos: ['6f1d2a.jpg'] }

/**
 * Returns the messages sent to the contacts of an account: for a shipment that a driver collects and delivers, and
 * for one that is booked as delivered without a driver.
 */
async function messagesTo(off: object) {
  const account = await p.given.account(off)
  const shipment = await p.given.shipment({ account_id: account.id })
  await assign(shipment, 'collection')
  expect((await act(shipment, 'collect', { name: 'Riaan' })).result).toBe('applied')
  await p.settle()
  for (const branchId of [p.map.branches.CPT, p.map.branches.JHB])
    await clerk.send(hubApi.addEvent, {
      parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
      mode: 'arrive',
      branch_id: branchId,
    })
  await assign(shipment, 'delivery')
  await act(shipment, 'load')
  expect((await act(shipment, 'deliver', { pin: await pinOf(shipment) })).result).toBe('applied')
  await p.settle()
  const byHand = await p.given.shipment({ account_id: account.id, status: 'delivered' })
  await p.settle()
  const notifiedEvents = async ({ id }: Shipment) => {
    const { messages } = await clerk.send(notificationsApi.log, { shipment_id: id, limit: 100 })
    const all = messages.map(({ event, channel }) => `${event} ${channel}`)
    return [...new Set(all)].filter((one) => /^(collected|delivered) /.test(one)).toSorted()
  }
  return { driver_app: await notifiedEvents(shipment), by_hand: await notifiedEvents(byHand) }
}

describe('a full driver day', () => {
  it('[DRV-001] [DRV-008] runs from the assignment to a delivery with the PIN', async () => {
    const shipment = await p.given.shipment()
    expect((await assign(shipment, 'collection')).results).toEqual([
      { shipment_id: shipment.id, assigned: true, message: '' },
    ])
    expect((await report({ ...action(shipment, 'start-day'), shipment_id: undefined })).result).toBe(
      'applied',
    )
    const morning = await sheet()
    expect(morning.stops).toMatchObject([{ leg: 'collection', state: 'to-do', sequence: 1 }])
    expect(morning.totals).toMatchObject({ stops: 1, unique_stops: 1, parcels: 1, kg: 3, remaining: 1 })
    expect((await act(shipment, 'arrive', {}, { lat: -33.93, lng: 18.53 })).result).toBe('applied')
    expect(await act(shipment, 'collect', { name: 'Riaan' })).toMatchObject({
      result: 'applied',
      shipment_status: 'collected',
    })
    for (const branchId of [p.map.branches.CPT, p.map.branches.JHB])
      await clerk.send(hubApi.addEvent, {
        parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
        mode: 'arrive',
        branch_id: branchId,
      })
    await assign(shipment, 'delivery')
    expect((await detail(shipment)).shipment.status).toBe('delivery-assigned')
    expect((await act(shipment, 'load')).shipment_status).toBe('out-for-delivery')
    const delivered = await act(
      shipment,
      'deliver',
      { pin: await pinOf(shipment) },
      { lat: -26.14, lng: 28.04 },
    )
    expect(delivered).toMatchObject({ result: 'applied', message: '', shipment_status: 'delivered' })
    const { shipment: after, events } = await detail(shipment)
    expect(after.delivered_date).not.toBeNull()
    expect(events[0]).toMatchObject({
      status: 'delivered',
      message: 'PIN entered successfully',
      source: driver.username,
      lat: -26.14,
      data: { type: 'proof-of-delivery-pin', pin_used: true },
    })
    const evening = await sheet(driver, dayOf(new Date()))
    expect(evening.totals).toMatchObject({ done: 2, remaining: 0 })
    expect(evening.stops.flatMap((stop) => stop.shipments.map((one) => one.contact_number))).toEqual(['', ''])
    expect((await report({ ...action(shipment, 'end-day'), shipment_id: undefined })).result).toBe('applied')
    const { drivers } = await clerk.send(driversApi.list, { search: driver.username })
    expect(drivers[0]).toMatchObject({ on_duty: false, branch_name: 'JHB' })
  })

  it('shows the odometer readings of the day to staff and not to drivers', async () => {
    const shipment = await p.given.shipment()
    const today = dayOf(new Date())
    const day = (type: 'start-day' | 'end-day', odometer: number, occurredAt: Date) =>
      report({ ...action(shipment, type, { odometer }), shipment_id: undefined, occurred_at: occurredAt })
    const noon = new Date(`${today}T12:00:00+02:00`).getTime()
    const read = async (date = today, by = clerk) =>
      (await by.send(driversApi.tripSheet, { driver: driver.username, date })).odometer
    expect(await read()).toEqual({ start_km: null, end_km: null })
    await day('start-day', 99_900, new Date(noon - 86_400_000))
    await day('start-day', 100_000.5, new Date(noon - 7_200_000))
    await day('end-day', 100_100, new Date(noon - 3_600_000))
    await day('start-day', 100_101, new Date(noon - 1_800_000))
    await day('end-day', 100_180, new Date(noon))
    expect(await read()).toEqual({ start_km: 100_000.5, end_km: 100_180 })
    expect(await read(today, driver)).toBeUndefined()
    expect((await clerk.send(driversApi.tripSheet, { date: today })).odometer).toBeUndefined()
  })

  it('sends no driver app emails or SMSs to an account that has disabled them', async () => {
    const { driver_app, by_hand } = await messagesTo({})
    expect(driver_app).toEqual(['collected email', 'collected sms', 'delivered email'])
    expect(by_hand).toEqual(['delivered email'])
    const noEmail = await messagesTo({ disable_driver_app_notification_email: true })
    expect(noEmail).toEqual({ driver_app: ['collected sms'], by_hand: ['delivered email'] })
    const noSms = await messagesTo({ disable_driver_app_notification_sms: true })
    expect(noSms).toEqual({
      driver_app: ['collected email', 'delivered email'],
      by_hand: ['delivered email'],
    })
  })

  it('[DRV-008] groups shipments at one address, counts failed stops and hides a sheet from other drivers', async () => {
    const account = await p.given.account()
    const [one, two] = [
      await onTheRoad({ account_id: account.id }),
      await onTheRoad({ account_id: account.id }),
    ]
    const before = await sheet()
    expect(before.totals).toMatchObject({ stops: 2, unique_stops: 1, parcels: 2 })
    expect(before.stops[0]?.shipments.map((shipment) => shipment.has_pin)).toEqual([true, true])
    for (const shipment of [one, two]) await act(shipment, 'delivery-failed', { reason: 'Nobody there' })
    expect((await sheet(driver, dayOf(new Date()))).totals).toMatchObject({ failed: 1, remaining: 0 })
    const other = await p.driver()
    expect((await sheet(other)).stops).toEqual([])
    expect(before.is_over_stop_limit).toBe(false)
    const allow = (value: number) =>
      clerk.send(settingsApi.save, { settings: [{ key: 'tripsheet_unique_stops_alert_limit', value }] })
    await allow(1)
    await assign(await p.given.shipment({ account_id: account.id }), 'collection')
    const atHub = await p.given.shipment({ account_id: account.id, status: 'at-destination-hub' })
    const crowdedId = atHub.id
    await assign(atHub, 'delivery')
    const crowded = await sheet()
    expect([crowded.totals.unique_stops, crowded.is_over_stop_limit]).toEqual([2, true])
    await allow(80)
    await expect(other.send(driversApi.tripSheet, { driver: driver.username })).rejects.toMatchObject({
      status: 404,
    })
    const office = await clerk.send(driversApi.tripSheet, { driver: driver.username })
    expect(office.driver?.username).toBe(driver.username)
    // Two drivers at one address have a stop each.
    const { id } = await p.given.shipment({ account_id: account.id, status: 'at-destination-hub' })
    await clerk.send(driversApi.assign, { shipment_ids: [id], leg: 'delivery', username: other.username })
    const everybody = await clerk.send(driversApi.tripSheet, { date: '2099-12-31' })
    const visiting = everybody.stops.filter(({ shipments }) =>
      shipments.some((one) => one.shipment_id === id || one.shipment_id === crowdedId),
    )
    expect(visiting.map((stop) => stop.driver_username).toSorted()).toEqual(
      [driver.username, other.username].toSorted(),
    )
    const owner = await p.owner(account.id)
    await expect(owner.send(driversApi.tripSheet, {})).rejects.toMatchObject({ status: 403 })
    const stranger = await (await newProvider()).staff()
    await expect(stranger.send(driversApi.tripSheet, { driver: driver.username })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('has the prices of shipments only for drivers whose company shows them, and always what is to be collected', async () => {
    const { id } = await onTheRoad()
    const shipmentOf = async (by: Caller) =>
      (await by.send(driversApi.tripSheet, { date: '2099-12-31', driver: driver.username })).stops
        .flatMap(({ shipments }) => shipments)
        .find(({ shipment_id }) => shipment_id === id)
    const allow = (value: boolean) =>
      clerk.send(settingsApi.save, { settings: [{ key: 'driver_can_see_prices', value }] })
    expect(await shipmentOf(driver)).not.toHaveProperty('price')
    await allow(true)
    const { rate } = (await detail({ id } as Shipment)).shipment
    expect(rate).toBeGreaterThan(0)
    expect(await shipmentOf(driver)).toMatchObject({ price: rate, cod_due: 0 })
    expect(await shipmentOf(clerk)).not.toHaveProperty('price')
    await allow(false)
  })
})

describe('VIP accounts', () => {
  it('come first on the trip sheet among stops with the same time window', async () => {
    const vip = await newProvider({ vip_accounts: ['vip001'] })
    const [office, courier] = [await vip.staff(), await vip.driver()]
    const usual = await vip.given.shipment({ account_id: (await vip.given.account()).id })
    const { id: accountId } = await vip.given.account({ account_code: 'VIP001' })
    const important = await vip.given.shipment({ account_id: accountId })
    expect([usual.priority_level, important.priority_level]).toEqual([0, 1])
    await office.send(driversApi.assign, {
      shipment_ids: [usual.id, important.id],
      leg: 'collection',
      username: courier.username,
    })
    const { stops } = await sheet(courier)
    expect(stops.flatMap((stop) => stop.shipments.map((one) => one.shipment_id))).toEqual([
      important.id,
      usual.id,
    ])
  })
})

describe('mandatory parcel scans', () => {
  it('[SET-044] rejects a delivery with unscanned parcels, names the missing parcel and accepts it once all are scanned', async () => {
    const shipment = await onTheRoad({ parcels: [box, box] })
    const [one, two] = shipment.parcels.map((parcel) => parcel.tracking_reference)
    const first = await act(shipment, 'deliver', fallback, { scanned_references: [one] })
    expect(first).toMatchObject({
      result: 'conflict',
      message: `Every parcel must be scanned. Scan ${two}, then try again.`,
      shipment_status: 'out-for-delivery',
    })
    const again = await act(shipment, 'deliver', fallback, { scanned_references: [one, two] })
    expect(again.shipment_status).toBe('delivered')
    const relaxed = await newProvider({ driver_must_scan_each_parcel: false })
    const [office, courier] = [await relaxed.staff(), await relaxed.driver()]
    const free = await relaxed.given.shipment({ status: 'at-destination-hub' })
    await office.send(driversApi.assign, {
      shipment_ids: [free.id],
      leg: 'delivery',
      username: courier.username,
    })
    const unscanned = { scanned_references: [] }
    expect((await report(action(free, 'load', {}, unscanned), courier)).shipment_status).toBe(
      'out-for-delivery',
    )
    expect((await report(action(free, 'deliver', fallback, unscanned), courier)).shipment_status).toBe(
      'delivered',
    )
  })

  it('accepts a delivery without scans that arrives two hours late, and marks it for staff', async () => {
    const shipment = await onTheRoad()
    p.runtime.setNow(new Date(Date.now() + 2 * 3_600_000))
    const late = await act(shipment, 'deliver', fallback, { scanned_references: [] })
    p.runtime.setNow(null)
    expect(late).toMatchObject({ result: 'applied', shipment_status: 'delivered' })
    const { events } = await detail(shipment)
    expect(events.find((event) => event.status === 'delivered')?.data).toMatchObject({
      unscanned_parcels: shipment.parcels.map((parcel) => parcel.tracking_reference),
    })
  })
})

describe('proof of delivery', () => {
  it('requires the fallback fields and names the missing one', async () => {
    const shipment = await onTheRoad()
    const bare = await act(shipment, 'deliver', { name: 'Naledi' })
    expect(bare).toMatchObject({
      result: 'conflict',
      message: 'Without a PIN you must provide a photo.',
      shipment_status: 'out-for-delivery',
    })
    expect((await act(shipment, 'deliver', fallback)).shipment_status).toBe('delivered')
    const { shipment: after, events } = await detail(shipment)
    expect(after.has_pod_files).toBe(true)
    expect(events.find((event) => event.status === 'delivered')).toMatchObject({
      message: 'Recipient details entered and POD file(s) captured',
      data: { name: 'Naledi Mokoena', images: ['6f1d2a.jpg'], pin_used: false },
    })
  })

  /** Creates a shipment of another company that one of its drivers has loaded. */
  async function onVehicleOf(company: TestProvider) {
    const [office, courier] = [await company.staff(), await company.driver()]
    const shipment = await company.given.shipment({ status: 'at-destination-hub' })
    await office.send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg: 'delivery',
      username: courier.username,
    })
    await report(action(shipment, 'load'), courier)
    return { office, courier, shipment }
  }

  it('[DRV-005] requires only the fallback fields that the company enables and requires', async () => {
    const strict = await newProvider({
      pod_fallback_name_required: false,
      pod_fallback_photos_required: false,
      pod_fallback_department_enabled: true,
      pod_fallback_department_required: true,
      pod_fallback_signature_enabled: false,
      pod_fallback_signature_required: true,
    })
    const { courier, shipment } = await onVehicleOf(strict)
    const bare = await report(action(shipment, 'deliver', fallback), courier)
    expect(bare).toMatchObject({
      result: 'conflict',
      message: 'Without a PIN you must provide the department.',
    })
    const full = await report(action(shipment, 'deliver', { department: 'Receiving' }), courier)
    expect(full.shipment_status).toBe('delivered')
  })

  it('[DRV-004] requires each enabled fallback field and stores the recipient details', async () => {
    const fields = ['name', 'mobile_number', 'department', 'description', 'photos', 'signature']
    const strict = await newProvider(
      Object.fromEntries(
        fields.flatMap((field) => [
          [`pod_fallback_${field}_enabled`, true],
          [`pod_fallback_${field}_required`, true],
        ]),
      ),
    )
    const { office, courier, shipment } = await onVehicleOf(strict)
    const given = {
      name: 'Naledi Mokoena',
      mobile_number: '0821234567',
      department: 'Receiving',
      description: 'At the side gate',
      photos: ['6f1d2a.jpg'],
      signature: '9c1e77.png',
    }
    for (const [field, needed] of [
      ['name', 'the name of the receiver'],
      ['mobile_number', 'a mobile number'],
      ['department', 'the department'],
      ['description', 'a description'],
      ['photos', 'a photo'],
      ['signature', 'a signature'],
    ] as const) {
      const { [field]: _left_out, ...rest } = given
      const bare = await report(action(shipment, 'deliver', rest), courier)
      expect(bare, field).toMatchObject({
        result: 'conflict',
        message: `Without a PIN you must provide ${needed}.`,
      })
    }
    expect((await report(action(shipment, 'deliver', given), courier)).shipment_status).toBe('delivered')
    const { events } = await office.send(shipmentsApi.detail, { id: shipment.id })
    expect(events.find(({ status }) => status === 'delivered')?.data).toMatchObject({
      name: 'Naledi Mokoena',
      mobile_number: '0821234567',
      department: 'Receiving',
      description: 'At the side gate',
    })
  })

  it('[DRV-002] requires a photo but no PIN for the grv method, and rejects unknown methods', async () => {
    const { id: accountId } = await p.given.account()
    await clerk.http('PATCH', '/accounts', { id: accountId, pod_method: 'grv' })
    const shipment = await p.given.shipment({ account_id: accountId, status: 'at-destination-hub' })
    expect(shipment.pod_method).toBe('grv')
    await assign(shipment, 'delivery')
    await act(shipment, 'load')
    expect(await act(shipment, 'deliver', { name: 'Naledi' })).toMatchObject({
      result: 'conflict',
      message: 'Take a photo of the signed document.',
    })
    expect((await act(shipment, 'deliver', { photos: ['6f1d2a.jpg'] })).shipment_status).toBe('delivered')
    const unknown = await clerk.http('PATCH', '/shipments', { id: shipment.id, pod_method: 'physical' })
    expect(unknown.status).toBe(400)
  })

  it('locks PIN entry for 15 minutes after five wrong PINs, even for the right PIN, and stores no PIN', async () => {
    const shipment = await onTheRoad()
    const wrong = await wrongPin(shipment)
    const messages = []
    for (let attempt = 0; attempt < 5; attempt += 1)
      messages.push((await act(shipment, 'deliver', { pin: wrong })).message)
    expect(messages[0]).toBe('This PIN is incorrect. 4 tries left.')
    expect(messages[4]).toContain('Try again in 15 minutes')
    const pin = await pinOf(shipment)
    expect((await act(shipment, 'deliver', { pin })).message).toContain('Too many wrong PINs')
    p.runtime.setNow(new Date(Date.now() + 16 * 60_000))
    const later = await act(shipment, 'deliver', { pin })
    p.runtime.setNow(null)
    expect(later.shipment_status).toBe('delivered')
    const { rows } = await p.inTransaction(async (ctx) => ({
      rows: await ctx.db
        .selectFrom('driver_action')
        .select('payload')
        .where('shipment_id', '=', shipment.id)
        .execute(),
    }))
    expect(JSON.stringify(rows)).not.toContain(`"pin":`)
  })

  it('records attempts at a locked PIN once, and again for an attempt with a photo', async () => {
    const shipment = await onTheRoad()
    const wrong = await wrongPin(shipment)
    for (let attempt = 0; attempt < 12; attempt += 1) await act(shipment, 'deliver', { pin: wrong })
    const evidenceEvents = async () =>
      (await detail(shipment)).events.filter(({ status }) => status === 'evidence-kept')
    expect((await evidenceEvents()).map(({ message }) => message)).toEqual([
      "The driver's action 'deliver' was refused: Too many wrong PINs. Try again in 15 minutes or use the other proof.",
    ])
    await act(shipment, 'deliver', { pin: await pinOf(shipment) })
    expect(await evidenceEvents()).toHaveLength(1)
    await act(shipment, 'deliver', { pin: wrong, photos: ['6f1d2a.jpg'] })
    expect((await evidenceEvents()).map(({ data }) => data?.images)).toContainEqual(['6f1d2a.jpg'])
  })

  it('checks at most five of 40 concurrent wrong PINs from two processes, and then rejects the right PIN', async () => {
    const shipment = await onTheRoad()
    const wrong = await wrongPin(shipment)
    const twin = await openSecondProvider(p)
    const guess = async (index: number): Promise<ActionResult> => {
      const actions = [{ ...action(shipment, 'deliver', { pin: wrong }), action_id: randomUUID() }]
      const at = index % 2 === 0 ? twin.http(driver, 'POST', driversApi.actions.path, { actions }) : null
      const { body } = await (at ?? driver.http('POST', driversApi.actions.path, { actions }))
      return (body as { results: ActionResult[] }).results[0] as ActionResult
    }
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index)))
    await twin.close()
    const judged = answers.filter(({ message }) => message.startsWith('This PIN is incorrect.'))
    expect(judged).toHaveLength(5)
    expect(answers.filter(({ message }) => message.startsWith('Too many wrong PINs.'))).toHaveLength(35)
    const pin = await pinOf(shipment)
    expect((await act(shipment, 'deliver', { pin })).message).toContain('Too many wrong PINs')
  })

  it('[DRV-001] requires a photo of a signed voucher even with a PIN', async () => {
    const shipment = await onTheRoad({ pod_method: 'grv' })
    const pin = await pinOf(shipment)
    expect((await act(shipment, 'deliver', { pin })).message).toBe('Take a photo of the signed document.')
    await act(shipment, 'deliver', { photos: ['grv-1.jpg'], document_number: 'GRV 77' })
    expect((await detail(shipment)).events.find((event) => event.status === 'delivered')?.message).toBe(
      'POD image captured',
    )
  })

  it('needs no PIN for a locker, and records the compartment and the pickup deadline', async () => {
    const shipment = await onTheRoad()
    await sendToLocker(shipment)
    const { stops } = await sheet()
    const here = stops.flatMap((stop) => stop.shipments).find((one) => one.shipment_id === shipment.id)
    expect(here).toMatchObject({ pod_method: 'pin-with-fallback', has_pin: false })
    const putIn = await act(shipment, 'deposit-in-locker', { compartment: 'B12' })
    expect(putIn).toMatchObject({ result: 'applied', shipment_status: 'ready-for-pickup' })
    const { shipment: after, events } = await detail(shipment)
    expect(after.pickup_deadline).not.toBeNull()
    expect(events.find(({ status }) => status === 'ready-for-pickup')?.message).toBe('Compartment B12')
  })

  it('delivers the parcels that are present and reports a missing parcel as a delivery problem', async () => {
    const shipment = await onTheRoad({ parcels: [box, box] })
    const [there = '', missing = ''] = shipment.parcels.map((parcel) => parcel.tracking_reference)
    const pin = await pinOf(shipment)
    const delivered = await act(shipment, 'deliver', { pin }, { parcel_references: [there] })
    expect(delivered.result).toBe('applied')
    const reported = await act(
      shipment,
      'delivery-exception',
      { reason: 'Parcel missing', description: 'Not on the vehicle' },
      { parcel_references: [missing] },
    )
    expect(reported).toMatchObject({ result: 'applied', shipment_status: 'delivery-exception' })
    const { shipment: after, events } = await detail(shipment)
    expect(events.find(({ status }) => status === 'delivery-exception')?.data).toMatchObject({
      description: 'Not on the vehicle',
    })
    expect(after.parcels.map(({ status }) => status)).toEqual(['delivered', 'delivery-exception'])
  })

  it('accepts what happened with more photos than the company asks for', async () => {
    await clerk.send(settingsApi.save, { settings: [{ key: 'pod_photo_max', value: 1 }] })
    const photos = ['6f1d2a.jpg', '6f1d2b.jpg', '6f1d2c.jpg']
    const [attempted, delivered] = [await onTheRoad(), await onTheRoad()]
    const answers = [
      await act(attempted, 'delivery-failed', { reason: 'Nobody there', photos }),
      await act(delivered, 'deliver', { ...fallback, photos }),
    ]
    await clerk.send(settingsApi.save, { settings: [{ key: 'pod_photo_max', value: 5 }] })
    expect(answers.map(({ result }) => result)).toEqual(['applied', 'applied'])
    const { events } = await detail(delivered)
    expect(events.find(({ status }) => status === 'delivered')?.data).toMatchObject({ images: photos })
  })

  it('rejects file names that contain a path', async () => {
    const shipment = await onTheRoad()
    expect((await act(shipment, 'deliver', { name: 'N', photos: ['../x.jpg'] })).result).toBe('conflict')
  })
})

describe('idempotency and isolation of driver actions', () => {
  it('returns duplicate with the first result for repeated actions', async () => {
    const shipment = await onTheRoad()
    const delivery = action(shipment, 'deliver', fallback)
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(delivery)))
    expect(answers.filter((answer) => answer.result === 'applied')).toHaveLength(1)
    expect(answers.filter((answer) => answer.result === 'duplicate')).toHaveLength(9)
    expect(new Set(answers.map((answer) => answer.shipment_status))).toEqual(new Set(['delivered']))
    const { events } = await detail(shipment)
    expect(events.filter((event) => event.status === 'delivered')).toHaveLength(1)
  })

  it('identifies an action by driver and id, so that the same id from another driver is a separate action', async () => {
    const shipment = await onTheRoad()
    const delivery = action(shipment, 'deliver', fallback)
    expect((await report(delivery)).result).toBe('applied')
    const other = await p.driver()
    const stranger = await report(delivery, other)
    expect(stranger).toMatchObject({ result: 'conflict', shipment_status: null })
    const own = await p.given.shipment({ status: 'at-destination-hub' })
    await assign(own, 'delivery', other.username)
    const load = action(own, 'load')
    await report({ ...load, shipment_id: shipment.id })
    expect(await report(load, other)).toMatchObject({
      result: 'applied',
      shipment_status: 'out-for-delivery',
    })
    expect((await report(load, other)).result).toBe('duplicate')
  })

  it('applies actions in the order in which they occurred, and continues after a rejected one', async () => {
    const account = await p.given.account()
    const shipment = await p.given.shipment({ status: 'at-destination-hub', account_id: account.id })
    await assign(shipment, 'delivery')
    const stranger = await p.given.shipment()
    const now = Date.now()
    const { results } = await driver.send(driversApi.actions, {
      actions: [
        action(shipment, 'deliver', fallback, { occurred_at: new Date(now + 2) }),
        action(stranger, 'deliver', fallback, { occurred_at: new Date(now + 1) }),
        action(shipment, 'load', {}, { occurred_at: new Date(now) }),
      ],
    })
    expect(results.map((one) => one.result)).toEqual(['applied', 'conflict', 'applied'])
    expect(results[1]).toMatchObject({ message: 'Could not find shipment', shipment_status: null })
    expect((await detail(stranger)).events.map((event) => event.status)).not.toContain('evidence-kept')
  })

  it('rejects a repeated report with a new action id as already recorded', async () => {
    const shipment = await p.given.shipment({ status: 'submitted' })
    await assign(shipment, 'collection')
    const failed = () => action(shipment, 'collection-failed', { reason: 'Business closed' })
    expect(await report(failed())).toMatchObject({ result: 'applied' })
    const again = await report(failed())
    expect(again).toMatchObject({ result: 'conflict' })
    expect(again.message).toMatch(/: already recorded\.$/)
  })

  it('stores the proof of a delivery that staff cancelled in the meantime, for staff only', async () => {
    const shipment = await onTheRoad()
    await clerk.send(shipmentsApi.cancel, { id: shipment.id, message: 'Customer asked' })
    const delivery = action(shipment, 'deliver', fallback)
    const refused = await report(delivery)
    expect(refused).toMatchObject({ result: 'conflict', shipment_status: 'cancelled' })
    expect(refused.message).toContain('is cancelled: it cannot be delivered now')
    // With the code of the sentence, so that the phone displays it in the language of the driver.
    const values = { name: shipment.short_tracking_reference, status: 'cancelled', participle: 'delivered' }
    expect(refused.message_parts).toEqual([{ code: 'not_possible_now', values }])
    expect(await report(delivery)).toEqual(refused)
    const { shipment: after, events } = await detail(shipment)
    expect(after.status).toBe('cancelled')
    const evidenceEvents = events.filter((event) => event.status === 'evidence-kept')
    expect(evidenceEvents).toHaveLength(1)
    expect(evidenceEvents[0]?.data).toMatchObject({
      type: 'deliver',
      name: 'Naledi Mokoena',
      images: ['6f1d2a.jpg'],
    })
    const owner = await p.owner(shipment.account_id)
    const seen = await owner.send(shipmentsApi.detail, { id: shipment.id })
    expect(seen.events.map((event) => event.status)).not.toContain('evidence-kept')
  })

  it('stores the proof of a driver whose stop was reassigned, and returns no shipment status', async () => {
    const shipment = await onTheRoad()
    await assign(shipment, 'delivery', (await p.driver()).username)
    const late = await act(shipment, 'deliver', fallback)
    expect(late).toMatchObject({ result: 'conflict', shipment_status: null })
    expect(late.message).toContain('assigned to another driver')
    expect((await detail(shipment)).events.some((event) => event.status === 'evidence-kept')).toBe(true)
  })
})

describe('failed attempts, action times, rejections and partial deliveries', () => {
  it('counts failed attempts and marks one that is too far from the address as unverified', async () => {
    const shipment = await onTheRoad()
    expect((await act(shipment, 'delivery-failed')).message).toBe('Choose a reason.')
    const far = { lat: -33.9, lng: 18.4 }
    await act(shipment, 'delivery-failed', { reason: 'Nobody there', photos: ['gate-1.jpg'] }, far)
    const { shipment: after, events } = await detail(shipment)
    expect(after).toMatchObject({ status: 'delivery-failed-attempt', failed_delivery_attempts: 1 })
    expect(events.find((event) => event.status === 'delivery-failed-attempt')).toMatchObject({
      message: 'Nobody there',
      data: { attempt_verified: false },
    })
    expect((await act(shipment, 'deliver', fallback)).shipment_status).toBe('delivered')
  })

  it('requires a call before a failed attempt only where the contact has a number that the driver can call', async () => {
    const save = (settings: { key: string; value: unknown }[]) => clerk.send(settingsApi.save, { settings })
    const withNumber = await onTheRoad()
    const emailOnly = {
      delivery_contact: { name: 'Naledi Mokoena', mobile_number: '', email: 'naledi@example.com' },
    }
    const withoutNumber = await onTheRoad(emailOnly)
    const hidden = await onTheRoad()
    const fail = (shipment: Shipment) =>
      act(shipment, 'delivery-failed', {
        reason: 'Nobody there',
        photos: ['gate-3.jpg'],
        called_before: false,
      })
    const noteOf = async (shipment: Shipment) =>
      (await detail(shipment)).events.find(({ status }) => status === 'delivery-failed-attempt')?.data?.[
        'no_number_to_call'
      ]
    await save([{ key: 'driver_must_call_before_fail', value: true }])
    expect((await fail(withNumber)).message).toBe('Call the customer before you record a failed attempt.')
    expect((await fail(withoutNumber)).result).toBe('applied')
    await save([{ key: 'driver_mask_customer_phone', value: true }])
    // The company has no calling number, so that no call can be connected.
    expect((await fail(hidden)).result).toBe('applied')
    await save([
      { key: 'driver_mask_customer_phone', value: false },
      { key: 'driver_can_call_customer', value: false },
    ])
    expect((await fail(withNumber)).result).toBe('applied')
    await save([
      { key: 'driver_must_call_before_fail', value: false },
      { key: 'driver_can_call_customer', value: true },
    ])
    for (const shipment of [withNumber, withoutNumber, hidden]) expect(await noteOf(shipment)).toBe(true)
    const owner = await p.owner(hidden.account_id)
    const { events } = await owner.send(shipmentsApi.detail, { id: hidden.id })
    expect(JSON.stringify(events)).not.toContain('no_number_to_call')
  })

  it('[STAT-049] counts a second attempt on the same day when the company allows it, and otherwise rejects it', async () => {
    const shipment = await onTheRoad()
    const fail = () => act(shipment, 'delivery-failed', { reason: 'Nobody there', photos: ['gate-2.jpg'] })
    const clerk = await p.staff()
    const mayRetry = (value: boolean) =>
      clerk.send(settingsApi.save, { settings: [{ key: 'allow_same_day_retry', value }] })
    expect((await fail()).result).toBe('applied')
    expect((await fail()).result).toBe('applied')
    const { shipment: twice, events } = await detail(shipment)
    expect(twice).toMatchObject({ status: 'delivery-failed-attempt', failed_delivery_attempts: 2 })
    expect(events.filter(({ status }) => status === 'delivery-failed-attempt')).toHaveLength(2)
    await mayRetry(false)
    expect(await fail()).toMatchObject({ result: 'conflict' })
    await mayRetry(true)
    expect((await detail(shipment)).shipment.failed_delivery_attempts).toBe(2)
  })

  it('stores nothing of a phone on which another user has signed in, and applies its action once its driver is back', async () => {
    const shipment = await onTheRoad()
    const delivery = action(shipment, 'deliver', fallback)
    const sendAs = (by: Caller, username: string) =>
      by.http(
        'POST',
        driversApi.actions.path,
        { actions: [delivery] },
        { 'for-user': encodeURIComponent(username) },
      )
    for (const other of [await p.driver(undefined, 'JHB'), await p.owner()]) {
      const refused = await sendAs(other, driver.username)
      expect(refused).toMatchObject({ status: 403, body: { code: 'other_user' } })
      expect(refused.headers['retry-after']).toBe('30')
    }
    const stored = await p.inTransaction((ctx) =>
      ctx.db
        .selectFrom('driver_action')
        .where('action_id', '=', delivery.action_id)
        .select('username')
        .execute(),
    )
    expect(stored).toEqual([])
    expect(await sendAs(driver, driver.username)).toMatchObject({
      status: 200,
      body: { results: [{ result: 'applied', shipment_status: 'delivered' }] },
    })
  })

  it('marks the time of an action as unverified when the phone does not know its clock offset', async () => {
    const shipment = await onTheRoad()
    await act(shipment, 'deliver', fallback)
    const event = (await detail(shipment)).events.find((one) => one.status === 'delivered')
    expect(event?.data).toMatchObject({ time_verified: false })
    const other = await onTheRoad()
    await act(other, 'deliver', fallback, { clock_offset_seconds: -12 })
    const known = (await detail(other)).events.find((one) => one.status === 'delivered')
    expect(known?.data).not.toHaveProperty('time_verified')
  })

  it('stores the phone time minus its clock offset, and marks it as unverified when the offset is large', async () => {
    const shipment = await onTheRoad()
    p.runtime.setNow(new Date(Date.now() + 60 * 60_000))
    const occurredAt = new Date(Date.now() + 50 * 60_000)
    await act(shipment, 'deliver', fallback, { occurred_at: occurredAt, clock_offset_seconds: 1200 })
    p.runtime.setNow(null)
    const event = (await detail(shipment)).events.find((one) => one.status === 'delivered')
    expect(event?.date).toEqual(new Date(occurredAt.getTime() - 1_200_000))
    expect(event?.data).toMatchObject({ time_verified: false })
  })

  it('rejects a collection with a reason, so that staff can assign another driver', async () => {
    const shipment = await p.given.shipment()
    await assign(shipment, 'collection')
    expect((await act(shipment, 'reject', { reason: 'Vehicle full' })).shipment_status).toBe(
      'collection-rejected',
    )
    expect((await sheet()).stops).toEqual([])
    const other = await p.driver()
    await assign(shipment, 'collection', other.username)
    expect((await detail(shipment)).shipment).toMatchObject({
      status: 'collection-assigned',
      collection_agent_id: other.username,
      original_collection_agent_id: driver.username,
    })
  })

  it('keeps the shipment out for delivery until the last of three parcels is delivered', async () => {
    const parcels = Array.from({ length: 3 }, () => ({
      submitted_length_cm: 20,
      submitted_width_cm: 20,
      submitted_height_cm: 20,
      submitted_weight_kg: 2,
    })) as never
    const shipment = await onTheRoad({ parcels })
    const [first] = shipment.parcels
    const one = await act(shipment, 'deliver', fallback, {
      parcel_references: [first?.tracking_reference ?? ''],
    })
    expect(one).toMatchObject({ result: 'applied', shipment_status: 'out-for-delivery' })
    const rest = await act(shipment, 'deliver', fallback)
    expect(rest.shipment_status).toBe('delivered')
    const { shipment: after, events } = await detail(shipment)
    expect(after.parcels.map((parcel) => parcel.status)).toEqual(['delivered', 'delivered', 'delivered'])
    expect(events.filter((event) => event.status === 'delivered')).toHaveLength(3)
  })
})

describe('a delivery of which some parcels were loaded', () => {
  const assigned = 'delivery-assigned'
  it.each([
    ['deliver', fallback, 'delivered'],
    ['delivery-failed', { reason: 'Nobody there' }, 'delivery-failed-attempt'],
    ['delivery-exception', { reason: 'Refused' }, 'delivery-exception'],
  ] as const)('accepts %s for those, and the others stay where they are', async (type, payload, status) => {
    const shipment = await p.given.shipment({ status: 'at-destination-hub', parcels: [box, box, box] })
    await assign(shipment, 'delivery')
    const loaded = shipment.parcels.slice(0, 2).map((parcel) => parcel.tracking_reference)
    for (const reference of loaded) await act(shipment, 'load', {}, { parcel_references: [reference] })
    const ended = await act(shipment, type, payload, { parcel_references: loaded })
    expect(ended).toMatchObject({ result: 'applied', shipment_status: assigned })
    expect((await detail(shipment)).shipment.parcels.map((parcel) => parcel.status)).toEqual([
      status,
      status,
      assigned,
    ])
    const [stop] = (await sheet()).stops
    expect(stop).toMatchObject({ state: 'to-do', shipments: [{ status: assigned }] })
    const [, , third] = shipment.parcels
    await act(shipment, 'load', {}, { parcel_references: [third?.tracking_reference ?? ''] })
    const last = await act(shipment, 'deliver', fallback, {
      parcel_references: [third?.tracking_reference ?? ''],
    })
    expect(last.result).toBe('applied')
  })

  it('is work of today from the first parcel on, also when its day is a later one', async () => {
    const today = dayOf(new Date())
    const { id, parcels } = await p.given.shipment({ status: 'at-destination-hub', parcels: [box, box] })
    const shipment = { id, parcels } as Shipment
    await p.inTransaction((ctx) => updateShipment(ctx, id, { delivery_min_date: '2099-12-31' }))
    await assign(shipment, 'delivery')
    const stopsToday = async () => {
      const { drivers } = await clerk.send(shipmentsApi.drivers, {
        branch_ids: [p.map.branches.JHB],
        day: today,
      })
      const { stops } = await sheet(driver, today)
      return [stops.length, drivers.find(({ username }) => username === driver.username)?.stops]
    }
    expect(await stopsToday()).toEqual([0, 0])
    await act(shipment, 'load', {}, { parcel_references: [parcels[0]?.tracking_reference ?? ''] })
    expect((await detail(shipment)).shipment.status).toBe(assigned)
    expect(await stopsToday()).toEqual([1, 1])
  })

  it('shows the photo of the hand-over at each of these parcels', async () => {
    const shipment = await p.given.shipment({ status: 'at-destination-hub', parcels: [box, box, box] })
    await assign(shipment, 'delivery')
    await act(shipment, 'load')
    const photo = await uploadShipmentFile(p, driver, 'door.jpg', undefined, 'shipment-images')
    const delivered = shipment.parcels.slice(0, 2)
    await act(
      shipment,
      'deliver',
      { name: 'Naledi Mokoena', photos: [photo] },
      { parcel_references: delivered.map((parcel) => parcel.tracking_reference) },
    )
    const { events } = await detail(shipment)
    const shown = events
      .filter(({ status }) => status === 'delivered')
      .map(({ parcel_id, shipment_files }) => [parcel_id, shipment_files.map(({ file_name }) => file_name)])
    expect(shown.toReversed()).toEqual(delivered.map(({ id }) => [id, [photo]]))
  })

  it('leaves it with the driver, who can no longer reject it', async () => {
    const shipment = await p.given.shipment({ status: 'at-destination-hub', parcels: [box, box] })
    await assign(shipment, 'delivery')
    const [one] = shipment.parcels.map((parcel) => parcel.tracking_reference)
    await act(shipment, 'load', {}, { parcel_references: [one ?? ''] })
    const { results } = await clerk.send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg: 'delivery',
      username: '',
    })
    expect(results).toMatchObject([
      { assigned: false, message: expect.stringContaining('is with its driver') },
    ])
    const held = await p.inTransaction((ctx) => listWithDriver(ctx, driver.username))
    expect(held.map((parcel) => parcel.parcel_reference)).toContain(one)
    const answer = await act(shipment, 'reject', { reason: 'Vehicle full' })
    expect(answer).toMatchObject({ result: 'conflict', message: expect.stringContaining(one ?? '') })
    expect((await detail(shipment)).shipment).toMatchObject({
      status: assigned,
      delivery_agent_id: driver.username,
    })
  })

  it('accepts a parcel that is scanned twice while loading, without a second event', async () => {
    const shipment = await p.given.shipment({ status: 'at-destination-hub', parcels: [box, box] })
    await assign(shipment, 'delivery')
    const [one, other] = shipment.parcels.map((parcel) => parcel.tracking_reference)
    const load = (...references: (string | undefined)[]) =>
      act(shipment, 'load', {}, { parcel_references: references })
    for (const references of [[one], [one], [one, other], [other], []])
      expect((await load(...references)).result).toBe('applied')
    const { shipment: after, events } = await detail(shipment)
    expect(after.status).toBe('out-for-delivery')
    expect(events.filter(({ status }) => status === 'out-for-delivery')).toHaveLength(2)
    expect(events.map(({ status }) => status)).not.toContain('evidence-kept')
    const stranger = await p.driver()
    expect((await report(action(shipment, 'load'), stranger)).result).toBe('conflict')
    expect((await act(shipment, 'deliver', fallback)).result).toBe('applied')
    expect((await load(one)).result).toBe('conflict')
  })
})

describe('driver assignment', () => {
  const statusesOf = async (shipment: Shipment) =>
    (await detail(shipment)).shipment.parcels.map(({ status }) => status)

  it('[STAT-034] moves only the parcels that wait for the leg, and leaves collected ones where they are', async () => {
    const shipment = await p.given.shipment({ parcels: [box, box, box] })
    await assign(shipment, 'collection')
    const [one = '', two = '', missing = ''] = shipment.parcels.map((parcel) => parcel.tracking_reference)
    await act(shipment, 'collect', { name: 'Riaan' }, { parcel_references: [one, two] })
    await act(
      shipment,
      'collection-exception',
      { reason: 'Parcel missing' },
      { parcel_references: [missing] },
    )
    await assign(shipment, 'collection')
    expect(await statusesOf(shipment)).toEqual(['collected', 'collected', 'collection-assigned'])
    await assign(shipment, 'collection', '')
    expect(await statusesOf(shipment)).toEqual(['collected', 'collected', 'collection-unassigned'])
    const second = await p.driver()
    await assign(shipment, 'collection', second.username)
    const rest = action(shipment, 'collect', { name: 'Riaan' }, { parcel_references: [missing] })
    expect(await report(rest, second)).toMatchObject({ result: 'applied', shipment_status: 'collected' })
  })

  it('leaves parcels at their pickup point, each with its own events, when another one of the shipment gets a driver', async () => {
    const shipment = await p.given.shipment({ status: 'at-destination-hub', parcels: [box, box, box] })
    await sendToLocker(shipment)
    await assign(shipment, 'delivery')
    const [one = '', two = ''] = shipment.parcels.map((parcel) => parcel.tracking_reference)
    await act(shipment, 'load', {}, { parcel_references: [one, two] })
    await act(shipment, 'deposit-in-locker', { compartment: '14' }, { parcel_references: [one, two] })
    const { events } = await detail(shipment)
    const ready = events.filter(({ status }) => status === 'ready-for-pickup')
    expect(ready.map(({ parcel_id }) => parcel_id).toReversed()).toEqual(
      shipment.parcels.slice(0, 2).map(({ id }) => id),
    )
    const second = await p.driver(undefined, 'JHB')
    expect((await assign(shipment, 'delivery', second.username)).results).toMatchObject([{ assigned: true }])
    await assign(shipment, 'delivery', '')
    expect(await statusesOf(shipment)).toEqual([
      'ready-for-pickup',
      'ready-for-pickup',
      'delivery-unassigned',
    ])
  })

  it('rejects finished and unknown shipments individually, and unassigns a driver', async () => {
    const [fresh, gone] = [await p.given.shipment(), await p.given.shipment({ status: 'cancelled' })]
    const { results } = await clerk.send(driversApi.assign, {
      shipment_ids: [gone.id, fresh.id, 999_999],
      leg: 'collection',
      username: driver.username,
      assign_anyway: true,
    })
    expect(results.map((one) => [one.shipment_id, one.assigned])).toEqual([
      [fresh.id, true],
      [gone.id, false],
      [999_999, false],
    ])
    await assign(fresh, 'collection', '')
    expect((await detail(fresh)).shipment).toMatchObject({
      status: 'collection-unassigned',
      collection_agent_id: '',
    })
    await expect(assign(fresh, 'collection', 'nobody')).rejects.toMatchObject({ status: 404 })
    await expect(
      driver.send(driversApi.assign, {
        shipment_ids: [fresh.id],
        leg: 'delivery',
        username: driver.username,
      }),
    ).rejects.toMatchObject({ status: 403 })
  })

  it('[DRV-007] lists deleted drivers only on request, and does not assign them', async () => {
    const leaver = await p.user(role_ids.driver, { username: `leaver-${randomUUID().slice(0, 8)}` })
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('app_user')
        .set({ deleted_date: ctx.now })
        .where('username', '=', leaver.username)
        .execute(),
    )
    const search = leaver.username
    expect((await clerk.send(driversApi.list, { search })).count).toBe(0)
    const all = await clerk.send(driversApi.list, { search, include_deleted: true })
    expect(all.drivers[0]?.deleted_date).not.toBeNull()
    const gone = errorOf(
      clerk.send(driversApi.assign, {
        shipment_ids: [(await p.given.shipment()).id],
        leg: 'collection',
        username: leaver.username,
      }),
    )
    expect(await gone).toEqual({ status: 404, message: 'Could not find this driver.' })
  })
})
