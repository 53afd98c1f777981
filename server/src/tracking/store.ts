import { anyOf } from '../kit/db.ts'
import { sql } from 'kysely'
import { visibleTo } from '../shipments/index.ts'
import type { Context } from '../kit/handler.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** A requested reference and a shipment that has it. */
export interface FoundReference {
  reference: string
  shipment_id: number
  /** Found by the customer's own reference, which only its account and staff may use. */
  by_customer: boolean
}

/**
 * Finds shipments of the provider, of any account, that have one of these references: short, custom, parcel and
 * alternative references, and the customer's own of the last 90 days. Always one statement, so that an unknown
 * reference takes as long as a hidden one.
 */
export async function findReferences(ctx: Context, references: readonly string[]): Promise<FoundReference[]> {
  const since = new Date(ctx.now.getTime() - 90 * day_ms)
  const { rows } = await sql<FoundReference>`
    SELECT short_tracking_reference AS reference, id AS shipment_id, false AS by_customer FROM shipment WHERE short_tracking_reference = ANY(${references})
    UNION SELECT custom_tracking_reference, id, false FROM shipment WHERE custom_tracking_reference = ANY(${references})
    UNION SELECT tracking_reference, shipment_id, false FROM parcel WHERE tracking_reference = ANY(${references})
    UNION SELECT alternative_tracking_reference, shipment_id, false FROM parcel WHERE alternative_tracking_reference = ANY(${references}) AND status <> 'cancelled'
    UNION SELECT customer_reference_key, id, true FROM shipment WHERE customer_reference_key = ANY(${references}) AND time_created > ${since}`.execute(
    ctx.db,
  )
  return rows
}

/** Returns which of these shipments the actor has access to; none for guests. */
export async function reachedBy(ctx: Context, ids: readonly number[]): Promise<Set<number>> {
  const rows = await ctx.db
    .selectFrom('shipment as s')
    .where(visibleTo(ctx.actor))
    .where('s.id', '=', anyOf(ids))
    .select('s.id')
    .execute()
  return new Set(rows.map((row) => row.id))
}

/**
 * Reads what tracking shows of shipments, of any account. It reads only names of people, and only suburb, town and
 * company of addresses; no street, phone, e-mail or PIN is returned.
 */
export async function readTracked(ctx: Context, ids: readonly number[]) {
  return ctx.db
    .selectFrom('shipment as s')
    .innerJoin('address as from', (join) =>
      join.onRef('from.provider_id', '=', 's.provider_id').onRef('from.id', '=', 's.collection_address_id'),
    )
    .innerJoin('address as to', (join) =>
      join.onRef('to.provider_id', '=', 's.provider_id').onRef('to.id', '=', 's.delivery_address_id'),
    )
    .leftJoin('branch as cb', (join) =>
      join.onRef('cb.provider_id', '=', 's.provider_id').onRef('cb.id', '=', 's.collection_branch_id'),
    )
    .leftJoin('branch as db', (join) =>
      join.onRef('db.provider_id', '=', 's.provider_id').onRef('db.id', '=', 's.delivery_branch_id'),
    )
    .leftJoin('branch as here', (join) =>
      join.onRef('here.provider_id', '=', 's.provider_id').onRef('here.id', '=', 's.current_branch_id'),
    )
    .where('s.id', '=', anyOf(ids))
    .select([
      's.id',
      's.provider_id',
      's.status',
      's.short_tracking_reference',
      's.custom_tracking_reference',
      's.customer_reference',
      's.service_level_code',
      's.service_level_name',
      's.cod_amount',
      's.parcel_count',
      's.has_rating',
      's.pod_method',
      's.collection_agent_id',
      's.delivery_agent_id',
      's.taken_out_by_driver',
      's.tracking_message',
      's.time_created',
      's.time_modified',
      's.latest_tracking_event_time',
      's.collected_date',
      's.delivered_date',
      's.pickup_deadline',
      's.estimated_collection',
      's.estimated_delivery_from',
      's.estimated_delivery_to',
      's.original_estimated_delivery_to',
      's.delivery_reschedules',
      's.has_been_invoiced',
      's.disable_new_charges',
      's.delivery_pickup_point_id',
      's.delivery_pickup_point_provider',
      's.collection_pickup_point_id',
      's.collection_pickup_point_provider',
      'from.type as sender_place_type',
      'from.company as sender_company',
      'from.local_area as sender_suburb',
      'from.city as sender_town',
      'to.type as receiver_place_type',
      'to.company as receiver_company',
      'to.local_area as receiver_suburb',
      'to.city as receiver_town',
      'cb.name as collection_hub',
      'db.name as delivery_hub',
      'db.public_name as delivery_hub_public',
      'here.public_name as current_hub_public',
      sql<string>`coalesce(s.collection_contact->>'name', '')`.as('sender_name'),
      sql<string>`coalesce(s.delivery_contact->>'name', '')`.as('receiver_name'),
      sql<boolean>`coalesce(s.delivery_contact->>'mobile_number', '') <> ''`.as('receiver_has_number'),
      sql<boolean>`coalesce(s.delivery_contact->>'email', '') <> ''`.as('receiver_has_email'),
      sql<boolean>`s.proof_of_delivery_pin_sealed IS NOT NULL`.as('has_pin'),
    ])
    .execute()
}
export type TrackedRow = Awaited<ReturnType<typeof readTracked>>[number]
