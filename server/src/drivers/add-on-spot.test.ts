import { randomUUID } from 'node:crypto'
import { collectionsApi } from '@waybill/domain/collections/api'
import { driversApi, type ActionPayload, type DriverAction } from '@waybill/domain/drivers/api'
import type { ActionResult, ActionType } from '@waybill/domain/drivers/model'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { describe, expect, it } from 'vitest'
import { address, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

interface Company {
  p: TestProvider
  clerk: Caller
  driver: Caller
}

async function company(settings: Readonly<Record<string, unknown>> = {}): Promise<Company> {
  const p = await newProvider(settings)
  return { p, clerk: await p.staff(), driver: await p.driver() }
}

/** Creates a shipment whose collection is assigned to the driver. */
async function toCollect({ p, clerk, driver }: Company, more: object = {}): Promise<Shipment> {
  const shipment = await p.given.shipment(more)
  await clerk.send(driversApi.assign, {
    shipment_ids: [shipment.id],
    leg: 'collection',
    username: driver.username,
  })
  return shipment
}
const detail = async ({ clerk }: Company, id: number) =>
  (await clerk.send(shipmentsApi.detail, { id })).shipment

const box = {
  submitted_length_cm: 30,
  submitted_width_cm: 20,
  submitted_height_cm: 10,
  submitted_weight_kg: 12,
  parcel_description: 'One more box',
}
const abroad = {
  delivery_address: address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
  delivery_contact: { name: 'Naledi Mokoena', mobile_number: '0821234567' },
}
const action = (
  type: ActionType,
  about: Partial<DriverAction>,
  payload: Partial<ActionPayload> = {},
): DriverAction => ({
  action_id: randomUUID(),
  type,
  occurred_at: new Date(),
  payload,
  ...about,
})
async function report({ driver }: Company, one: DriverAction): Promise<ActionResult> {
  const { results } = await driver.send(driversApi.actions, { actions: [one] })
  return results[0] as ActionResult
}

describe('parcels added on the spot', () => {
  it('[SET-047] collects and prices an added parcel once, even when the action is sent twice', async () => {
    const all = await company({ driver_can_add_parcels: true })
    const shipment = await toCollect(all)
    const one = action('add-parcel', { shipment_id: shipment.id }, { parcels: [box] })
    const twice = await Promise.all([report(all, one), report(all, one)])
    expect(twice.map(({ result }) => result).sort()).toEqual(['applied', 'duplicate'])
    const before = await detail(all, shipment.id)
    expect(before.parcels.map((parcel) => parcel.status)).toEqual(['collection-assigned', 'collected'])
    expect(before.parcels[1]).toMatchObject({ parcel_description: 'One more box', submitted_weight_kg: 12 })
    expect(before.status).toBe('collection-assigned')
    expect(before.rate).toBeGreaterThan(Number(shipment.rate))
    const collect = action(
      'collect',
      { shipment_id: shipment.id, scanned_references: [shipment.parcels[0]?.tracking_reference ?? ''] },
      { name: 'Riaan' },
    )
    expect(await report(all, collect)).toMatchObject({ result: 'applied', shipment_status: 'collected' })
    const later = action('add-parcel', { shipment_id: shipment.id }, { parcels: [box] })
    expect(await report(all, later)).toMatchObject({ result: 'applied', shipment_status: 'collected' })
    expect((await detail(all, shipment.id)).parcels).toHaveLength(3)
  })

  it('rejects a second parcel of a shipment to a pickup point', async () => {
    const all = await company({ driver_can_add_parcels: true })
    const shipment = await toCollect(all)
    await all.p.inTransaction((ctx) =>
      ctx.db
        .updateTable('shipment')
        .set({ delivery_pickup_point_id: 'CG1' })
        .where('id', '=', shipment.id)
        .execute(),
    )
    const one = action('add-parcel', { shipment_id: shipment.id }, { parcels: [box] })
    expect(await report(all, one)).toMatchObject({
      result: 'conflict',
      message: 'Pickup point shipments can only have one parcel.',
    })
    expect((await detail(all, shipment.id)).parcels).toHaveLength(1)
  })

  it('[SET-047] rejects the action with a message when drivers may not add parcels, and stores the evidence', async () => {
    const all = await company({ driver_can_add_parcels: false })
    const shipment = await toCollect(all)
    const one = action('add-parcel', { shipment_id: shipment.id }, { parcels: [box] })
    expect(await report(all, one)).toMatchObject({
      result: 'conflict',
      message: 'Drivers may not add parcels. Please call the office.',
    })
    expect((await detail(all, shipment.id)).parcels).toHaveLength(1)
    const { events } = await all.clerk.send(shipmentsApi.detail, { id: shipment.id })
    expect(events[0]).toMatchObject({ status: 'evidence-kept' })
  })

  it('rejects parcels without valid sizes, with a negative weight, from another driver, or after the goods have left', async () => {
    const all = await company({ driver_can_add_parcels: true })
    const shipment = await toCollect(all)
    const add = (payload: object) => report(all, action('add-parcel', { shipment_id: shipment.id }, payload))
    expect((await add({})).message).toBe('Enter a parcel with its size and weight.')
    expect((await add({ parcels: [{ ...box, submitted_length_cm: 5000 }] })).result).toBe('conflict')
    expect((await add({ parcels: [{ ...box, submitted_weight_kg: -12 }] })).message).toBe(
      'Parcel weight cannot be negative.',
    )
    const stranger = { ...all, driver: await all.p.driver() }
    expect(
      (await report(stranger, action('add-parcel', { shipment_id: shipment.id }, { parcels: [box] }))).result,
    ).toBe('conflict')
    const gone = await toCollect(all, { status: 'at-destination-hub' })
    expect(
      (await report(all, action('add-parcel', { shipment_id: gone.id }, { parcels: [box] }))).result,
    ).toBe('conflict')
    expect((await detail(all, shipment.id)).parcels).toHaveLength(1)
  })
})

describe('shipments added on the spot', () => {
  it('[SET-046] books the shipment once for the account of the stop and marks it as collected', async () => {
    const all = await company({ driver_can_add_shipments: true })
    const shipment = await toCollect(all)
    const one = action('add-shipment', { shipment_id: shipment.id }, { parcels: [box, box], ...abroad })
    const twice = await Promise.all([report(all, one), report(all, one)])
    expect(twice.map(({ result }) => result).sort()).toEqual(['applied', 'duplicate'])
    const { shipments } = await all.clerk.send(shipmentsApi.list, { account_id: shipment.account_id })
    expect(shipments).toHaveLength(2)
    const added = shipments.find((other) => other.id !== shipment.id)
    expect(added).toMatchObject({
      status: 'collected',
      service_level_code: shipment.service_level_code,
      collection_agent_id: all.driver.username,
      collection_contact: { name: 'Riaan Jooste' },
      delivery_contact: { name: 'Naledi Mokoena' },
    })
    expect(added?.collection_address.street_address).toBe(shipment.collection_address.street_address)
    expect(twice[0]?.message).toBe(`${added?.short_tracking_reference ?? ''} added`)
    expect(added?.parcels).toHaveLength(2)
    expect(added?.rate).toBeGreaterThan(0)
  })

  it('[SET-046] rejects the action with a message when drivers may not add shipments', async () => {
    const all = await company({ driver_can_add_shipments: false })
    const shipment = await toCollect(all)
    const one = action('add-shipment', { shipment_id: shipment.id }, { parcels: [box], ...abroad })
    expect(await report(all, one)).toMatchObject({
      result: 'conflict',
      message: 'Drivers may not add shipments. Please call the office.',
    })
    expect((await all.clerk.send(shipmentsApi.list, { account_id: shipment.account_id })).count).toBe(1)
  })

  it('links the added shipment to the collection request of the stop', async () => {
    const all = await company({ driver_can_add_shipments: true })
    const accountId = (await all.p.given.account()).id
    const request = await all.clerk.send(collectionsApi.create, {
      account_id: accountId,
      address: address('12 Bofors Circle', 'Epping', 'Cape Town', '7460', 'WC'),
      contact: { name: 'Riaan Jooste', mobile_number: '0215550142' },
    })
    await all.clerk.send(collectionsApi.assign, { ids: [request.id], username: all.driver.username })
    const one = action('add-shipment', { collection_request_id: request.id }, { parcels: [box], ...abroad })
    expect((await report(all, one)).result).toBe('applied')
    const { shipments } = await all.clerk.send(collectionsApi.detail, { id: request.id })
    expect(shipments.map((shipment) => shipment.status)).toEqual(['collected'])
  })

  it('rejects a shipment without a delivery address or parcels, from another driver, or without sufficient funds', async () => {
    const all = await company({ driver_can_add_shipments: true })
    const poor = await all.p.given.account({ account_type: 'prepaid', credit_limit: 0, balance: 100_000 })
    const shipment = await toCollect(all, { account_id: poor.id })
    const add = (payload: object, who = all) =>
      report(who, action('add-shipment', { shipment_id: shipment.id }, payload))
    expect((await add({ parcels: [box] })).message).toBe('Enter the delivery address.')
    expect((await add({ ...abroad })).result).toBe('conflict')
    const stranger = { ...all, driver: await all.p.driver() }
    expect((await add({ parcels: [box], ...abroad }, stranger)).result).toBe('conflict')
    const heavy = Array.from({ length: 40 }, () => ({ ...box, submitted_weight_kg: 60 }))
    expect((await add({ parcels: heavy, ...abroad })).message).toBe(
      'Insufficient funds. Please top up your account.',
    )
    expect((await all.clerk.send(shipmentsApi.list, { account_id: poor.id })).count).toBe(1)
  })
})

describe('cancelling parcels', () => {
  it('[SET-042] cancels a parcel when drivers may and another parcel remains, and otherwise returns the reason', async () => {
    const all = await company({ driver_can_cancel_parcels: true })
    const shipment = await toCollect(all, { parcels: [box, box] })
    const cancel = (who: Company, of: Shipment, at: number) =>
      report(
        who,
        action('cancel-parcel', {
          shipment_id: of.id,
          parcel_references: [of.parcels[at]?.tracking_reference ?? ''],
        }),
      )
    expect((await cancel(all, shipment, 0)).result).toBe('applied')
    expect((await detail(all, shipment.id)).rate).toBeLessThan(Number(shipment.rate))
    expect((await cancel(all, shipment, 1)).message).toBe(
      'At least one parcel must remain. Ask the office to cancel the shipment.',
    )
    const strict = await company({ driver_can_cancel_parcels: false })
    const other = await toCollect(strict, { parcels: [box, box] })
    expect((await cancel(strict, other, 0)).message).toBe(
      'Drivers may not cancel parcels. Please call the office.',
    )
  })
})

describe('[PERM-004] driver actions controlled by company settings', () => {
  const parcelOf = (shipment: Shipment) => ({
    shipment_id: shipment.id,
    parcel_references: [shipment.parcels[0]?.tracking_reference ?? ''],
  })
  const twoParcels = { parcels: [box, box] }
  const abilities: readonly [
    ability: string,
    setting: string,
    act: (all: Company) => Promise<DriverAction>,
  ][] = [
    [
      'reject',
      'driver_can_reject_parcels_shipments',
      async (all) => action('reject', { shipment_id: (await toCollect(all)).id }, { reason: 'Vehicle full' }),
    ],
    [
      'cancel',
      'driver_can_cancel_parcels',
      async (all) => action('cancel-parcel', parcelOf(await toCollect(all, twoParcels))),
    ],
    [
      'add parcels',
      'driver_can_add_parcels',
      async (all) => action('add-parcel', { shipment_id: (await toCollect(all)).id }, { parcels: [box] }),
    ],
    [
      'add shipments',
      'driver_can_add_shipments',
      async (all) =>
        action('add-shipment', { shipment_id: (await toCollect(all)).id }, { ...abroad, parcels: [box] }),
    ],
    [
      'scan manifests',
      'driver_manifest_scanner_enabled',
      async ({ p, clerk }) => {
        const shipment = await p.given.shipment({ status: 'at-hub' })
        const { CPT, JHB } = p.map.branches
        const { id, display_id } = await clerk.send(interhubApi.create, {
          from_branch_id: CPT,
          to_branch_id: JHB,
          vehicle_registration: 'CA 123-456',
        })
        await clerk.send(interhubApi.addParcel, {
          interhub_transfer_id: id,
          parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
        })
        await clerk.send(interhubApi.close, { id })
        return action('accept-manifest', { manifest_reference: display_id })
      },
    ],
  ]
  it.each(abilities)('applies the action %s only when %s is on', async (_, setting, act) => {
    const on = await company({ [setting]: true })
    const done = await report(on, await act(on))
    expect([done.result, done.message]).toEqual(['applied', expect.anything()])
    const off = await company({ [setting]: false })
    const refused = await report(off, await act(off))
    expect(refused.result).toBe('conflict')
    expect(refused.message).toMatch(/office\.$/)
  })

  it('requires a delivery photo only when pod_fallback_photos_required is on', async () => {
    const deliver = async (required: boolean) => {
      const all = await company({
        pod_fallback_photos_required: required,
        driver_must_scan_each_parcel: false,
      })
      const shipment = await all.p.given.shipment({ status: 'out-for-delivery' })
      await all.clerk.send(driversApi.assign, {
        shipment_ids: [shipment.id],
        leg: 'delivery',
        username: all.driver.username,
      })
      return report(all, action('deliver', { shipment_id: shipment.id }, { name: 'Naledi Mokoena' }))
    }
    expect((await deliver(true)).message).toBe('Without a PIN you must provide a photo.')
    expect((await deliver(false)).result).toBe('applied')
  })
})
