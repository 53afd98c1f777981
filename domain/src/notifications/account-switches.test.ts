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

describe('messages switched off by an account', () => {
  it('suppresses out-for-delivery messages on the named channel, for drivers and other users', () => {
    for (const byDriver of [true, false]) {
      expect(unwanted({ disable_out_for_delivery_sms: true }, byDriver)).toEqual(['sms out_for_delivery'])
      expect(unwanted({ disable_out_for_delivery_email: true }, byDriver)).toEqual(['email out_for_delivery'])
      expect(unwanted({}, byDriver)).toEqual([])
    }
  })

  it('suppresses every driver app message that carries no PIN, and no message caused by another user', () => {
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
