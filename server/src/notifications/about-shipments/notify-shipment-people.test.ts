import { accountsApi } from '@waybill/domain/accounts/api'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { mailPort, MailRejectedError, type Mailer, type CompanyMailServer } from '../../kit/mail/index.ts'
import type { CaughtMail } from '../../../dev/catchers/caught-mail.ts'
import { mailCatcher, type MailCatcher } from '../../../dev/catchers/mail-catcher.ts'
import { externalContext } from '../../db/transaction.ts'
import { jobFacts } from '../../jobs/outbox.ts'
import { systemActor } from '@waybill/domain/kit/actor'
import { insertRole } from '../../identity/index.ts'
import { enterStatus, lockShipment } from '../../shipments/index.ts'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { notifyMoved } from '../index.ts'

let catcher: MailCatcher
beforeAll(async () => {
  catcher = await mailCatcher({ host: '127.0.0.1', smtp_port: 0, http_port: 0 })
})
afterAll(() => catcher.close())

let p: TestProvider
const usePort = (mailer: Mailer) => p.runtime.runtime.adapters.set(mailPort.name, mailer)
beforeEach(async () => {
  p = await newProvider({ provider_title: 'Fynbos Couriers', theme_primary: '#7C3AED' })
  usePort(catcher.mailer)
})

const move = (id: number, to: ShipmentStatus, message = '') =>
  p.inTransaction(async (ctx) => enterStatus(ctx, await lockShipment(ctx, id), { to, message }))
/** Returns the e-mails sent about a shipment, oldest first. */
const sentAbout = (reference: string): CaughtMail[] =>
  catcher
    .messages()
    .filter((mail) => mail.subject.startsWith(reference))
    .toReversed()
const lines = (reference: string): string[] =>
  sentAbout(reference).map((mail) => `${mail.to.join()} ${mail.subject.slice(reference.length + 2)}`)
const logOf = async (shipmentId: number) =>
  (await (await p.staff()).send(notificationsApi.log, { shipment_id: shipmentId, channel: 'email' })).messages

