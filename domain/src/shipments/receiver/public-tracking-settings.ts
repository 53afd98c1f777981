import { settingsSection } from '../../kit/settings-section.ts'

/** Settings of public tracking that messages read, too; declared with shipments, which both may import. */
const tracking = settingsSection('general', 'tracking settings')

export const tracking_show_eta = tracking.toggle('tracking_show_eta', 'Show the expected time', true, {
  public: true,
})
export const tracking_requires_verification = tracking.toggle(
  'tracking_requires_verification',
  'Ask for the last digits of the phone number before details',
  false,
  { public: true },
)
export const tracking_subscriptions = tracking.toggle(
  'tracking_subscriptions',
  'Offer e-mails about a parcel to everybody who tracks it',
  true,
  { description: 'The address is confirmed first. The e-mails name no person and no address.', public: true },
)
export const tracking_sms_subscriptions = tracking.toggle(
  'tracking_sms_subscriptions',
  'Offer SMS about a parcel to everybody who tracks it',
  false,
  {
    description:
      'You pay for each SMS: one that asks to confirm the number, and one for each of up to eight changes of status. They count for the SMS of the month.',
    public: true,
  },
)
export const tracking_retention_days = tracking.whole(
  'tracking_retention_days',
  'Public tracking is available for',
  180,
  { min: 1, max: 3650, unit: 'days' },
)
