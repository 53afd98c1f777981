import { randomUUID } from 'node:crypto'
import { collectionsApi } from '@waybill/domain/collections/api'
import { counterApi, type CounterAction } from '@waybill/domain/counter/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { planApi } from '@waybill/domain/drivers/plan'
import { hubApi } from '@waybill/domain/hub/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { beforeAll, describe, expect, it } from 'vitest'
import { address, newProvider, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'
import { updateShipment } from '../src/shipments/index.ts'

let p: TestProvider
let clerk: Caller
let point: number
beforeAll(async () => {
  p = await newProvider({ driver_must_scan_each_parcel: false })
  clerk = await p.staff()
  point = (
    await clerk.send(pickupPointsApi.create, {
      pickup_point_id: 'SP01',
      type: 'counter',
      name: 'Sea Point counter',
      address: { ...address('1 Main Road', 'Sea Point', 'Cape Town', '8005', 'WC'), lat: -33.91, lng: 18.39 },
      trading_hours: '24/7',
    })
  ).id
})

const at_counter = { collection_pickup_point_id: 'SP01', collection_pickup_point_provider: 'own' }
const scan = async (
  shipment: Shipment,
  mode: 'arrive' | 'out-for-delivery',
  driver = '',
): Promise<string> => {
  const scanId = randomUUID()
  await clerk.send(hubApi.addEvent, {
    parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
    mode,
    branch_id: p.map.branches.JHB,
    scan_id: scanId,
    ...(driver === '' ? {} : { driver }),
  })
  return scanId
}
const assign = (id: number, username: string, leg: 'collection' | 'delivery' = 'delivery') =>
  clerk.send(driversApi.assign, { shipment_ids: [id], leg, username, assign_anyway: true })
const atCounter = async (type: CounterAction['type'], { short_tracking_reference }: Shipment, driver = '') =>
  clerk.send(counterApi.handOver, {
    point_id: point,
    actions: [
      {
        action_id: randomUUID(),
        type,
        occurred_at: p.runtime.runtime.clock(),
        reference: short_tracking_reference,
        ...(driver === '' ? {} : { driver }),
      },
    ],
  })
const hold = (id: number) => clerk.send(shipmentsApi.hold, { id, reason: 'The customer asked' })
const setStatus = (id: number, status: 'delivered' | 'delivery-failed-attempt') =>
  clerk.send(hubApi.addEvent, { shipment_id: id, status, message: 'Called by the driver' })
const far = { ...address('99 Main Road', 'Sandton', 'Johannesburg', '2196', 'GP'), lat: -26.05, lng: 28.06 }

interface Hands {
  former: string
  next: string
}
/** A delivery at the branch that the former driver has. */
async function given({ former }: Hands): Promise<Shipment> {
  const shipment = await p.given.shipment({ status: 'at-destination-hub' })
  await assign(shipment.id, former)
  return shipment
}
async function request({ former }: Hands): Promise<number> {
  const { id } = await clerk.send(collectionsApi.create, {
    account_id: (await p.given.account()).id,
    address: far,
    contact: { name: 'Riaan Jooste', mobile_number: '0215550142', email: 'riaan@example.com' },
    date: dayAfter(dayOf(p.runtime.runtime.clock()), 1),
  })
  await clerk.send(collectionsApi.assign, { ids: [id], username: former, assign_anyway: true })
  return id
}

type Way = readonly [
  way: string,
  whose: readonly (keyof Hands)[],
  prepare: (hands: Hands) => Promise<() => Promise<unknown>>,
]
const ways: readonly Way[] = [
  [
    'a delivery is given to another driver',
    ['former', 'next'],
    async (hands) => {
      const { id } = await given(hands)
      return () => assign(id, hands.next)
    },
  ],
  [
    'a delivery is taken from its driver',
    ['former'],
    async (hands) => {
      const { id } = await given(hands)
      return () => assign(id, '')
    },
  ],
  [
    'a scan brings a delivery to its branch',
    ['former'],
    async (hands) => {
      const shipment = await p.given.shipment({ status: 'in-transit' })
      await p.inTransaction((ctx) =>
        ctx.db
          .updateTable('shipment')
          .set({ delivery_agent_id: hands.former })
          .where('id', '=', shipment.id)
          .execute(),
      )
      return () => scan(shipment, 'arrive')
    },
  ],
  [
    'a scan gives a delivery to another driver',
    ['former', 'next'],
    async (hands) => {
      const shipment = await given(hands)
      return () => scan(shipment, 'out-for-delivery', hands.next)
    },
  ],
  [
    'such a scan is undone',
    ['former', 'next'],
    async (hands) => {
      const shipment = await given(hands)
      const scanId = await scan(shipment, 'out-for-delivery', hands.next)
      return () => clerk.send(hubApi.undoScan, { scan_id: scanId })
    },
  ],
  [
    'a counter gives a dropped-off parcel to a driver',
    ['next'],
    async ({ next }) => {
      const shipment = await p.given.shipment(at_counter)
      await atCounter('take-in', shipment)
      return () => atCounter('give-to-driver', shipment, next)
    },
  ],
  [
    'a delivery is held',
    ['former'],
    async (hands) => {
      const { id } = await given(hands)
      return () => hold(id)
    },
  ],
  [
    'a held delivery is released',
    ['former'],
    async (hands) => {
      const { id } = await given(hands)
      await hold(id)
      return () => clerk.send(shipmentsApi.release, { id })
    },
  ],
  [
    'a delivery is cancelled',
    ['former'],
    async (hands) => {
      const { id } = await given(hands)
      return () => clerk.send(shipmentsApi.cancel, { id, message: 'The customer asked' })
    },
  ],
  [
    'the office reports a delivery as made',
    ['former'],
    async (hands) => {
      const shipment = await given(hands)
      await scan(shipment, 'out-for-delivery', hands.former)
      return () => setStatus(shipment.id, 'delivered')
    },
  ],
  [
    'the office reports a failed attempt',
    ['former'],
    async (hands) => {
      const shipment = await given(hands)
      await scan(shipment, 'out-for-delivery', hands.former)
      return () => setStatus(shipment.id, 'delivery-failed-attempt')
    },
  ],
  [
    'a delivery moves to another day',
    ['former'],
    async (hands) => {
      const { id, delivery_min_date } = await given(hands)
      return () =>
        clerk.send(shipmentsApi.change, {
          id,
          delivery_min_date: dayAfter(delivery_min_date, 7),
          delivery_rescheduled_reason: 'The customer asked',
        })
    },
  ],
  [
    'the time window of a delivery changes',
    ['former'],
    async (hands) => {
      const { id } = await given(hands)
      return () =>
        clerk.send(shipmentsApi.change, {
          id,
          delivery_after: '13:00',
          delivery_before: '14:00',
          delivery_rescheduled_reason: 'The customer asked',
        })
    },
  ],
  [
    'a plan moves a delivery',
    ['former', 'next'],
    async (hands) => {
      const { id } = await given(hands)
      const visits = [{ leg: 'delivery' as const, shipment_id: id }]
      return () =>
        clerk.send(planApi.change, { date: later(), changes: [{ kind: 'move', visits, to: hands.next }] })
    },
  ],
  [
    'a collection request is given to another driver',
    ['former', 'next'],
    async (hands) => {
      const id = await request(hands)
      return () => clerk.send(collectionsApi.assign, { ids: [id], username: hands.next, assign_anyway: true })
    },
  ],
  [
    'a collection request moves to another day',
    ['former'],
    async (hands) => {
      const id = await request(hands)
      const date = dayAfter(dayOf(p.runtime.runtime.clock()), 6)
      const { version } = await p.inTransaction((ctx) =>
        ctx.db
          .selectFrom('collection_request')
          .select('version')
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      )
      return () => clerk.send(collectionsApi.change, { id, version, date })
    },
  ],
  [
    'a collection request is cancelled',
    ['former'],
    async (hands) => {
      const id = await request(hands)
      return () => clerk.send(collectionsApi.cancel, { id, reason: 'No longer needed' })
    },
  ],
]
const later = () => dayAfter(dayOf(p.runtime.runtime.clock()), 20)
/** Returns the days of drivers whose arrivals are to be estimated again. */
const progressed = async () => {
  const lines = await p.inTransaction((ctx) =>
    ctx.db.selectFrom('outbox').select('payload').where('event', '=', 'tripProgressed').execute(),
  )
  return lines.map(({ payload }) => payload as { username: string; day: string })
}

describe('the expected arrivals of a planned day', () => {
  it.each(ways)('[OPS-002] are estimated again when %s', async (_way, whose, prepare) => {
    const hands = {
      former: (await p.driver(undefined, 'JHB')).username,
      next: (await p.driver(undefined, 'JHB')).username,
    }
    const change = await prepare(hands)
    await clerk.send(planApi.change, {
      date: later(),
      changes: [{ kind: 'sequence', drivers: [hands.former, hands.next] }],
    })
    await p.settle()
    await change()
    const drivers = new Set((await progressed()).map(({ username }) => username))
    expect([...drivers].toSorted()).toEqual(whose.map((one) => hands[one]).toSorted())
    await p.settle()
  })

  it('[OPS-002] are estimated again today when the window changes of a later delivery of which the driver has loaded a parcel', async () => {
    const { username } = await p.driver(undefined, 'JHB')
    const day = dayOf(p.runtime.runtime.clock())
    const box = {
      submitted_length_cm: 20,
      submitted_width_cm: 20,
      submitted_height_cm: 10,
      submitted_weight_kg: 1,
    }
    const shipment = await p.given.shipment({ status: 'at-destination-hub', parcels: [box, box] })
    const { id } = shipment
    await assign(id, username)
    await scan(shipment, 'out-for-delivery', username)
    await p.inTransaction((ctx) => updateShipment(ctx, id, { delivery_min_date: later() }))
    await clerk.send(planApi.change, { date: day, changes: [{ kind: 'sequence', drivers: [username] }] })
    await p.settle()
    await p.inTransaction((ctx) =>
      updateShipment(ctx, id, { delivery_after: '13:00', delivery_before: '14:00' }),
    )
    expect(new Set((await progressed()).map((one) => one.day))).toEqual(new Set([day]))
    await p.settle()
  })
})
