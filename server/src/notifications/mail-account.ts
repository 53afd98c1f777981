import type { PayloadOf } from '@waybill/domain/kit/event'
import { withFullStop } from '@waybill/domain/kit/format'
import type { Setting } from '@waybill/domain/kit/setting'
import {
  notify_on_hold_account,
  notify_returned_to_sender_account,
  notify_undeliverable_account,
} from '@waybill/domain/notifications/settings'
import type { shipmentMoved } from '@waybill/domain/shipments/events'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import { ownerEmails } from '../identity/index.ts'
import type { Ctx, PartnerCtx, Reader } from '../kit/verb.ts'
import { portalOf, referenceOf } from './compose.ts'
import { type Letter } from './letter.ts'
import { planLetters, sendLetters, type PlannedLetter } from './remembered-letters.ts'
import { newestEvent, readToldShipment, type ToldShipment } from './store.ts'

type Moved = PayloadOf<typeof shipmentMoved>

/** What the owners of an account hear of beside the messages to sender and receiver. */
const told: Partial<Record<ShipmentStatus, { on: Setting<boolean>; subject: string; sentence: string }>> = {
  'on-hold': { on: notify_on_hold_account, subject: 'on hold', sentence: 'is on hold.' },
  'returned-to-sender': {
    on: notify_returned_to_sender_account,
    subject: 'returned to the sender',
    sentence: 'has been returned to the sender.',
  },
  undeliverable: {
    on: notify_undeliverable_account,
    subject: 'cannot be delivered',
    sentence: 'cannot be delivered.',
  },
}

/** Whether the account hears of a move by e-mail. */
export function isAccountMailed(reader: Reader, { to, is_release }: Moved): boolean {
  const about = told[to]
  return !is_release && about !== undefined && reader.setting(about.on)
}

/** Tells the owners of the account, each once for each time. A reaction after the commit. */
export async function mailAccount(ctx: PartnerCtx, moved: Moved): Promise<void> {
  await sendLetters(ctx, await ctx.work((work) => planAccountLetters(work, moved)))
}

async function planAccountLetters(ctx: Ctx, { shipment_id, to }: Moved): Promise<PlannedLetter[]> {
  const shipment = await readToldShipment(ctx, shipment_id)
  const about = told[to]
  if (!shipment || !about || shipment.mute_notifications) return []
  const { id = 0 } = (await newestEvent(ctx, shipment_id, to)) ?? {}
  const letter = letterOf(ctx, shipment, about)
  const event = to.replaceAll('-', '_')
  const planned = (await ownerEmails(ctx, shipment.account_id)).map((address) => ({
    address,
    once_key: `email:account_${event}:${shipment_id}:${id}:${address.toLowerCase()}`,
    letter,
  }))
  const body = [letter.headline, ...letter.lines].join('\n\n')
  return planLetters(ctx, { shipment_id, account_id: shipment.account_id, event, body }, planned)
}

function letterOf(
  reader: Reader,
  shipment: ToldShipment,
  { subject, sentence }: { subject: string; sentence: string },
): Letter {
  const reference = referenceOf(shipment)
  const place = [shipment.receiver_company, shipment.receiver_suburb].filter(Boolean).join(', ')
  return {
    subject: `${reference}: ${subject}`,
    headline: `${reference} ${sentence}`,
    lines: [
      shipment.tracking_message && withFullStop(shipment.tracking_message),
      place && `It was going to ${place}.`,
      shipment.customer_reference && `Your reference: ${shipment.customer_reference}`,
    ].filter((line): line is string => Boolean(line)),
    button: { label: 'Open the shipment', link: `${portalOf(reader)}/shipments/${shipment.id}` },
  }
}
