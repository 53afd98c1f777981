import type { controlsApi } from '@waybill/domain/controls/api'
import { doesAsApproved, mayDecide, stateOf, type Decision } from '@waybill/domain/controls/approval'
import { approvalDecided } from '@waybill/domain/controls/events'
import type { Approval } from '@waybill/domain/controls/model'
import { isLetIn, type Input } from '@waybill/domain/kit/calls/endpoint'
import { invalid, isTransient, Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Context, ExternalHandler, Handler } from '../kit/handler.ts'
import { lockApproval, saveProblem, updateApproval, type ApprovalRow } from './approval-store.ts'
import type { FindHeldCall } from './held-call.ts'
import { presentApprovals } from './present-approvals.ts'
import { approvalNumber, isOwnRequest } from './request-approval.ts'
import { requireStaff } from './require-staff.ts'

/**
 * Approves or rejects a call. An approved call is made at once as the person who approves it, with all its checks, in
 * the transaction of the decision: two people who approve at the same time, or a process that is killed, cause one call
 * or none. When it cannot be made, the request waits on and has the reason (docs/domain/controls.md#approvals).
 */
export const decideApproval =
  (findHeldCall: FindHeldCall): ExternalHandler<typeof controlsApi.decide> =>
  async (ctx, sent) => {
    requireStaff(ctx)
    if (sent.decision === 'reject') return ctx.answer((inner) => reject(inner, sent, findHeldCall))
    let refusal = ''
    try {
      return await ctx.answer(async (inner) => {
        const row = await lockOpen(inner, sent.id, 'approve', findHeldCall)
        try {
          ensure(doesAsApproved(row, await findHeldCall(row.endpoint, row.input).run(inner)))
        } catch (error) {
          if (error instanceof Problem && !isTransient(error)) refusal = error.message
          throw error
        }
        return close(inner, row, { state: 'applied', reason: sent.reason ?? '' }, findHeldCall)
      })
    } catch (error) {
      if (refusal !== '') await ctx.inTransaction((inner) => saveProblem(inner, sent.id, refusal))
      throw error
    }
  }

/** Withdraws a request of the caller. */
export const withdrawApproval =
  (findHeldCall: FindHeldCall): Handler<typeof controlsApi.withdraw> =>
  async (ctx, { id }) => {
    requireStaff(ctx)
    const row = await lockOpen(ctx, id, 'withdraw', findHeldCall)
    await close(ctx, row, { state: 'withdrawn', reason: '' }, findHeldCall)
    return {}
  }

async function reject(
  ctx: Context,
  { id, reason = '' }: Input<typeof controlsApi.decide>,
  findHeldCall: FindHeldCall,
): Promise<Approval> {
  const row = await lockOpen(ctx, id, 'reject', findHeldCall)
  if (reason.trim() === '')
    throw invalid('Say why, so that the person who asked knows.', [
      { field: 'reason', message: 'is required' },
    ])
  return close(ctx, row, { state: 'rejected', reason }, findHeldCall)
}

/** Locks a request. Throws unless the caller may decide it so. */
async function lockOpen(
  ctx: Context,
  id: number,
  decision: Decision,
  findHeldCall: FindHeldCall,
): Promise<ApprovalRow> {
  const row = await lockApproval(ctx, id)
  ensure(
    mayDecide(decision, {
      state: stateOf(row, ctx.clock()),
      isOwn: isOwnRequest(ctx.actor, row),
      mayCall: isLetIn(ctx.actor, findHeldCall(row.endpoint, row.input).endpoint),
    }),
  )
  return row
}

/** Stores how a request ended, and notifies the person who asked when another one decided. */
async function close(
  ctx: Context,
  row: ApprovalRow,
  { state, reason }: { state: 'applied' | 'rejected' | 'withdrawn'; reason: string },
  findHeldCall: FindHeldCall,
): Promise<Approval> {
  const decision = { state, reason, decided_by: ctx.actor.username, time_decided: ctx.now, problem: '' }
  await updateApproval(ctx, row.id, decision)
  if (state !== 'withdrawn')
    await ctx.emit(approvalDecided, {
      number: approvalNumber(row.id),
      description: row.description,
      decision: state,
      decided_by: ctx.actor.username,
      reason,
      requested_by_id: row.requested_by_id,
    })
  const [approval] = await presentApprovals(ctx, [{ ...row, ...decision }], findHeldCall)
  if (!approval) throw new Error('A request for approval could not be presented.')
  return approval
}
