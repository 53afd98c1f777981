import type { MessageEvent, Recipient } from '@waybill/domain/notifications/message-events'
import type { Channel } from '@waybill/domain/notifications/model'
import { messageSwitch } from '@waybill/domain/notifications/settings'
import type { BaseContext } from '../../kit/handler.ts'

/** Whether the company sends an event over a channel to a contact. */
export function isOn(
  reader: BaseContext,
  event: MessageEvent,
  channel: Channel,
  recipient: Recipient,
): boolean {
  const on = messageSwitch(event, channel, recipient)
  return on !== null && reader.setting(on)
}
