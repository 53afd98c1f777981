import { systemActor } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { callHandler } from '../call-handler.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import type { Demo } from './company.ts'

/** Tags for some of the newest shipments: name, and every how many shipments it is added. */
const tags: readonly (readonly [name: string, every: number])[] = [
  ['Fragile', 7],
  ['Chain store', 11],
  ['Ask for Lindiwe', 23],
]

/** Adds tags to some of the newest shipments. */
export async function makeShipmentTags(runtime: Runtime, demo: Demo): Promise<void> {
  const staff = { ...systemActor(demo.provider_id), username: 'johan', name: 'Johan van Wyk' }
  const { shipments } = await callHandler(runtime, staff, shipmentsApi.rows, {
    ...({} as Input<typeof shipmentsApi.rows>),
    limit: 100,
  })
  for (const [name, every] of tags) {
    const id = shipments.filter((_, at) => at % every === 3).map((shipment) => shipment.id)
    await callHandler(runtime, staff, shipmentsApi.addTags, { id, tags: [name] })
  }
}
