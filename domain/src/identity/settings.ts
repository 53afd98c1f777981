import { settingsSection } from '../kit/settings-section.ts'

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
