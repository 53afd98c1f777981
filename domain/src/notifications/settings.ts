import { z } from 'zod'
import { whenIs, type Setting } from '../kit/setting.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { message_event_keys, message_events, messageKey, type Recipient } from './message-events.ts'
import { MessageText, message_places } from './message-texts.ts'
import { channels, type Channel } from './model.ts'

/**
 * Notification settings: which messages are sent, through which provider and when (docs/domain/messages.md,
 *).
 */
const email = settingsSection('notifications', 'email settings')
const additional = settingsSection('notifications', 'additional notification settings')
const sms = settingsSection('notifications', 'SMS options')
const email_options = settingsSection('notifications', 'email options')
const whatsapp = settingsSection('notifications', 'WhatsApp notifications')
const texts = settingsSection('notifications', 'message texts')

const channel_sections = {
  email: settingsSection('notifications', 'email notifications'),
  sms: settingsSection('notifications', 'SMS notifications'),
  whatsapp,
} as const satisfies Record<Channel, unknown>

const recipients: readonly Recipient[] = ['collection', 'delivery']

/** The switches of every event on each channel that offers it, in order (docs/domain/messages.md#events-and-switches). */
export const message_switches: readonly Setting<boolean>[] = channels.flatMap((channel) =>
  message_event_keys.flatMap((event) => {
    const offered = message_events[event][channel]
    if (offered === null) return []
    return recipients.map((recipient, at) => {
      const words = event.replaceAll('_', ' ')
      const title = `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${recipient} contact`
      const more = {
        ...(channel === 'whatsapp' ? { allowance: channel } : {}),
        ...(event === 'collect_and_return_to_hub' ? { admins_only: true } : {}),
      }
      return channel_sections[channel].toggle(
        messageKey(event, channel, recipient),
        title,
        offered[at] === 'on',
        more,
      )
    })
  }),
)

const switches_by_key = new Map(message_switches.map((one) => [one.key, one]))

/** Returns the switch of one message, or `null` when the channel does not offer the event. */
export function messageSwitch(...which: Parameters<typeof messageKey>): Setting<boolean> | null {
  return switches_by_key.get(messageKey(...which)) ?? null
}

export const email_provider = email.one(
  'email_provider',
  'Send e-mail through',
  ['log', 'smtp', 'http'],
  'log',
  {
    guarded: 'destination',
    labels: { log: 'This installation', smtp: 'Own SMTP server', http: 'HTTP service' },
  },
)
const when_smtp = { shown_when: whenIs(email_provider, 'smtp') }
const at_smtp = { ...when_smtp, guarded: 'destination' } as const
export const smtp_host = email.words('smtp_host', 'SMTP host', '', at_smtp)
export const smtp_port = email.whole('smtp_port', 'SMTP port', 587, { min: 1, max: 65_535 }, at_smtp)
export const smtp_user = email.words('smtp_user', 'SMTP user', '', {
  ...when_smtp,
  guarded: 'credential',
})
export const smtp_password = email.secret('smtp_password', 'SMTP password', {
  ...when_smtp,
  sent_to: [smtp_host, smtp_port],
  description: 'Removed when the host or port changes. Enter it again.',
})
export const email_from_address = email.email('email_from_address', 'Sender address', '')
export const notification_footer = email.lines('notification_footer', 'Footer', '')
export const email_reply_to = email.email('email_reply_to', 'Reply to', '')
export const bcc_address = email.email('bcc_address', 'Blind copy to', '', { guarded: 'destination' })

export const message_texts = texts.custom<MessageText[]>(
  'message_texts',
  'Message texts',
  z.array(MessageText).max(message_places.length),
  [],
  { kind: 'message_texts' },
)

export const whatsapp_sender = whatsapp.phone('whatsapp_sender', 'Sender number', '', {
  allowance: 'whatsapp',
})

const contacts = ['support', 'ops-manager', 'none'] as const
export const notify_reschedule_provider_contact = additional.one(
  'notify_reschedule_provider_contact',
  'Notify about rescheduling',
  contacts,
  'none',
)
export const notify_cancel_provider_contact = additional.one(
  'notify_cancel_provider_contact',
  'Notify about cancellation',
  contacts,
  'none',
)
export const notify_email_rescheduled_delivery = additional.toggle(
  'notify_email_rescheduled_delivery',
  'E-mail the receiver about a new date',
  true,
)
export const notify_sms_rescheduled_delivery = additional.toggle(
  'notify_sms_rescheduled_delivery',
  'SMS the receiver about a new date',
  true,
)

/** Switches of the SMS to guests who gave a mobile number and no e-mail address. */
export const guest_sms_switches = {
  payment_awaited: additional.toggle(
    'notify_sms_payment_awaited_guest',
    'SMS guests without e-mail: payment link',
    true,
  ),
  payment_receipt: additional.toggle(
    'notify_sms_payment_receipt_guest',
    'SMS guests without e-mail: receipt',
    true,
  ),
  booking_expired: additional.toggle(
    'notify_sms_booking_expired_guest',
    'SMS guests without e-mail: booking expired',
    true,
  ),
} as const
export type GuestSms = keyof typeof guest_sms_switches

export const notify_on_hold_account = additional.toggle(
  'notify_on_hold_account',
  'Notify the account: on hold',
  true,
)
export const notify_returned_to_sender_account = additional.toggle(
  'notify_returned_to_sender_account',
  'Notify the account: returned to sender',
  true,
)
export const notify_undeliverable_account = additional.toggle(
  'notify_undeliverable_account',
  'Notify the account: undeliverable',
  true,
)
export const notify_charge_discrepancy = additional.toggle(
  'notify_charge_discrepancy',
  'Notify the account: measured differently than booked',
  true,
)
export const notify_driver_nearby = additional.whole(
  'notify_driver_nearby',
  'Notify the receiver when the driver is within',
  3,
  { min: 0, max: 20, unit: 'stops' },
)
export const quiet_hours_from = additional.time('quiet_hours_from', 'No SMS or WhatsApp from', '20:00')
export const quiet_hours_to = additional.time('quiet_hours_to', 'No SMS or WhatsApp until', '07:00')
export const sms_provider = sms.one('sms_provider', 'SMS through', ['log', 'infobip'], 'log', {
  guarded: 'destination',
  labels: { log: 'This installation', infobip: 'Infobip' },
})
const when_infobip = { shown_when: whenIs(sms_provider, 'infobip') }
export const infobip_base_url = sms.url('infobip_base_url', 'Infobip address', '', {
  ...when_infobip,
  guarded: 'destination',
})
export const infobip_api_key = sms.secret('infobip_api_key', 'Infobip key', {
  ...when_infobip,
  sent_to: [infobip_base_url],
  description: 'Removed when the address changes. Enter it again.',
})
export const sms_sender_id = sms.words('sms_sender_id', 'Sender name', '')
export const sms_max_segments = sms.whole('sms_max_segments', 'Longest SMS', 2, {
  min: 1,
  max: 10,
  unit: 'parts',
})
export const sms_monthly_limit = sms.whole(
  'sms_monthly_limit',
  'SMS per month (0: no limit)',
  0,
  { min: 0, max: 10_000_000 },
  { description: 'When the limit is reached, only PINs are sent until the next month.' },
)

export const email_include_label_pdf = email_options.toggle(
  'email_include_label_pdf',
  'Attach the label to the booking e-mail',
  false,
)
export const email_include_pod_pdf = email_options.toggle(
  'email_include_pod_pdf',
  'Attach the proof to the delivered e-mail',
  false,
)
