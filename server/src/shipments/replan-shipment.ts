import { Problem } from '@waybill/domain/kit/problem'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { placeChange, replanFrom, type LegPlace } from '@waybill/domain/shipments/replan'
import { hasBeenCollected } from '@waybill/domain/shipments/statuses/status'
import type { Updateable } from 'kysely'
import { readAddresses } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'
import type { ShipmentTable } from '../kit/tables.ts'
import { datesFrom } from './pricing/price-again.ts'
import type { ShipmentRow } from './store.ts'

const legs = ['collection', 'delivery'] as const
type Leg = (typeof legs)[number]

/**
 * Returns new dates of a locked shipment after its places changed: the estimates, and the planned days not set in
 * `chosen`. The original estimates of the booking stay. Returns an empty object if the change does not affect the
 * dates.
 */
export async function replanned(
  ctx: Context,
  before: ShipmentRow,
  after: ShipmentRow,
  chosen: Partial<Record<`${Leg}_min_date`, unknown>>,
): Promise<Updateable<ShipmentTable>> {
  const rows = [before, after]
  const addresses = await readAddresses(ctx, [
    ...new Set(rows.flatMap((row) => legs.map((leg) => row[`${leg}_address_id`]))),
  ])
  const placeOf = (row: ShipmentRow, leg: Leg): LegPlace => ({
    branch_id: row[`${leg}_branch_id`],
    zone: row[`${leg}_agent_zone`],
    city: addresses.get(row[`${leg}_address_id`])?.city ?? '',
  })
  const changes = legs.map((leg) => [leg, placeChange(placeOf(before, leg), placeOf(after, leg))] as const)
  const today = dayOf(ctx.now)
  const starts = changes.flatMap(
    ([, change]) =>
      replanFrom(after, change, {
        today,
        collected_on: after.collected_date && dayOf(after.collected_date),
      }) ?? [],
  )
  const from = starts.toSorted().at(-1)
  if (from === undefined) return {}
  const wished = before.delivery_rescheduled ? before.delivery_min_date : today
  const dates = await datesFrom(ctx, after, from, wished > today ? wished : today).catch((error: unknown) => {
    // An invoiced shipment can go to a place that its service does not cover. Its dates stay, like its price.
    if (error instanceof Problem && error.kind === 'invalid') return null
    throw error
  })
  if (dates === null) return {}
  const isFetchedElsewhere =
    changes.some(([leg, change]) => leg === 'collection' && change !== 'same') && !hasBeenCollected(after)
  return {
    estimated_delivery_from: dates.delivery_date_from,
    estimated_delivery_to: dates.delivery_date_to,
    ...(chosen.delivery_min_date === undefined ? { delivery_min_date: dayOf(dates.delivery_date_from) } : {}),
    ...(isFetchedElsewhere
      ? {
          estimated_collection: dates.collection_date,
          ...(chosen.collection_min_date === undefined
            ? { collection_min_date: dayOf(dates.collection_date) }
            : {}),
        }
      : {}),
  }
}
