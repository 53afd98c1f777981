import { z } from 'zod'
import { event } from '../../kit/event.ts'

/** A user was invited, or invited again: a link to choose a password is to be sent. */
export const userInvited = event('userInvited', z.object({ user_id: z.int() }))

/** Another role was given to a user; `role` is the name people know it by. */
export const userRoleChanged = event('userRoleChanged', z.object({ user_id: z.int(), role: z.string() }))
