import { z } from 'zod'
import { phone } from '../kit/contacts/phone.ts'
import { count, day, flag, instant, list, maybe, num, text } from '../kit/calls/wire.ts'
import { key_scope_names, max_key_addresses, max_key_days } from './sign-in/api-key-limits.ts'
import { User } from './users-and-roles/person.ts'
import { session_kinds, token_lifetimes } from './sign-in/sessions.ts'
import { clearable } from '../kit/calls/optional-fields.ts'
import { shipment_page_modes } from './page-modes.ts'

export * from './users-and-roles/person.ts'

/** User states: can sign in, has not chosen a password yet, cannot sign in for now. */
export const user_states = ['active', 'invited', 'disabled'] as const

/** The data of a driver in addition to the user (ACC-024). */
export const DriverFacts = z.object({
  vehicle_registration: z.string(),
  vehicle_type: z.string(),
  /** In kg and m³; 0 when unknown. */
  vehicle_max_kg: z.number(),
  vehicle_max_m3: z.number(),
  licence_expiry: day.nullable(),
  pay_plan: z.string(),
})
export type DriverFacts = z.output<typeof DriverFacts>

/** A user in the lists of user managers. */
export const ListedUser = User.extend({
  state: z.enum(user_states),
  /** When the user last used the product while signed in; `null` before the first time. */
  time_last_seen: instant.nullable(),
  account_code: z.string().nullable(),
  account_name: z.string().nullable(),
  branch_name: z.string().nullable(),
  /** Whether the email address is on a domain of the courier company (PERM-009). */
  is_internal: z.boolean(),
  /** `null` for all users except drivers. */
  driver: DriverFacts.nullable(),
  version: z.number(),
})
export type ListedUser = z.output<typeof ListedUser>

/** A sign-in session as shown to its user. */
export const Session = z.object({
  id: z.number(),
  kind: z.enum(session_kinds),
  /** Readable browser name, such as 'Firefox on Windows'. */
  device: z.string(),
  address: z.string(),
  is_this_one: z.boolean(),
  time_created: instant,
  time_last_used: instant,
  time_expires: instant,
})
export type Session = z.output<typeof Session>

/** The fields of their own record that a user may change (AUTH-060). */
export const UserPatch = z.object({
  id: maybe(count),
  name: maybe(text(255)),
  email: maybe(text(254)),
  phone_number: maybe(phone),
  /** `''` resets to the mode of the company (SHIP-102). */
  shipment_page_mode: clearable(z.enum(['', ...shipment_page_modes])),
  terms_and_conditions_accepted_version: maybe(text(60)),
  /** Required to change the email address, because it can be used to reset the password, and to leave kiosk mode. */
  current_password: maybe(z.string().max(128)),
})

/** Additional fields that a user manager may change; each requires its own permission. */
export const ManagedUserPatch = UserPatch.extend({
  role_id: maybe(count),
  /** `0` removes the branch. */
  branch_id: maybe(count),
  limit_user_to_branch: maybe(flag),
  limit_user_to_account: maybe(flag),
  /** `false` blocks sign-in and ends every session. */
  is_active: maybe(flag),
  /** Only for drivers. */
  driver: maybe(
    z.object({
      vehicle_registration: maybe(text(20)),
      vehicle_type: maybe(text(60)),
      vehicle_max_kg: maybe(num.pipe(z.number().min(0).max(100_000))),
      vehicle_max_m3: maybe(num.pipe(z.number().min(0).max(1_000))),
      licence_expiry: day.nullable().optional(),
      /** Name of a pay plan; `''` for none. */
      pay_plan: clearable(text(120)),
      /** The first day that the pay plan pays; today when it is absent. */
      pay_plan_from: maybe(day),
    }),
  ),
  /** The version that the change is based on. Without it, the version is not checked. */
  version: maybe(count),
})
export type ManagedUserPatch = z.output<typeof ManagedUserPatch>

const key_limits = {
  scopes: maybe(list(z.enum(key_scope_names))),
  /** IP addresses and networks such as `196.25.1.0/24`. */
  addresses: maybe(list(text(50)).pipe(z.array(z.string()).max(max_key_addresses))),
}

export const ApiKey = z.object({
  id: z.number(),
  name: z.string(),
  username: z.string(),
  last_four: z.string(),
  role_id: z.number(),
  account_id: z.number().optional(),
  created_by: z.string(),
  time_created: instant,
  time_last_used: instant.nullable(),
  /** `null`: valid until revoked. */
  time_expires: instant.nullable(),
  /** What the key may be used for. Empty: everything that its role allows. */
  scopes: z.array(z.enum(key_scope_names)),
  /** IP addresses and networks from which the key may be used. Empty: anywhere. */
  addresses: z.array(z.string()),
  /** When the key was last replaced; `null` if never. */
  time_rotated: instant.nullable(),
  /** The key that this one replaced, as long as that key is still valid. */
  previous: z
    .object({ last_four: z.string(), time_expires: instant, time_last_used: instant.nullable() })
    .nullable(),
})
export type ApiKey = z.output<typeof ApiKey>

export const ApiKeyInput = z.object({
  name: text(100),
  role_id: maybe(count),
  account_id: maybe(count),
  /** How long the key is valid. Without it: until it is revoked (AUTH-015). */
  expires: maybe(z.enum(token_lifetimes)),
  /** Lifetime in days from now, as an alternative to `expires`. */
  expires_in_days: maybe(count.pipe(z.int().min(1).max(max_key_days))),
  ...key_limits,
})

/** Changes to an API key; its role and account cannot change. */
export const ApiKeyPatch = z.object({
  id: count,
  name: maybe(text(100)),
  /** Days from now; `0`: valid until revoked. */
  expires_in_days: maybe(count.pipe(z.int().min(0).max(max_key_days))),
  ...key_limits,
})
