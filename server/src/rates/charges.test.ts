import { accountsApi } from '@waybill/domain/accounts/api'
import { zonesApi } from '@waybill/domain/maps/zones-api'
import { ratesApi } from '@waybill/domain/rates/api'
import * as blank from '@waybill/domain/rates/price-books/market-defaults'
import {
  charge_types,
  service_address_types,
  surcharge_types,
  type ChargeType,
  type RateAdjustment,
  type ServiceLevel,
  type Surcharge,
  type TimeBasedRateAdjustment,
} from '@waybill/domain/rates/price-books/price-book'
import type { RateEdit } from '@waybill/domain/rates/revisions/revisions'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { countWarnings } from '@waybill/domain/rates/revisions/publishing-warnings'
import { beforeAll, describe, expect, it } from 'vitest'
import { booking, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
let economy: ServiceLevel

const adjustment = (
  name: string,
  chargeType: ChargeType,
  chargeValue: string,
  more: Partial<RateAdjustment> = {},
): RateEdit => ({
  part: 'rate_adjustments',
  id: 0,
  value: blank.adjustment({ id: 0, name, charge_type: chargeType, charge_value: chargeValue, ...more }),
})
const timed = (name: string, more: Partial<TimeBasedRateAdjustment>): RateEdit => ({
  part: 'time_based_rate_adjustments',
  id: 0,
  value: blank.timed({
    id: 0,
    name,
    description: '',
    is_opt_in: false,
    charge_value: '10',
    leg: 'collection',
    ...more,
  }),
})
const surcharge = (name: string, more: Partial<Surcharge>): RateEdit => ({
  part: 'surcharges',
  id: 0,
  value: blank.surcharge({ id: 0, name, type: 'tag', charge_value: '5', ...more }),
})

/** Publishes a price book that is based on the one in force and has these changes. */
async function publish(name: string, changes: RateEdit[]): Promise<void> {
  const { revision } = await clerk.send(revisionsApi.detail, {})
  const { id, version } = await clerk.send(revisionsApi.create, { name, based_on_id: revision.id })
  await clerk.send(revisionsApi.change, { id, version, changes })
  const draft = await clerk.send(revisionsApi.detail, { id })
  expect(draft.problems).toEqual([])
  await clerk.send(revisionsApi.publish, {
    id,
    version: draft.revision.version,
    replaces_id: draft.replaces?.id ?? 0,
    at_once: true,
    confirmed: countWarnings(draft.warnings),
  })
}

/**
 * Returns the HTTP status for an edit with an invalid value. It sends raw JSON, because the typed client cannot send
 * it.
 */
async function refused(edit: RateEdit, field: string, value: string): Promise<number> {
  const { revision } = await clerk.send(revisionsApi.detail, {})
  const { id, version } = await clerk.send(revisionsApi.create, { name: 'Wrong', based_on_id: revision.id })
  const wrong = 'value' in edit && { ...edit, value: { ...edit.value, [field]: value } }
  const { method, path } = revisionsApi.change
  return (await clerk.http(method, path, { id, version, changes: [wrong] })).status
}

const { collection_address, delivery_address } = booking()
const parcel = {
  submitted_length_cm: 10,
  submitted_width_cm: 10,
  submitted_height_cm: 10,
  submitted_weight_kg: 2,
}
const route = { collection_address, delivery_address, parcels: [parcel, parcel] }

async function quote(more: object = {}) {
  const { rates } = await clerk.send(ratesApi.price, { ...route, ...more })
  const rate = rates.find(({ service_level }) => service_level.id === economy.id)
  if (!rate) throw new Error('Economy is offered')
  return rate
}

beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
  const { book } = await clerk.send(revisionsApi.detail, {})
  const found = book.service_levels.find(({ code }) => code === 'ECO')
  if (!found) throw new Error('the starter price book sells Economy')
  economy = found
})

