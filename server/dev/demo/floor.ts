import { randomUUID } from 'node:crypto'
import { damagesApi } from '@waybill/domain/hub/damages/damages-api'
import { unidentifiedApi } from '@waybill/domain/hub/unidentified/unidentified-api'
import { systemActor } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Runtime } from '../../src/kit/runtime.ts'
import { callHandler } from '../call-handler.ts'
import type { Demo } from './company.ts'
import { drawnPhoto } from './drawn-photo.ts'

/** Damages of parcels in a hub, and how they were resolved. */
const damages: readonly { note: string; resolution?: string }[] = [
  { note: 'Corner crushed, the tape is open' },
  { note: 'Wet on one side', resolution: 'Dried and packed again. The contents are complete.' },
]

/**
 * Makes parcels without a readable label and damages at the Johannesburg hub. The first unidentified parcel has the
 * size of a parcel that was not scanned today, so that it has a likely owner.
 */
export async function makeFloor(runtime: Runtime, demo: Demo): Promise<void> {
  const clerk = {
    ...systemActor(demo.provider_id),
    kind: 'user',
    username: 'bongani',
    name: 'Bongani Zulu',
  } as const
  const branchId = demo.map.branches.JHB
  const { shipments } = await callHandler(runtime, clerk, shipmentsApi.rows, {
    ...({} as Input<typeof shipmentsApi.rows>),
    status: ['at-hub', 'at-destination-hub', 'in-transit'],
    limit: 20,
  })
  const parcels = []
  for (const { id } of shipments.slice(0, damages.length + 1)) {
    const { shipment } = await callHandler(runtime, clerk, shipmentsApi.detail, {
      ...({} as Input<typeof shipmentsApi.detail>),
      id,
    })
    parcels.push(...shipment.parcels.slice(0, 1))
  }
  const [lost, ...broken] = parcels
  for (const [at, parcel] of broken.entries()) {
    const damage = damages[at]
    if (!damage) break
    const { id } = await callHandler(runtime, clerk, damagesApi.report, {
      report_id: randomUUID(),
      parcel_reference: parcel.tracking_reference,
      branch_id: branchId,
      note: damage.note,
      photos: [await drawnPhoto(runtime, clerk, 'damage')],
      time_found: new Date(runtime.clock().getTime() - (at + 1) * hour_ms),
    })
    if (damage.resolution)
      await callHandler(runtime, clerk, damagesApi.resolve, { id, resolution: damage.resolution })
  }
  const found = { branch_id: branchId, bay: 'U1' }
  if (lost)
    await callHandler(runtime, clerk, unidentifiedApi.capture, {
      ...found,
      capture_id: randomUUID(),
      photos: [await drawnPhoto(runtime, clerk, 'unidentified'), await drawnPhoto(runtime, clerk, 'label')],
      length_cm: lost.submitted_length_cm,
      width_cm: lost.submitted_width_cm,
      height_cm: lost.submitted_height_cm,
      weight_kg: lost.submitted_weight_kg,
      barcode_text: '',
      description: `Brown box, label torn off. ${lost.parcel_description}`.trim(),
      time_found: undefined,
    })
  await callHandler(runtime, clerk, unidentifiedApi.capture, {
    ...found,
    capture_id: randomUUID(),
    photos: [await drawnPhoto(runtime, clerk, 'unidentified')],
    length_cm: undefined,
    width_cm: undefined,
    height_cm: undefined,
    weight_kg: 3.4,
    barcode_text: 'KLD 44',
    description: 'Blue plastic crate, no label, rattles',
    time_found: new Date(runtime.clock().getTime() - 20 * hour_ms),
  })
}
