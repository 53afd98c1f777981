import { z } from 'zod'
import { count, flag, instant, maybe, text } from '../kit/wire.ts'
import { session_kinds, token_lives } from './sessions.ts'

/** A role as the client knows it; permissions are `API_…`, `INLINE_…` and `UI_…` strings. */
export const Role = z.object({
  id: z.number(),
  name: z.string(),
  label: z.string(),
  provider_id: z.number(),
  permissions: z.array(z.string()),
  permissions_ui: z.array(z.string()),
  require_2fa: z.boolean(),
})
export type Role = z.output<typeof Role>

/** A user as others may see it: never a password, a secret or a key digest. */
export const User = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  phone_number: z.string().optional(),
  provider_id: z.number(),
  account_id: z.number().optional(),
  role_id: z.number(),
  role: Role,
  branch_id: z.number().optional(),
  limit_user_to_branch: z.boolean(),
  limit_user_to_account: z.boolean(),
  shipment_page_mode: z.string().nullable(),
  two_factor_auth_enabled: z.boolean(),
  is_api_user: z.boolean(),
  terms_and_conditions_accepted_version: z.string().optional(),
  time_created: instant,
  time_modified: instant,
})
export type User = z.output<typeof User>

/** Whether a user can sign in, has still to choose a password, or may not sign in for now. */
export const user_states = ['active', 'invited', 'disabled'] as const

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
  version: z.number(),
})
export type ListedUser = z.output<typeof ListedUser>

/** The courier company as anyone may see it before sign-in: its brand and public settings. */
export const Provider = z.object({
  id: z.number(),
  name: z.string(),
  status: z.string(),
  provider_title: z.string(),
  logo_url: z.string(),
  navigation_logo_url: z.string(),
  favicon_url: z.string(),
  is_pickup_locker_provider: z.boolean(),
  enabled_features: z.array(z.string()),
  settings: z.record(z.string(), z.unknown()),
})
export type Provider = z.output<typeof Provider>

/** What the sign-in of a third party hands over: a signed token, and how the person chose it (AUTH-011). */
export const SocialCredentials = z.object({
  credential: z.string().max(8000),
  select_by: maybe(text(60)),
})
export type SocialCredentials = z.output<typeof SocialCredentials>

export const LoginInput = z.object({
  /** Email or username; not needed with `social_credentials`. */
  email: maybe(text(200)),
  password: maybe(z.string().max(128)),
  social_credentials: maybe(SocialCredentials),
  /** Six digits, or a recovery code. */
  two_factor_auth_passcode: maybe(z.string().max(20)),
  verification_code: maybe(z.string().max(200)),
  /** What the registration of this browser answered: only its own code then counts. */
  registration: maybe(z.string().max(100)),
  /** What an earlier sign-in answered to this browser: guessing from elsewhere then does not slow it down. */
  known_device: maybe(z.string().max(100)),
})

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
  phone_number: maybe(text(60)),
  shipment_page_mode: maybe(text(60)),
  terms_and_conditions_accepted_version: maybe(text(60)),
  /** Needed to change the e-mail address, which can reset the password. */
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
  /** The version the change is based on; without it the change is made in any case. */
  version: maybe(count),
})
export type ManagedUserPatch = z.output<typeof ManagedUserPatch>

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
})
export type ApiKey = z.output<typeof ApiKey>

export const ApiKeyInput = z.object({
  name: text(100),
  role_id: maybe(count),
  account_id: maybe(count),
  /** How long the key works; without it until it is revoked (AUTH-015). */
  expires: maybe(z.enum(token_lives)),
})
