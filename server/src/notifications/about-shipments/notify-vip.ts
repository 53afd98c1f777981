import { vip_accounts } from '@waybill/domain/accounts/settings'
import { isVip } from '@waybill/domain/accounts/vip'
import { ops_manager_email } from '@waybill/domain/identity/settings'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { inbox_needs } from '@waybill/domain/notifications/inbox-needs'
import { vipInboxText, type InboxText } from '@waybill/domain/notifications/inbox-texts'
import type { shipmentMoved } from '@waybill/domain/shipments/events'
import { isProblem } from '@waybill/domain/shipments/statuses/status'
import { getAccount } from '../../accounts/index.ts'
import type { Context, ExternalContext, BaseContext } from '../../kit/handler.ts'
import { portalOf } from './compose-message.ts'
import { sendMailing } from '../mail/send-mailing.ts'
import { readNotifiedShipment } from '../store.ts'
import { postToInbox } from '../inbox/post-to-inbox.ts'

type Moved = PayloadOf<typeof shipmentMoved>

/** Returns the message about a VIP account’s shipment with a problem; `null` for any other status change or account. */
async function inboxTextFor(ctx: Context, { shipment_id, to, is_release }: Moved): Promise<InboxText | null> {
  const rules = { vip_accounts: ctx.setting(vip_accounts) }
  if (is_release || !isProblem(to) || rules.vip_accounts.length === 0) return null
  const shipment = await readNotifiedShipment(ctx, shipment_id)
  if (!shipment) return null
  const { account_code, name } = await getAccount(ctx, shipment.account_id)
  if (!isVip(account_code, rules)) return null
  const reference = shipment.custom_tracking_reference ?? shipment.short_tracking_reference
  return vipInboxText(to, {
    reference,
    account: name,
    message: shipment.tracking_internal_message || shipment.tracking_message,
  })
}

/** Sends an inbox message to the staff who assign drivers when a VIP account’s shipment has a problem (SET-093). */
export async function inboxVip(ctx: Context, moved: Moved): Promise<void> {
  const message = await inboxTextFor(ctx, moved)
  if (!message) return
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.operations, branch_id: null },
    { kind: 'shipment', message, link: `/shipments/${moved.shipment_id}` },
  )
}

/** Whether the settings allow an e-mail about this status change to the operations contact. */
export function isVipNotified(reader: BaseContext, { to, is_release }: Moved): boolean {
  return (
    !is_release &&
    isProblem(to) &&
    reader.setting(vip_accounts).length > 0 &&
    reader.setting(ops_manager_email) !== ''
  )
}

/** Sends an e-mail to the operations contact when a VIP account’s shipment has a problem. After-commit subscriber. */
export async function notifyVip(ctx: ExternalContext, moved: Moved): Promise<void> {
  const message = await ctx.inTransaction((tx) => inboxTextFor(tx, moved))
  if (!message) return
  await sendMailing(ctx, ctx.setting(ops_manager_email), {
    subject: message.subject,
    headline: message.subject,
    lines: message.text.split('\n\n'),
    button: { label: 'Open the shipment', link: `${portalOf(ctx)}/shipments/${moved.shipment_id}` },
  })
}
