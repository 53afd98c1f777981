import { approval_life_ms, mayDecide, stateOf } from '@waybill/domain/controls/approval'
import type { Approval } from '@waybill/domain/controls/model'
import { isLetIn } from '@waybill/domain/kit/calls/endpoint'
import { Problem } from '@waybill/domain/kit/problem'
import { reasonOf, type RuleResult } from '@waybill/domain/kit/rule-result'
import { readAccounts } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'
import type { ApprovalRow } from './approval-store.ts'
import type { FindHeldCall } from './held-call.ts'
import { approvalNumber, isOwnRequest } from './request-approval.ts'

/** Returns requests for approval as the API answers them, with whether the caller may approve each. */
export async function presentApprovals(
  ctx: Context,
  rows: readonly ApprovalRow[],
  findHeldCall: FindHeldCall,
): Promise<Approval[]> {
  const ids = rows.flatMap(({ account_id }) => account_id ?? [])
  const accounts = new Map((await readAccounts(ctx, [...new Set(ids)])).map((one) => [one.id, one.name]))
  return rows.map((row) => {
    const verdict = mayApprove(ctx, row, findHeldCall)
    return {
      id: row.id,
      number: approvalNumber(row.id),
      kind: row.kind,
      state: stateOf(row, ctx.now),
      description: row.description,
      amount: row.amount,
      account_id: row.account_id,
      account_name: accounts.get(row.account_id ?? 0) ?? '',
      requested_by: row.requested_by,
      time_requested: row.time_requested,
      expires: new Date(row.time_requested.getTime() + approval_life_ms),
      decided_by: row.decided_by,
      time_decided: row.time_decided,
      reason: row.reason,
      problem: row.problem,
      is_own: isOwnRequest(ctx.actor, row),
      may_approve: verdict === true,
      why_not: reasonOf(verdict) ?? '',
    }
  })
}

function mayApprove(ctx: Context, row: ApprovalRow, findHeldCall: FindHeldCall): RuleResult {
  try {
    const { endpoint } = findHeldCall(row.endpoint, row.input)
    return mayDecide('approve', {
      state: stateOf(row, ctx.now),
      isOwn: isOwnRequest(ctx.actor, row),
      mayCall: isLetIn(ctx.actor, endpoint),
    })
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
