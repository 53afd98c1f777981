import type { claimSpoken } from '@waybill/domain/claims/events'
import type { PayWay } from '@waybill/domain/claims/model'
import type { ClaimState } from '@waybill/domain/claims/states'
import { claimInboxWords, claimNews } from '@waybill/domain/claims/words'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { inbox_needs } from '@waybill/domain/notifications/inbox-needs'
import { blockedBy, countHit } from '../blocked-list/index.ts'
import { claimName, readToldClaim, type ToldClaimRow } from '../claims/index.ts'
import type { Ctx, PartnerCtx } from '../kit/verb.ts'
import { portalOf } from './compose.ts'
import { sendLetter } from './letter.ts'
import { postToInbox } from './tell-inbox.ts'

type Spoken = PayloadOf<typeof claimSpoken>

const toldOf = (row: ToldClaimRow) => ({
  ...row,
  display_id: claimName(row),
  pay_by: row.pay_by as PayWay,
  state: row.state as ClaimState | null,
})

/** Tells staff who assess claims of a new one, and of what its claimant says. */
export async function inboxClaim(ctx: Ctx, { claim_id, event_id }: Spoken): Promise<void> {
  const row = await readToldClaim(ctx, claim_id, event_id)
  if (!row?.is_from_claimant) return
  const told = toldOf(row)
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.claims, branch_id: row.branch_id },
    { kind: 'shipment', words: claimInboxWords(told.state, row.message, told), link: `/claims/${claim_id}` },
  )
}

/**
 * Writes to the claimant about every state of a claim and every message of staff; of what they did themselves only
 * that the claim was received. An address on the blocked list is left out (TOOL-008). A reaction after the commit.
 */
export async function tellClaim(ctx: PartnerCtx, { claim_id, event_id }: Spoken): Promise<void> {
  const row = await ctx.work((work) => readToldClaim(work, claim_id, event_id))
  if (!row || row.contact_email === '') return
  const told = toldOf(row)
  if (row.is_from_claimant && told.state !== 'submitted') return
  const blocked = await blockedBy(ctx, { emails: [row.contact_email] })
  if (blocked !== null) {
    await ctx.work((work) => countHit(work, blocked))
    return
  }
  const has_pages = row.account_type !== 'guest'
  await sendLetter(ctx, row.contact_email, {
    ...claimNews(told.state, row.message, told),
    ...(has_pages
      ? { button: { label: 'Open the claim', link: `${portalOf(ctx)}/claims/${claim_id}` } }
      : {}),
  })
}
