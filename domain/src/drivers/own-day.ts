import { z } from 'zod'
import { dayOf, instant } from '../kit/calls/wire.ts'
import { duty_states, dutyNow, presentTimes, sinceDayEnd, type DutyAction, type DutyChange } from './duty.ts'
import { HandBack } from './hand-back.ts'
import { RouteGate } from './route-gate.ts'

/** The present day of a driver, as the driver's phone displays it. Times are `null` when they are not known. */
export const OwnDay = z.object({
  duty: z.enum(duty_states),
  /** Start of the present duty or break. */
  duty_since: instant.nullable(),
  day_started: instant.nullable(),
  route_started: instant.nullable(),
  /** The last vehicle check, with the labels of what was not in order. */
  vehicle_check: z.object({ at: instant, failed: z.array(z.string()) }).nullable(),
  /** When the driver ended the day, until the next one starts. */
  day_ended: instant.nullable(),
  /** After the end of the day: the parcels that are still with the driver; `null` when they are not known. */
  hand_back: z.array(HandBack).nullable(),
  /** Until the route starts: whether the vehicle is ready; absent where the company lets routes start without it. */
  gate: RouteGate.optional(),
})
export type OwnDay = z.output<typeof OwnDay>

/** A change of the day with what the driver answered. */
export interface OwnChange {
  type: DutyAction
  at: Date
  /** Of a vehicle check: the labels of what is not in order. */
  failed?: readonly string[]
  /** Of the end of the day: the parcels to hand back, as the server answered. */
  hand_back?: HandBack[] | undefined
}

/** The day of a driver of whom only the duty is known. */
export function unknownDay(isOnDuty: boolean): OwnDay {
  return {
    duty: isOnDuty ? 'on-duty' : 'off-duty',
    duty_since: null,
    day_started: null,
    route_started: null,
    vehicle_check: null,
    day_ended: null,
    hand_back: null,
  }
}

/**
 * Returns the present day from the applied changes, in the order in which they arrived. `isOnDuty` is what is stored
 * about the driver.
 */
export function presentDay(
  changes: readonly (DutyChange & { failed?: readonly string[] })[],
  isOnDuty: boolean,
  now: Date,
): OwnDay {
  const { state, since } = dutyNow(changes, isOnDuty)
  const today = sinceDayEnd(changes, now)
  const lastOf = (type: DutyAction) => today.findLast((change) => change.type === type)
  const check = lastOf('vehicle-check')
  const ended = changes.findLast(({ type }) => type === 'end-day')
  const day = {
    duty: state,
    duty_since: since,
    day_started: lastOf('start-day')?.at ?? null,
    route_started: lastOf('start-route')?.at ?? null,
    vehicle_check: check ? { at: check.at, failed: [...(check.failed ?? [])] } : null,
    day_ended: state === 'off-duty' && ended ? ended.at : null,
    hand_back: null,
  }
  return dayAt(day, now)
}

/**
 * Returns a day that was read earlier as it is now: without what was done on a day that was never ended, and without the
 * end of an earlier day.
 */
export function dayAt(day: OwnDay, now: Date): OwnDay {
  const { day_started, vehicle_check, route_started, day_ended, hand_back } = day
  const times = [day_started, vehicle_check?.at, route_started]
  const isPresent = presentTimes(
    times.flatMap((at) => at ?? []),
    now,
  )
  const isEndedToday = day_ended !== null && dayOf(day_ended) === dayOf(now)
  return {
    ...day,
    day_started: day_started && isPresent(day_started) ? day_started : null,
    route_started: route_started && isPresent(route_started) ? route_started : null,
    vehicle_check: vehicle_check && isPresent(vehicle_check.at) ? vehicle_check : null,
    day_ended: isEndedToday ? day_ended : null,
    hand_back: isEndedToday ? hand_back : null,
  }
}

/**
 * Returns the day after one more change. A change that the server would reject changes nothing, except a start of the
 * route against the gate: the depot may have changed since the phone last read it.
 */
export function dayAfter(day: OwnDay, { type, at, failed = [], hand_back }: OwnChange): OwnDay {
  switch (type) {
    case 'start-day':
      return day.duty === 'off-duty'
        ? { ...day, duty: 'on-duty', duty_since: at, day_started: at, day_ended: null, hand_back: null }
        : day
    case 'end-day':
      return { ...unknownDay(false), duty_since: at, day_ended: at, hand_back: hand_back ?? null }
    case 'vehicle-check':
      return { ...day, vehicle_check: { at, failed: [...failed] } }
    case 'start-route':
      return day.duty === 'on-duty' ? withoutGate({ ...day, route_started: at }) : day
    case 'break-start':
      return day.duty === 'on-duty' ? { ...day, duty: 'on-break', duty_since: at } : day
    case 'break-end':
      return day.duty === 'on-break' ? { ...day, duty: 'on-duty', duty_since: at } : day
  }
}

function withoutGate(day: OwnDay): OwnDay {
  const { gate: _gate, ...rest } = day
  return rest
}
