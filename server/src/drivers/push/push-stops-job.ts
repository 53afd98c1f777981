import {
  driverPushDue,
  isAwake,
  pushMessage,
  stopChanges,
  type PushedStop,
  type PushedStops,
  type StopChanges,
} from '@waybill/domain/drivers/push'
import { answerWithoutNumbers } from '@waybill/domain/drivers/hidden-numbers'
import {
  driver_mask_customer_phone,
  driver_push_notification_schedule,
} from '@waybill/domain/drivers/settings'
import { stop_changes } from '@waybill/domain/drivers/push-texts'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import {
  listStopSubscriptions,
  lockPushedStops,
  removeEndedSubscriptions,
  savePushedStops,
  type PushSubscriptionRow,
} from './push-store.ts'
import { listCancelled, listTripStops, visitKey, type TripStop } from '../trip-sheet-store.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

/** Milliseconds after which a message about stops expires. */
const push_life_ms = hour_ms

/** A driver's open stops by key, and the keys of the stops that are done or failed, unless they were taken away since. */
interface DriverStops {
  open: Record<string, PushedStop>
  own: Set<string>
}

/**
 * Notifies drivers how their open stops have changed since the last notification, whatever caused the change, in one
 * message for all stops that changed together. Outside the notification hours of the company nothing is sent; the
 * changes are sent when the hours start. Runs on a schedule.
 */
export async function pushStopsJob(ctx: ExternalContext): Promise<void> {
  if (!isAwake(ctx.setting(driver_push_notification_schedule), ctx.now)) return
  await ctx.inTransaction(notifyDrivers)
}

async function notifyDrivers(ctx: Context): Promise<void> {
  await removeEndedSubscriptions(ctx)
  const subscriptions = await listStopSubscriptions(ctx)
  if (subscriptions.length === 0) return
  const today = dayOf(ctx.now)
  const isHidden = ctx.setting(driver_mask_customer_phone)
  const drivers = new Map(subscriptions.map(({ user_id, username }) => [user_id, username]))
  const pushedStops = await lockPushedStops(ctx, [...drivers.keys()])
  const days = await openStops(ctx, today, [...drivers.values()])
  for (const [userId, username] of drivers) {
    const known = pushedStops.get(userId)
    const before = known?.day === today ? known.stops : {}
    const { open, own } = days.get(username) ?? { open: {}, own: new Set<string>() }
    const isCancelled = await cancelledOf(ctx, before, open)
    const changes = stopChanges(before, open, own, isCancelled)
    const hasChanges = stop_changes.some((change) => changes[change].length > 0)
    if (!hasChanges && Object.keys(before).every((key) => key in open)) continue
    await savePushedStops(ctx, userId, today, open)
    await announce(ctx, subscriptions, userId, isHidden ? answerWithoutNumbers(changes) : changes)
  }
}

async function announce(
  ctx: Context,
  subscriptions: readonly PushSubscriptionRow[],
  userId: number,
  changes: StopChanges,
): Promise<void> {
  const expires = new Date(ctx.now.getTime() + push_life_ms).toISOString()
  for (const { id, language } of subscriptions.filter((one) => one.user_id === userId)) {
    const message = pushMessage(changes, language)
    if (message) await ctx.emit(driverPushDue, { subscription_id: id, message, expires })
  }
}

/** Returns the stops of a day by driver username. */
export async function openStops(
  ctx: Context,
  date: string,
  usernames: readonly string[],
): Promise<Map<string, DriverStops>> {
  const days = new Map<string, DriverStops>()
  const stops = await listTripStops(ctx, date, usernames)
  for (const stop of stops.toSorted((one, other) => visitKey(one).localeCompare(visitKey(other)))) {
    const day = days.get(stop.username) ?? { open: {}, own: new Set<string>() }
    days.set(stop.username, day)
    if (stop.state === 'to-do') day.open[visitKey(stop)] = pushedStop(stop)
    else if (!stop.is_taken_away) day.own.add(visitKey(stop))
  }
  return days
}

function pushedStop({ leg, address_id, window_to, place, reference }: TripStop): PushedStop {
  return { leg, address_id, until: window_to, place, reference }
}

/** Returns a function that checks whether a stop that is gone was cancelled. */
async function cancelledOf(
  ctx: Context,
  before: PushedStops,
  open: PushedStops,
): Promise<(key: string) => boolean> {
  const gone = Object.keys(before)
    .filter((key) => !(key in open))
    .map((key) => key.split(' '))
  const ids = (kind: string) => gone.flatMap(([what, id]) => (what === kind ? [Number(id)] : []))
  if (gone.length === 0) return () => false
  const { shipments, requests } = await listCancelled(ctx, ids('shipment'), ids('request'))
  return (key) => {
    const [what, id] = key.split(' ')
    return (what === 'shipment' ? shipments : requests).has(Number(id))
  }
}
