import type { MessageEvent } from '@waybill/domain/notifications/message-events'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { expect, it } from 'vitest'
import { own_locker, small_parcel } from '../../../dev/test-kit/own-locker.ts'
import { newProvider } from '../../../dev/test-kit/provider.ts'
import { composeText } from '../sms/compose-text.ts'
import { readNotifiedShipment, type NotifiedShipment } from '../store.ts'
import { compose, type MessageKind } from './compose-message.ts'

const other_switches = {
  self_service_change_locker: false,
  self_service_change_address: false,
  self_service_instructions: false,
  self_service_authorised_person: false,
  self_service_correct_pin: false,
}

/** Returns what the e-mail and the SMS of each kind offer the receiver, in a company with these settings. */
async function offersOf(
  settings: Readonly<Record<string, unknown>>,
  kinds: readonly MessageKind[],
  more: Partial<NotifiedShipment> = {},
): Promise<string[]> {
  const p = await newProvider(settings)
  const { id } = await p.given.shipment({ status: 'at-hub' })
  return p.inTransaction(async (ctx) => {
    const found = await readNotifiedShipment(ctx, id)
    if (!found) throw new Error(`Shipment ${id} was not found.`)
    const shipment = { ...found, ...more }
    const texts: string[] = []
    for (const kind of kinds) {
      const mail = compose(ctx, kind, 'delivery', shipment).text
      const sms = await composeText(ctx, 'sms', kind, 'delivery', shipment)
      const [, label = ''] = /(.*): \S+\/reschedule\//.exec(mail) ?? []
      const [, call = ''] = /(Choose another day|Change this delivery):/.exec(sms) ?? []
      texts.push(`${label}|${call}`)
    }
    return texts
  })
}

const before: readonly MessageEvent[] = ['submitted', 'collected', 'at_destination_hub']

it('offers another day before delivery and after a failed attempt', async () => {
  const offers = await offersOf({ self_service_change_date: true }, [...before, 'delivery_failed_attempt'])
  expect(offers).toEqual([
    ...before.map(() => 'Choose another day|'),
    'Choose another day|Choose another day',
  ])
})

it('offers other changes when the company does not let receivers choose the day', async () => {
  const settings = { ...other_switches, self_service_change_date: false, self_service_instructions: true }
  expect(await offersOf(settings, [...before, 'delivery_failed_attempt'])).toEqual([
    ...before.map(() => 'Change this delivery|'),
    'Change this delivery|Change this delivery',
  ])
})

it('offers nothing when nothing may be changed', async () => {
  expect(
    await offersOf({ ...other_switches, self_service_change_date: false }, [
      'submitted',
      'delivery_failed_attempt',
    ]),
  ).toEqual(['|', '|'])
})

it('offers nothing with a link that is spent', async () => {
  expect(
    await offersOf({ max_reschedules: 3 }, ['delivery_rescheduled', 'delivery_failed_attempt'], {
      delivery_reschedules: 3,
    }),
  ).toEqual(['|', '|'])
})

/** What a message is about: its kind, the number of parcels, and the pickup point of the company. */
interface Given {
  kind?: MessageKind
  parcels?: number
  point?: Input<typeof pickupPointsApi.create> | null
}

it('names the replies in an SMS before delivery whose sender is a number, as far as they are possible', async () => {
  const hintOf = async (
    settings: Readonly<Record<string, unknown>>,
    { kind = 'collected', parcels = 1, point = own_locker }: Given = {},
  ) => {
    const p = await newProvider({ sms_sender_id: '27820001111', sms_max_segments: 3, ...settings })
    if (point) await (await p.staff()).send(pickupPointsApi.create, point)
    const { id } = await p.given.shipment({
      status: 'at-hub',
      parcels: Array.from({ length: parcels }, () => small_parcel()),
    })
    return p.inTransaction(async (ctx) => {
      const shipment = await readNotifiedShipment(ctx, id)
      const sms = shipment ? await composeText(ctx, 'sms', kind, 'delivery', shipment) : ''
      return /\S+\/s\/\S+ ?(.*)$/.exec(sms)?.[1]
    })
  }
  const all = { self_service_change_date: true, self_service_change_locker: true }
  expect(await hintOf(all)).toBe('Reply CHANGE to change the delivery, LOCKER for a pickup point.')
  const withoutPoint = 'Reply CHANGE to change the delivery.'
  expect(await hintOf({ ...all, self_service_change_locker: false })).toBe(withoutPoint)
  expect(await hintOf(all, { parcels: 2 })).toBe(withoutPoint)
  for (const point of [null, { ...own_locker, is_hidden: true }])
    expect(await hintOf(all, { point })).toBe(withoutPoint)
  expect(await hintOf({ ...other_switches, self_service_change_date: false })).toBe('')
  expect(await hintOf({ ...all, sms_sender_id: 'Fynbos' })).toBe('')
  expect(await hintOf(all, { kind: 'in_transit' })).toBe('')
})
