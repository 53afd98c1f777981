import type { NetworkName } from '@waybill/domain/pickup-points/model'
import type { Selectable } from 'kysely'
import { anyOf } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'
import type { LockerEventTable } from '../kit/tables.ts'
import type { NetworkEvent } from './network.ts'

/** Outcomes of reports that may still be applied. */
const waiting_outcomes = ['early', 'unknown reservation']

/** Stores a report of a network; `false` when it was received before. */
export async function insertLockerEvent(
  ctx: Context,
  network: NetworkName,
  { by, ...event }: NetworkEvent,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await ctx.db
    .insertInto('locker_event')
    .values({
      ...event,
      network,
      party: by,
      provider_id: ctx.provider_id,
      time_received: ctx.now,
    })
    .onConflict((on) => on.columns(['provider_id', 'network', 'event_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Stores what was done with a report. */
export async function noteOutcome(
  ctx: Context,
  network: NetworkName,
  eventId: string,
  changes: Pick<Selectable<LockerEventTable>, 'outcome' | 'reservation_id'>,
): Promise<void> {
  await ctx.db
    .updateTable('locker_event')
    .set(changes)
    .where('network', '=', network)
    .where('event_id', '=', eventId)
    .execute()
}

/** Returns the reports of a network since `since` that could not be applied yet, in the order in which they happened. */
export async function listWaitingEvents(
  ctx: Context,
  network: NetworkName,
  since: Date,
  limit: number,
): Promise<NetworkEvent[]> {
  const rows = await ctx.db
    .selectFrom('locker_event')
    .select(['event_id', 'network_reference', 'kind', 'party', 'occurred_at', 'door'])
    .where('network', '=', network)
    .where('outcome', '=', anyOf(waiting_outcomes))
    .where('time_received', '>', since)
    .orderBy('occurred_at')
    .orderBy('event_id')
    .limit(limit)
    .execute()
  return rows.map(({ party, ...event }) => ({ ...event, by: party }))
}

/** Whether a report is still waiting, locked until the transaction ends. */
export async function lockWaitingEvent(
  ctx: Context,
  network: NetworkName,
  eventId: string,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('locker_event')
    .select('event_id')
    .where('network', '=', network)
    .where('event_id', '=', eventId)
    .where('outcome', '=', anyOf(waiting_outcomes))
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Marks the waiting reports of a network of which staff were not informed, and returns their reservation numbers.
 * Reports received after `before` are left out, because what they wait for may be on its way.
 */
export async function markAlerted(ctx: Context, network: NetworkName, before: Date): Promise<string[]> {
  const rows = await ctx.db
    .updateTable('locker_event')
    .set({ time_alerted: ctx.now })
    .where('network', '=', network)
    .where('outcome', '=', anyOf(waiting_outcomes))
    .where('time_alerted', 'is', null)
    .where('time_received', '<=', before)
    .returning('network_reference')
    .execute()
  return [...new Set(rows.map(({ network_reference }) => network_reference))].toSorted()
}
