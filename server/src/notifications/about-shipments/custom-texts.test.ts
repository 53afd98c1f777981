import { role_ids } from '@waybill/domain/kit/actor'
import { notificationsApi } from '@waybill/domain/notifications/api'
import type { MessageText } from '@waybill/domain/notifications/message-texts'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { beforeEach, describe, expect, it } from 'vitest'
import { caughtMail, caughtSms } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { newProvider, errorOf, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { insertRole } from '../../identity/index.ts'
import { enterStatus, lockShipment } from '../../shipments/index.ts'

const mail = caughtMail()
const sms = caughtSms()

let p: TestProvider
beforeEach(async () => {
  p = await newProvider({
    provider_title: 'Fynbos Couriers',
    quiet_hours_from: '00:00',
    quiet_hours_to: '00:00',
    sms_max_segments: 2,
  })
  mail.take(p)
  sms.take(p)
})

const to_phone = (text: string, more: Partial<MessageText> = {}): MessageText => ({
  event: 'out_for_delivery',
  recipient: 'delivery',
  channel: 'sms',
  subject: '',
  text,
  ...more,
})
const save = async (...value: MessageText[]) =>
  errorOf((await p.staff()).send(settingsApi.save, { settings: [{ key: 'message_texts', value }] }))
const move = (id: number, to: ShipmentStatus) =>
  p.inTransaction(async (ctx) => enterStatus(ctx, await lockShipment(ctx, id), { to, message: '' }))
const textsOf = (reference: string) =>
  sms.messages().flatMap(({ text }) => (text.includes(reference) ? [text] : []))

describe('custom message texts', () => {
  it('[NOTE-014] are sent by SMS with link and PIN, and logged with a masked PIN', async () => {
    expect(
      await save(to_phone('Hi {{receiver}}, {{reference}} comes today. PIN {{pin}}. {{link}}')),
    ).toMatchObject({ status: 200 })
    const shipment = await p.given.shipment()
    await move(shipment.id, 'out-for-delivery')
    await p.settle()
    const staff = await p.staff()
    const { proof_of_delivery_pin: pin = '' } = (await staff.send(shipmentsApi.detail, { id: shipment.id }))
      .shipment
    const reference = shipment.short_tracking_reference
    const [text = ''] = textsOf(reference)
    expect(text).toMatch(
      new RegExp(
        `^Fynbos Couriers: Hi Naledi Mokoena, ${reference} comes today\\. PIN ${pin}\\. http\\S+/s/\\w{7}$`,
      ),
    )
    const { messages } = await staff.send(notificationsApi.log, {
      shipment_id: shipment.id,
      channel: 'sms',
      limit: 9,
    })
    expect(messages[0]?.text).toContain('PIN ••••.')
    expect(messages[0]?.text).not.toContain(pin)
  })

  it('[NOTE-014] are sent by e-mail in the standard layout, with inserted values escaped as plain text', async () => {
    const own = to_phone('Good news, {{receiver}}\n\n<i>{{reference}}</i> is with you.\n\n{{sentence}}', {
      event: 'delivered',
      channel: 'email',
      subject: '{{reference}} is there, {{receiver}}',
    })
    expect(await save(own)).toMatchObject({ status: 200 })
    const shipment = await p.given.shipment({
      delivery_contact: {
        name: '<b>{{pin}} {{#if x}}',
        mobile_number: '0821234567',
        email: 'naledi@example.com',
      },
    })
    await move(shipment.id, 'delivered')
    await p.settle()
    const reference = shipment.short_tracking_reference
    const mailing = mail.messages().find(({ subject }) => subject.includes(`${reference} is there`))
    expect(mailing?.subject).toBe(`${reference} is there, <b>{{pin}} {{#if x}}`)
    expect(mailing?.text).toContain('Good news, <b>{{pin}} {{#if x}}')
    expect(mailing?.html).toContain('Good news, &lt;b&gt;{{pin}} {{#if x}}')
    expect(mailing?.html).toContain(`&lt;i&gt;${reference}&lt;/i&gt; is with you.`)
    expect(mailing?.html).not.toContain('<i>')
    expect(mailing?.html).toContain('Track the parcel')
  })

  it('are replaced by the standard text when real values make an SMS too long, and after they are removed', async () => {
    await save(to_phone(`{{receiver}} {{receiver}} {{receiver}} PIN {{pin}} {{link}}`))
    const long = { name: 'Wilhelmina Jacoba '.repeat(9).trim(), mobile_number: '0821234567' }
    const shipment = await p.given.shipment({ delivery_contact: long })
    await move(shipment.id, 'out-for-delivery')
    await p.settle()
    expect(textsOf(shipment.short_tracking_reference)).toEqual([
      expect.stringContaining('is out for delivery.'),
    ])
    await save()
    const other = await p.given.shipment()
    await move(other.id, 'out-for-delivery')
    await p.settle()
    expect(textsOf(other.short_tracking_reference)).toEqual([expect.stringContaining('is out for delivery.')])
  })

  it('do not insert the PIN into a name that looks like a masked PIN', async () => {
    await save(to_phone('{{receiver}}: {{reference}}, PIN {{pin}} {{link}}'))
    const shipment = await p.given.shipment({
      delivery_contact: { name: '•••• @@@@', mobile_number: '0821234567' },
    })
    await move(shipment.id, 'out-for-delivery')
    await p.settle()
    const [text = ''] = textsOf(shipment.short_tracking_reference)
    expect(text).toMatch(/, PIN \d{4} http/)
    expect(text).not.toMatch(/[•@]/)
  })

  it.each([
    [to_phone('{{nobody}} {{pin}} {{link}}'), /no field \{\{nobody\}\} here\. There are \{\{company\}\}/],
    [to_phone('PIN {{pin}}'), /\{\{link\}\} exactly once/],
    [to_phone('{{link}}'), /\{\{pin\}\} exactly once/],
    [to_phone('{{#if pin}}{{pin}} {{link}}'), /is not closed/],
    [to_phone(`${'long '.repeat(80)}{{pin}} {{link}}`), /takes \d parts\. At most 2 are allowed\./],
    [to_phone('x', { channel: 'email', subject: '' }), /Write a subject/],
    [to_phone('x {{link}}', { event: 'in_transit' }), /message does not exist/],
    [{ ...to_phone('x {{link}}'), channel: 'whatsapp' } as never, /must be a list of texts/],
  ])('are rejected with 400 when invalid or when two are for the same message: %j', async (text, message) => {
    const refused = await save(text)
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.message).toMatch(message)
    expect(await save(to_phone('{{pin}} {{link}}'), to_phone('{{link}} {{pin}}'))).toMatchObject({
      status: 400,
      message: /two texts for Out for delivery, SMS to the delivery contact/,
    })
  })

  it('cannot be changed without the template permission, even by a user who may change other settings', async () => {
    const administrator = starter_roles.find(({ id }) => id === role_ids.administrator)
    await p.inTransaction((ctx) =>
      insertRole(ctx, {
        id: 60,
        name: 'Settings only',
        label: '',
        permissions: (administrator?.permissions ?? []).filter(
          (one) => one !== 'INLINE_edit_notification_templates',
        ),
        permissions_ui: [],
        require_2fa: false,
      }),
    )
    const clerk = await p.user(60)
    const change = (key: string, value: unknown) =>
      errorOf(clerk.send(settingsApi.save, { settings: [{ key, value }] }))
    expect(await change('sms_max_segments', 3)).toMatchObject({ status: 200 })
    expect(await change('message_texts', [])).toMatchObject({ status: 403, message: /Message texts/ })
  })
})
