import type { ApprovableAction } from '@waybill/domain/kit/calls/approval'
import { needsApproval, stateOf } from '@waybill/domain/controls/approval'
import { approvalRequested } from '@waybill/domain/controls/events'
import { finance_four_eyes, finance_four_eyes_above } from '@waybill/domain/controls/settings'
import { createHash } from 'node:crypto'
import { readKeyHolders } from '../identity/index.ts'
import type { BaseContext, Context } from '../kit/handler.ts'
import { findWaiting, insertApproval, updateApproval } from './approval-store.ts'

/** Whether the company has an action approved by a second person. */
export function isApprovalNeeded(reader: BaseContext, action: ApprovableAction): boolean {
  return needsApproval(action, {
    isOn: reader.setting(finance_four_eyes),
    above: reader.setting(finance_four_eyes_above),
  })
}

/** Returns the number of a request as people read it, such as `AP-12`. */
export const approvalNumber = (id: number): string => `AP-${id}`

/**
 * Stores a call that waits for approval, notifies those who may approve it, and returns its number. The same call of the
 * same person waits once.
 */
export async function requestApproval(
  ctx: Context,
  call: { endpoint: string; input: unknown },
  action: ApprovableAction,
): Promise<string> {
  const inputHash = createHash('sha256').update(JSON.stringify(call.input)).digest('hex')
  const keyHolders = ctx.actor.kind === 'api-key' ? await readKeyHolders(ctx, ctx.actor.user_id) : []
  const asked = { ...call, input_hash: inputHash, key_holders: keyHolders }
  const earlier = await findWaiting(ctx, asked)
  if (earlier) {
    if (stateOf({ state: 'pending', ...earlier }, ctx.now) === 'pending') return approvalNumber(earlier.id)
    await updateApproval(ctx, earlier.id, { state: 'withdrawn', reason: 'Asked for again after it expired.' })
  }
  const number = approvalNumber(await insertApproval(ctx, asked, action))
  const { kind, description } = action
  await ctx.emit(approvalRequested, { number, kind, description, requested_by: ctx.actor.username })
  return number
}
