import { hubApi } from '@waybill/domain/hub/api'
import { systemActor, type Actor } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { discrepanciesApi } from '@waybill/domain/shipments/discrepancies/discrepancies-api'
import type { WeightDiscrepancy } from '@waybill/domain/shipments/discrepancies/model'
import { callHandler } from '../call-handler.ts'
import { externalContext } from '../../src/db/transaction.ts'
import { jobFacts } from '../../src/jobs/outbox.ts'
import { newRequestId, type Runtime } from '../../src/kit/runtime.ts'
import { runDiscrepancies } from '../../src/shipments/index.ts'
import type { Demo } from './company.ts'
import { drawnPhoto } from './drawn-photo.ts'
import { lastWorkingMoment } from './working-day.ts'

/** Kilograms more than booked, and what happened since. */
interface DemoDiscrepancy {
  more_kg: number
  dispute?: string
  decision?: string
}

const discrepancies: readonly DemoDiscrepancy[] = [
  { more_kg: 12 },
  { more_kg: 9, dispute: 'We weigh every box before it leaves. It was put on the scale with another one.' },
  {
    more_kg: 15,
    dispute: 'The pallet of another customer was on the scale, see the photo.',
    decision: 'You are right: the photo shows a second box. The booked weight holds.',
  },
]

/** Statuses in which a parcel is in a hub, and its shipment is not invoiced yet. */
const in_hub = ['at-hub', 'at-destination-hub', 'manifested', 'ready-for-dispatch'] as const

/**
 * Measures parcels in hubs two days ago that weigh more than booked, first those of the first account. One waits for
 * the account, one is disputed, one is decided. Sends no messages.
 */
export async function makeDiscrepancies(runtime: Runtime, demo: Demo): Promise<void> {
  const started = runtime.clock().getTime()
  const at = { moment: lastWorkingMoment(new Date(started - 2 * day_ms)) }
  const quiet: Runtime = {
    ...runtime,
    clock: () => at.moment,
    subscribers: runtime.subscribers.filter(({ when }) => when === 'same transaction'),
  }
  const clerk = {
    ...systemActor(demo.provider_id),
    kind: 'user',
    username: 'bongani',
    name: 'Bongani Zulu',
  } as const
  const { shipments } = await callHandler(quiet, clerk, shipmentsApi.rows, {
    ...({} as Input<typeof shipmentsApi.rows>),
    status: [...in_hub],
    limit: 100,
  })
  const first = demo.accounts[0]?.id
  const known = new Set(demo.accounts.map(({ id }) => id))
  const waiting = shipments
    .filter(({ account_id }) => known.has(account_id))
    .sort(
      (one, other) =>
        Number(other.account_id === first) - Number(one.account_id === first) || one.id - other.id,
    )
  const photo = await drawnPhoto(quiet, clerk, 'scale')
  const made: (DemoDiscrepancy & { found: WeightDiscrepancy })[] = []
  for (const { id } of waiting) {
    const next = discrepancies[made.length]
    if (!next) break
    const found = await measure(quiet, clerk, demo, id, next.more_kg, photo)
    if (found) made.push({ ...next, found })
  }
  // Parcels measured two days ago: their accounts were notified soon after.
  at.moment = new Date(started - day_ms)
  await runDiscrepancies(await contextOf(quiet, systemActor(demo.provider_id)))
  for (const { found, dispute, decision } of made) {
    if (!dispute) continue
    const customer: Actor = {
      ...systemActor(demo.provider_id),
      kind: 'user',
      username: 'riaan',
      name: 'Riaan Jooste',
      account_id: found.account_id,
    }
    const { id } = found
    const { version } = await callHandler(quiet, customer, discrepanciesApi.detail, { id })
    const disputed = await callHandler(quiet, customer, discrepanciesApi.dispute, {
      id,
      version,
      reason: dispute,
      files: undefined,
    })
    if (decision)
      await callHandler(
        quiet,
        { ...clerk, username: 'aisha', name: 'Aisha Patel' },
        discrepanciesApi.decide,
        { id, version: disputed.version, outcome: 'submitted', message: decision, parcels: undefined },
      )
  }
}

/** Measures the first parcel of a shipment; returns `undefined` if its price does not wait for that. */
async function measure(
  runtime: Runtime,
  clerk: Actor,
  demo: Demo,
  id: number,
  moreKg: number,
  photo: string,
): Promise<WeightDiscrepancy | undefined> {
  const { shipment } = await callHandler(runtime, clerk, shipmentsApi.detail, {
    ...({} as Input<typeof shipmentsApi.detail>),
    id,
  })
  const [parcel] = shipment.parcels
  if (!parcel) return undefined
  await callHandler(runtime, clerk, hubApi.addEvent, {
    ...({} as Input<typeof hubApi.addEvent>),
    parcel_reference: parcel.tracking_reference,
    mode: 're-measure',
    branch_id: demo.map.branches.JHB,
    length_cm: parcel.submitted_length_cm,
    width_cm: parcel.submitted_width_cm,
    height_cm: parcel.submitted_height_cm,
    weight_kg: parcel.submitted_weight_kg + moreKg,
    confirm_measures: true,
    images: [photo],
  })
  const { discrepancies: found } = await callHandler(runtime, clerk, discrepanciesApi.list, {
    ...({} as Input<typeof discrepanciesApi.list>),
    shipment_id: id,
  })
  return found[0]
}

function contextOf(runtime: Runtime, actor: Actor) {
  return externalContext(runtime, { actor, request: jobFacts(runtime, newRequestId()) })
}
