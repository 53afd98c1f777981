import { isDriver } from '@waybill/domain/kit/actor'
import { tripWorkChanged } from '@waybill/domain/shipments/events'
import { isFor } from '@waybill/domain/shipments/statuses/status'
import type { Updateable } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import type { ShipmentTable } from '../../kit/tables.ts'
import type { ShipmentRow } from '../store.ts'

const legs = ['collection', 'delivery'] as const

/** What decides on whose trip sheet the legs of a shipment are, and on which day. */
type Work = Pick<ShipmentRow, 'status' | `${(typeof legs)[number]}_${'agent_id' | 'min_date'}`>

/**
 * Publishes which drivers have more or less to do after a change of a shipment (`tripWorkChanged`). `before` is `null`
 * for a new one. What drivers report themselves is published as progress of their day.
 */
export async function publishWork(ctx: Context, before: Work | null, after: Work): Promise<void> {
  if (isDriver(ctx.actor)) return
  const isSameState = before !== null && isFor('active', before.status) === isFor('active', after.status)
  for (const leg of legs) {
    const [agent, day] = [`${leg}_agent_id`, `${leg}_min_date`] as const
    if (isSameState && before[agent] === after[agent] && before[day] === after[day]) continue
    const usernames = [before?.[agent], after[agent]].filter((one) => typeof one === 'string')
    if (usernames.length === 0) continue
    for (const date of new Set([before?.[day] ?? after[day], after[day]]))
      await ctx.emit(tripWorkChanged, { usernames, day: date })
  }
}

/** Returns the drivers and days of a shipment after some of its columns were changed. */
export function workAfter(row: Work, changes: Updateable<ShipmentTable>): Work {
  const sent: Readonly<Record<string, unknown>> = { ...changes }
  const agentOf = (leg: (typeof legs)[number]): string | null => {
    const changed = sent[`${leg}_agent_id`]
    return typeof changed === 'string' || changed === null ? changed || null : row[`${leg}_agent_id`]
  }
  const dayOf = (leg: (typeof legs)[number]): string => {
    const changed = sent[`${leg}_min_date`]
    return typeof changed === 'string' ? changed : row[`${leg}_min_date`]
  }
  return {
    status: row.status,
    collection_agent_id: agentOf('collection'),
    delivery_agent_id: agentOf('delivery'),
    collection_min_date: dayOf('collection'),
    delivery_min_date: dayOf('delivery'),
  }
}
