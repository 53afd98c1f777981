import { clockOf } from '@waybill/domain/kit/calls/wire'
import { conflict } from '@waybill/domain/kit/problem'
import { listRequestEvents, lockRequest } from '../../collections/index.ts'
import type { Context } from '../../kit/handler.ts'
import { lockShipment, readEvents } from '../../shipments/index.ts'
import { readNames } from '../trip-sheet.ts'
import { legDriver, requestDriver } from './board-store.ts'
import type { BeforeChange } from './plan-store.ts'

type Move = BeforeChange['moves'][number]

/** What the histories of shipments and requests have in common. */
interface Event {
  status: string
  date: Date
  source: string
  data: { [fact: string]: unknown } | null
}

/**
 * Locks a visit that is to be moved. Throws 409 with who gave it to whom when it is not with the driver from whom it is
 * to be moved, and 404 when there is no such visit.
 */
export async function requireSeenDriver(ctx: Context, move: Move): Promise<void> {
  const { leg, shipment_id, request_id, from } = move
  const present =
    shipment_id === null
      ? requestDriver(await lockRequest(ctx, request_id ?? 0))
      : legDriver(leg, await lockShipment(ctx, shipment_id))
  if (present === from) return
  const events: readonly Event[] =
    shipment_id === null
      ? await listRequestEvents(ctx, request_id ?? 0, false)
      : await readEvents(ctx, [shipment_id])
  const given = events.find(({ status }) => status === `${leg}-assigned` || status === `${leg}-unassigned`)
  const names = await readNames(ctx)
  throw conflict(givenText(present, given, names))
}

/** States who gave a visit to its present driver, as far as `given`, the newest entry about that, is about this driver. */
function givenText(present: string, given: Event | undefined, names: ReadonlyMap<string, string>): string {
  const driver = names.get(present) || present
  const isGiven = given?.status.endsWith('-unassigned') ? '' : given?.data?.['driver']
  if (!given || isGiven !== present)
    return driver ? `${driver} has this stop by now.` : 'No driver has this stop any more.'
  const by = names.get(given.source)
  const at = clockOf(given.date)
  if (driver) return by ? `${by} gave this stop to ${driver} at ${at}.` : `${driver} got this stop at ${at}.`
  return by ? `${by} took this stop from its driver at ${at}.` : `This stop lost its driver at ${at}.`
}
