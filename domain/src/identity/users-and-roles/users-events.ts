import { z } from 'zod'
import { day } from '../../kit/calls/wire.ts'
import { event } from '../../kit/event.ts'

/** A user was invited or invited again. Subscribers send a link to choose a password. */
export const userInvited = event('userInvited', z.object({ user_id: z.int() }))

/** A user was given another role; `role` is its display name. */
export const userRoleChanged = event('userRoleChanged', z.object({ user_id: z.int(), role: z.string() }))

/** A driver is about to be removed or to get another role. Subscribers reject it while the driver has parcels. */
export const driverLeaves = event('driverLeaves', z.object({ username: z.string(), name: z.string() }))

/** A driver was given a pay plan from a day on; `''`: none. Subscribers reject a name that is no plan. */
export const payPlanChosen = event(
  'payPlanChosen',
  z.object({ username: z.string(), pay_plan: z.string(), from: day }),
)

/** A driver went on or off duty. */
export const dutyChanged = event('dutyChanged', z.object({ username: z.string(), on_duty: z.boolean() }))
