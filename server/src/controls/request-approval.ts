import type { ApprovableAction } from '@waybill/domain/kit/calls/approval'
import { needsApproval, stateOf } from '@waybill/domain/controls/approval'
import { controlsApi } from '@waybill/domain/controls/api'
import { approvalRequested, approverNeeded } from '@waybill/domain/controls/events'
import { finance_four_eyes, finance_four_eyes_above } from '@waybill/domain/controls/settings'
import type { Actor } from '@waybill/domain/kit/actor'
import { createHash } from 'node:crypto'
import { readAccounts } from '../accounts/index.ts'
import { readKeyHolders, staffWith } from '../identity/index.ts'
import type { BaseContext, Context } from '../kit/handler.ts'
import { findWaiting, insertApproval, updateApproval, type ApprovalRow } from './approval-store.ts'

/** Whether the company has an action approved by a second person. */
export function isApprovalNeeded(reader: BaseContext, action: ApprovableAction): boolean {
  return needsApproval(action, {
    isOn: reader.setting(finance_four_eyes),
    above: reader.setting(finance_four_eyes_above),
  })
}

/** Returns the number of a request as people read it, such as `AP-12`. */
export const approvalNumber = (id: number): string => `AP-${id}`

/** Whether a request is of this person: they asked, or have the API key with which it was asked. */
export function isOwnRequest(
  { username }: Pick<Actor, 'username'>,
  { requested_by, key_holders }: Pick<ApprovalRow, 'requested_by' | 'key_holders'>,
): boolean {
  return [requested_by, ...key_holders].includes(username)
}

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
  const permission = controlsApi.decide.permission ?? ''
  const [account] = action.account_id === null ? [] : await readAccounts(ctx, [action.account_id])
  const request = {
    number,
    kind,
    description,
    account: account ? `${account.name} (${account.account_code})` : '',
    requested_by: ctx.actor.username,
  }
  await ctx.emit(approvalRequested, request)
  for (const person of await staffWith(ctx, permission)) {
    if (isOwnRequest(person, { requested_by: request.requested_by, key_holders: keyHolders })) continue
    const { user_id, email } = person
    await ctx.emit(approverNeeded, { ...request, user_id, email })
  }
  return number
}
