import { dayOf } from '@waybill/domain/kit/calls/wire'
import { ratesApi } from '@waybill/domain/rates/api'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { expect, it } from 'vitest'
import { booking, newProvider } from '../../dev/test-kit/provider.ts'

it('limits collections of a service level and branch to the daily capacity, and frees the place of a cancelled shipment', async () => {
  const p = await newProvider()
  const staff = await p.staff()
  const { book, revision } = await staff.send(revisionsApi.detail, {})
  const economy = book.service_levels.find(({ code }) => code === 'ECO')
  if (!economy) throw new Error('The starter book sells economy.')
  const draft = await staff.send(revisionsApi.create, { name: 'Two a day', based_on_id: revision.id })
  const value = { ...economy, collection_capacity_per_day: 2 }
  const changed = await staff.send(revisionsApi.change, {
    id: draft.id,
    version: draft.version,
    changes: [{ part: 'service_levels', id: economy.id, value }],
  })
  const { version } = changed.revision
  await staff.send(revisionsApi.publish, { id: draft.id, version, replaces_id: revision.id, at_once: true })

  const { collection_address, delivery_address, parcels = [] } = booking()
  const quoted = async (code = 'ECO') => {
    const { rates } = await staff.send(ratesApi.price, { collection_address, delivery_address, parcels })
    const level = rates.find(({ service_level }) => service_level.code === code)?.service_level
    return [dayOf(level?.collection_date ?? new Date(0)), level?.earliest_collection_capacity_date]
  }
  const dayOfShipment = (shipment: { estimated_collection: Date | null }) =>
    dayOf(shipment.estimated_collection ?? new Date(0))

  const [free] = await quoted()
  await p.given.shipment({ save_as: 'quote' })
  const first = await p.given.shipment()
  const elsewhere = await p.given.shipment({
    collection_address: delivery_address,
    delivery_address: collection_address,
  })
  expect([dayOfShipment(first), dayOfShipment(elsewhere)]).toEqual([free, free])
  expect(await quoted()).toEqual([free, null])
  const both = await Promise.all([p.given.shipment(), p.given.shipment()])
  const [second = '', third = ''] = both.map(dayOfShipment).toSorted()
  expect(second).toBe(free)
  expect(third > second).toBe(true)
  expect(both.map((one) => one.earliest_collection_capacity_date).filter(Boolean)).toHaveLength(1)
  expect(await quoted()).toEqual([third, third])
  expect((await quoted('OVN'))[0]).toBe(free)
  await staff.send(shipmentsApi.change, {
    id: first.id,
    status: 'cancelled',
    metadata: { tracking_info: { message: 'Booked twice' } },
  })
  expect(await quoted()).toEqual([free, null])
})