describe('parts of a price', () => {
  it('[RATE-006] calculates charges as percentage, flat amount, per kg, per parcel and per km from either branch', async () => {
    await publish('Every kind of charge', [
      adjustment('Green energy', 'percentage', '10'),
      adjustment('Handling', 'flat', '7.50'),
      adjustment('Weight', 'perKg', '1.25'),
      adjustment('Parcels', 'perItem', '3'),
      adjustment('To the receiver', 'perKmFromDeliveryBranch', '2'),
      adjustment('From the sender', 'perKmFromCollectionBranch', '2'),
    ])
    const { base_rate, rate_adjustments, charged_weight } = await quote()
    const of = (wanted: string) => rate_adjustments.find(({ name }) => name === wanted)
    expect(new Set(rate_adjustments.map(({ charge_type }) => charge_type))).toEqual(new Set(charge_types))
    expect(of('Green energy')?.charge).toBe(Math.round((base_rate.charge ?? 0) / 10))
    expect(of('Handling')?.charge).toBe(7_50)
    expect(of('Weight')?.charge).toBe(charged_weight * 1_25)
    expect(of('Parcels')?.charge).toBe(2 * 3_00)
    const [out, back] = [of('To the receiver')?.charge ?? 0, of('From the sender')?.charge ?? 0]
    expect(out).toBeGreaterThan(0)
    expect(back).toBeGreaterThan(0)
    expect(out).not.toBe(back)
  })

  it('[RATE-001] stores each part of a shipment’s price as a row of its type, and the rows add up to the rate', async () => {
    await publish('Every kind of row', [
      surcharge('Counted', {
        type: 'dimensions-weight',
        metric: 'parcel_count',
        comparator: '>=',
        threshold: 1,
        scope: 'shipment',
      }),
      timed('Any day at all', { charge_value: '12' }),
    ])
    const shipment = await p.given.shipment({ declared_value: 10_000_00 })
    const valueOf = (type: string) =>
      shipment.rates.filter((row) => row.type === type).map(({ value }) => value)
    expect(valueOf('base')).toHaveLength(1)
    expect(valueOf('surcharge')).toEqual([5_00])
    expect(valueOf('time_based_rate_adjustment')).toEqual([12_00])
    expect(valueOf('rate_adjustment')).toContain(7_50)
    expect(valueOf('rate_group_extras')[0]).toBeGreaterThan(0)
    const known = [
      'base',
      'rate_formula',
      'surcharge',
      'rate_adjustment',
      'time_based_rate_adjustment',
      'rate_group_extras',
    ]
    expect(shipment.rates.filter(({ type }) => !known.includes(type))).toEqual([])
    const sum = shipment.rates
      .filter(({ type }) => type !== 'rate_formula')
      .reduce((all, { value }) => all + value, 0)
    expect(shipment.rate).toBe(sum)
  })

  it('[RATE-007] accepts the VAT types standard and zero for a charge and rejects others with 400', async () => {
    await publish('Both kinds of VAT', [
      adjustment('Customs', 'flat', '100', { vat_type: 'zero' }),
      adjustment('Packing', 'flat', '100', { vat_type: 'standard' }),
    ])
    const { rate_adjustments } = await quote()
    const vatOf = (wanted: string) => rate_adjustments.find(({ name }) => name === wanted)
    expect(vatOf('Customs')).toMatchObject({ vat_type: 'zero', vat: 0 })
    expect(vatOf('Packing')).toMatchObject({ vat_type: 'standard' })
    expect(vatOf('Packing')?.vat).toBeGreaterThan(13)
    expect(await refused(adjustment('Odd', 'flat', '1'), 'vat_type', 'reduced')).toBe(400)
    expect(await refused(adjustment('Odd', 'flat', '1'), 'vat_type', 'zero')).toBe(200)
  })

  it('[RATE-008] applies a time-based adjustment to its leg, collection or delivery, and rejects other legs with 400', async () => {
    await publish('Windows', [
      timed('Early collection', { leg: 'collection', window_from: '06:00', window_to: '07:00' }),
      timed('Early delivery', { leg: 'delivery', window_from: '06:00', window_to: '07:00' }),
    ])
    const names = async (more: object) =>
      (await quote(more)).time_based_rate_adjustments
        .map(({ name }) => name)
        .filter((name) => name.startsWith('Early'))
    expect(await names({})).toEqual([])
    expect(await names({ collection_after: '06:00', collection_before: '07:00' })).toEqual([
      'Early collection',
    ])
    expect(await names({ delivery_after: '06:00', delivery_before: '07:00' })).toEqual(['Early delivery'])
    expect(await refused(timed('Odd', {}), 'leg', 'return')).toBe(400)
  })

  it('[RATE-009] prices a lane as flat, formula or free, and does not offer a lane without a rate', async () => {
    const lane = (type: 'flat' | 'formula' | 'no-rate' | 'zero-rate', amount: string): RateEdit => ({
      part: 'formulas',
      rate_group_id: 1,
      service_level_id: economy.id,
      from_tag: 'Main centres',
      to_tag: 'Main centres',
      value: { symmetric: true, bands: [{ weight_from: 0, weight_to: null, type, amount }] },
    })
    const base = async () => (await quote()).base_rate
    await publish('Flat', [lane('flat', '80')])
    expect(await base()).toMatchObject({ rate_formula_type: 'flat', charge: 80_00 })
    await publish('Formula', [lane('formula', '50 + 10 * w')])
    expect(await base()).toMatchObject({ rate_formula_type: 'formula', charge: 50_00 + 4 * 10_00 })
    await publish('Free', [lane('zero-rate', '')])
    expect(await base()).toMatchObject({ rate_formula_type: 'zero-rate', charge: 0 })
    await publish('Not sold', [lane('no-rate', '')])
    const { rates, rejected } = await clerk.send(ratesApi.price, { ...route, explain: true })
    expect(rates.some(({ service_level }) => service_level.id === economy.id)).toBe(false)
    expect(rejected?.find(({ code }) => code === 'ECO')?.reason).toMatch(/^No rate for this lane/)
    await publish('Sold again', [lane('flat', '80')])
  })
})

