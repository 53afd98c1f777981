import { isDriver } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { tripWorkChanged } from '@waybill/domain/shipments/events'
import { to_do, under_way } from '@waybill/domain/shipments/statuses/open-work'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql, type Selectable } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import type { ShipmentTable } from '../../kit/tables.ts'

/** A leg of a shipment, or a collection request, that a driver has to do, with what decides on the arrival. */
export interface OpenWork {
  username: string
  /** `YYYY-MM-DD`. */
  day: string
  address_id: number
  /** The time window. */
  after: string
  before: string
}
/** Work of a driver. What was done or failed today stays on the trip sheet and says where the driver is. */
export type TripWork = OpenWork | { username: string; is_finished: true }

/**
 * Publishes which drivers have more, less or other work after a change (`tripWorkChanged`). `null` means that no driver
 * had it, or has it. What drivers change about their own day is published as progress of that day.
 */
export async function publishTripWork(
  ctx: Context,
  before: TripWork | null,
  after: TripWork | null,
): Promise<void> {
  if (isSameWork(before, after)) return
  const works = [before, after].filter((work) => work !== null)
  const usernames = new Set(works.map(({ username }) => username))
  if (isDriver(ctx.actor)) usernames.delete(ctx.actor.username)
  if (usernames.size === 0) return
  const today = dayOf(ctx.now)
  for (const day of new Set(works.map((work) => ('day' in work ? work.day : today))))
    await ctx.emit(tripWorkChanged, { usernames: [...usernames], day })
}

function isSameWork(one: TripWork | null, other: TripWork | null): boolean {
  if (one === null || other === null) return one === other
  if (!('day' in one) || !('day' in other))
    return 'day' in one === 'day' in other && one.username === other.username
  return (
    one.username === other.username &&
    one.day === other.day &&
    one.address_id === other.address_id &&
    one.after === other.after &&
    one.before === other.before
  )
}

/** The columns of a shipment that decide on whose trip sheet its legs are, on which day, and when a driver arrives. */
const work_columns = [
  'status',
  'collected_date',
  'collection_agent_id',
  'collection_min_date',
  'collection_address_id',
  'collection_after',
  'collection_before',
  'delivery_agent_id',
  'delivery_min_date',
  'delivery_address_id',
  'delivery_after',
  'delivery_before',
] as const

/** Statuses in which a leg was done or has failed; a collection was also done once there is a date. */
const finished_statuses: Record<'collection' | 'delivery', readonly ShipmentStatus[]> = {
  collection: ['collection-failed-attempt', 'collection-exception'],
  delivery: [
    'delivery-failed-attempt',
    'delivery-exception',
    'ready-for-pickup',
    'in-locker',
    'returned-to-sender',
    'delivered',
  ],
}

/** What decides on the work that a shipment is; in JSON, times are texts. */
type WorkRow = Omit<Pick<Selectable<ShipmentTable>, (typeof work_columns)[number]>, 'collected_date'> & {
  collected_date: Date | string | null
  /** Whether a driver is at work on the delivery of a parcel; of a new shipment not set. */
  is_partly_under_way?: boolean
}

/** Whether changed columns can change whose work a shipment is. */
export function changesWork(changes: Readonly<Record<string, unknown>>): boolean {
  return work_columns.some((column) => column in changes)
}

/**
 * SQL for the columns of `work_columns` before and after an UPDATE of one shipment, for its RETURNING: a subquery there
 * reads the row as it was when the statement started. Its parcels are the same in both.
 */
export function workBeforeAndAfter(ctx: Context, id: number) {
  const row = sql<WorkRow>`jsonb_build_object(${sql.join(
    work_columns.flatMap((column) => [sql.lit(column), sql.ref(column)]),
  )}, 'is_partly_under_way', EXISTS (SELECT FROM parcel p
    WHERE p.provider_id = ${ctx.provider_id} AND p.shipment_id = ${id} AND p.status = ANY(${under_way})))`
  return [
    sql<WorkRow>`(SELECT ${row} FROM shipment w WHERE w.provider_id = ${ctx.provider_id} AND w.id = ${id})`.as(
      'work_before',
    ),
    row.as('work_after'),
  ] as const
}

/** Publishes the change of both legs of a shipment; `before` is `null` for a new one. */
export async function publishWork(ctx: Context, before: WorkRow | null, after: WorkRow): Promise<void> {
  for (const leg of ['collection', 'delivery'] as const)
    await publishTripWork(ctx, before && workOfLeg(ctx, before, leg), workOfLeg(ctx, after, leg))
}

/** Returns a leg as work of its driver; `null` while it is on nobody's trip sheet. */
function workOfLeg(ctx: Context, row: WorkRow, leg: 'collection' | 'delivery'): TripWork | null {
  const username = row[`${leg}_agent_id`]
  if (username === null || username === '') return null
  if (!to_do[leg].includes(row.status)) {
    const isFinished =
      (leg === 'collection' && row.collected_date !== null) || finished_statuses[leg].includes(row.status)
    return isFinished ? { username, is_finished: true } : null
  }
  const today = dayOf(ctx.now)
  const planned = row[`${leg}_min_date`]
  const isUnderWay =
    under_way.includes(row.status) || (leg === 'delivery' && row.is_partly_under_way === true)
  return {
    username,
    // A delivery that a driver has started is on the trip sheet of today, whatever its day.
    day: isUnderWay && planned > today ? today : planned,
    address_id: row[`${leg}_address_id`],
    after: row[`${leg}_after`],
    before: row[`${leg}_before`],
  }
}
