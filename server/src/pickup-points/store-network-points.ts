import { isDeepStrictEqual } from 'node:util'
import type { AddressParts } from '@waybill/domain/accounts/address'
import { provinceOfCode } from '@waybill/domain/kit/contacts/provinces'
import type { HolidayHours } from '@waybill/domain/pickup-points/opening'
import type { Compartment, NetworkName, PickupPointType } from '@waybill/domain/pickup-points/model'
import { saveAddresses } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'
import { updatePoint, type PointRow } from './store.ts'
import { insertNetworkPoints, lockNetworkPoints, markSynced } from './synced-store.ts'

/** Maximum number of points that one statement inserts. */
const points_per_insert = 500

/** A point as its network lists it. */
export interface NetworkPoint {
  pickup_point_id: string
  type: PickupPointType
  name: string
  description: string
  street_address: string
  local_area: string
  city: string
  code: string
  lat: number
  lng: number
  /** Text such as `Mon-Fri 08:00-17:00`. */
  trading_hours: string
  holiday_hours: HolidayHours
  phone: string | null
  is_online: boolean
  compartments: readonly Compartment[]
}

/**
 * Makes the stored points of a network equal to its list: inserts new ones, updates changed ones, reopens closed ones
 * that are listed again, and closes those that are not listed any more. The rows stay, so that shipments of the past
 * keep the name. Returns the numbers, and the points that it closed.
 */
export async function storeNetworkPoints(
  ctx: Context,
  network: NetworkName,
  listed: readonly NetworkPoint[],
): Promise<{ added: number; changed: number; closed: PointRow[] }> {
  const rows = await lockNetworkPoints(ctx, network)
  const known = new Map(rows.map((row) => [row.pickup_point_id, row]))
  const addressIds = await saveAddresses(ctx, listed.map(addressOf))
  const wanted = listed.map((point, index) => columnsOf(point, addressIds[index] ?? 0))

  const added = wanted.filter(({ pickup_point_id }) => !known.has(pickup_point_id))
  for (let from = 0; from < added.length; from += points_per_insert)
    await insertNetworkPoints(
      ctx,
      added.slice(from, from + points_per_insert).map((point) => ({
        ...point,
        pickup_point_provider: network,
        compartments: JSON.stringify(point.compartments),
      })),
    )

  let changed = 0
  for (const point of wanted) {
    const row = known.get(point.pickup_point_id)
    if (!row || !isDifferent(row, point)) continue
    await updatePoint(ctx, row.id, { ...point, compartments: JSON.stringify(point.compartments) })
    changed += 1
  }
  const codes = new Set(listed.map(({ pickup_point_id }) => pickup_point_id))
  await markSynced(
    ctx,
    rows.filter(({ pickup_point_id }) => codes.has(pickup_point_id)).map(({ id }) => id),
  )

  const closed = rows.filter((row) => row.closed_date === null && !codes.has(row.pickup_point_id))
  for (const { id } of closed) await updatePoint(ctx, id, { closed_date: ctx.now, status: 'offline' })
  if (added.length > 0) await ctx.publish({ topic: 'pickup-points' })
  return { added: added.length, changed, closed }
}

function addressOf(point: NetworkPoint): AddressParts {
  const { type, name, street_address, local_area, city, code, lat, lng } = point
  return {
    id: 0,
    type,
    company: name,
    street_address,
    local_area,
    city,
    code,
    zone: provinceOfCode(code) ?? '',
    country: 'South Africa',
    lat,
    lng,
    entered_address: '',
  }
}

function columnsOf(point: NetworkPoint, addressId: number) {
  const { pickup_point_id, type, name, description, lat, lng, trading_hours, holiday_hours, phone } = point
  return {
    pickup_point_id,
    type,
    name,
    description,
    address_id: addressId,
    lat,
    lng,
    trading_hours,
    holiday_hours,
    phone,
    status: point.is_online ? ('online' as const) : ('offline' as const),
    compartments: [...point.compartments],
    closed_date: null,
  }
}

/** Whether a stored point differs from its listing. */
function isDifferent(row: PointRow, point: ReturnType<typeof columnsOf>): boolean {
  return Object.entries(point).some(
    ([column, value]) => !isDeepStrictEqual(row[column as keyof PointRow], value),
  )
}
