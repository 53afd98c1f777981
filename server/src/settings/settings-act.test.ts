import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import type { ActionResult, ActionType } from '@waybill/domain/drivers/model'
import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { unreleased_settings } from '@waybill/domain/settings/unreleased-settings'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { startupApi } from '@waybill/domain/startup/api'
import { trackingApi } from '@waybill/domain/tracking/api'
import { compose } from '../notifications/about-shipments/compose-message.ts'
import { renderMail } from '../notifications/mail/send-mailing.ts'
import { readNotifiedShipment } from '../notifications/store.ts'
import { enterStatus, lockShipment } from '../shipments/index.ts'
import { describe, expect, it } from 'vitest'
import { caughtMail, caughtSms } from '../../dev/test-kit/fakes/caught-messages.ts'
import { booking, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

/** Saves settings as an administrator. They apply from the next call on. */
async function set(p: TestProvider, values: Readonly<Record<string, unknown>>): Promise<void> {
  const settings = Object.entries(values).map(([key, value]) => ({ key, value }))
  await (await p.staff()).send(settingsApi.save, { settings })
}

async function act(p: TestProvider, driver: Caller, shipment: Shipment, type: ActionType, reason: string) {
  const references = shipment.parcels.map((parcel) => parcel.tracking_reference)
  const { results } = await driver.send(driversApi.actions, {
    actions: [
      {
        action_id: randomUUID(),
        type,
        shipment_id: shipment.id,
        ...(type === 'cancel-parcel' ? { parcel_references: references.slice(0, 1) } : {}),
        scanned_references: references,
        occurred_at: p.runtime.runtime.clock(),
        payload: { reason },
      },
    ],
  })
  return results[0] as ActionResult
}

/** Returns a driver with a collection assigned. */
async function onDuty(p: TestProvider): Promise<{ driver: Caller; shipment: Shipment }> {
  const driver = await p.driver()
  const { parcels = [] } = booking()
  const shipment = await p.given.shipment({ parcels: [...parcels, ...parcels] })
  await (
    await p.staff()
  ).send(driversApi.assign, { shipment_ids: [shipment.id], leg: 'collection', username: driver.username })
  return { driver, shipment }
}

describe('effects of settings', () => {
  it('[SET-042] lets drivers cancel parcels only when the company allows it', async () => {
    const p = await newProvider()
    const { driver, shipment } = await onDuty(p)
    expect(await act(p, driver, shipment, 'cancel-parcel', 'Customer request')).toMatchObject({
      result: 'conflict',
      message: 'Drivers may not cancel parcels. Please call the office.',
    })
    await set(p, { driver_can_cancel_parcels: true })
    expect(await act(p, driver, shipment, 'cancel-parcel', 'Customer request')).toMatchObject({
      result: 'applied',
    })
  })

  it('[SET-043] [SET-053] lets drivers reject for the company’s reasons, and for Other unless it is disabled', async () => {
    const p = await newProvider({ rejection_reasons: ['Not my area'], disable_other_rejection_reason: true })
    const { driver, shipment } = await onDuty(p)
    expect((await act(p, driver, shipment, 'reject', 'Other: no time')).result).toBe('conflict')
    await set(p, { driver_can_reject_parcels_shipments: false })
    expect((await act(p, driver, shipment, 'reject', 'Not my area')).result).toBe('conflict')
    await set(p, { driver_can_reject_parcels_shipments: true })
    expect((await act(p, driver, shipment, 'reject', 'Not my area')).result).toBe('applied')
    const again = await onDuty(p)
    await set(p, { disable_other_rejection_reason: false })
    expect((await act(p, again.driver, again.shipment, 'reject', 'Other: no time')).result).toBe('applied')
  })

  it('[SET-051] keeps seven separate lists of reasons, and accepts from drivers only reasons of the list for their action', async () => {
    const p = await newProvider({
      disable_other_rejection_reason: true,
      disable_other_collection_failed_reason: true,
      disable_other_delivery_failed_reason: true,
      failed_attempt_photo_required: false,
    })
    const keys = [
      'shipment_cancellation_reasons',
      'shipment_requested_date_change_reasons',
      'rejection_reasons',
      'on_hold_reasons',
      'on_hold_internal_reasons',
      'delivery_failed_attempt_reasons',
      'collection_failed_attempt_reasons',
    ]
    const lists = Object.fromEntries(keys.map((key) => [key, [`Only of ${key}`]]))
    await set(p, lists)
    const { provider_settings } = await (await p.staff()).send(startupApi.generalData, {})
    expect(provider_settings).toMatchObject(lists)
    for (const [type, own] of [
      ['reject', 'rejection_reasons'],
      ['collection-failed', 'collection_failed_attempt_reasons'],
      ['delivery-failed', 'delivery_failed_attempt_reasons'],
    ] as const) {
      const { driver, shipment } = await onDuty(p)
      if (type === 'delivery-failed') {
        await p.inTransaction(async (ctx) =>
          enterStatus(ctx, await lockShipment(ctx, shipment.id), { to: 'at-destination-hub', message: '' }),
        )
        await (
          await p.staff()
        ).send(driversApi.assign, {
          shipment_ids: [shipment.id],
          leg: 'delivery',
          username: driver.username,
        })
        await act(p, driver, shipment, 'load', '')
      }
      const resultOf = async (key: string) => (await act(p, driver, shipment, type, `Only of ${key}`)).result
      for (const other of keys.filter((key) => key !== own))
        expect([type, other, await resultOf(other)]).toEqual([type, other, 'conflict'])
      expect([type, await resultOf(own)]).toEqual([type, 'applied'])
    }
  })

  it('[SET-075] [SET-076] accepts a declared value up to the company’s maximum, and none when it is switched off', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id: accountId } = await p.given.account()
    const book = (declaredValue: number) =>
      errorOf(
        staff.send(shipmentsApi.create, booking({ account_id: accountId, declared_value: declaredValue })),
      )
    await set(p, { insurance_max_declared_value: 2000 })
    expect(await book(2000_00)).toMatchObject({ status: 200 })
    expect(await book(2000_01)).toEqual({
      status: 400,
      message: 'Declared value exceeds the maximum of R 2,000.00.',
    })
    await set(p, { insurance_declared_value_enabled: false })
    expect(await book(100_00)).toEqual({ status: 400, message: 'Declared value is not offered.' })
  })

  it('[SET-082] requires a postal code unless the company switches that off', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id: accountId } = await p.given.account()
    const whole = booking({ account_id: accountId })
    const book = () =>
      errorOf(
        staff.send(shipmentsApi.create, {
          ...whole,
          delivery_address: {
            ...whole.delivery_address,
            local_area: 'Nowhere',
            city: 'Nowhere',
            code: '',
            lat: -26.1,
            lng: 28.0,
          },
        } as typeof whole),
      )
    expect((await book()).message).toContain('postal code')
    await set(p, { require_postal_code_on_shipment_creation: false })
    expect(await book()).toMatchObject({ status: 200 })
  })

  it('[SET-085] hides the statuses that the company excludes from public tracking', async () => {
    const p = await newProvider({ exclude_tracking_statuses: [] })
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const shown = async () => {
      const { shipments } = await p.guest().send(trackingApi.track, {
        tracking_reference: [shipment.short_tracking_reference],
      })
      return shipments[0]?.tracking_events.map(({ status }) => status)
    }
    expect(await shown()).toContain('at-hub')
    await set(p, { exclude_tracking_statuses: ['at-hub'] })
    expect(await shown()).not.toContain('at-hub')
  })

  const mail = caughtMail()
  it('[SET-059] sends messages with the company’s sender name and footer', async () => {
    const p = await newProvider({ provider_title: 'Protea' })
    mail.take(p)
    await set(p, { notification_sender_name: 'Protea Parcels', notification_footer: 'Protea, Long Street 1' })
    const { short_tracking_reference } = await p.given.shipment()
    await p.settle()
    const sent = mail.messages().find(({ subject }) => subject.startsWith(short_tracking_reference))
    expect(sent?.from).toMatch(/^Protea Parcels </)
    expect(sent?.text).toContain('Protea, Long Street 1')
  })

  it('notifies owners of the account about on-hold, undeliverable and returned shipments unless switched off', async () => {
    const p = await newProvider()
    mail.take(p)
    const account = await p.given.account()
    const owner = await p.owner(account.id)
    const staff = await p.staff()
    const { email } = (await owner.send(startupApi.generalData, {})).user
    const subjectsFor = async (status: 'on-hold' | 'undeliverable' | 'returned-to-sender') => {
      const made = await p.given.shipment({ account_id: account.id, status: 'at-hub' })
      await staff.send(shipmentsApi.change, {
        id: made.id,
        status,
        metadata: { tracking_info: { message: 'Address incomplete' } },
      })
      await p.settle()
      return mail
        .messages()
        .filter(({ subject, to }) => subject.startsWith(made.short_tracking_reference) && to.includes(email))
        .map(({ subject }) => subject.slice(made.short_tracking_reference.length + 2))
    }
    expect(await subjectsFor('on-hold')).toEqual(['on hold'])
    expect(await subjectsFor('undeliverable')).toEqual(['cannot be delivered'])
    expect(await subjectsFor('returned-to-sender')).toEqual(['returned to the sender'])
    await set(p, {
      notify_on_hold_account: false,
      notify_undeliverable_account: false,
      notify_returned_to_sender_account: false,
    })
    expect(await subjectsFor('on-hold')).toEqual([])
    expect(await subjectsFor('undeliverable')).toEqual([])
    expect(await subjectsFor('returned-to-sender')).toEqual([])
  })

  const sms = caughtSms()
  it('sends only PIN messages by SMS after the monthly limit is reached', async () => {
    const p = await newProvider({ quiet_hours_from: '00:00', quiet_hours_to: '00:00', sms_monthly_limit: 2 })
    sms.take(p)
    const staff = await p.staff()
    const states: string[] = []
    for (let at = 0; at < 3; at += 1) {
      const made = await p.given.shipment({ status: 'collected' })
      await p.settle()
      const { messages } = await staff.send(notificationsApi.log, { shipment_id: made.id, channel: 'sms' })
      states.push(...messages.map(({ state }) => state))
      // Delivered messages also count towards the monthly limit.
      const [newest] = sms.messages()
      if (newest) {
        const { url, body } = sms.reportOf(newest.id, 'delivered')
        expect(
          (await p.guest().http('POST', new URL(url).pathname.replace(/^\/api/, ''), body as object)).status,
        ).toBe(200)
      }
    }
    expect(states).toEqual(['sent', 'sent', 'skipped'])
    const counter = await p.given.shipment({ pod_method: 'pin-with-fallback', status: 'out-for-delivery' })
    await p.settle()
    const { messages } = await staff.send(notificationsApi.log, { shipment_id: counter.id, channel: 'sms' })
    expect(messages.find(({ event }) => event === 'out_for_delivery')?.state).toBe('sent')
  })

  it('notifies the receiver when staff reschedule a delivery', async () => {
    const p = await newProvider()
    mail.take(p)
    const made = await p.given.shipment({ status: 'at-destination-hub' })
    await p.settle()
    const staff = await p.staff()
    const sentMessages = () =>
      mail
        .messages()
        .filter(({ subject }) => subject.startsWith(made.short_tracking_reference))
        .map(({ to, subject }) => `${to.join()} ${subject.slice(made.short_tracking_reference.length + 2)}`)
    const before = sentMessages().length
    await staff.send(shipmentsApi.change, {
      id: made.id,
      delivery_min_date: dayOf(new Date(Date.now() + 9 * 86_400_000)),
      delivery_rescheduled_reason: 'Capacity',
    })
    await p.settle()
    expect(sentMessages()).toHaveLength(before + 1)
    expect(sentMessages().at(0)).toContain('naledi@example.com')
  })

  it('[SET-038] gives a feature only to the users that its rollout state covers', async () => {
    const p = await newProvider()
    const account = await p.given.account()
    const owner = await p.owner(account.id)
    const staff = await p.staff()
    const has = async (who: Caller) =>
      (await who.send(startupApi.generalData, {})).enabled_features.includes('address_book')
    const guests = async () =>
      (await p.guest().send(identityApi.provider, {})).provider.enabled_features.includes('address_book')
    expect([await has(staff), await has(owner), await guests()]).toEqual([true, true, true])
    const platform = await p.user(role_ids.system_administrator)
    const roll = (state: string, accounts: string[] = []) =>
      platform.send(settingsApi.save, {
        settings: [
          {
            key: 'feature_toggles',
            value: [{ name: 'address_book', state, percentage: 0, accounts, note: '' }],
          },
        ],
      })
    await roll('staff')
    expect([await has(staff), await has(owner), await guests()]).toEqual([true, false, false])
    await roll('accounts', [account.account_code])
    expect([await has(staff), await has(owner), await guests()]).toEqual([true, true, false])
    await roll('off')
    expect([await has(staff), await has(owner)]).toEqual([false, false])
  })

  it.each(Object.keys(unreleased_settings))('rejects %s, which no code reads yet, with 400', async (key) => {
    const p = await newProvider()
    const staff = await p.staff()
    expect(await errorOf(staff.send(settingsApi.save, { settings: [{ key, value: true }] }))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/ has no effect yet\. Leave it out\.$/),
    })
  })

  it('includes the logo, support contacts, company address and footer text in every mail', async () => {
    const p = await newProvider({ provider_title: 'Protea', support_phone: '+27 11 555 0100' })
    mail.take(p)
    await set(p, {
      support_whatsapp: '+27 82 555 0100',
      support_address: '1 Long Street\nCape Town',
      email_footer_text:
        'Read **how we travel** at [our page](https://protea.example/how).\n\n<script>alert(1)</script>',
      email_header_image_url: '/demo/fynbos.png',
    })
    const { short_tracking_reference } = await p.given.shipment()
    await p.settle()
    const shipmentMail = mail.messages().find(({ subject }) => subject.startsWith(short_tracking_reference))
    const letter = await p.inTransaction(async (ctx) =>
      renderMail(ctx, 'naledi@example.com', {
        subject: 'Your password was changed',
        headline: 'Changed',
        lines: [],
      }),
    )
    for (const sent of [shipmentMail, letter]) {
      expect(sent?.text).toContain('Questions? +27 11 555 0100 or WhatsApp +27 82 555 0100')
      expect(sent?.text).toContain('Protea, 1 Long Street, Cape Town')
      expect(sent?.text).toContain('Read how we travel at our page (https://protea.example/how).')
      expect(sent?.html).toContain('<a href="https://protea.example/how">our page</a>')
      expect(sent?.html).not.toContain('<script>')
      expect(sent?.html).toMatch(/<img src="[^"]+\/demo\/fynbos\.png" alt="Protea"/)
    }
  })

  it('describes packing, label and collection time to the sender in the booking mail, with a price only for guests', async () => {
    const p = await newProvider({})
    mail.take(p)
    const shipment = await p.given.shipment()
    await p.settle()
    const to = (address: string) =>
      mail
        .messages()
        .find(
          ({ to: receivers, subject }) =>
            receivers.join().includes(address) && subject === `${shipment.short_tracking_reference}: booked`,
        )
    const sender = to('riaan@example.com')
    expect(sender?.text).toMatch(/Have ready: 1 parcel: Books, 3(\.0)? kg\. Pack each parcel .* label/)
    expect(sender?.text).toMatch(/We collect in Epping on \w+ \d+ \w+, between \d\d:\d\d and \d\d:\d\d\./)
    expect(sender?.text).not.toContain('Price')
    const about = await p.inTransaction((ctx) => readNotifiedShipment(ctx, shipment.id))
    const asGuest = await p.inTransaction(async (ctx) =>
      about ? compose(ctx, 'submitted', 'collection', { ...about, account_type: 'guest' }).text : '',
    )
    expect(asGuest).toMatch(/Price: R \d/)
  })
})
