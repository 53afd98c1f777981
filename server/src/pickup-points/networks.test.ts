import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { pickup_point_sizes, standard_compartments, type Box } from '@waybill/domain/pickup-points/fit'
import type { Compartment } from '@waybill/domain/pickup-points/model'
import { ratesApi } from '@waybill/domain/rates/api'
import type { RateEdit } from '@waybill/domain/rates/revisions/revisions'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { describe, expect, it } from 'vitest'
import { saveAddresses } from '../accounts/index.ts'
import { address, booking, newProvider, errorOf, type TestProvider } from '../../dev/test-kit/provider.ts'
import { insertPoint } from './index.ts'

const networks = ['bob-box', 'tcg-locker', 'ram-counter', 'own'] as const

/**
 * The free compartments of a point: the standard ones of its network, or none when the network does not measure
 * parcels.
 */
const compartmentsOf = (network: (typeof networks)[number]): Compartment[] =>
  network === 'own' || network === 'ram-counter'
    ? []
    : standard_compartments[network].map((box) => ({ ...box, available: true }))

/** Creates a company with one point of each network at the same place; the id of a point is the name of its network. */
async function withPoints(settings: Record<string, boolean>): Promise<TestProvider> {
  const p = await newProvider(settings)
  await p.inTransaction(async (ctx) => {
    for (const network of networks) {
      const type = network === 'ram-counter' ? 'counter' : 'locker'
      const place = { ...address('1 Main Road', 'Rosebank', 'Johannesburg', '2196', 'GP'), type } as const
      const [addressId = 0] = await saveAddresses(ctx, [{ ...place, lat: -26.1458, lng: 28.0421 }])
      await insertPoint(ctx, {
        pickup_point_id: network,
        pickup_point_provider: network,
        name: `Rosebank ${network}`,
        type,
        address_id: addressId,
        lat: -26.1458,
        lng: 28.0421,
        trading_hours: 'Mon-Sun 07:00-21:00',
        compartments: compartmentsOf(network),
      })
    }
  })
  return p
}

/** Returns the networks whose points staff can list, get quotes for, book and change to. */
async function offered(p: TestProvider) {
  const clerk = await p.staff()
  const { pickup_points } = await clerk.send(pickupPointsApi.list, {})
  const accountId = (await p.given.account()).id
  const booked = await clerk.send(shipmentsApi.create, booking({ account_id: accountId }))
  const found: Record<'quoted' | 'booked' | 'changed', string[]> = { quoted: [], booked: [], changed: [] }
  for (const network of networks) {
    const point = { delivery_pickup_point_id: network, delivery_pickup_point_provider: network }
    const { delivery_address: _, ...sent } = booking({ account_id: accountId })
    const { rates } = await clerk.send(ratesApi.price, { ...sent, ...point })
    if (rates.length > 0) found.quoted.push(network)
    const create = await errorOf(clerk.send(shipmentsApi.create, { ...sent, ...point }))
    if (create.status === 200) found.booked.push(network)
    else
      expect(create).toEqual({
        status: 404,
        message: `We could not find pickup point ${network} for the delivery. Choose one of our locations.`,
      })
    const change = await errorOf(clerk.send(shipmentsApi.change, { id: booked.id, ...point }))
    if (change.status === 200) found.changed.push(network)
  }
  return { listed: pickup_points.map((one) => one.pickup_point_provider), ...found }
}

describe('pickup points of a network', () => {
  it.each([
    ['SET-103', { enable_bob_box: true }, ['bob-box', 'own']],
    ['SET-104', { enable_third_party_bob_box: true }, ['bob-box', 'own']],
    ['SET-105', { enable_tcg_locker: true }, ['tcg-locker', 'own']],
    ['SET-106', { enable_ram_counters: true }, ['ram-counter', 'own']],
    ['PP-025', {}, ['own']],
  ])(
    '[SET-103] [SET-104] [SET-105] [SET-106] [PP-025] [PP-026] can be listed, quoted, booked and changed to only while the network is switched on: %s',
    async (_, settings, expected) => {
      const { listed, quoted, booked, changed } = await offered(await withPoints(settings))
      expect(listed.toSorted()).toEqual(expected.toSorted())
      expect(quoted).toEqual(expected)
      expect(booked).toEqual(expected)
      expect(changed).toEqual(expected)
    },
  )
})