describe('service levels', () => {
  const editService = (more: Partial<ServiceLevel>): RateEdit => ({
    part: 'service_levels',
    id: economy.id,
    value: { ...economy, ...more },
  })

  it('[RATE-004] [RATE-005] returns the delivery estimate in hours or days, uses it in quotes and rejects other units with 400', async () => {
    const hours = { delivery_estimate_from_type: 'h', delivery_estimate_from_value: 4 } as const
    const days = { delivery_estimate_to_type: 'd', delivery_estimate_to_value: 2 } as const
    await publish('Hours to days', [editService({ ...hours, ...days })])
    const { service_levels } = await clerk.send(ratesApi.serviceLevels, {})
    expect(service_levels.find(({ id }) => id === economy.id)).toMatchObject({ ...hours, ...days })
    const near = (await quote()).service_level
    await publish('Later', [
      editService({ ...hours, delivery_estimate_to_type: 'd', delivery_estimate_to_value: 5 }),
    ])
    const far = (await quote()).service_level
    expect(far.delivery_date_from).toEqual(near.delivery_date_from)
    expect(far.delivery_date_to.getTime()).toBeGreaterThan(near.delivery_date_to.getTime())
    expect(await refused(editService({}), 'delivery_estimate_to_type', 'w')).toBe(400)
  })

  it('[RATE-012] [RATE-013] stores address types as fixed values and offers a street collection only if the service level includes it', async () => {
    expect([...service_address_types]).toEqual([
      'street-address',
      'locker',
      'counter',
      'locker-or-counter',
      'any',
    ])
    for (const type of service_address_types) {
      await publish(`From ${type}`, [
        editService({ collection_address_types: [type], delivery_address_types: ['any'] }),
      ])
      const { rates, rejected } = await clerk.send(ratesApi.price, { ...route, explain: true })
      const isOffered = rates.some(({ service_level }) => service_level.id === economy.id)
      expect([type, isOffered]).toEqual([type, type === 'street-address' || type === 'any'])
      if (!isOffered) expect(rejected?.some(({ code }) => code === 'ECO')).toBe(true)
    }
    await publish('As before', [editService({})])
  })
})

