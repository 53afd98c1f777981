import { z } from 'zod'
import { phone } from '../kit/contacts/phone.ts'
import { count, day, flag, instant, list, maybe, num, text } from '../kit/calls/wire.ts'
import { key_scope_names, max_key_addresses, max_key_days } from './sign-in/api-key-limits.ts'
import { User } from './users-and-roles/person.ts'
import { session_kinds, token_lifetimes } from './sign-in/sessions.ts'
import { clearable } from '../kit/calls/optional-fields.ts'
import { shipment_page_modes } from './page-modes.ts'

export * from './users-and-roles/person.ts'

/** Whether a user can sign in, has still to choose a password, or may not sign in for now. */
export const user_states = ['active', 'invited', 'disabled'] as const

/** What is known of a driver beside the user (ACC-024). */
export const DriverFacts = z.object({
  vehicle_registration: z.string(),
  vehicle_type: z.string(),
  /** kg and m³; 0 when unknown. */
  vehicle_max_kg: z.number(),
  vehicle_max_m3: z.number(),
  licence_expiry: day.nullable(),
  pay_plan: z.string(),
})
export type DriverFacts = z.output<typeof DriverFacts>

/** A user in the lists of who manages users. */
export const ListedUser = User.extend({
  state: z.enum(user_states),
  /** When the user last used the product signed in; `null` before the first time. */
  time_last_seen: instant.nullable(),
  account_code: z.string().nullable(),
  account_name: z.string().nullable(),
  branch_name: z.string().nullable(),
  /** On an email domain of the courier company (PERM-009). */
  is_internal: z.boolean(),
  /** `null` for everybody but drivers. */
  driver: DriverFacts.nullable(),
  version: z.number(),
})
export type ListedUser = z.output<typeof ListedUser>

/** A sign-in that lasts, as its user sees it. */
export const Session = z.object({
  id: z.number(),
  kind: z.enum(session_kinds),
  /** The browser in words, such as 'Firefox on Windows'. */
  device: z.string(),
  address: z.string(),
  is_this_one: z.boolean(),
  time_created: instant,
  time_last_used: instant,
  time_expires: instant,
})
export type Session = z.output<typeof Session>

/** What a user may change of the own record (AUTH-060). */
export const UserPatch = z.object({
  id: maybe(count),
  name: maybe(text(255)),
  email: maybe(text(254)),
  phone_number: maybe(phone),
  /** `''` follows the company again (SHIP-102). */
  shipment_page_mode: clearable(z.enum(['', ...shipment_page_modes])),
  terms_and_conditions_accepted_version: maybe(text(60)),
  /** Needed to change the e-mail address, which can reset the password, and to leave a kiosk. */
  current_password: maybe(z.string().max(128)),
})

/** What a manager of users may change besides; each needs its own rights. */
export const ManagedUserPatch = UserPatch.extend({
  role_id: maybe(count),
  /** `0` takes the branch away. */
  branch_id: maybe(count),
  limit_user_to_branch: maybe(flag),
  limit_user_to_account: maybe(flag),
  /** `false` keeps the user from signing in and ends every session. */
  is_active: maybe(flag),
  /** Of drivers only. */
  driver: maybe(
    z.object({
      vehicle_registration: maybe(text(20)),
      vehicle_type: maybe(text(60)),
      vehicle_max_kg: maybe(num.pipe(z.number().min(0).max(100_000))),
      vehicle_max_m3: maybe(num.pipe(z.number().min(0).max(1_000))),
      licence_expiry: day.nullable().optional(),
      pay_plan: maybe(text(120)),
    }),
  ),
  /** The version the change is based on; without it the change is made in any case. */
  version: maybe(count),
})
export type ManagedUserPatch = z.output<typeof ManagedUserPatch>

const key_limits = {
  scopes: maybe(list(z.enum(key_scope_names))),
  /** Addresses and networks such as `196.25.1.0/24`. */
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
  /** `null`: until it is revoked. */
  time_expires: instant.nullable(),
  /** What it may be used for; none: everything its role may do. */
  scopes: z.array(z.enum(key_scope_names)),
  /** Where it may be used from; none: anywhere. */
  addresses: z.array(z.string()),
  /** When the key was last replaced; `null` while it is the first. */
  time_rotated: instant.nullable(),
  /** The key it replaced, while that one still works. */
  previous: z
    .object({ last_four: z.string(), time_expires: instant, time_last_used: instant.nullable() })
    .nullable(),
})
export type ApiKey = z.output<typeof ApiKey>

export const ApiKeyInput = z.object({
  name: text(100),
  role_id: maybe(count),
  account_id: maybe(count),
  /** How long the key works; without it until it is revoked (AUTH-015). */
  expires: maybe(z.enum(token_lifetimes)),
  /** The same in days from now, in place of `expires`. */
  expires_in_days: maybe(count.pipe(z.int().min(1).max(max_key_days))),
  ...key_limits,
})

/** What is changed of a key; its role and account are those it was made with. */
export const ApiKeyPatch = z.object({
  id: count,
  name: maybe(text(100)),
  /** Days from now; `0`: until it is revoked. */
  expires_in_days: maybe(count.pipe(z.int().min(0).max(max_key_days))),
  ...key_limits,
})
