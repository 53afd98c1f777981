import type { PayloadOf } from '@waybill/domain/kit/event'
import { inbox_needs } from '@waybill/domain/notifications/inbox-needs'
import { notify_charge_discrepancy } from '@waybill/domain/notifications/settings'
import type { discrepancyChanged } from '@waybill/domain/shipments/events'
import { discrepancyMessage } from '@waybill/domain/shipments/discrepancies/texts'
import { ownerEmails } from '../identity/index.ts'
import type { BaseContext, Context, ExternalContext } from '../kit/handler.ts'
import { readNotifiedDiscrepancy } from '../shipments/index.ts'
import { portalOf } from './about-shipments/compose-message.ts'
import { postToInbox } from './inbox/post-to-inbox.ts'
import { planMailings, sendMailings, type PlannedMailing } from './mail/planned-mailings.ts'

type Changed = PayloadOf<typeof discrepancyChanged>

const pageOf = (id: number): string => `/weight-discrepancies/${id}`

/** Notifies the users of an account of a weight discrepancy and its end, and staff who decide of a dispute. */
export async function inboxDiscrepancy(ctx: Context, { discrepancy_id, notice }: Changed): Promise<void> {
  const found = await readNotifiedDiscrepancy(ctx, discrepancy_id)
  if (!found) return
  // Some readers of the inbox may not see amounts.
  const { subject, lines } = discrepancyMessage(notice, found, false)
  await postToInbox(
    ctx,
    notice === 'disputed'
      ? { staff_with: inbox_needs.disputes, branch_id: found.branch_id }
      : { account_id: found.account_id, needs: inbox_needs.discrepancies },
    {
      kind: 'shipment',
      message: { subject, text: lines.join('\n\n') },
      link: pageOf(discrepancy_id),
    },
  )
}

/** Whether accounts get e-mails about their weight discrepancies; disputes are for staff only. */
export function isDiscrepancyMailed(reader: BaseContext, { notice }: Changed): boolean {
  return notice !== 'disputed' && reader.setting(notify_charge_discrepancy)
}

/**
 * Sends the e-mail about a weight discrepancy to the owners of the account, or to its billing contact if it has none,
 * once per address and notice. After-commit subscriber.
 */
export async function mailDiscrepancy(ctx: ExternalContext, changed: Changed): Promise<void> {
  await sendMailings(ctx, await ctx.inTransaction((tx) => planDiscrepancyMailings(tx, changed)))
}

async function planDiscrepancyMailings(
  ctx: Context,
  { discrepancy_id: id, shipment_id, notice }: Changed,
): Promise<PlannedMailing[]> {
  const found = await readNotifiedDiscrepancy(ctx, id)
  if (!found || found.mute_notifications) return []
  const { subject, lines } = discrepancyMessage(notice, found, true)
  const owners = await ownerEmails(ctx, found.account_id)
  const addresses = owners.length > 0 ? owners : [found.billing_contact?.email ?? ''].filter(Boolean)
  const planned = addresses.map((address) => ({
    address,
    once_key: `email:discrepancy_${notice}:${id}:${found.notified_at?.getTime() ?? 0}:${address.toLowerCase()}`,
    mailing: {
      subject,
      headline: subject,
      lines,
      button: { label: 'Open the weight discrepancy', link: `${portalOf(ctx)}${pageOf(id)}` },
    },
  }))
  const about = { shipment_id, account_id: found.account_id, event: 'weight_discrepancy' }
  return planMailings(ctx, { ...about, body: lines.join('\n\n') }, planned)
}