it('[RATE-011] [RATE-013] stores surcharge types as fixed values and applies surcharges by zone, tag, measures and POD method', async () => {
  expect([...surcharge_types]).toEqual(['zone', 'tag', 'dimensions-weight', 'pod-method'])
  const [west, south, east, north] = [28, -26.2, 28.08, -26.1]
  const outline = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as [number, number][]
  const zone = await clerk.send(zonesApi.createZone, {
    kind: 'surcharges',
    name: 'Rosebank',
    geometry: { type: 'MultiPolygon', coordinates: [[outline]] },
  })
  await publish('Surcharges', [
    surcharge('In Rosebank', { type: 'zone', zone_ids: [zone.id] }),
    surcharge('Fragile', { type: 'tag', tag: 'fragile' }),
    surcharge('Long', { type: 'dimensions-weight', metric: 'longest_side', comparator: '>', threshold: 150 }),
    surcharge('Signed', { type: 'pod-method', pod_method: 'grv' }),
  ])
  const names = async (more: object) => (await quote(more)).surcharges.map(({ name }) => name)
  const all = async (more: object) =>
    (await names(more)).filter((name) => ['Fragile', 'Long', 'Signed'].includes(name))
  expect(await names({})).toContain('In Rosebank')
  expect(await names({ delivery_address: collection_address })).not.toContain('In Rosebank')
  expect(await all({})).toEqual([])
  expect(await all({ tags: ['fragile'] })).toEqual(['Fragile'])
  expect(await all({ parcels: [{ ...parcel, submitted_length_cm: 151 }] })).toEqual(['Long'])
  expect(await all({ pod_method: 'grv' })).toEqual(['Signed'])
  expect(await refused(surcharge('Odd', {}), 'type', 'weekday')).toBe(400)
})

it('[RATE-014] returns the optional extras of a route, also for an account and a shipment, with the customer reference rules', async () => {
  await publish('Extras', [
    adjustment('Carry upstairs', 'flat', '60', { is_opt_in: true }),
    timed('Saturday', { is_opt_in: true, leg: 'delivery', weekdays: [6], charge_value: '75' }),
  ])
  const shipment = await p.given.shipment()
  const extras = await clerk.send(ratesApi.optIn, { collection_address, delivery_address })
  expect(extras).toMatchObject({ customer_reference_required: false, customer_reference_prefix: null })
  expect(extras.opt_in_rates.filter(({ name }) => name === 'Carry upstairs')).toMatchObject([
    { name: 'Carry upstairs', charge_type: 'flat', charge_value: 60, opted_in_by_default: false },
  ])
  expect(extras.opt_in_time_based_rates.filter(({ name }) => name === 'Saturday')).toMatchObject([
    { charge_value: 75 },
  ])
  const ofShipment = await clerk.send(ratesApi.optIn, {
    shipment_id: shipment.id,
    collection_address,
    delivery_address,
    account_id: shipment.account_id,
  })
  expect(ofShipment.opt_in_rates).toEqual(extras.opt_in_rates)
  const rules = { customer_reference_required: true, customer_reference_prefix: 'PO-' }
  await clerk.send(accountsApi.change, { id: shipment.account_id, ...rules })
  const ofAccount = { collection_address, delivery_address, account_id: shipment.account_id }
  expect(await clerk.send(ratesApi.optIn, ofAccount)).toMatchObject(rules)
  expect((await errorOf(clerk.send(ratesApi.optIn, { collection_address }))).status).toBe(400)
})
