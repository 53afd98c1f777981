import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { pickup_point_sizes, standard_compartments, type Box } from '@waybill/domain/pickup-points/fit'
import { network_names, type NetworkName, type PickupPointType } from '@waybill/domain/pickup-points/model'
import { ratesApi } from '@waybill/domain/rates/api'
import type { RateEdit } from '@waybill/domain/rates/revisions/revisions'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { startupApi } from '@waybill/domain/startup/api'
import { describe, expect, it } from 'vitest'
import { saveAddresses } from '../accounts/index.ts'
import { address, booking, newProvider, errorOf, type TestProvider } from '../../dev/test-kit/provider.ts'
import { kmBetween } from '../maps/index.ts'
import { storeNetworkPoints, type NetworkPoint } from './index.ts'
import { insertPoint } from './store.ts'

const place = {
  ...address('1 Main Road', 'Rosebank', 'Johannesburg', '2196', 'GP'),
  lat: -26.1458,
  lng: 28.0421,
}

/** The kinds of point that each network lists. */
const types_of = {
  'bob-box': ['locker'],
  'tcg-locker': ['locker', 'counter'],
  'ram-counter': ['counter'],
} as const satisfies Record<NetworkName, readonly PickupPointType[]>

/** The points of the tests: those that networks list, and two that the company creates. */
const points = [
  ...network_names.flatMap((network) => types_of[network].map((type) => ({ network, type }) as const)),
  { network: 'own', type: 'locker' },
  { network: 'own', type: 'counter' },
] as const
type Place = (typeof points)[number]
const codeOf = ({ network, type }: Place): string => `${network}-${type}`
const codesOf = (networks: readonly string[]): string[] =>
  points.filter(({ network }) => networks.includes(network)).map(codeOf)

/** Creates a company whose networks have listed their points, and which creates a locker and a counter itself. */
async function withPoints(settings: Record<string, boolean>): Promise<TestProvider> {
  const p = await newProvider(settings)
  await p.inTransaction(async (ctx) => {
    for (const network of network_names) {
      const listed = points
        .filter((one) => one.network === network)
        .map((one): NetworkPoint => ({
          pickup_point_id: codeOf(one),
          type: one.type,
          name: `Rosebank ${codeOf(one)}`,
          description: '',
          street_address: place.street_address,
          local_area: place.local_area,
          city: place.city,
          code: place.code,
          lat: place.lat,
          lng: place.lng,
          trading_hours: 'Mon-Sun 07:00-21:00',
          holiday_hours: 'usual',
          phone: null,
          is_online: true,
          compartments:
            network === 'ram-counter' || one.type === 'counter'
              ? []
              : standard_compartments[network].map((box) => ({ ...box, available: true })),
        }))
      await storeNetworkPoints(ctx, network, listed)
    }
  })
  const staff = await p.staff()
  for (const type of ['locker', 'counter'] as const)
    await staff.send(pickupPointsApi.create, {
      pickup_point_id: codeOf({ network: 'own', type }),
      type,
      name: `Rosebank own ${type}`,
      address: place,
      trading_hours: '24/7',
      stock:
        type === 'counter'
          ? []
          : [
              {
                size: 'large',
                length: 100,
                width: 100,
                height: 100,
                weight: 50,
                doors: [{ name: 'A1', is_out_of_order: false }],
              },
            ],
    })
  return p
}

/** Returns the points that staff can list, get quotes for, book and change to. */
async function offered(p: TestProvider) {
  const clerk = await p.staff()
  const { pickup_points } = await clerk.send(pickupPointsApi.list, {})
  const accountId = (await p.given.account()).id
  const booked = await clerk.send(shipmentsApi.create, booking({ account_id: accountId }))
  const found: Record<'quoted' | 'booked' | 'changed', string[]> = { quoted: [], booked: [], changed: [] }
  for (const one of points) {
    const code = codeOf(one)
    const point = { delivery_pickup_point_id: code, delivery_pickup_point_provider: one.network }
    const { delivery_address: _, ...sent } = booking({ account_id: accountId })
    const { rates } = await clerk.send(ratesApi.price, { ...sent, ...point })
    if (rates.length > 0) found.quoted.push(code)
    const create = await errorOf(clerk.send(shipmentsApi.create, { ...sent, ...point }))
    if (create.status === 200) found.booked.push(code)
    else
      expect(create).toEqual({
        status: 404,
        message: `We could not find pickup point ${code} for the delivery. Choose one of our locations.`,
      })
    const change = await errorOf(clerk.send(shipmentsApi.change, { id: booked.id, ...point }))
    if (change.status === 200) found.changed.push(code)
  }
  return { listed: pickup_points.map((one) => one.pickup_point_id), ...found }
}

describe('pickup points of a network', () => {
  it.each([
    ['SET-103', { enable_bob_box: true }, ['bob-box', 'own']],
    ['SET-104', { enable_third_party_bob_box: true }, ['bob-box', 'own']],
    ['SET-105', { enable_tcg_locker: true }, ['tcg-locker', 'own']],
    ['SET-106', { enable_ram_counters: true }, ['ram-counter', 'own']],
    ['PP-025', {}, ['own']],
  ])(
    '[SET-103] [SET-104] [SET-105] [SET-106] [PP-025] [PP-026] can be listed, quoted, booked and changed to only while the network is switched on, and those that the company created always: %s',
    async (_, settings, networks) => {
      const expected = codesOf(networks)
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
    return async (network: NetworkName, parcel: Box) => {
      const { collection_address } = booking()
      const { rates } = await clerk.send(ratesApi.price, {
        collection_address,
        parcels: [measures(parcel)],
        delivery_pickup_point_id: `${network}-${types_of[network][0]}`,
        delivery_pickup_point_provider: network,
      })
      return rates.map(({ service_level }) => service_level.code).filter((code) => code.includes(' '))
    }
  }

  it('[PP-001] [PP-002] [PP-003] [PP-004] [PP-005] [PP-006] are offered only for their own network, and only when a compartment of the size takes the parcel', async () => {
    const p = await withPoints({ enable_bob_box: true, enable_tcg_locker: true, enable_ram_counters: true })
    const { pickup_points } = await p.guest().send(pickupPointsApi.list, {})
    expect(pickup_points.map((one) => `${one.pickup_point_provider}-${one.type}`).toSorted()).toEqual(
      points.map(codeOf).toSorted(),
    )
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

describe('the map on which staff place a point', () => {
  it('[PP-021] [PP-022] starts within 10 km of the centre of Johannesburg, unless the company chooses another place', async () => {
    const startOf = async (p: TestProvider) => {
      const { provider_settings } = await (await p.staff()).send(startupApi.generalData, {})
      return {
        lat: Number(provider_settings.map_default_lat),
        lng: Number(provider_settings.map_default_lng),
      }
    }
    const johannesburg = { lat: -26.2044, lng: 28.0456 }
    expect(kmBetween(await startOf(await newProvider()), johannesburg)).toBeLessThan(10)
    const seaPoint = { lat: -33.91, lng: 18.39 }
    const moved = await newProvider({ map_default_lat: seaPoint.lat, map_default_lng: seaPoint.lng })
    expect(await startOf(moved)).toEqual(seaPoint)
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
