import { whenIs, whenOn } from '../kit/setting.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { theme_defaults, type ThemeKey } from '../kit/theme.ts'
import { token_lifetimes } from './sign-in/sessions.ts'
import { terms_modes } from './registration/terms.ts'
import { second_factor_requirements } from './sign-in/two-factor.ts'

/** The company, its brand and its contact details (SET: general, corporate identity, support contact details, theme). */
const general = settingsSection('general', 'general')
const authentication = settingsSection('general', 'authentication')
const identity = settingsSection('general', 'corporate identity')
const support = settingsSection('general', 'support contact details')
const messages = settingsSection('general', 'site wide message banner')
const terms = settingsSection('general', 'user terms and conditions')
const theme = settingsSection('theme', 'theme')
const shown = { public: true }
const message_icons = ['info', 'warning', 'success', 'error'] as const

export const provider_title = general.words('provider_title', 'Company name shown to users', 'Courier', {
  ...shown,
  description: 'Shown in the title of every page, in messages and on documents.',
})
export const provider_url = general.url('url', 'Portal address', '', {
  ...shown,
  guarded: 'destination',
  description: 'Where customers sign in; empty: the address of this installation.',
})
export const tracking_url = general.url('tracking_url', 'Public tracking address', '', {
  ...shown,
  guarded: 'destination',
  description: 'Leave empty to use /track?ref= on this installation.',
})
export const privacy_url = general.url('privacy_url', 'Privacy policy', '', shown)
export const terms_url = general.url('terms_url', 'Terms and conditions', '', shown)
export const app_store_url = general.url('app_store_url', 'App in the App Store', '', shown)
export const play_store_url = general.url('play_store_url', 'App in Google Play', '', shown)
export const notification_sender_name = general.words('notification_sender_name', 'Sender name', '', {
  description: 'Who messages come from; empty: the company name.',
})

/**
 * Maximum lifetime of a sign-in session (AUTH-015, AUTH-016). The lifetime of an API key is chosen when it is
 * created.
 */
export const jwt_expiry = authentication.one('jwt_expiry', 'Stay signed in for', token_lifetimes, '7 days', {
  guarded: 'sign-in',
  description: 'Browsers must sign in again after 30 days at the latest, even with “never”.',
})
export const password_min_length = authentication.whole(
  'password_min_length',
  'Minimum password length',
  8,
  { min: 8, max: 64, unit: 'characters' },
  { ...shown, guarded: 'sign-in' },
)
export const staff_only_login = authentication.toggle('staff_only_login', 'Staff only', false, {
  ...shown,
  guarded: 'sign-in',
  description: 'Hides registration; the link of guests reads Staff login.',
})

/** Applies in addition to the roles that require a second factor. New companies start with `administrators`. */
export const require_2fa_for_staff = authentication.one(
  'require_2fa_for_staff',
  'Require two-factor sign-in for',
  second_factor_requirements,
  'off',
  {
    guarded: 'sign-in',
    labels: { off: 'Roles that require it only', administrators: 'Administrators', staff: 'All staff' },
    description: 'Users without it must set it up on the next page they open. All staff includes drivers.',
  },
)

/** Sign-in with a third-party account (AUTH-012, AUTH-013). */
export const google_login_enabled = authentication.toggle(
  'google_login_enabled',
  'Sign in with Google',
  false,
  { ...shown, guarded: 'sign-in' },
)
export const google_client_id = authentication.words('google_client_id', 'Google client id', '', {
  ...shown,
  guarded: 'sign-in',
  shown_when: whenOn(google_login_enabled),
})

/** Email addresses on these domains belong to the company's staff (PERM-009, PERM-010). */
export const staff_email_domains = authentication.texts(
  'allowed_staff_email_domains',
  'Own e-mail domains',
  [],
  {
    noun: 'domain',
    description: 'Users with such an address are marked as internal. This gives no extra rights.',
  },
)

