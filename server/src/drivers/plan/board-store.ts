import type { Leg } from '@waybill/domain/drivers/model'
import { to_do, to_give, under_way } from '@waybill/domain/shipments/statuses/open-work'
import { sql, type RawBuilder } from 'kysely'
import type { RequestRow } from '../../collections/index.ts'
import type { Context } from '../../kit/handler.ts'
import type { ShipmentRow } from '../../shipments/index.ts'
import {
  loadColumns,
  referenceOf,
  requestsOf,
  shipmentVisitsOf,
  takenFrom,
  to_give_request,
  type TripVisit,
  type VisitLoad,
} from '../trip-sheet-store.ts'

/** A leg of a shipment with its driver, as it is stored. */
type LegOwner = Pick<ShipmentRow, 'status' | 'collection_agent_id' | 'delivery_agent_id'>

/** Returns the driver with whom the board shows a leg of a shipment; `''` for nobody. */
export function legDriver(leg: Leg, row: LegOwner): string {
  return to_give[leg].includes(row.status) ? '' : (row[`${leg}_agent_id`] ?? '')
}

/** Returns the driver with whom the board shows a collection request; `''` for nobody. */
export function requestDriver({ status, agent_id }: Pick<RequestRow, 'status' | 'agent_id'>): string {
  return to_give_request.includes(status) ? '' : (agent_id ?? '')
}

/** A visit on the dispatch board, with its load and what names it. */
export interface BoardVisit extends TripVisit, Pick<VisitLoad, 'parcels' | 'kg' | 'm3' | 'is_on_board'> {
  /** `''` for a collection request. */
  reference: string
  contact: string
  address: TripVisit['address'] & PlaceWords
}

/** The words of an address that the board shows. */
interface PlaceWords {
  company: string
  street_address: string
  local_area: string
  city: string
}

type BoardRow = Omit<BoardVisit, 'address'> &
  PlaceWords & { address_id: number; lat: number | null; lng: number | null }

/** SQL for the load of the visit `l`: measured weights and sizes, else the submitted ones. */
function loadOf(ctx: Context) {
  return sql`LATERAL (
    SELECT ${loadColumns()}
    FROM parcel p WHERE p.provider_id = ${ctx.provider_id} AND p.shipment_id = l.shipment_id AND p.status <> 'cancelled') load`
}

/** Runs a query for visits (`v`), adding their places; oldest shipments first, requests last. */
async function readVisits(ctx: Context, visits: RawBuilder<unknown>): Promise<BoardVisit[]> {
  const { rows } = await sql<BoardRow>`
    SELECT v.*, a.lat, a.lng, a.company, a.street_address, a.local_area, a.city
    FROM (${visits}) v JOIN address a ON a.provider_id = ${ctx.provider_id} AND a.id = v.address_id
    ORDER BY v.shipment_id, v.leg, v.request_id`.execute(ctx.db)
  return rows.map(({ address_id: id, lat, lng, company, street_address, local_area, city, ...visit }) => ({
    ...visit,
    address: { id, lat, lng, company, street_address, local_area, city },
  }))
}

/**
 * Returns all visits of a day like `listTripVisits`, with all that the board shows of them, in one statement: a day has
 * thousands of them.
 */
export async function listBoardVisits(
  ctx: Context,
  about: { date: string; is_over: boolean },
): Promise<BoardVisit[]> {
  const day = { ...about, driver: null, branch_id: undefined }
  return readVisits(
    ctx,
    sql`
      SELECT username, leg, state, window_from, window_to, priority_level, shipment_id, NULL::bigint AS request_id, address_id,
        CASE WHEN state <> 'to-do' THEN last_time END AS finished_at, is_past, is_given_away, branch_id, reference, coalesce(contact, '') AS contact, load.*
      FROM (${shipmentVisitsOf(day)}) l, ${loadOf(ctx)}
      UNION ALL
      SELECT username, 'collection', state, window_from, window_to, 0, NULL, request_id, address_id,
        CASE WHEN state <> 'to-do' THEN last_time END, is_past, is_given_away, branch_id, '', coalesce(contact, ''), parcels, kg, 0, is_on_board
      FROM (${requestsOf(day)}) requests`,
  )
}

/** The work without a driver up to a day (`YYYY-MM-DD`), of one branch or of all (`null`). */
interface WaitingWork {
  date: string
  branch_id: number | null
}

const isAt = (column: string, branchId: number | null) =>
  sql<boolean>`(${branchId}::bigint IS NULL OR ${sql.ref(column)} = ${branchId})`

/**
 * SQL that no driver has a leg of shipment `s`: it waits for one, or is on no trip sheet only because nobody is named. The
 * dispatch board and the figures of the ops dashboard share it.
 */
export function isWithoutDriver(leg: Leg, { date, branch_id }: WaitingWork): RawBuilder<boolean> {
  const own = (column: string) => sql.ref(`s.${leg}_${column}`)
  return sql<boolean>`((s.status = ANY(${to_give[leg]}) OR (s.status = ANY(${to_do[leg]}) AND ${own('agent_id')} IS NULL))
        AND (${own('min_date')} <= ${date} OR s.status = ANY(${under_way})) AND ${isAt(`s.${leg}_branch_id`, branch_id)})`
}

/** SQL that no driver has the collection request `r`. */
export function isRequestWithoutDriver({ date, branch_id }: WaitingWork): RawBuilder<boolean> {
  return sql<boolean>`(r.status = ANY(${to_give_request}) AND r.date <= ${date} AND ${isAt('r.branch_id', branch_id)})`
}

/**
 * Returns the collections and deliveries up to a day that no driver has: what waits for a driver, and what is on no trip
 * sheet only because nobody is named. Of one branch, or of all.
 */
export async function listWaitingVisits(ctx: Context, about: WaitingWork): Promise<BoardVisit[]> {
  const waiting = sql`'' AS username, 'to-do' AS state, NULL::timestamptz AS finished_at, false AS is_past, false AS is_given_away`
  const legOf = (leg: Leg, addressId: RawBuilder<unknown>) => {
    const own = (column: string) => sql.ref(`s.${leg}_${column}`)
    return sql`
      SELECT ${waiting}, ${own('branch_id')} AS branch_id, ${leg}::text AS leg, s.id AS shipment_id, NULL::bigint AS request_id, ${addressId} AS address_id,
        ${own('after')} AS window_from, ${own('before')} AS window_to, s.priority_level, ${referenceOf()} AS reference,
        coalesce(${own('contact')}->>'name', '') AS contact, load.*
      FROM shipment s, LATERAL (SELECT s.id AS shipment_id, ${leg}::text AS leg, false AS is_past) l, ${loadOf(ctx)}
      WHERE s.provider_id = ${ctx.provider_id} AND ${isWithoutDriver(leg, about)}`
  }
  return readVisits(
    ctx,
    sql`
      ${legOf('collection', sql`s.collection_address_id`)}
      UNION ALL ${legOf('delivery', takenFrom())}
      UNION ALL
      SELECT ${waiting}, r.branch_id, 'collection', NULL, r.id, r.address_id, r.after, r.before, 0, '', coalesce(r.contact->>'name', ''),
        coalesce(r.expected_parcels, 0), coalesce(r.expected_kg, 0)::float8, 0, false
      FROM collection_request r
      WHERE r.provider_id = ${ctx.provider_id} AND ${isRequestWithoutDriver(about)}`,
  )
}
