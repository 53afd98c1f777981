import { z } from 'zod'
import { list, text } from '../kit/calls/wire.ts'
import { settingsSection } from '../kit/settings-section.ts'
import {
  tracking_requires_verification,
  tracking_retention_days,
  tracking_show_eta,
  tracking_sms_subscriptions,
  tracking_subscriptions,
} from '../shipments/receiver/public-tracking-settings.ts'
import { originOf } from './widget-origins.ts'

/** Settings of the public tracking page. The hidden statuses are declared with shipments. */
const tracking = settingsSection('general', 'tracking settings')

export const tracking_show_driver_location = tracking.toggle(
  'tracking_show_driver_location',
  'Show receivers where the driver is',
  false,
  {
    description: 'Only verified receivers, and only while the driver is at most three stops away.',
    public: true,
  },
)
export { tracking_show_eta }
/** The company's own HTML snippet, displayed in a sandboxed frame beside the tracking widget (SHELL-025, SET-095). */
export const custom_widget_html = tracking.widget('custom_widget_html', 'Custom widget (HTML)', '', {
  description: 'Opens from a second button beside the tracking widget, isolated from the rest of the page.',
  public: true,
})
export const tracking_widget_origins = tracking.custom<string[]>(
  'tracking_widget_origins',
  'Shops that may show the tracking widget',
  list(text(255).pipe(z.string().refine((typed) => originOf(typed) !== null, 'must start with https://'))),
  [],
  { kind: 'texts', noun: 'shop', max: 255 },
  { description: 'Addresses such as https://shop.example. Pages of other sites cannot show it.' },
)
export const tracking_show_pod = tracking.toggle('tracking_show_pod', 'Show the proof of delivery', true, {
  public: true,
})
export const tracking_show_ratings = tracking.toggle('tracking_show_ratings', 'Ask for a rating', true, {
  public: true,
})
export { tracking_requires_verification }
export { tracking_sms_subscriptions, tracking_subscriptions }
export { tracking_retention_days }
