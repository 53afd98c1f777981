import { e164 } from '@waybill/domain/kit/contacts/phone-number'
import { minute_ms } from '@waybill/domain/kit/dates/durations'
import type { BaseContext } from '../../kit/handler.ts'
import type { ShipmentRow } from '../store.ts'

/** How long a receiver who proved their number may use the page without proving it again. */
const valid_ms = 30 * minute_ms

type Held = Pick<ShipmentRow, 'id' | 'delivery_contact'>

function textOf(reader: BaseContext, { id, delivery_contact }: Held, expires: number): string {
  const number = e164(delivery_contact.mobile_number ?? '') ?? ''
  return ['receiver of a shipment', reader.provider_id, id, number, expires].join('\n')
}

/**
 * Returns the key with which a verified receiver reads one shipment for 30 minutes. Links and forms of the tracking
 * page carry it, because public pages set no cookies (decision 0137). It ends early when the receiver's number changes.
 */
export function receiverKey(reader: BaseContext, row: Held): string {
  const expires = Math.floor((reader.now.getTime() + valid_ms) / 1_000)
  return `${expires}.${reader.sealer.sign(textOf(reader, row, expires))}`
}

/** Whether a key was made for this shipment and is still valid. */
export function isReceiverKey(reader: BaseContext, row: Held, key: string): boolean {
  const [, seconds = '', signature = ''] = /^(\d{10})\.([\w-]{20,100})$/.exec(key) ?? []
  const expires = Number(seconds)
  return (
    expires * 1_000 > reader.now.getTime() && reader.sealer.verifies(textOf(reader, row, expires), signature)
  )
}
