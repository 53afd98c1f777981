import { vip_accounts } from '@waybill/domain/accounts/settings'
import { isVip } from '@waybill/domain/accounts/vip'
import { ops_manager_email } from '@waybill/domain/identity/settings'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { inbox_needs } from '@waybill/domain/notifications/inbox-needs'
import { vipWords, type InboxWords } from '@waybill/domain/notifications/inbox-words'
import type { shipmentMoved } from '@waybill/domain/shipments/events'
import { isProblem } from '@waybill/domain/shipments/status'
import { getAccount } from '../accounts/index.ts'
import type { Ctx, PartnerCtx, Reader } from '../kit/verb.ts'
import { portalOf } from './compose.ts'
import { sendLetter } from './letter.ts'
import { readToldShipment } from './store.ts'
import { postToInbox } from './tell-inbox.ts'

type Moved = PayloadOf<typeof shipmentMoved>

/** What is said of a VIP account's shipment that has a problem; `null` when it is none. */
async function wordsFor(ctx: Ctx, { shipment_id, to, is_release }: Moved): Promise<InboxWords | null> {
  const rules = { vip_accounts: ctx.setting(vip_accounts) }
  if (is_release || !isProblem(to) || rules.vip_accounts.length === 0) return null
  const shipment = await readToldShipment(ctx, shipment_id)
  if (!shipment) return null
  const { account_code, name } = await getAccount(ctx, shipment.account_id)
  if (!isVip(account_code, rules)) return null
  const reference = shipment.custom_tracking_reference ?? shipment.short_tracking_reference
  return vipWords(to, {
    reference,
    account: name,
    message: shipment.tracking_internal_message || shipment.tracking_message,
  })
}

/** Tells whoever assigns drivers at once that a VIP account's shipment has a problem (SET-093). */
export async function inboxVip(ctx: Ctx, moved: Moved): Promise<void> {
  const words = await wordsFor(ctx, moved)
  if (!words) return
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.operations, branch_id: null },
    { kind: 'shipment', words, link: `/shipments/${moved.shipment_id}` },
  )
}

/** Whether the operations contact could have to hear of a move by e-mail. */
export function isVipTold(reader: Reader, { to, is_release }: Moved): boolean {
  return (
    !is_release &&
    isProblem(to) &&
    reader.setting(vip_accounts).length > 0 &&
    reader.setting(ops_manager_email) !== ''
  )
}

/** Writes to the operations contact that a VIP account's shipment has a problem. A reaction after the commit. */
export async function tellVip(ctx: PartnerCtx, moved: Moved): Promise<void> {
  const words = await ctx.work((work) => wordsFor(work, moved))
  if (!words) return
  await sendLetter(ctx, ctx.setting(ops_manager_email), {
    subject: words.subject,
    headline: words.subject,
    lines: words.text.split('\n\n'),
    button: { label: 'Open the shipment', link: `${portalOf(ctx)}/shipments/${moved.shipment_id}` },
  })
}
