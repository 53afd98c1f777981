import { z } from 'zod'
import { instant, maybe, text } from '../../kit/calls/wire.ts'

/** A role as the client receives it; permissions are `API_…`, `INLINE_…` and `UI_…` strings. */
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

/** A user as visible to others: never includes a password, a secret or a key digest. */
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
  /** Whether the user has a passkey, which also counts as a second factor. */
  has_passkey: z.boolean(),
  is_api_user: z.boolean(),
  terms_and_conditions_accepted_version: z.string().optional(),
  time_created: instant,
  time_modified: instant,
})
export type User = z.output<typeof User>

/** The courier company as visible before sign-in: its brand and public settings. */
export const Provider = z.object({
  id: z.number(),
  name: z.string(),
  status: z.string(),
  provider_title: z.string(),
  logo_url: z.string(),
  navigation_logo_url: z.string(),
  favicon_url: z.string(),
  is_pickup_locker_provider: z.boolean(),
  /** What the platform allows in addition to the settings (SET-024). */
  allowances: z.array(z.enum(['idm', 'whatsapp'])),
  enabled_features: z.array(z.string()),
  settings: z.record(z.string(), z.unknown()),
  /** The brand colours for every page, by token, readable in light and dark mode. */
  theme: z.object({ light: z.record(z.string(), z.string()), dark: z.record(z.string(), z.string()) }),
})
export type Provider = z.output<typeof Provider>

/** The data that a third-party sign-in returns: a signed token, and how the person selected it (AUTH-011). */
export const SocialCredentials = z.object({
  credential: z.string().max(8000),
  select_by: maybe(text(60)),
})

export type SocialCredentials = z.output<typeof SocialCredentials>

export const LoginInput = z.object({
  /** Email or username; not required with `social_credentials`. */
  email: maybe(text(200)),
  password: maybe(z.string().max(128)),
  social_credentials: maybe(SocialCredentials),
  /** Six digits, or a recovery code. */
  two_factor_auth_passcode: maybe(z.string().max(20)),
  /** A signed `PasskeyAssertion`: on its own instead of name and password, or with them as the second factor. */
  passkey: maybe(z.record(z.string(), z.unknown())),
  verification_code: maybe(z.string().max(200)),
  /**
   * The `registration` value from this browser's registration response. With it, only the code of that registration
   * is valid.
   */
  registration: maybe(z.string().max(100)),
  /**
   * The value that an earlier sign-in returned to this browser, so that failed attempts from elsewhere do not delay
   * its sign-in.
   */
  known_device: maybe(z.string().max(100)),
})
