import type { AddressParts } from '@waybill/domain/accounts/address'
import { mayIgnoreCutOff } from '@waybill/domain/collections/rules'
import { collection_request_cut_off_time } from '@waybill/domain/collections/settings'
import { invalid, type FieldProblem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { passedTime, offerDay, type OfferedDay } from '@waybill/domain/kit/dates/service-days'
import type { ExternalContext, BaseContext } from '../kit/handler.ts'
import { place, providerMap, serviceCalendar, type Point, type StopTime } from '../maps/index.ts'
import { pointOf, requireLocated } from '../rates/index.ts'

/**
 * Returns the address with its coordinates, located before the transaction starts, or `null` without an address.
 * Throws when the address cannot be located.
 */
export async function placed(
  ctx: ExternalContext,
  address: AddressParts | undefined,
): Promise<AddressParts | null> {
  if (!address || (address.lat === null && !address.city && !address.local_area && !address.entered_address))
    return null
  return (await requireLocated(ctx, 'collection', address, 'address')).address
}

/** Returns the branch, zone and driver for a place, as for the collection of a shipment; `null` where there is none. */
export async function routeOf(
  reader: BaseContext,
  address: Pick<AddressParts, 'lat' | 'lng'>,
  when: StopTime = { day: null },
) {
  const map = await providerMap(reader)
  const { branch, driver_zone, agent } = place(map, pointOf(address), 'collection', when)
  return {
    branch_id: branch?.id ?? null,
    agent_zone: driver_zone?.name ?? null,
    routing_number: driver_zone?.routing_number ?? null,
    agent_id: agent,
  }
}

/** The requested time of a collection. */
export interface RequestedDay {
  /** `YYYY-MM-DD`; defaults to today. */
  date?: string | undefined
  ignore_cut_off?: boolean | undefined
  /** The end of the window, `HH:mm`. */
  before?: string | undefined
}

/**
 * Returns the problem of a day that a user chooses: the day has passed, or its window has. A passed window is a
 * problem only with `ignore_cut_off`, because otherwise the request moves to the next day. Requests through API keys
 * are moved and never have a problem here.
 */
export function dayProblems(
  reader: BaseContext,
  { date, before, ignore_cut_off }: RequestedDay,
): FieldProblem[] {
  if (reader.actor.kind === 'api-key') return []
  const gone = passedTime({ day: date, until: ignore_cut_off ? before : null }, reader.now)
  return gone ? [{ field: gone.part === 'day' ? 'date' : 'before', message: gone.message }] : []
}

/** Returns the day on which a place would be collected from. */
export async function offeredDay(
  reader: BaseContext,
  point: Point | null,
  requested: RequestedDay,
): Promise<OfferedDay> {
  if (requested.ignore_cut_off) ensure(mayIgnoreCutOff(reader.actor))
  const cutOff = requested.ignore_cut_off ? null : reader.setting(collection_request_cut_off_time)
  return offerDay(
    requested.date ?? dayOf(reader.now),
    reader.now,
    { cut_off: cutOff, until: requested.before ?? null },
    await serviceCalendar(reader, point),
  )
}

/** Returns the collection day like `offeredDay`, but throws when the place is never served. */
export async function dayFor(
  reader: BaseContext,
  address: Pick<AddressParts, 'lat' | 'lng'>,
  requested: RequestedDay,
): Promise<string> {
  const { day } = await offeredDay(reader, pointOf(address), requested)
  if (day !== null) return day
  throw invalid('We do not collect at this address on any day of the week. Choose another address.', [
    { field: 'address', message: 'is not served' },
  ])
}
