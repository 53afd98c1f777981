import { describe, expect, it } from 'vitest'
import { isOffered, message_event_keys, messageEventOf } from './message-events.ts'
import { catalogue } from '../settings/catalogue.ts'
import { channels } from './model.ts'
import { messageSwitch, message_switches } from './settings.ts'

describe('message switches', () => {
  it('[NOTE-006] offers e-mail for 15 events, SMS for 14 and WhatsApp for 5', () => {
    const offered = channels.map(
      (channel) => message_event_keys.filter((event) => isOffered(event, channel)).length,
    )
    expect(offered).toEqual([15, 14, 5])
  })
  it('defines each switch once, with its default', () => {
    expect(new Set(message_switches.map(({ key }) => key)).size).toBe(message_switches.length)
    expect(messageSwitch('out_for_delivery', 'sms', 'delivery')?.default).toBe(true)
    expect(messageSwitch('submitted', 'email', 'delivery')?.default).toBe(false)
    expect(messageSwitch('in_transit', 'sms', 'delivery')).toBeNull()
    expect(messageSwitch('delivered', 'whatsapp', 'delivery')?.key).toBe('notify_whatsapp_delivered_delivery')
  })
  it('[NOTE-007] has one switch for the collection contact and one for the delivery contact, for every event of every channel', () => {
    for (const channel of channels)
      for (const event of message_event_keys) {
        const sides = (['collection', 'delivery'] as const).map((side) => messageSwitch(event, channel, side))
        expect(
          sides.map((one) => one?.key),
          `${channel} ${event}`,
        ).toEqual(
          isOffered(event, channel)
            ? [`notify_${channel}_${event}_collection`, `notify_${channel}_${event}_delivery`]
            : [undefined, undefined],
        )
      }
  })
  it('[NOTE-008] has one key for each rescheduling message', () => {
    const keys = [...catalogue.keys()].filter((key) => /^notify_(email|sms|whatsapp)_rescheduled/.test(key))
    expect(keys).toEqual(['notify_email_rescheduled_delivery', 'notify_sms_rescheduled_delivery'])
  })
  it('maps a status to its message event', () => {
    expect(messageEventOf('out-for-delivery')).toBe('out_for_delivery')
    expect(messageEventOf('at-hub')).toBeNull()
  })
})