describe('service levels by compartment size', () => {
  const measures = ({ length, width, height, weight }: Box) => ({
    submitted_length_cm: length,
    submitted_width_cm: width,
    submitted_height_cm: height,
    submitted_weight_kg: weight,
  })

  /**
   * Publishes a service level for each size of each network, to any place; returns a function that lists those
   * offered for a parcel.
   */
  async function sold(p: TestProvider) {
    const clerk = await p.staff()
    const { revision, book } = await clerk.send(revisionsApi.detail, {})
    const [eco] = book.service_levels
    if (!eco) throw new Error('the starter price book sells something')
    const { id, version } = await clerk.send(revisionsApi.create, { name: 'Sizes', based_on_id: revision.id })
    const sizes = Object.entries(pickup_point_sizes).flatMap(([network, names]) =>
      names.map((size) => ({ network, size, code: `${network} ${size}` })),
    )
    const added = await clerk.send(revisionsApi.change, {
      id,
      version,
      changes: sizes.map(({ network, size, code }) => ({
        part: 'service_levels',
        id: 0,
        value: {
          ...eco,
          id: 0,
          code,
          name: code,
          delivery_address_types: ['locker-or-counter'],
          pickup_point_provider: network,
          pickup_point_size: size,
        },
      })),
    })
    const prices = added.changes.flatMap((edit): RateEdit[] =>
      edit.part === 'service_levels'
        ? [
            {
              part: 'formulas',
              rate_group_id: 1,
              service_level_id: edit.id,
              from_tag: '*',
              to_tag: '*',
              value: {
                symmetric: true,
                bands: [{ weight_from: 0, weight_to: null, type: 'flat', amount: '50' }],
              },
            },
          ]
        : [],
    )
    await clerk.send(revisionsApi.change, { id, version: added.revision.version, changes: prices })
    const draft = await clerk.send(revisionsApi.detail, { id })
    expect(draft.problems).toEqual([])
    await clerk.send(revisionsApi.publish, {
      id,
      version: draft.revision.version,
      replaces_id: draft.replaces?.id ?? 0,
      at_once: true,
    })
    return async (network: string, parcel: Box) => {
      const { collection_address } = booking()
      const { rates } = await clerk.send(ratesApi.price, {
        collection_address,
        parcels: [measures(parcel)],
        delivery_pickup_point_id: network,
        delivery_pickup_point_provider: network,
      })
      return rates.map(({ service_level }) => service_level.code).filter((code) => code.includes(' '))
    }
  }

  it('[PP-001] [PP-002] [PP-003] [PP-004] [PP-005] [PP-006] are offered only for their own network, and only when a compartment of the size takes the parcel', async () => {
    const p = await withPoints({ enable_bob_box: true, enable_tcg_locker: true, enable_ram_counters: true })
    const { pickup_points } = await p.guest().send(pickupPointsApi.list, {})
    expect(Object.fromEntries(pickup_points.map((one) => [one.pickup_point_provider, one.type]))).toEqual({
      'bob-box': 'locker',
      'tcg-locker': 'locker',
      'ram-counter': 'counter',
      own: 'locker',
    })
    const offers = await sold(p)
    for (const network of ['bob-box', 'tcg-locker'] as const) {
      const boxes = standard_compartments[network]
      for (const [at, box] of boxes.entries()) {
        const fitting = boxes.slice(at).map(({ name }) => `${network} ${name}`)
        expect((await offers(network, box)).toSorted()).toEqual(fitting.toSorted())
        const heavier = await offers(network, { ...box, weight: box.weight + 0.1 })
        expect(heavier).not.toContain(`${network} ${box.name}`)
      }
    }
    expect(await offers('ram-counter', { name: '', length: 50, width: 50, height: 50, weight: 9 })).toEqual([
      'ram-counter any',
    ])
  })
})

describe('search for pickup points', () => {
  it('lists points with the searched name first, then those near the place of that name that is closest to the company', async () => {
    const p = await newProvider()
    await p.inTransaction(async (ctx) => {
      const add = async (id: string, name: string, lat: number, lng: number) => {
        const [addressId = 0] = await saveAddresses(ctx, [
          { ...address('', 'Somewhere', 'Cape Town', '7700', 'WC'), type: 'locker' },
        ])
        const point = { pickup_point_id: id, pickup_point_provider: 'own', type: 'locker' } as const
        await insertPoint(ctx, {
          ...point,
          name,
          address_id: addressId,
          lat,
          lng,
          trading_hours: '',
          compartments: [],
        })
      }
      // Claremont exists in Cape Town and in Pretoria; the one in Pretoria is farther from the branches.
      await add('NEAR', 'Cavendish locker', -33.98, 18.46)
      await add('PTA', 'Pretoria West locker', -25.71, 28.13)
      await add('NAMED', 'Claremont locker', -29.86, 31.02)
    })
    const found = async (search: string) =>
      (await (await p.staff()).send(pickupPointsApi.list, { search, order_closest: true })).pickup_points.map(
        (one) => one.pickup_point_id,
      )
    expect(await found('Claremont')).toEqual(['NAMED', 'NEAR'])
    expect(await found('claremont locker')).toEqual(['NAMED'])
  })
})
