import type { claimSpoken } from '@waybill/domain/claims/events'
import { claimInboxText, claimUpdate } from '@waybill/domain/claims/texts'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { inbox_needs } from '@waybill/domain/notifications/inbox-needs'
import { blockedBy, countHit } from '../blocked-list/index.ts'
import { claimName, readNotifiedClaim, type NotifiedClaimRow } from '../claims/index.ts'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { portalOf } from './about-shipments/compose-message.ts'
import { sendMailing } from './mail/send-mailing.ts'
import { postToInbox } from './inbox/post-to-inbox.ts'

type Spoken = PayloadOf<typeof claimSpoken>

const notifiedClaim = (row: NotifiedClaimRow) => ({
  ...row,
  display_id: claimName(row),
  pay_by: row.pay_by,
  state: row.state,
})

/** Notifies staff who assess claims of a new claim or a message from its claimant. */
export async function inboxClaim(ctx: Context, { claim_id, event_id }: Spoken): Promise<void> {
  const row = await readNotifiedClaim(ctx, claim_id, event_id)
  if (!row?.is_from_claimant) return
  const claim = notifiedClaim(row)
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.claims, branch_id: row.branch_id },
    {
      kind: 'shipment',
      message: claimInboxText(claim.state, row.message, claim),
      link: `/claims/${claim_id}`,
    },
  )
}

/**
 * Sends the claimant an e-mail about every claim status and every message from staff; of the claimant’s own actions,
 * only the submission is confirmed. Addresses on the blocked list are left out (TOOL-008). After-commit subscriber.
 */
export async function notifyClaim(ctx: ExternalContext, { claim_id, event_id }: Spoken): Promise<void> {
  const row = await ctx.inTransaction((tx) => readNotifiedClaim(tx, claim_id, event_id))
  if (!row || row.contact_email === '') return
  const claim = notifiedClaim(row)
  if (row.is_from_claimant && claim.state !== 'submitted') return
  const blocked = await blockedBy(ctx, { emails: [row.contact_email] })
  if (blocked !== null) {
    await ctx.inTransaction((tx) => countHit(tx, blocked))
    return
  }
  const hasPages = row.account_type !== 'guest'
  await sendMailing(ctx, row.contact_email, {
    ...claimUpdate(claim.state, row.message, claim),
    ...(hasPages ? { button: { label: 'Open the claim', link: `${portalOf(ctx)}/claims/${claim_id}` } } : {}),
  })
}
