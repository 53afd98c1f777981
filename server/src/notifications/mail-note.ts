import type { PayloadOf } from '@waybill/domain/kit/event'
import { noteWords } from '@waybill/domain/notifications/inbox-words'
import { emailRecipients } from '@waybill/domain/notifications/recipients'
import type { noteAdded } from '@waybill/domain/shipments/events'
import { disable_sending_external_notes_to_accounts } from '@waybill/domain/shipments/settings'
import { ownerEmails } from '../identity/index.ts'
import type { Ctx, PartnerCtx, Reader } from '../kit/verb.ts'
import { readToldNote } from './inbox-store.ts'
import { portalOf } from './compose.ts'
import { type Letter } from './letter.ts'
import { planLetters, sendLetters } from './remembered-letters.ts'

type Added = PayloadOf<typeof noteAdded>

/** Whether a note goes to anybody by e-mail. */
export function isNoteMailed(_reader: Reader, { type, email_to }: Added): boolean {
  return type === 'external' && email_to.length > 0
}

/**
 * Mails a note to those it was written for, each address once; account holders are left out where notes are not sent to
 * accounts (NOTE-018, NOTE-021). A reaction after the commit.
 */
export async function mailNote(ctx: PartnerCtx, added: Added): Promise<void> {
  await sendLetters(ctx, await ctx.work((work) => planNote(work, added)))
}

async function planNote(ctx: Ctx, { note_id, email_to }: Added) {
  const note = await readToldNote(ctx, note_id)
  if (!note) return []
  const contacts = emailRecipients(
    { collection: emailOf(note.collection_contact), delivery: emailOf(note.delivery_contact) },
    (side) => email_to.includes(`${side}-contact`),
  ).map(({ address }) => ({ address, is_holder: false }))
  const is_for_holder =
    email_to.includes('account-holder') && !ctx.setting(disable_sending_external_notes_to_accounts)
  const holders = is_for_holder ? await ownerEmails(ctx, note.account_id) : []
  const addresses = new Map(contacts.map((one) => [one.address.toLowerCase(), one]))
  for (const address of holders) addresses.set(address.toLowerCase(), { address, is_holder: true })
  const reference = note.custom_tracking_reference ?? note.short_tracking_reference
  const { subject, text } = noteWords(reference, note.message)
  const planned = [...addresses].map(([key, { address, is_holder }]) => {
    const letter: Letter = {
      subject,
      headline: `A note about parcel ${reference}`,
      lines: text.split('\n').filter(Boolean),
      button: is_holder
        ? { label: 'Open the shipment', link: `${portalOf(ctx)}/shipments/${note.shipment_id}` }
        : { label: 'Track it', link: `${portalOf(ctx)}/track?ref=${encodeURIComponent(reference)}` },
    }
    return { address, once_key: `email:note:${note_id}:${key}`, letter }
  })
  return planLetters(
    ctx,
    { shipment_id: note.shipment_id, account_id: note.account_id, event: 'note', body: text },
    planned,
  )
}

function emailOf(contact: unknown): string {
  return (contact as { email?: string } | null)?.email ?? ''
}