describe('messages to the contacts of a shipment', () => {
  it('[NOTE-007] sends sender and receiver their own messages in the provider’s name', async () => {
    const shipment = await p.given.shipment()
    const reference = shipment.short_tracking_reference
    await p.settle()
    expect(lines(reference)).toEqual(['riaan@example.com booked'])
    await move(shipment.id, 'out-for-delivery')
    await p.settle()
    await move(shipment.id, 'delivered')
    await p.settle()
    expect(lines(reference)).toEqual([
      'riaan@example.com booked',
      'naledi@example.com out for delivery',
      'naledi@example.com delivered',
      'riaan@example.com delivered',
    ])
    const [, out] = sentAbout(reference)
    expect(out?.from).toMatch(/^Fynbos Couriers </)
    expect(out?.html).toContain('#7C3AED')
    expect(out?.text).toContain(`http://p${p.provider_id}.test/track?ref=${reference}`)
    expect(out?.text).toMatch(/PIN for the driver: \d{4}/)
    expect(sentAbout(reference)[2]?.text).not.toContain('PIN')
    const log = await logOf(shipment.id)
    expect(log.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent'])
    expect(log.find(({ event }) => event === 'out_for_delivery')?.text).toContain('PIN for the driver: ••••')
  })

  it('uses the company’s own mail server once it is configured', async () => {
    const through: (CompanyMailServer | null)[] = []
    usePort({
      send: (mail, own) => {
        through.push(own)
        return catcher.mailer.send(mail)
      },
    })
    await p.given.shipment()
    await p.settle()
    const settings = {
      email_provider: 'smtp',
      smtp_host: 'mail.fynbos.example',
      smtp_port: 465,
      smtp_user: 'waybill',
      smtp_password: 'korrekte perd',
    }
    await (
      await p.staff()
    ).send(settingsApi.save, {
      settings: Object.entries(settings).map(([key, value]) => ({ key, value })),
    })
    await p.given.shipment()
    await p.settle()
    expect(through).toEqual([
      null,
      { host: 'mail.fynbos.example', port: 465, user: 'waybill', password: 'korrekte perd' },
    ])
  })

  it('sends one message per event however often the subscriber runs, and again for a second attempt', async () => {
    const shipment = await p.given.shipment({ status: 'out-for-delivery' })
    const reference = shipment.short_tracking_reference
    await p.settle()
    await move(shipment.id, 'delivery-failed-attempt', 'Nobody at home')
    await p.settle()
    const ctx = await externalContext(p.runtime.runtime, {
      actor: systemActor(p.provider_id),
      request: jobFacts(p.runtime.runtime, 'again'),
    })
    const payload = {
      shipment_id: shipment.id,
      from: 'out-for-delivery',
      to: 'delivery-failed-attempt',
    } as const
    await Promise.all([notifyMoved(ctx, payload), notifyMoved(ctx, payload)])
    const failed = () => lines(reference).filter((line) => line.endsWith('we could not deliver'))
    expect(failed()).toEqual([
      'naledi@example.com we could not deliver',
      'riaan@example.com we could not deliver',
    ])
    expect(sentAbout(reference).at(-1)?.text).toContain('Nobody at home')
    await move(shipment.id, 'out-for-delivery')
    await p.settle()
    await move(shipment.id, 'delivery-failed-attempt', 'Gate locked')
    await p.settle()
    expect(failed()).toHaveLength(4)
  })

  it('sends nothing for a muted shipment, a message that is switched off or an account that opted out', async () => {
    const muted = await p.given.shipment({ mute_notifications: true, status: 'delivered' })
    const account = await p.given.account()
    await (
      await p.staff()
    ).send(accountsApi.change, {
      id: account.id,
      disable_out_for_delivery_email: true,
    })
    const quiet = await p.given.shipment({ account_id: account.id })
    await p.settle()
    await move(quiet.id, 'out-for-delivery')
    await p.settle()
    expect(lines(muted.short_tracking_reference)).toEqual([])
    expect(lines(quiet.short_tracking_reference)).toEqual(['riaan@example.com booked'])
    p = await newProvider({ notify_email_submitted_collection: false })
    const unwanted = await p.given.shipment()
    await p.settle()
    expect(lines(unwanted.short_tracking_reference)).toEqual([])
  })

  it('[FMT-012] sends to at most ten addresses of a list, and once to an address of both contacts', async () => {
    const many = Array.from({ length: 12 }, (_, index) => `to${index}@example.com`).join('; ')
    const shipment = await p.given.shipment({
      collection_contact: { name: 'Riaan', mobile_number: '0215550142', email: many },
      delivery_contact: {
        name: 'Naledi',
        mobile_number: '0821234567',
        email: 'TO1@example.com,no@example.com',
      },
    })
    await p.settle()
    expect(sentAbout(shipment.short_tracking_reference)).toHaveLength(10)
    await move(shipment.id, 'delivered')
    await p.settle()
    const delivered = lines(shipment.short_tracking_reference).filter((line) => line.endsWith('delivered'))
    expect(delivered).toHaveLength(11)
    expect(delivered.filter((line) => /to1@/i.test(line))).toHaveLength(1)
  })

  it('logs a failure with its reason and retries it, and logs a rejection as failed', async () => {
    let isAway = true
    usePort({
      async send(mail) {
        if (isAway) throw new Error('The mail server is away.')
        return catcher.mailer.send(mail)
      },
    })
    const shipment = await p.given.shipment()
    const reference = shipment.short_tracking_reference
    await p.settle()
    expect(await logOf(shipment.id)).toMatchObject([{ state: 'failed', reason: 'The mail server is away.' }])
    isAway = false
    p.runtime.setNow(new Date(Date.now() + 60_000))
    await p.settle()
    p.runtime.setNow(null)
    expect(lines(reference)).toEqual(['riaan@example.com booked'])
    expect(await logOf(shipment.id)).toMatchObject([{ state: 'sent', reason: '' }])
    usePort({
      async send() {
        throw new MailRejectedError('No such mailbox.')
      },
    })
    const rejected = await p.given.shipment()
    await p.settle()
    expect(await logOf(rejected.id)).toMatchObject([{ state: 'failed', reason: 'No such mailbox.' }])
  })

  it('is still about its own event when it is tried again after a later event of the same status', async () => {
    let isAway = true
    usePort({
      async send(mail) {
        if (isAway) throw new Error('The mail server is away.')
        return catcher.mailer.send(mail)
      },
    })
    const { id } = await p.given.shipment({ status: 'out-for-delivery' })
    await p.settle()
    await move(id, 'delivery-failed-attempt')
    await move(id, 'out-for-delivery')
    isAway = false
    p.runtime.setNow(new Date(Date.now() + 60_000))
    await p.settle()
    p.runtime.setNow(null)
    expect((await logOf(id)).filter(({ state }) => state !== 'sent' && state !== 'skipped')).toEqual([])
  })

  it('skips a message that no longer matches the status of the shipment', async () => {
    const shipment = await p.given.shipment()
    await move(shipment.id, 'out-for-delivery')
    await move(shipment.id, 'delivered')
    await p.settle()
    const log = await logOf(shipment.id)
    expect(log.find(({ event }) => event === 'out_for_delivery')).toMatchObject({
      state: 'skipped',
      reason: 'The shipment was already delivered.',
    })
  })

  it('masks addresses in the log for users who may not see contact details, and hides the log from other accounts and guests', async () => {
    const shipment = await p.given.shipment()
    await p.settle()
    await p.inTransaction((ctx) =>
      insertRole(ctx, {
        id: 40,
        name: 'Log reader',
        label: 'Log reader',
        permissions: ['API_/shipments/communication-log:GET'],
        permissions_ui: [],
        require_2fa: false,
      }),
    )
    const read = (caller: Caller) =>
      caller.send(notificationsApi.log, { shipment_id: shipment.id, channel: 'email' })
    expect((await read(await p.staff())).messages[0]?.recipient).toBe('riaan@example.com')
    expect((await read(await p.user(40))).messages[0]?.recipient).toBe('r•••@example.com')
    const stranger = await p.user(40, { account_id: (await p.given.account()).id })
    await expect(read(stranger)).rejects.toThrow('Could not find shipment')
    await expect(read(p.guest())).rejects.toThrow()
  })
})

describe('messages to the courier company', () => {
  it('[NOTE-009] notifies support, the operations manager or no one of a cancellation, as configured', async () => {
    const whom = async (contact: string) => {
      const q = await newProvider({
        notify_cancel_provider_contact: contact,
        notify_email_cancelled_collection: false,
        support_email: 'support@fynbos.example',
        ops_manager_email: 'ops@fynbos.example',
      })
      const shipment = await q.given.shipment()
      const clerk = await q.staff()
      await clerk.send(shipmentsApi.cancel, { id: shipment.id, message: 'Booked twice' })
      await q.settle()
      const mailings = sentAbout(`${shipment.short_tracking_reference}: cancelled`)
      for (const { text } of mailings) expect(text).toContain('Booked twice.')
      return mailings.flatMap(({ to }) => to)
    }
    expect(await whom('support')).toEqual(['support@fynbos.example'])
    expect(await whom('ops-manager')).toEqual(['ops@fynbos.example'])
    expect(await whom('none')).toEqual([])
  })
})

describe('resending the PIN', () => {
  const inTransit = async () => {
    const { id: accountId } = await p.given.account()
    const shipment = await p.given.shipment({ account_id: accountId, status: 'out-for-delivery' })
    await p.settle()
    return { shipment, account_id: accountId, reference: shipment.short_tracking_reference }
  }

  it('[PP-027] sends the receiver the same PIN, keeps it out of the log and adds a timeline entry', async () => {
    const { shipment, account_id, reference } = await inTransit()
    const owner = await p.owner(account_id)
    const answer = await owner.send(shipmentsApi.resendPodPin, { id: shipment.id })
    expect(answer).toEqual({
      message: 'The PIN was sent to •••• 567, n•••@example.com.',
      channels: ['sms', 'email'],
    })
    const { proof_of_delivery_pin: pin } = (
      await (await p.staff()).send(shipmentsApi.detail, { id: shipment.id })
    ).shipment
    const mail = sentAbout(reference).at(-1)
    expect(mail).toMatchObject({ subject: `${reference}: your PIN` })
    expect(mail?.to.join()).toContain('naledi@example.com')
    expect(mail?.text).toContain(`PIN for the driver: ${pin}`)
    const [newest] = await logOf(shipment.id)
    expect(newest).toMatchObject({ event: 'pod_pin_again', state: 'sent' })
    expect(newest?.text).not.toContain(pin)
    const { events } = await (await p.staff()).send(shipmentsApi.detail, { id: shipment.id })
    expect(events[0]).toMatchObject({
      status: 'pod-pin-sent',
      message: 'The PIN was sent again to •••• 567, n•••@example.com.',
      source: owner.username,
    })
  })

  it('is allowed three times a day, and only while the parcel is out for delivery', async () => {
    const { shipment } = await inTransit()
    const clerk = await p.staff()
    const again = () => clerk.send(shipmentsApi.resendPodPin, { id: shipment.id })
    for (let time = 0; time < 3; time += 1) await again()
    await expect(again()).rejects.toMatchObject({ status: 429 })
    p.runtime.setNow(new Date(Date.now() + 86_400_000))
    await again()
    p.runtime.setNow(null)
    await move(shipment.id, 'delivered')
    await expect(again()).rejects.toThrow('while the parcel is out for delivery')
    const early = await p.given.shipment()
    await expect(clerk.send(shipmentsApi.resendPodPin, { id: early.id })).rejects.toMatchObject({
      status: 400,
    })
  })

  it('returns 403 to staff without the permission, 404 for another account’s shipment, and uses the only available channel', async () => {
    const { shipment } = await inTransit()
    await p.inTransaction((ctx) =>
      insertRole(ctx, {
        id: 70,
        name: 'Trainee',
        label: 'Trainee',
        permissions: ['API_/shipments/resend-pod-pin:POST'],
        permissions_ui: [],
        require_2fa: false,
      }),
    )
    const trainee = await p.user(70)
    await expect(trainee.send(shipmentsApi.resendPodPin, { id: shipment.id })).rejects.toMatchObject({
      status: 403,
    })
    const stranger = await p.owner((await p.given.account()).id)
    await expect(stranger.send(shipmentsApi.resendPodPin, { id: shipment.id })).rejects.toMatchObject({
      status: 404,
    })
    const silent = await p.given.shipment({
      status: 'out-for-delivery',
      delivery_contact: { name: 'Naledi', mobile_number: '082 555 0199', email: '' },
    })
    expect(await (await p.staff()).send(shipmentsApi.resendPodPin, { id: silent.id })).toMatchObject({
      channels: ['sms'],
    })
  })
})

describe('sending a link again', () => {
  const linkAgain = async (id: number, link: 'track' | 'reschedule' | 'rate' | 'pay') =>
    (await p.staff()).send(shipmentsApi.resendLink, { id, link })

  it('sends the receiver the link by SMS and email, logs it and adds a timeline entry', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    await p.settle()
    const reference = shipment.short_tracking_reference
    expect(await linkAgain(shipment.id, 'track')).toEqual({
      message: 'The link was sent to •••• 567, n•••@example.com.',
      channels: ['sms', 'email'],
    })
    const mail = sentAbout(reference).at(-1)
    expect(mail).toMatchObject({ subject: `${reference}: where your parcel is` })
    expect(mail?.to.join()).toContain('naledi@example.com')
    expect(mail?.text).toContain(`/track?ref=${reference}`)
    const [newest] = await logOf(shipment.id)
    expect(newest).toMatchObject({ event: 'tracking_link_again', state: 'sent' })
    const { events } = await (await p.staff()).send(shipmentsApi.detail, { id: shipment.id })
    expect(events[0]).toMatchObject({
      status: 'link-sent',
      message: 'Track the parcel: the link was sent again to •••• 567, n•••@example.com.',
    })
    await linkAgain(shipment.id, 'reschedule')
    expect(sentAbout(reference).at(-1)?.text).toContain('/reschedule/')
  })

  it('allows each link three times a day, and only while it is of use', async () => {
    const shipment = await p.given.shipment({ status: 'at-hub' })
    for (let time = 0; time < 3; time += 1) await linkAgain(shipment.id, 'track')
    await expect(linkAgain(shipment.id, 'track')).rejects.toMatchObject({ status: 429 })
    await expect(linkAgain(shipment.id, 'rate')).rejects.toThrow('once it is delivered')
    await expect(linkAgain(shipment.id, 'pay')).rejects.toThrow('does not wait for a payment')
    await move(shipment.id, 'out-for-delivery')
    await move(shipment.id, 'delivered')
    await expect(linkAgain(shipment.id, 'reschedule')).rejects.toThrow('has ended')
    await linkAgain(shipment.id, 'rate')
    expect(sentAbout(shipment.short_tracking_reference).at(-1)?.text).toContain('/rate/')
    const owner = await p.owner(shipment.account_id)
    await expect(
      owner.send(shipmentsApi.resendLink, { id: shipment.id, link: 'track' }),
    ).rejects.toMatchObject({ status: 403 })
  })
})
