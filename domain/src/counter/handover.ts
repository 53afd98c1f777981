import { isOffice, type Actor } from '../kit/actor.ts'
import { forbidden, invalid, Problem, wrongState } from '../kit/problem.ts'
import { firstOf, type RuleResult } from '../kit/rule-result.ts'
import { statusLabel, type ShipmentStatus } from '../shipments/statuses/status.ts'
import type { CounterAction } from './api.ts'
import type { CounterActionType } from './model.ts'

type Leg = 'collection' | 'delivery'

/** A shipment as seen from one pickup point. */
export interface SeenParcel {
  /** Its reference, for messages. */
  name: string
  status: ShipmentStatus
  /** The name of the point; and why it takes nothing in, empty while it does. */
  point: string
  out_of_order_reason: string
  /** The legs that have their place at this point. */
  legs_here: readonly Leg[]
  /** Names of the other points of the shipment. */
  elsewhere: readonly string[]
  /** The leg for which the parcel is at this point now; `null` when it is not there. */
  held_for: Leg | null
}

/** What an action means for a parcel; `already-here`: nothing is left to do. */
export type Handover =
  | 'from-sender'
  | 'from-driver'
  | 'already-here'
  | 'to-receiver'
  | 'to-driver'
  | 'back-to-driver'

const before_dropoff: readonly ShipmentStatus[] = [
  'awaiting-dropoff',
  'submitted',
  'collection-assigned',
  'collection-unassigned',
]
const on_vehicle: readonly ShipmentStatus[] = ['out-for-delivery', 'bob-box-reservation-failed']
const to_fetch: readonly ShipmentStatus[] = ['in-locker', 'ready-for-pickup', 'collect-and-return-to-hub']

/**
 * Returns what an action at a counter means for a parcel, or why it is refused
 * (docs/domain/pickup-points.md#counter-screen).
 */
export function decideHandover(
  type: Exclude<CounterActionType, 'close-day'>,
  parcel: SeenParcel,
): Handover | Problem {
  const { name, status, point, held_for } = parcel
  if (held_for === null && parcel.legs_here.length === 0)
    return wrongState(
      parcel.elsewhere.length > 0
        ? `${name} belongs to ${parcel.elsewhere.join(' and ')}, not to ${point}.`
        : `${name} neither starts nor ends at ${point}.`,
    )
  switch (type) {
    case 'take-in':
      return decideTakeIn(parcel)
    case 'hand-out':
      if (held_for === 'collection')
        return wrongState(`${name} was dropped off here to be sent. Give it to a driver.`)
      if (held_for === 'delivery' && to_fetch.includes(status)) return 'to-receiver'
      return wrongState(
        status === 'delivered'
          ? `${name} has already been handed out.`
          : `${name} is ${labelOf(status)}: it cannot be handed out here now.`,
      )
    case 'give-to-driver':
      if (held_for === 'collection' && status === 'collected') return 'to-driver'
      if (held_for === 'delivery' && status === 'collect-and-return-to-hub') return 'back-to-driver'
      return wrongState(
        held_for === 'delivery' && to_fetch.includes(status)
          ? `${name} still waits for its receiver.`
          : `${name} is ${labelOf(status)}: it cannot be given to a driver here now.`,
      )
  }
}

function decideTakeIn({
  name,
  status,
  point,
  held_for,
  legs_here,
  out_of_order_reason,
}: SeenParcel): Handover | Problem {
  if (held_for !== null) return 'already-here'
  const step =
    legs_here.includes('collection') && before_dropoff.includes(status)
      ? 'from-sender'
      : legs_here.includes('delivery') && on_vehicle.includes(status)
        ? 'from-driver'
        : null
  if (step === null) return wrongState(`${name} is ${labelOf(status)}: it cannot be taken in here now.`)
  return out_of_order_reason === ''
    ? step
    : wrongState(`${point} takes nothing in: ${out_of_order_reason}. Refuse ${name}.`)
}

const labelOf = (status: ShipmentStatus): string => statusLabel(status).toLowerCase()

/** Checks whether the actor may work at a point: office staff, and those with a limit only at their point. */
export function mayWorkAt(actor: Actor, pointId: number, limit: number | null): RuleResult {
  return firstOf(
    isOffice(actor) || forbidden('Only staff may work at a counter.'),
    limit === null ||
      limit === pointId ||
      forbidden('You work at another location. Ask an administrator to change it.'),
  )
}

/** Checks whether a receiver has proved who they are: a PIN, or a document with name and the end of its number. */
export function checkHandOut({ pin, identity }: Pick<CounterAction, 'pin' | 'identity'>): RuleResult {
  if (pin) return true
  if (!identity)
    return invalid("Enter the receiver's PIN, or check a document.", [
      { field: 'pin', message: 'is required' },
    ])
  const [problem] = documentProblems(identity)
  return problem ? invalid(problem.message, [problem]) : true
}

/** Returns the problems of the document that a receiver showed, by field; empty when it can be recorded. */
export function documentProblems({ name, number_end }: { name: string; number_end: string }) {
  const problems: { field: string; message: string }[] = []
  if (name.trim() === '') problems.push({ field: 'name', message: 'Enter the name on the document.' })
  if (!/^[\p{L}\d]{4}$/u.test(number_end.trim()))
    problems.push({ field: 'number_end', message: 'Enter the last four digits of its number.' })
  return problems
}
