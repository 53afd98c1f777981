import { z } from 'zod'
import { instant } from '../kit/calls/wire.ts'
import { pickup_point_types } from '../pickup-points/model.ts'

/** What staff do at a pickup point of the company (docs/domain/pickup-points.md#counter-screen). */
export const counter_action_types = ['take-in', 'hand-out', 'give-to-driver', 'close-day'] as const
export type CounterActionType = (typeof counter_action_types)[number]

/** A point at which the user may work. */
export const CounterPoint = z.object({
  id: z.int(),
  pickup_point_id: z.string(),
  name: z.string(),
  type: z.enum(pickup_point_types),
  /** Why the point takes nothing in; empty while it does. */
  out_of_order_reason: z.string(),
})
export type CounterPoint = z.output<typeof CounterPoint>

/** A parcel that is at a point, expected there, or left it today. */
export const CounterParcel = z.object({
  shipment_id: z.int(),
  reference: z.string(),
  /** Every other text on its label: short, parcel and alternative references. */
  other_references: z.array(z.string()),
  leg: z.enum(['collection', 'delivery']),
  /**
   * `expected`: not here yet; `waiting`: for its receiver; `for-driver`: a driver takes it, because it was dropped off
   * or not fetched in time; `left`: today.
   */
  state: z.enum(['expected', 'waiting', 'for-driver', 'left']),
  /** Whom the parcel is for. */
  receiver: z.string(),
  /** Username of the driver who brings or takes it; empty without one. */
  driver: z.string(),
  /** Door of a locker; empty at counters. */
  door: z.string(),
  has_come_today: z.boolean(),
  time_deposited: instant.nullable(),
  /** Until when the receiver may fetch it, or the sender may drop it off. */
  deadline: instant.nullable(),
})
export type CounterParcel = z.output<typeof CounterParcel>

/** The result of a count: references of parcels that were not found, and of those that should not be there. */
export const CountDifference = z.object({ missing: z.array(z.string()), unexpected: z.array(z.string()) })
export type CountDifference = z.output<typeof CountDifference>

/** The parcels of a point, and the last close of today. */
export const CounterStock = z.object({
  parcels: z.array(CounterParcel),
  closed: z.object({ by: z.string(), at: instant, difference: CountDifference }).nullable(),
})
export type CounterStock = z.output<typeof CounterStock>

/** The stored result of an action; a repeat gets the same. */
export const CounterResult = z.object({
  action_id: z.string(),
  result: z.enum(['applied', 'conflict']),
  /** What was done, or why nothing was. */
  message: z.string(),
  shipment_id: z.int().nullable(),
  /** For a close of the day. */
  difference: CountDifference.nullable(),
})
export type CounterResult = z.output<typeof CounterResult>
