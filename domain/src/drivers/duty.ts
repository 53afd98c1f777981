import { dayOf } from '../kit/calls/wire.ts'
import { hour_ms, minute_ms } from '../kit/dates/durations.ts'

/** Actions about a driver's day, which concern no shipment (docs/domain/routing-and-drivers.md#a-drivers-day). */
export const duty_actions = [
  'start-day',
  'end-day',
  'start-route',
  'break-start',
  'break-end',
  'vehicle-check',
] as const
export type DutyAction = (typeof duty_actions)[number]

export const duty_states = ['off-duty', 'on-duty', 'on-break'] as const
export type DutyState = (typeof duty_states)[number]

/** An applied action of a driver's day, at its time on the server clock. */
export interface DutyChange {
  type: DutyAction
  at: Date
}

const state_after: Readonly<Partial<Record<DutyAction, DutyState>>> = {
  'start-day': 'on-duty',
  'end-day': 'off-duty',
  'break-start': 'on-break',
  'break-end': 'on-duty',
}
const state_before: Readonly<Partial<Record<DutyAction, DutyState>>> = {
  'start-day': 'off-duty',
  'end-day': 'on-duty',
  'break-start': 'on-duty',
  'break-end': 'on-break',
}

/** The present duty of a driver, and since when; `null` when that is not known. */
export interface Duty {
  state: DutyState
  since: Date | null
}

/**
 * Returns the present duty from the changes in the order in which they arrived. `isOnDuty` is what is stored about the
 * driver; without changes it decides.
 */
export function dutyNow(changes: readonly DutyChange[], isOnDuty: boolean): Duty {
  const last = changes.findLast(({ type }) => type in state_after)
  const state = last && state_after[last.type]
  if (last && state && (state !== 'off-duty') === isOnDuty) return { state, since: last.at }
  return { state: isOnDuty ? 'on-duty' : 'off-duty', since: null }
}

/**
 * Returns whether a driver was on duty at a moment, from the changes around it. Before the first change the driver was
 * in the state that the change ended.
 */
export function dutyAt(changes: readonly DutyChange[], moment: Date, isOnDuty: boolean): DutyState {
  const known = changes
    .filter(({ type }) => type in state_after)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const before = known.findLast(({ at }) => at <= moment)
  if (before) return state_after[before.type] ?? 'off-duty'
  const [after] = known
  return (after && state_before[after.type]) ?? (isOnDuty ? 'on-duty' : 'off-duty')
}

/** How long a shift goes on after midnight, in ms from its first change; one that lasts longer was never ended. */
const shift_ms = 12 * hour_ms

/**
 * Returns whether a change belongs to the present day, by its time. `times` are those of all changes since the driver last
 * ended a day: together they are a shift of less than 12 hours, which may go over midnight, or only those of today count.
 */
export function presentTimes(times: readonly Date[], now: Date): (at: Date) => boolean {
  const isOneShift = times.every((at) => now.getTime() - at.getTime() < shift_ms)
  const date = dayOf(now)
  return (at) => isOneShift || dayOf(at) === date
}

/** Returns the changes of the present day: those since the driver last ended a day, without those of a day that was never ended. */
export function sinceDayEnd<Change extends DutyChange>(changes: readonly Change[], now: Date): Change[] {
  const own = changes.slice(changes.findLastIndex(({ type }) => type === 'end-day') + 1)
  const isPresent = presentTimes(
    own.map(({ at }) => at),
    now,
  )
  return own.filter(({ at }) => isPresent(at))
}

/** Returns the changes of the present day that were made on the date of `now`, as the plan of that date counts them. */
export function changesToday<Change extends DutyChange>(changes: readonly Change[], now: Date): Change[] {
  const date = dayOf(now)
  return sinceDayEnd(changes, now).filter(({ at }) => dayOf(at) === date)
}

/** A break that a driver has reported; `minutes` until its end, or until now. */
export interface ReportedBreak {
  minutes: number
  is_over: boolean
}

/** Returns the breaks among the changes of a day, in their order. The end of the day ends a break. */
export function breaksOf(changes: readonly DutyChange[], now: Date): ReportedBreak[] {
  const known = changes.filter(({ type }) => type in state_after)
  return known.flatMap(({ type, at }, index) => {
    if (type !== 'break-start') return []
    const end = known[index + 1]
    return [{ minutes: ((end?.at ?? now).getTime() - at.getTime()) / minute_ms, is_over: end !== undefined }]
  })
}
