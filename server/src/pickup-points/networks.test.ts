import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { ratesApi } from '@waybill/domain/rates/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { describe, expect, it } from 'vitest'
import { saveAddresses } from '../accounts/index.ts'
import { address, booking, newProvider, refusalOf, type TestProvider } from '../app/test-kit/provider.ts'
import { insertPickupPoint } from './index.ts'

const networks = ['bob-box', 'tcg-locker', 'ram-counter', 'own'] as const

/** A company with a point of each network at the same place; the id of a point is the name of its network. */
async function withPoints(settings: Record<string, boolean>): Promise<TestProvider> {
  const p = await newProvider(settings)
  await p.work(async (ctx) => {
    for (const network of networks) {
      const type = network === 'ram-counter' ? 'counter' : 'locker'
      const place = { ...address('1 Main Road', 'Rosebank', 'Johannesburg', '2196', 'GP'), type } as const
      const [address_id = 0] = await saveAddresses(ctx, [{ ...place, lat: -26.1458, lng: 28.0421 }])
      await insertPickupPoint(ctx, {
        pickup_point_id: network,
        pickup_point_provider: network,
        name: `Rosebank ${network}`,
        type,
        address_id,
        lat: -26.1458,
        lng: 28.0421,
        trading_hours: 'Mon-Sun 07:00-21:00',
        compartments: [],
      })
    }
  })
  return p
}

/** The networks whose points somebody is shown, is quoted for, may book to and may change to. */
async function offered(p: TestProvider) {
  const clerk = await p.staff()
  const { pickup_points } = await clerk.send(pickupPointsApi.list, {})
  const account_id = (await p.given.account()).id
  const booked = await clerk.send(shipmentsApi.create, booking({ account_id }))
  const found: Record<'quoted' | 'booked' | 'changed', string[]> = { quoted: [], booked: [], changed: [] }
  for (const network of networks) {
    const point = { delivery_pickup_point_id: network, delivery_pickup_point_provider: network }
    const { delivery_address: _, ...sent } = booking({ account_id })
    const { rates } = await clerk.send(ratesApi.price, { ...sent, ...point })
    if (rates.length > 0) found.quoted.push(network)
    const create = await refusalOf(clerk.send(shipmentsApi.create, { ...sent, ...point }))
    if (create.status === 200) found.booked.push(network)
    else
      expect(create).toEqual({
        status: 404,
        message: `We could not find pickup point ${network} for the delivery. Choose one of our locations.`,
      })
    const change = await refusalOf(clerk.send(shipmentsApi.change, { id: booked.id, ...point }))
    if (change.status === 200) found.changed.push(network)
  }
  return { listed: pickup_points.map((one) => one.pickup_point_provider), ...found }
}

describe('points of a network', () => {
  it.each([
    ['SET-103', { enable_bob_box: true }, ['bob-box', 'own']],
    ['SET-104', { enable_third_party_bob_box: true }, ['bob-box', 'own']],
    ['SET-105', { enable_tcg_locker: true }, ['tcg-locker', 'own']],
    ['SET-106', { enable_ram_counters: true }, ['ram-counter', 'own']],
    ['PP-025', {}, ['own']],
  ])(
    '[SET-103] [SET-104] [SET-105] [SET-106] [PP-025] [PP-026] are listed, quoted, booked and changed to only while it is switched on: %s',
    async (_, settings, expected) => {
      const { listed, quoted, booked, changed } = await offered(await withPoints(settings))
      expect(listed.toSorted()).toEqual(expected.toSorted())
      expect(quoted).toEqual(expected)
      expect(booked).toEqual(expected)
      expect(changed).toEqual(expected)
    },
  )
})

describe('a search for locations', () => {
  it('finds a point by its name beside the place of that name that is nearest to the company', async () => {
    const p = await newProvider()
    await p.work(async (ctx) => {
      const add = async (id: string, name: string, lat: number, lng: number) => {
        const [address_id = 0] = await saveAddresses(ctx, [
          { ...address('', 'Somewhere', 'Cape Town', '7700', 'WC'), type: 'locker' },
        ])
        const point = { pickup_point_id: id, pickup_point_provider: 'own', type: 'locker' as const }
        await insertPickupPoint(ctx, {
          ...point,
          name,
          address_id,
          lat,
          lng,
          trading_hours: '',
          compartments: [],
        })
      }
      // There is a Claremont in Cape Town and one in Pretoria, farther from the branches.
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
