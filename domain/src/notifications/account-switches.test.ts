import { describe, expect, it } from 'vitest'
import { isWantedByAccount, type AccountMessageSwitches } from './account-switches.ts'
import { message_event_keys } from './message-events.ts'

const none: AccountMessageSwitches = {
  disable_out_for_delivery_sms: false,
  disable_out_for_delivery_email: false,
  disable_driver_app_notification_sms: false,
  disable_driver_app_notification_email: false,
}
const unwanted = (off: Partial<AccountMessageSwitches>, byDriver: boolean) =>
  (['sms', 'email'] as const).flatMap((channel) =>
    message_event_keys
      .filter((event) => !isWantedByAccount({ ...none, ...off }, channel, event, byDriver))
      .map((event) => `${channel} ${event}`),
  )

describe('what an account has switched off', () => {
  it('is out for delivery, whoever enters it, on the channel named', () => {
    for (const byDriver of [true, false]) {
      expect(unwanted({ disable_out_for_delivery_sms: true }, byDriver)).toEqual(['sms out_for_delivery'])
      expect(unwanted({ disable_out_for_delivery_email: true }, byDriver)).toEqual(['email out_for_delivery'])
      expect(unwanted({}, byDriver)).toEqual([])
    }
  })

  it('is all that a driver does in the app but what carries a PIN, and nothing that others do', () => {
    const carriers = ['awaiting_dropoff', 'out_for_delivery', 'ready_for_pickup']
    const others = message_event_keys.filter((event) => !carriers.includes(event))
    expect(unwanted({ disable_driver_app_notification_sms: true }, true)).toEqual(
      others.map((event) => `sms ${event}`),
    )
    expect(unwanted({ disable_driver_app_notification_email: true }, true)).toEqual(
      others.map((event) => `email ${event}`),
    )
    expect(unwanted({ disable_driver_app_notification_email: true }, false)).toEqual([])
  })
})
