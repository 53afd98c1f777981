import type { MessageEvent } from './message-events.ts'
import { pin_carriers } from './sms-texts.ts'

/** Messages that an account has switched off for the contacts of its shipments; `sms` covers every message to a phone. */
export interface AccountMessageSwitches {
  disable_out_for_delivery_sms: boolean
  disable_out_for_delivery_email: boolean
  disable_driver_app_notification_sms: boolean
  disable_driver_app_notification_email: boolean
}

/**
 * Whether an account wants the contacts of its shipments to receive the message of an event. `byDriver`: a driver
 * caused the event in the app. The driver app switches do not apply to messages that carry a PIN, because the parcel
 * cannot be handed over without it (docs/domain/messages.md#sending-rules).
 */
export function isWantedByAccount(
  account: AccountMessageSwitches,
  channel: 'sms' | 'email',
  event: MessageEvent,
  byDriver: boolean,
): boolean {
  if (event === 'out_for_delivery') return !account[`disable_out_for_delivery_${channel}`]
  return !(byDriver && !pin_carriers[event] && account[`disable_driver_app_notification_${channel}`])
}
