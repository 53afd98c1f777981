import type { DriverAction } from '@waybill/domain/drivers/api'
import {
  duty_actions,
  dutyNow,
  sinceDayEnd,
  type DutyAction,
  type DutyState,
} from '@waybill/domain/drivers/duty'
import { vehicleCheckFailed } from '@waybill/domain/drivers/events'
import { handBackText, type HandBack } from '@waybill/domain/drivers/hand-back'
import type { ActionType } from '@waybill/domain/drivers/model'
import {
  driver_end_of_day_required,
  driver_requires_odometer,
  driver_vehicle_check,
} from '@waybill/domain/drivers/settings'
import { failedItems, vehicleCheckProblem } from '@waybill/domain/drivers/vehicle-check'
import { mayStartRoute } from '@waybill/domain/drivers/route-gate'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { invalid, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { publishDepot } from '../../hub/index.ts'
import { setDuty } from '../../identity/index.ts'
import type { Context } from '../../kit/handler.ts'
import { readRouteGate } from '../depot/route-gate.ts'
import { findDriver } from '../find-driver.ts'
import { happenedAt } from '../happened-at.ts'
import { listWithDriver, lockOnDuty, readDutyChanges, type StoredChange } from './duty-store.ts'

/** Whether an action is about the driver's day and no shipment. */
export function isDutyAction(type: ActionType): type is DutyAction {
  return duty_actions.some((known) => known === type)
}

/** Actions that the depot board shows: whether the vehicle may leave, and that the route has started. */
const gate_actions: readonly DutyAction[] = ['vehicle-check', 'start-route']

/** What the driver is answered: a sentence, and at the end of the day the parcels to hand back. */
export interface DutyAnswer {
  message: string
  hand_back?: HandBack[]
}

/**
 * Applies an action of the driver's day; throws a `Problem` when it is rejected. It is judged by the day on which it
 * happened, because a phone may send it days later (docs/domain/routing-and-drivers.md#a-drivers-day).
 */
export async function applyDuty(ctx: Context, action: DriverAction, type: DutyAction): Promise<DutyAnswer> {
  const { username } = ctx.actor
  const isOnDuty = await lockOnDuty(ctx)
  const at = happenedAt(action, new Date(0), ctx.now)
  const changes = await readDutyChanges(ctx, [username], new Date(at.getTime() - day_ms))
  const answer = await apply(ctx, action, type, { at, changes, state: dutyNow(changes, isOnDuty).state })
  await publishDriver(ctx, username)
  if (gate_actions.includes(type)) await publishDepot(ctx, ctx.actor.branch_id)
  return answer
}

/** Publishes to staff that the position, duty or break of a driver changed. */
export async function publishDriver(ctx: Context, username: string): Promise<void> {
  const { branch_id } = ctx.actor
  await ctx.publish({ topic: 'live', live: { kind: 'driver', username, branch_id } })
}

async function apply(
  ctx: Context,
  action: DriverAction,
  type: DutyAction,
  day: { at: Date; changes: readonly StoredChange[]; state: DutyState },
): Promise<DutyAnswer> {
  switch (type) {
    case 'start-day':
      if (ctx.setting(driver_requires_odometer) && !action.payload?.odometer)
        throw invalid(codedText('odometer_needed'), [{ field: 'odometer', message: 'is required' }])
      await setDuty(ctx, ctx.actor.username, true)
      break
    case 'end-day':
      return endDay(ctx)
    case 'vehicle-check':
      return checkVehicle(ctx, action)
    case 'start-route':
      requireOnDuty(day.state)
      if (ctx.setting(driver_vehicle_check) && !hasCheck(day))
        throw wrongState(codedText('check_vehicle_first'))
      await requireGate(ctx, day.at)
      break
    case 'break-start':
      if (day.state === 'on-break') throw wrongState(codedText('on_break_already'))
      requireOnDuty(day.state)
      break
    case 'break-end':
      if (day.state !== 'on-break') throw wrongState(codedText('not_on_break'))
  }
  return { message: '' }
}

function requireOnDuty(state: DutyState): void {
  if (state === 'off-duty') throw wrongState(codedText('start_day_first'))
  if (state === 'on-break') throw wrongState(codedText('end_break_first'))
}

/** Throws while the vehicle is not ready, where the company requires it, with the time at which the driver started. */
async function requireGate(ctx: Context, at: Date): Promise<void> {
  const driver = await findDriver(ctx, ctx.actor.username)
  const gate = driver ? await readRouteGate(ctx, driver) : undefined
  ensure(mayStartRoute(gate, clockOf(at)))
}

function hasCheck({ at, changes }: { at: Date; changes: readonly StoredChange[] }): boolean {
  return sinceDayEnd(changes, at).some(({ type }) => type === 'vehicle-check')
}

/** Ends the day. Where drivers must close their day, the answer lists the parcels that they still have. */
async function endDay(ctx: Context): Promise<DutyAnswer> {
  const { username } = ctx.actor
  await setDuty(ctx, username, false)
  if (!ctx.setting(driver_end_of_day_required)) return { message: '' }
  const parcels = await listWithDriver(ctx, username)
  return { message: handBackText(parcels.length), hand_back: parcels }
}

/** Accepts a complete check. The office learns at once what is not in order and decides whether the vehicle may go. */
async function checkVehicle(ctx: Context, action: DriverAction): Promise<DutyAnswer> {
  const { vehicle_check: items = [], description: note = '' } = action.payload ?? {}
  const problem = vehicleCheckProblem(items, note)
  if (problem !== null) throw invalid(problem, [{ field: 'vehicle_check', message: 'is not complete' }])
  const failed = failedItems(items)
  if (failed.length > 0) await ctx.emit(vehicleCheckFailed, { ...(await driverFacts(ctx)), failed, note })
  return { message: '' }
}

/** Returns the calling driver as named in messages to the office. */
export async function driverFacts(ctx: Context) {
  const { username, name, branch_id } = ctx.actor
  const driver = await findDriver(ctx, username)
  return { username, name, branch_id, vehicle_registration: driver?.vehicle_registration ?? '' }
}
