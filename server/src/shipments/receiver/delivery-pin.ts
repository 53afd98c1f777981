import type { AddressParts } from '@waybill/domain/accounts/address'
import { e164 } from '@waybill/domain/kit/contacts/phone-number'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import {
  checkPin,
  positionIn,
  replacesPosition,
  requirePin,
  uncorrectedPin,
  type PinData,
} from '@waybill/domain/shipments/receiver/typed-position'
import { delivery_pin_retention_days, self_service_correct_pin } from '@waybill/domain/shipments/settings'
import { shipmentEdited } from '@waybill/domain/shipments/events'
import type { NewShipment } from '@waybill/domain/shipments/model'
import type { EventCode } from '@waybill/domain/shipments/statuses/tracking-event'
import { placeHash, saveAddresses } from '../../accounts/index.ts'
import type { BaseContext, Context, ExternalContext } from '../../kit/handler.ts'
import { place, providerMap, type Point } from '../../maps/index.ts'
import { pointOf, type CorrectedPosition } from '../../rates/index.ts'
import { insertEvents, readEvents, updateShipment, type ShipmentRow } from '../store.ts'
import {
  deleteDeliveryPins,
  findDeliveryPin,
  hasDeliveryPins,
  saveDeliveryPin,
  type PinOwner,
} from './delivery-pin-store.ts'
import { receiver_source } from './receiver-source.ts'
import { lockReceiverChoices } from './self-service.ts'

/** Returns whose pin it is; `null` for an address without a street or a contact without a phone number. */
function pinOwner(
  reader: BaseContext,
  address: AddressParts,
  contact: { mobile_number?: string | undefined } | null | undefined,
): PinOwner | null {
  const place = placeHash(address)
  const number = e164(contact?.mobile_number ?? '')
  return place !== null && number !== null
    ? { place, contact: reader.sealer.digest('receiver of a delivery pin', number) }
    : null
}

/**
 * Moves the pin of a delivery to the position in a pasted text, and stores it for the next parcel to the same address
 * and number (decisions 0137 and 0157). Price, hub and driver stay as they are, because the address is the same.
 */
export async function correctPin(ctx: Context, reference: string, text: string): Promise<void> {
  const { row, address, may_correct_pin } = await lockReceiverChoices(ctx, reference)
  if (!may_correct_pin)
    throw wrongState('You cannot correct the position of this delivery here. Please contact us.')
  const pin = requirePin(positionIn(text))
  const events = (await readEvents(ctx, [row.id])).filter(({ source }) => source === receiver_source)
  const first = uncorrectedPin(
    pointOf(address),
    events.map(({ data }) => data),
  )
  ensure(checkPin(pin, first, await isServed(ctx, row, pin)))
  const owner = pinOwner(ctx, address, row.delivery_contact)
  if (owner) await saveDeliveryPin(ctx, { ...owner, ...pin, shipment_id: row.id })
  const [addressId = 0] = await saveAddresses(ctx, [{ ...address, ...pin }])
  await updateShipment(ctx, row.id, { delivery_address_id: addressId })
  await insertEvents(ctx, row.id, [
    {
      date: ctx.now,
      status: 'booking-changed' satisfies EventCode,
      message: 'The receiver corrected the position of the delivery address.',
      data: { pin, first_pin: first ?? pin } satisfies PinData,
      source: receiver_source,
      is_public: false,
    },
  ])
  await ctx.emit(shipmentEdited, { shipment_id: row.id, fields: ['delivery_address'] })
}

/** Returns whether the branch that delivers a shipment serves a position. */
async function isServed(ctx: Context, row: ShipmentRow, pin: Point): Promise<boolean> {
  const { branch } = place(await providerMap(ctx), pin, 'delivery')
  return branch !== null && branch.id === row.delivery_branch_id
}

/** Number of positions that are deleted in one transaction. */
const batch = 1_000

/** Deletes positions that receivers corrected longer ago than the company keeps them. Scheduled job. */
export async function deleteOldPins(ctx: ExternalContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - ctx.setting(delivery_pin_retention_days) * day_ms)
  while ((await ctx.inTransaction((inner) => deleteDeliveryPins(inner, before, batch))) === batch);
}

/**
 * Finds the position that the receiver of a booking corrected for an earlier parcel. It is stored for the whole address,
 * so it is looked up once the geocoder has filled in what the sender left out. Sent coordinates of another place stay.
 */
export function correctedPin(
  ctx: ExternalContext,
  { delivery_address: sent, delivery_contact: contact }: NewShipment,
): CorrectedPosition {
  return async (address) => {
    if (!ctx.setting(self_service_correct_pin) || !(await hasDeliveryPins(ctx))) return null
    const owner = pinOwner(ctx, address, contact)
    const pin = owner && (await ctx.inTransaction((inner) => findDeliveryPin(inner, owner)))
    return pin && replacesPosition(pin, sent ? pointOf(sent) : null) ? pin : null
  }
}