export const logo_url = identity.image('logo_url', 'Logo', 'wide', {
  ...shown,
  description: 'Shown on sign-in, tracking, messages and documents.',
})
export const navigation_logo_url = identity.image('navigation_logo_url', 'Navigation logo', 'square', {
  ...shown,
  description: 'At the top of the navigation; empty: the logo.',
})
export const favicon_url = identity.image('favicon_url', 'Favicon', 'square', {
  ...shown,
  description: 'Shown in the browser tab.',
})
export const label_logo_url = identity.image('label_logo_url', 'Logo on labels', 'wide', {
  description: 'Leave empty to use the logo. Black on white works best.',
})
export const invoice_logo_url = identity.image('invoice_logo_url', 'Logo on invoices', 'wide', {
  description: 'Leave empty to use the logo.',
})
export const email_header_image_url = identity.image('email_header_image_url', 'E-mail header', 'wide', {
  description: 'Leave empty to use the logo.',
})
export const email_footer_text = identity.prose('email_footer_text', 'E-mail footer', '', {
  description: 'Shown below every message that is sent by e-mail.',
})

export const support_email = support.email('support_email', 'Support e-mail', '', {
  ...shown,
  description: 'Where customers write for help.',
})
export const support_phone = support.phone('support_phone', 'Support phone', '', {
  ...shown,
  description: 'Where customers call for help.',
})
export const support_whatsapp = support.phone('support_whatsapp', 'Support on WhatsApp', '', shown)
export const support_address = support.lines('support_address', 'Office address', '', shown)
export const ops_manager_email = support.email('ops_manager_email', 'Operations contact', '', {
  description: 'Is told about problems with VIP shipments and about rescheduling.',
})

/** Announcements at the top of every page (SET-084), optionally limited to a period. */
export const site_wide_admin_message = messages.prose('site_wide_admin_message', 'Message to staff', '')
export const site_wide_admin_message_icon = messages.one(
  'site_wide_admin_message_icon',
  'Icon of the message to staff',
  message_icons,
  'info',
)
export const site_wide_account_message = messages.prose(
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
export const site_wide_message_from = messages.moment('site_wide_message_from', 'Show from', {
  ...shown,
  description: 'Leave empty to show it immediately.',
})
export const site_wide_message_until = messages.moment('site_wide_message_until', 'Show until', {
  ...shown,
  description: 'Leave empty to show it until you clear it.',
})

/** How terms are accepted: ticked one by one, or read in a window (AUTH-056, AUTH-057). */
export const terms_mode = terms.one('terms_mode', 'How terms are shown', terms_modes, 'window', shown)
export const shipment_terms = terms.texts('shipment_terms', 'Terms to tick', [], {
  noun: 'sentence',
  shown_when: whenIs(terms_mode, 'checkbox'),
})
export const window_user_terms_and_conditions = terms.prose(
  'window_user_terms_and_conditions',
  'Terms to read',
  '',
  { shown_when: whenIs(terms_mode, 'window') },
)
export const terms_and_conditions_version = terms.words(
  'terms_and_conditions_version',
  'Version of the terms',
  '1',
  { ...shown, description: 'Change it to ask every customer to accept again.' },
)

const colour = (key: ThemeKey, title: string, description: string) =>
  theme.colour(key, title, '', theme_defaults[key], { ...shown, description })

export const theme_primary = colour('theme_primary', 'Primary', 'Buttons, links and what is chosen.')
export const theme_text = colour('theme_text', 'Text', 'The text of every page.')
export const theme_primary_light = colour(
  'theme_primary_light',
  'Primary, light',
  'The background of chosen rows.',
)
export const theme_primary_dark = colour('theme_primary_dark', 'Primary, dark', 'Buttons under the pointer.')
export const theme_nav_bg = colour('theme_nav_bg', 'Navigation', 'The background of the navigation.')
export const theme_nav_text = colour('theme_nav_text', 'Navigation text', 'The names of its pages.')
export const theme_nav_active_bg = colour(
  'theme_nav_active_bg',
  'Active item',
  'The background of the open page in the navigation.',
)
export const theme_nav_active_bg_hover = colour(
  'theme_nav_active_bg_hover',
  'Active item, hover',
  'The same, under the pointer.',
)
