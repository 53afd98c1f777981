import { websocket_api_url } from './live-settings.ts'
import { z } from 'zod'
import { setting } from '../kit/setting.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { list, text } from '../kit/wire.ts'
import { token_lives } from './sessions.ts'
import { terms_modes, type TermsMode } from './terms.ts'

/** The company, its brand and how to reach it (SET: general, corporate identity, support contact details, theme). */
const general = settingsSection('general', 'general')
const identity = settingsSection('general', 'corporate identity')
const support = settingsSection('general', 'support contact details')
const messages = settingsSection('general', 'site wide message banner')
const theme = settingsSection('theme', 'theme')
const shown = { public: true }
const message_icons = ['info', 'warning', 'success', 'error'] as const

export const provider_title = general.words('provider_title', 'Company name shown to users', 'Courier', shown)
export const provider_url = general.words('url', 'Portal address', '', shown)
export const tracking_url = general.words('tracking_url', 'Public tracking address', '', {
  ...shown,
  description: 'Empty: the address of this installation, /track?ref=.',
})
export const notification_sender_name = general.words('notification_sender_name', 'Sender name', '')
export const staff_only_login = settingsSection('general', 'authentication').toggle(
  'staff_only_login',
  'Staff only',
  false,
  shown,
)

const authentication = settingsSection('general', 'authentication')

/** How long people stay signed in at most (AUTH-015, AUTH-016); an API key's life is chosen when it is made. */
export const jwt_expiry = authentication.one('jwt_expiry', 'Stay signed in for', token_lives, '7 days', {
  description: 'Browsers are asked to sign in again after 30 days at the latest, also with never.',
})
export const password_min_length = authentication.whole(
  'password_min_length',
  'Minimum password length',
  8,
  { min: 8, max: 64 },
  shown,
)

/** Sign-in with an account elsewhere (AUTH-012, AUTH-013). */
export const google_login_enabled = authentication.toggle(
  'google_login_enabled',
  'Sign in with Google',
  false,
  shown,
)
export const google_client_id = authentication.words('google_client_id', 'Google client id', '', shown)

/** Addresses on these domains belong to the company's own people (PERM-009, PERM-010). */
export const staff_email_domains = authentication.texts(
  'allowed_staff_email_domains',
  'Own e-mail domains',
  [],
  { description: 'Users with such an address are marked as internal. The mark gives no rights.' },
)

const terms = settingsSection('general', 'user terms and conditions')

/** Ticked one by one, or read in a window (AUTH-056, AUTH-057). */
export const terms_mode = setting<TermsMode>('terms_mode', {
  tab: 'general',
  section: 'user terms and conditions',
  title: 'How terms are shown',
  schema: z.enum(terms_modes),
  default: 'window',
  public: true,
})
export const shipment_terms = setting<string[]>('shipment_terms', {
  tab: 'general',
  section: 'user terms and conditions',
  title: 'Terms to tick',
  schema: list(text(2000)),
  default: [],
})
export const window_user_terms_and_conditions = setting('window_user_terms_and_conditions', {
  tab: 'general',
  section: 'user terms and conditions',
  title: 'Terms to read',
  schema: text(200_000, { lines: true }),
  default: '',
})
export const terms_and_conditions_version = terms.words(
  'terms_and_conditions_version',
  'Version of the terms',
  '1',
  { ...shown, description: 'Change it to ask every customer again.' },
)

export const logo_url = identity.words('logo_url', 'Logo', '', shown)
export const navigation_logo_url = identity.words('navigation_logo_url', 'Navigation logo', '', shown)
export const favicon_url = identity.words('favicon_url', 'Favicon', '', shown)

export const support_email = support.words('support_email', 'Support e-mail', '', shown)
export const support_phone = support.words('support_phone', 'Support phone', '', shown)

export const site_wide_admin_message = messages.lines('site_wide_admin_message', 'Message to staff', '')
export const site_wide_admin_message_icon = messages.one(
  'site_wide_admin_message_icon',
  'Icon of the message to staff',
  message_icons,
  'info',
)
export const site_wide_account_message = messages.lines(
  'site_wide_account_message',
  'Message to customers',
  '',
  shown,
)
export const site_wide_account_message_icon = messages.one(
  'site_wide_account_message_icon',
  'Icon of the message to customers',
  message_icons,
  'info',
  shown,
)

export const theme_primary = theme.words('theme_primary', 'Primary', '', shown)
export const theme_text = theme.words('theme_text', 'Text', '', shown)
export const theme_primary_light = theme.words('theme_primary_light', 'Primary, light', '', shown)
export const theme_primary_dark = theme.words('theme_primary_dark', 'Primary, dark', '', shown)
export const theme_nav_bg = theme.words('theme_nav_bg', 'Navigation', '', shown)
export const theme_nav_text = theme.words('theme_nav_text', 'Navigation text', '', shown)
export const theme_nav_active_bg = theme.words('theme_nav_active_bg', 'Active item', '', shown)
export const theme_nav_active_bg_hover = theme.words(
  'theme_nav_active_bg_hover',
  'Active item, hover',
  '',
  shown,
)

/** Every setting of identity, for the catalogue. */
export const identity_settings = [
  provider_title,
  provider_url,
  tracking_url,
  notification_sender_name,
  staff_only_login,
  jwt_expiry,
  password_min_length,
  google_login_enabled,
  google_client_id,
  staff_email_domains,
  terms_mode,
  shipment_terms,
  window_user_terms_and_conditions,
  terms_and_conditions_version,
  websocket_api_url,
  logo_url,
  navigation_logo_url,
  favicon_url,
  support_email,
  support_phone,
  site_wide_admin_message,
  site_wide_admin_message_icon,
  site_wide_account_message,
  site_wide_account_message_icon,
  theme_primary,
  theme_text,
  theme_primary_light,
  theme_primary_dark,
  theme_nav_bg,
  theme_nav_text,
  theme_nav_active_bg,
  theme_nav_active_bg_hover,
]

export { websocket_api_url }
