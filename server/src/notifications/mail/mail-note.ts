import type { PayloadOf } from '@waybill/domain/kit/event'
import { noteInboxText } from '@waybill/domain/notifications/inbox-texts'
import { emailRecipients } from '@waybill/domain/notifications/recipients'
import type { noteAdded } from '@waybill/domain/shipments/events'
import { disable_sending_external_notes_to_accounts } from '@waybill/domain/shipments/settings'
import { ownerEmails } from '../../identity/index.ts'
import type { Context, ExternalContext, BaseContext } from '../../kit/handler.ts'
import { readNotifiedNote } from '../inbox/inbox-store.ts'
import { portalOf } from '../about-shipments/compose-message.ts'
import { type Mailing } from './send-mailing.ts'
import { planMailings, sendMailings } from './planned-mailings.ts'

type Added = PayloadOf<typeof noteAdded>

/** Whether a note is sent to anyone by e-mail. */
export function isNoteMailed(_reader: BaseContext, { type, email_to }: Added): boolean {
  return type === 'external' && email_to.length > 0
}

/**
 * Sends a note by e-mail to its chosen recipients, once per address; account holders are left out if notes are not
 * sent to accounts (NOTE-018, NOTE-021). After-commit subscriber.
 */
export async function mailNote(ctx: ExternalContext, added: Added): Promise<void> {
  await sendMailings(ctx, await ctx.inTransaction((tx) => planNote(tx, added)))
}

async function planNote(ctx: Context, { note_id, email_to }: Added) {
  const note = await readNotifiedNote(ctx, note_id)
  if (!note) return []
  const contacts = emailRecipients(
    { collection: note.collection_contact.email ?? '', delivery: note.delivery_contact.email ?? '' },
    (side) => email_to.includes(`${side}-contact`),
  ).map(({ address }) => ({ address, is_holder: false }))
  const isForHolder =
    email_to.includes('account-holder') && !ctx.setting(disable_sending_external_notes_to_accounts)
  const holders = isForHolder ? await ownerEmails(ctx, note.account_id) : []
  const addresses = new Map(contacts.map((one) => [one.address.toLowerCase(), one]))
  for (const address of holders) addresses.set(address.toLowerCase(), { address, is_holder: true })
  const reference = note.custom_tracking_reference ?? note.short_tracking_reference
  const { subject, text } = noteInboxText(reference, note.message)
  const planned = [...addresses].map(([key, { address, is_holder }]) => {
    const mailing: Mailing = {
      subject,
      headline: `A note about parcel ${reference}`,
      lines: text.split('\n').filter(Boolean),
      button: is_holder
        ? { label: 'Open the shipment', link: `${portalOf(ctx)}/shipments/${note.shipment_id}` }
        : { label: 'Track it', link: `${portalOf(ctx)}/track?ref=${encodeURIComponent(reference)}` },
    }
    return { address, once_key: `email:note:${note_id}:${key}`, mailing }
  })
  return planMailings(
    ctx,
    { shipment_id: note.shipment_id, account_id: note.account_id, event: 'note', body: text },
    planned,
  )
}
