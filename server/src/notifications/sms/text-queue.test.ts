import { accountsApi } from '@waybill/domain/accounts/api'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { message_event_keys, messageKey } from '@waybill/domain/notifications/message-events'
import { message_switches } from '@waybill/domain/notifications/settings'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { shipment_statuses, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { undo_code } from '@waybill/domain/shipments/statuses/undone-events'
import { beforeEach, describe, expect, it } from 'vitest'
import { saveAddresses } from '../../accounts/index.ts'
import { caughtMail, caughtSms } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { own_locker, small_parcel } from '../../../dev/test-kit/own-locker.ts'
import { address, newProvider, errorOf, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { inPlatformTransaction } from '../../db/platform-transaction.ts'
import { insertPoint } from '../../pickup-points/store.ts'
import { enterStatus, insertEvents, lockShipment, readEvents } from '../../shipments/index.ts'
import { releaseTexts, sendDueText } from './text-queue.ts'

const mail = caughtMail()
const sms = caughtSms()
const never_quiet = { quiet_hours_from: '00:00', quiet_hours_to: '00:00' }

let p: TestProvider
const open = async (settings: Record<string, unknown> = {}): Promise<void> => {
  p = await newProvider({ provider_title: 'Fynbos Couriers', ...never_quiet, ...settings })
  mail.take(p)
  sms.take(p)
}
beforeEach(() => open())

const move = (id: number, to: ShipmentStatus, message = '') =>
  p.inTransaction(async (ctx) => enterStatus(ctx, await lockShipment(ctx, id), { to, message }))
const log = async (shipmentId: number, channel: 'sms' | 'email' = 'sms') =>
  (await (await p.staff()).send(notificationsApi.log, { shipment_id: shipmentId, channel, limit: 100 }))
    .messages
/** Returns the messages about a shipment that phones received, oldest first. */
const texts = (reference: string): string[] =>
  sms
    .messages()
    .filter(({ text }) => text.includes(reference))
    .map(({ to, text }) => `${to} ${text}`)
    .toReversed()

describe('messages to the phones of shipment contacts', () => {
  it('[NOTE-012] start with the company’s name and end with a short tracking link, and e-mails have its name and footer', async () => {
    await open({ notification_sender_name: 'Fynbos', notification_footer: 'Fynbos (Pty) Ltd, Cape Town' })
    const shipment = await p.given.shipment()
    await p.settle()
    await move(shipment.id, 'collected')
    await p.settle()
    const [text = ''] = texts(shipment.short_tracking_reference)
    const [, link = ''] = /(http\S+)$/.exec(text) ?? []
    expect(text).toBe(
      `27821234567 Fynbos: we have collected ${shipment.short_tracking_reference} from ${shipment.account?.name ?? ''} for you. ${/Expected[^.]*\./.exec(text)?.[0] ?? ''} ${link}`,
    )
    expect(new URL(link).pathname).toMatch(/^\/s\/\w{7}$/)
    const followed = await p.guest().http('GET', new URL(link).pathname)
    expect([followed.status, String(followed.headers.location)]).toEqual([
      302,
      expect.stringContaining(`/track?ref=${shipment.short_tracking_reference}`),
    ])
    const mailing = mail.messages().find(({ subject }) => subject.includes(shipment.short_tracking_reference))
    expect(mailing?.from).toMatch(/^"?Fynbos"? </)
    expect(mailing?.text).toContain('Fynbos (Pty) Ltd, Cape Town')
    expect(mailing?.html).toContain('Fynbos (Pty) Ltd, Cape Town')
  })

  it('contain the PIN only for the receiver, and are logged without it', async () => {
    const shipment = await p.given.shipment()
    await move(shipment.id, 'out-for-delivery')
    await p.settle()
    const { proof_of_delivery_pin: pin = '' } = (
      await (await p.staff()).send(shipmentsApi.detail, { id: shipment.id })
    ).shipment
    expect(pin).toMatch(/^\d{4}$/)
    expect(texts(shipment.short_tracking_reference)).toEqual([
      expect.stringContaining(`is out for delivery. Give the driver PIN ${pin}.`),
    ])
    const [row] = await log(shipment.id)
    expect(row).toMatchObject({ channel: 'sms', event: 'out_for_delivery', state: 'sent' })
    expect(row?.text).toContain('PIN ••••')
    expect(row?.text).not.toContain(pin)
  })

  it('are sent once however often the subscriber runs, and are retried after a gateway failure', async () => {
    const shipment = await p.given.shipment()
    sms.answerWith(503)
    await move(shipment.id, 'out-for-delivery')
    await p.settle()
    expect(await log(shipment.id)).toMatchObject([{ state: 'failed' }])
    sms.answerWith(null)
    p.runtime.setNow(new Date(Date.now() + 60_000))
    await p.settle()
    p.runtime.setNow(null)
    expect(await log(shipment.id)).toMatchObject([{ state: 'sent', reason: '' }])
    const [{ once_key = '' } = {}] = await p.inTransaction((ctx) =>
      ctx.db.selectFrom('message').select('once_key').where('channel', '=', 'sms').execute(),
    )
    const again = { once_key, shipment_id: shipment.id, pin_of: null }
    const ctx = await jobOf(p)
    await Promise.all([sendDueText(ctx, again), sendDueText(ctx, again)])
    expect(texts(shipment.short_tracking_reference)).toHaveLength(1)
  })

  it('are held during quiet hours unless they carry a PIN, and skipped if they no longer match the status', async () => {
    await open({ quiet_hours_from: '20:00', quiet_hours_to: '07:00' })
    const at = (clock: string) => p.runtime.setNow(new Date(`${dayOf(new Date())}T${clock}:00+02:00`))
    at('21:00')
    const urgent = await p.given.shipment()
    const sentenceCase = await p.given.shipment()
    const failed = await p.given.shipment()
    await move(urgent.id, 'out-for-delivery')
    await move(sentenceCase.id, 'collected')
    await move(failed.id, 'delivery-failed-attempt', 'Gate locked')
    await p.settle()
    expect(texts(urgent.short_tracking_reference)).toHaveLength(1)
    expect(await log(sentenceCase.id)).toMatchObject([
      { state: 'queued', reason: 'No messages to phones until 07:00.' },
    ])
    await move(failed.id, 'at-hub')
    await releaseTexts(await jobOf(p))
    await p.settle()
    expect(texts(sentenceCase.short_tracking_reference)).toEqual([])
    p.runtime.setNow(new Date(Date.parse(`${dayOf(new Date())}T21:00:00+02:00`) + 10 * 3_600_000 + 60_000))
    await releaseTexts(await jobOf(p))
    await p.settle()
    p.runtime.setNow(null)
    expect(texts(sentenceCase.short_tracking_reference)).toHaveLength(1)
    expect(await log(failed.id)).toMatchObject([
      { state: 'skipped', reason: 'The shipment was already at-hub.' },
    ])
  })

  it('are skipped after quiet hours if the event was undone or overtaken meanwhile', async () => {
    await open({
      quiet_hours_from: '20:00',
      quiet_hours_to: '07:00',
      notify_sms_delivered_delivery: true,
      notify_sms_cancelled_collection: true,
      notify_sms_at_destination_hub_delivery: true,
    })
    const start = Date.parse(`${dayOf(new Date())}T21:00:00+02:00`)
    p.runtime.setNow(new Date(start))
    const [undone, overtaken, arrived, lasting] = [
      await p.given.shipment(),
      await p.given.shipment(),
      await p.given.shipment(),
      await p.given.shipment(),
    ]
    await move(undone.id, 'collected')
    await move(overtaken.id, 'delivered')
    for (const { id } of [arrived, lasting]) await move(id, 'at-destination-hub')
    await p.settle()
    await p.inTransaction(async (ctx) => {
      const event = (await readEvents(ctx, [undone.id])).find(({ status }) => status === 'collected')
      await insertEvents(ctx, undone.id, [
        { date: ctx.now, status: undo_code, source: 'hub', data: { undone_event_id: event?.id } },
      ])
    })
    await move(overtaken.id, 'at-hub')
    await move(arrived.id, 'out-for-delivery')
    p.runtime.setNow(new Date(start + 10 * 3_600_000 + 60_000))
    await releaseTexts(await jobOf(p))
    await p.settle()
    p.runtime.setNow(null)
    const stateOf = async ({ id }: { id: number }, of: string) =>
      (await log(id)).find(({ event }) => event === of)
    expect(await stateOf(undone, 'collected')).toMatchObject({ state: 'skipped', reason: 'It was undone.' })
    expect(await stateOf(overtaken, 'delivered')).toMatchObject({ state: 'skipped' })
    expect(await stateOf(arrived, 'at_destination_hub')).toMatchObject({ state: 'skipped' })
    expect(await stateOf(lasting, 'at_destination_hub')).toMatchObject({ state: 'sent' })
  })

  it('are not sent for an account that opted out or a muted shipment', async () => {
    const account = await p.given.account()
    await (await p.staff()).send(accountsApi.change, { id: account.id, disable_out_for_delivery_sms: true })
    const unwanted = await p.given.shipment({ account_id: account.id })
    const muted = await p.given.shipment({ mute_notifications: true })
    for (const { id } of [unwanted, muted]) await move(id, 'out-for-delivery')
    await p.settle()
    expect(await log(unwanted.id)).toEqual([])
    expect(await log(unwanted.id, 'email')).toMatchObject([{}, {}])
    expect(await log(muted.id)).toEqual([])
  })

  it('[NOTE-002] [NOTE-003] [NOTE-006] [NOTE-007] cover 15 events by e-mail and 14 by SMS, to each contact by its own switch', async () => {
    await open(Object.fromEntries(message_switches.map(({ key }) => [key, true])))
    const sender = { name: 'Riaan', mobile_number: '0831112222', email: 'riaan@example.com' }
    const shipment = await p.given.shipment({ collection_contact: sender })
    const statuses = message_event_keys
      .map((event) => event.replaceAll('_', '-') as ShipmentStatus)
      .filter((status) => status !== 'submitted')
    expect(statuses.every((status) => shipment_statuses.includes(status))).toBe(true)
    await p.settle()
    for (const status of statuses) {
      await move(shipment.id, status)
      await p.settle()
    }
    const sentEvents = async (channel: 'sms' | 'email') => {
      const messages = await log(shipment.id, channel)
      expect(messages.map(({ state }) => state)).toEqual(messages.map(() => 'sent'))
      return messages.map(({ event, recipient }) => `${event} ${recipient}`).toSorted()
    }
    const expected = (channel: 'sms' | 'email', to: { collection: string; delivery: string }) =>
      message_switches
        .flatMap(({ key }) =>
          message_event_keys.flatMap((event) =>
            (['collection', 'delivery'] as const)
              .filter((side) => messageKey(event, channel, side) === key)
              .map((side) => `${event} ${to[side]}`),
          ),
        )
        .toSorted()
    const mailed = await sentEvents('email')
    expect(mailed).toEqual(
      expected('email', { collection: 'riaan@example.com', delivery: 'naledi@example.com' }),
    )
    expect(new Set(mailed.map((one) => one.split(' ')[0])).size).toBe(15)
    const texted = await sentEvents('sms')
    expect(texted).toEqual(expected('sms', { collection: '27831112222', delivery: '27821234567' }))
    expect(new Set(texted.map((one) => one.split(' ')[0])).size).toBe(14)
  })
})

describe('WhatsApp messages', () => {
  const switches = message_switches.map(({ key }) => key).filter((key) => key.startsWith('notify_whatsapp_'))
  const whatsapp = async () => {
    await open({
      whatsapp_sender: '0825550100',
      ...Object.fromEntries(switches.map((key) => [key, true])),
    })
    const shipment = await p.given.shipment()
    const statuses = message_event_keys.map((event) => event.replaceAll('_', '-') as ShipmentStatus)
    return {
      shipment,
      publishAll: async () => {
        for (const status of statuses.filter((one) => one !== 'submitted')) {
          await move(shipment.id, status, 'Gate locked')
          await p.settle()
        }
        return sms
          .messages()
          .filter(({ template, text }) => template && text.includes(shipment.short_tracking_reference))
          .toReversed()
      },
    }
  }

  it('[NOTE-001] [NOTE-004] are sent for 5 events from the company’s number, as filled-in templates', async () => {
    const { shipment, publishAll } = await whatsapp()
    await inPlatformTransaction(p.runtime.runtime, (db) =>
      db.updateTable('provider').set({ allow_whatsapp: true }).where('id', '=', p.provider_id).execute(),
    )
    await p.inTransaction((ctx) => ctx.publish({ topic: 'provider' }))
    const published = await publishAll()
    expect([...new Set(published.map(({ template }) => template))].toSorted()).toEqual([
      'awaiting_dropoff',
      'awaiting_dropoff_delivery',
      'delivered',
      'delivered_collection',
      'delivery_failed_attempt',
      'delivery_failed_attempt_collection',
      'out_for_delivery',
      'out_for_delivery_collection',
      'ready_for_pickup',
      'ready_for_pickup_collection',
    ])
    const ofReceiver = published.filter(({ to }) => to === '27821234567').map(({ template }) => template)
    expect([...new Set(ofReceiver)].toSorted()).toEqual([
      'awaiting_dropoff_delivery',
      'delivered',
      'delivery_failed_attempt',
      'out_for_delivery',
      'ready_for_pickup',
    ])
    expect(new Set(published.map(({ from, to }) => `${from} ${to}`))).toEqual(
      new Set(['27825550100 27215550142', '27825550100 27821234567']),
    )
    const { proof_of_delivery_pin: pin = '' } = (
      await (await p.staff()).send(shipmentsApi.detail, { id: shipment.id })
    ).shipment
    const [sender, reference, , given, link = ''] =
      published.find(({ template }) => template === 'out_for_delivery')?.text.split('\n') ?? []
    expect([sender, reference, given]).toEqual(['Fynbos Couriers', shipment.short_tracking_reference, pin])
    expect(link).toMatch(/\/s\/\w{7}$/)
    const row = (
      await (await p.staff()).send(notificationsApi.log, { shipment_id: shipment.id, channel: 'whatsapp' })
    ).messages.find(({ event, recipient }) => event === 'out_for_delivery' && recipient === '27821234567')
    expect(row).toMatchObject({ channel: 'whatsapp', state: 'sent' })
    expect(row?.text).toContain('••••')
  })

  it('[NOTE-013] are not sent by a company without permission to use WhatsApp', async () => {
    const { publishAll } = await whatsapp()
    expect(await publishAll()).toEqual([])
  })
})

describe('locker PINs', () => {
  const lockerAt = (pickupPointId: string, name: string) =>
    p.inTransaction(async (ctx) => {
      const place = { ...address('1 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'), company: name }
      const [addressId = 0] = await saveAddresses(ctx, [
        { ...place, type: 'locker', lat: -26.1458, lng: 28.0421 },
      ])
      await insertPoint(ctx, {
        pickup_point_id: pickupPointId,
        pickup_point_provider: 'own',
        type: 'locker',
        name,
        address_id: addressId,
        lat: -26.1458,
        lng: 28.0421,
        trading_hours: '',
        compartments: [],
      })
      return addressId
    })
  /** Creates a shipment with a locker on one side, as a booking does. */
  const viaLocker = async (leg: 'collection' | 'delivery') => {
    const addressId = await lockerAt('CG1', 'Rosebank locker')
    const shipment = await p.given.shipment({
      collection_contact: { name: 'Riaan', mobile_number: '0831112222', email: 'riaan@example.com' },
    })
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('shipment')
        .set({
          [`${leg}_pickup_point_id`]: 'CG1',
          [`${leg}_pickup_point_provider`]: 'own',
          [`${leg}_address_id`]: addressId,
        })
        .where('id', '=', shipment.id)
        .execute(),
    )
    return shipment
  }
  const codes = (reference: string): string[] =>
    texts(reference).flatMap((text) => /PIN (?:to [^.]* is )?(\d{4})/.exec(text)?.[1] ?? [])

  it('[PP-028] [PP-030] sends the receiver the pickup PIN, and again by SMS and e-mail while the parcel waits, up to three times a day', async () => {
    const shipment = await viaLocker('delivery')
    const clerk = await p.staff()
    await expect(clerk.send(shipmentsApi.resendPickupPin, { id: shipment.id })).rejects.toThrow(
      'The pickup PIN can be sent again only while the parcel is in its locker.',
    )
    await move(shipment.id, 'ready-for-pickup')
    await p.settle()
    const answer = await clerk.send(shipmentsApi.resendPickupPin, { id: shipment.id })
    expect(answer).toEqual({
      message: 'The PIN was sent to •••• 567, n•••@example.com.',
      channels: ['sms', 'email'],
    })
    const [first, second, ...more] = codes(shipment.short_tracking_reference)
    expect([first, more]).toEqual([second, []])
    expect(first).toMatch(/^\d{4}$/)
    expect(texts(shipment.short_tracking_reference)[0]).toContain('is at Rosebank locker.')
    expect(mail.messages()[0]?.text).toContain(`PIN to fetch it: ${first ?? ''}`)
    const { events } = await clerk.send(shipmentsApi.detail, { id: shipment.id })
    expect(events[0]).toMatchObject({ status: 'pickup-pin-sent', source: clerk.username })
    await clerk.send(shipmentsApi.resendPickupPin, { id: shipment.id })
    await clerk.send(shipmentsApi.resendPickupPin, { id: shipment.id })
    await expect(clerk.send(shipmentsApi.resendPickupPin, { id: shipment.id })).rejects.toMatchObject({
      status: 429,
    })
    await expect(clerk.send(shipmentsApi.resendPodPin, { id: shipment.id })).rejects.toMatchObject({
      status: 400,
    })
  })

  it('[PP-029] [PP-030] sends the sender a drop-off PIN that differs from the receiver’s, and again until the parcel is dropped off', async () => {
    await open({ notify_email_awaiting_dropoff_collection: false })
    const shipment = await viaLocker('collection')
    const clerk = await p.staff()
    await move(shipment.id, 'awaiting-dropoff')
    await p.settle()
    expect(await clerk.send(shipmentsApi.resendDropoffPin, { id: shipment.id })).toEqual({
      message: 'The PIN was sent to •••• 222.',
      channels: ['sms'],
    })
    const got = codes(shipment.short_tracking_reference)
    const { proof_of_delivery_pin } = (await clerk.send(shipmentsApi.detail, { id: shipment.id })).shipment
    expect(got).toHaveLength(2)
    expect(new Set(got).size).toBe(1)
    expect(got[0]).not.toBe(proof_of_delivery_pin)
    for (const text of texts(shipment.short_tracking_reference)) expect(text).toContain('Rosebank locker')
    const booked = mail.messages().find(({ subject }) => subject.endsWith(': booked'))
    expect(booked?.text).toContain('Drop it off at Rosebank locker.')
    expect(booked?.text).not.toContain('We collect')
    expect(texts(shipment.short_tracking_reference).every((text) => text.startsWith('27831112222 '))).toBe(
      true,
    )
    await move(shipment.id, 'collected')
    await expect(clerk.send(shipmentsApi.resendDropoffPin, { id: shipment.id })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('bulk SMS', () => {
  const inbox = (words: string) =>
    sms
      .messages()
      .filter(({ text }) => text === words)
      .map(({ to }) => to)
      .toSorted()

  it('[NOTE-015] [NOTE-017] sends one message to each number and returns the invalid entries', async () => {
    const words = `No collections on Heritage Day (${p.provider_id}).`
    const answer = await (
      await p.staff()
    ).send(notificationsApi.bulkSms, {
      phone_numbers: ['082 123 4567; +27 83 111 2222', '0821234567\nreception'],
      message: words,
    })
    expect(answer).toEqual({
      job_id: expect.stringMatching(/^\w{12}$/),
      accepted: 2,
      rejected: ['reception'],
      segments: 1,
    })
    await p.settle()
    expect(inbox(words)).toEqual(['27821234567', '27831112222'])
    const outside = await (
      await p.staff()
    ).http('POST', '/notification/bulk/sms', { phone_numbers: '0821234567, 0831112222', message: words })
    expect(outside.body).toMatchObject({ accepted: 2, rejected: [], segments: 1 })
  })

  it('[NOTE-016] rejects a missing list, a missing text, too many parts or numbers with 400, and account users with 403', async () => {
    const clerk = await p.staff()
    const refused = async (input: object) => {
      const { status, body } = await clerk.http('POST', '/notification/bulk/sms', input)
      return `${status} ${(body as { message: string }).message}`
    }
    expect(await refused({ message: 'Hello' })).toBe('400 A bulk SMS needs a list of phone numbers.')
    expect(await refused({ phone_numbers: [], message: 'Hello' })).toBe(
      '400 A bulk SMS needs a list of phone numbers.',
    )
    expect(await refused({ phone_numbers: ['reception'], message: 'Hello' })).toBe(
      '400 None of these is a phone number. Check the list.',
    )
    expect(await refused({ phone_numbers: ['0821234567'] })).toBe('400 A bulk SMS needs a message.')
    expect(await refused({ phone_numbers: ['0821234567'], message: 'a'.repeat(400) })).toBe(
      '400 This message takes 3 parts. Your company sends at most 2. Shorten it.',
    )
    const many = Array.from({ length: 1001 }, (_, index) => `08210${String(index).padStart(5, '0')}`)
    expect(await refused({ phone_numbers: many, message: 'Hello' })).toContain('1000 numbers at most')
    const stranger = await p.owner((await p.given.account()).id)
    expect((await stranger.http('POST', '/notification/bulk/sms', { message: 'Hello' })).status).toBe(403)
  })
})

describe('notes by e-mail', () => {
  const about = (words: string) =>
    mail
      .messages()
      .filter(({ text }) => text.includes(words))
      .flatMap(({ to }) => to)
      .toSorted()

  it('[NOTE-018] [NOTE-019] [NOTE-022] are sent once to each chosen recipient and logged, and internal notes are not sent', async () => {
    const clerk = await p.staff()
    const shipment = await p.given.shipment()
    const owner = await p.owner(shipment.account_id)
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('app_user')
        .set({ email: 'holder@example.com' })
        .where('username', '=', owner.username)
        .execute(),
    )
    const words = `Gate 4 is closed (${p.provider_id}).`
    const note = await clerk.send(shipmentsApi.addNote, {
      shipment_id: shipment.id,
      type: 'external',
      note_type: 'shipment-address-changes',
      message: words,
      email_to: ['collection-contact', 'delivery-contact', 'account-holder'],
    })
    expect(note.note_type).toBe('shipment-address-changes')
    await p.settle()
    expect(about(words)).toEqual(['holder@example.com', 'naledi@example.com', 'riaan@example.com'])
    expect((await log(shipment.id, 'email')).filter(({ event }) => event === 'note')).toHaveLength(3)
    const inside = `Only for us (${p.provider_id}).`
    const plain = await clerk.send(shipmentsApi.addNote, { shipment_id: shipment.id, message: inside })
    expect(plain).toMatchObject({ type: 'internal', note_type: 'shipment-note' })
    await expect(
      clerk.send(shipmentsApi.addNote, {
        shipment_id: shipment.id,
        type: 'internal',
        message: inside,
        email_to: ['delivery-contact'],
      }),
    ).rejects.toMatchObject({ status: 400 })
    await p.settle()
    expect(about(inside)).toEqual([])
  })

  it('[NOTE-020] [NOTE-021] allow the locker kind only for administrators while a network of lockers is on, also about a locker that the company created, and leave out account holders when set', async () => {
    /** Books a parcel to a locker that the company created; returns an administrator and a note about it. */
    const atOwnLocker = async (settings: Record<string, boolean>) => {
      await open({ disable_sending_external_notes_to_accounts: true, ...settings })
      const admin = await p.staff()
      await admin.send(pickupPointsApi.create, own_locker)
      const booked = await p.given.shipment({
        delivery_pickup_point_id: own_locker.pickup_point_id,
        delivery_pickup_point_provider: 'own',
        parcels: [small_parcel()],
      })
      const note = {
        shipment_id: booked.id,
        message: `Door left open (${p.provider_id}).`,
        note_type: 'locker-reservation-details',
      }
      return { admin, booked, note }
    }
    for (const [settings, status] of [
      [{}, 400],
      [{ enable_ram_counters: true }, 400],
      [{ enable_third_party_bob_box: true }, 200],
      [{ enable_tcg_locker: true }, 200],
    ] as const) {
      const { admin, note } = await atOwnLocker(settings)
      const answer = await errorOf(admin.send(shipmentsApi.addNote, note))
      expect(answer.status, JSON.stringify(settings)).toBe(status)
    }
    const { admin: clerk, booked: shipment, note: lockers } = await atOwnLocker({ enable_bob_box: true })
    const words = lockers.message
    await p.owner(shipment.account_id)
    const service = starter_roles.find(({ name }) => name === 'Customer service')?.id ?? 0
    for (const by of [await p.user(service), await p.owner(shipment.account_id)])
      expect(await errorOf(by.send(shipmentsApi.addNote, { ...lockers, type: 'external' }))).toEqual({
        status: 400,
        message: 'You cannot use this type of note. Choose another one.',
      })
    await clerk.send(shipmentsApi.addNote, {
      ...lockers,
      type: 'external',
      email_to: ['delivery-contact', 'account-holder'],
    })
    await p.settle()
    expect(about(words)).toEqual(['naledi@example.com'])
  })
})

describe('SMS delivery reports', () => {
  /** Creates a shipment whose receiver got a message; returns both. */
  const texted = async () => {
    const shipment = await p.given.shipment()
    await p.settle()
    await move(shipment.id, 'collected')
    await p.settle()
    const [text] = sms.messages().filter((one) => one.text.includes(shipment.short_tracking_reference))
    if (!text) throw new Error('No text was sent.')
    return { shipment, text }
  }
  const post = ({ url, body }: { url: string; body: unknown }, by = p) =>
    by.guest().http('POST', new URL(url).pathname.replace(/^\/api/, ''), body)
  const stateOf = async (shipmentId: number) =>
    (await log(shipmentId))
      .filter(({ event }) => event === 'collected')
      .map(({ state, reason }) => [state, reason])

  it('[NOTE-014] store delivery or the failure reason in the communication log, and keep delivered as final', async () => {
    const { shipment, text } = await texted()
    expect(await stateOf(shipment.id)).toEqual([['sent', '']])
    expect((await post(sms.reportOf(text.id, 'pending'))).status).toBe(200)
    expect(await stateOf(shipment.id)).toEqual([['sent', '']])
    await post(sms.reportOf(text.id, 'absent'))
    expect(await stateOf(shipment.id)).toEqual([['failed', 'Absent Subscriber']])
    await post(sms.reportOf(text.id, 'delivered'))
    expect(await stateOf(shipment.id)).toEqual([['delivered', '']])
    // Reports may arrive out of order; a delivered message stays delivered.
    await post(sms.reportOf(text.id, 'absent'))
    expect(await stateOf(shipment.id)).toEqual([['delivered', '']])
  })

  it('do not cause the message to be sent again after a failure', async () => {
    const { shipment, text } = await texted()
    await post(sms.reportOf(text.id, 'absent'))
    const [due] = await p.inTransaction((ctx) =>
      ctx.db
        .selectFrom('message')
        .select(['once_key', 'shipment_id'])
        .where('status', '=', 'failed')
        .execute(),
    )
    await sendDueText(await jobOf(p), {
      once_key: due?.once_key ?? '',
      shipment_id: due?.shipment_id ?? 0,
      pin_of: null,
    })
    expect(await stateOf(shipment.id)).toEqual([['failed', 'Absent Subscriber']])
  })

  it('are accepted only at the company’s own secret URL and do not change messages of other companies', async () => {
    const { shipment, text } = await texted()
    const report = sms.reportOf(text.id, 'delivered')
    const other = await newProvider()
    expect((await post({ ...report, url: report.url.replace(/[^/]+$/, 'x'.repeat(43)) })).status).toBe(404)
    expect((await post(report, other)).status).toBe(404)
    expect(await stateOf(shipment.id)).toEqual([['sent', '']])
    expect((await post({ ...report, body: { results: [{ messageId: 'nobody' }] } })).status).toBe(200)
    expect((await post(report)).status).toBe(200)
    expect(await stateOf(shipment.id)).toEqual([['delivered', '']])
  })
})
