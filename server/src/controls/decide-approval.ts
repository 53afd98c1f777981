import type { controlsApi } from '@waybill/domain/controls/api'
import { mayDecide, stateOf } from '@waybill/domain/controls/approval'
import { approvalDecided } from '@waybill/domain/controls/events'
import type { Approval } from '@waybill/domain/controls/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { isLetIn, type Input } from '@waybill/domain/kit/calls/endpoint'
import { forbidden, invalid, Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Context, ExternalContext, ExternalHandler } from '../kit/handler.ts'
import { lockApproval, updateApproval, type ApprovalRow } from './approval-store.ts'
import type { FindHeldCall } from './held-call.ts'
import { presentApprovals } from './present-approvals.ts'
import { approvalNumber } from './request-approval.ts'

type Decision = Input<typeof controlsApi.decide>

/**
 * Approves, rejects or withdraws a call. An approved call is made at once as the person who approves it, with all its
 * checks: in the transaction of the decision, or, when it calls an external service, after the decision is stored, so
 * that two people who approve at the same time cause one call (docs/domain/controls.md#approvals).
 */
export const decideApproval =
  (findHeldCall: FindHeldCall): ExternalHandler<typeof controlsApi.decide> =>
  async (ctx, sent) => {
    if (!isStaff(ctx.actor)) throw forbidden('Only the courier company approves this.')
    if (sent.decision !== 'approve') return ctx.answer((inner) => close(inner, sent, findHeldCall))
    const row = await ctx.inTransaction((inner) => lockApproval(inner, sent.id))
    const call = findHeldCall(row.endpoint, row.input)
    if (call.kind === 'transaction')
      return ctx.answer(async (inner) => {
        await approve(inner, sent, findHeldCall)
        await call.run(inner)
        return finish(inner, sent.id, findHeldCall)
      })
    await ctx.inTransaction((inner) => approve(inner, sent, findHeldCall))
    await makeExternalCall(ctx, sent.id, call.run, findHeldCall)
    return ctx.answer(async (inner) => present(inner, await lockApproval(inner, sent.id), findHeldCall))
  }

/** Makes an approved call to an external service. When it is refused, the request waits again with the reason. */
async function makeExternalCall(
  ctx: ExternalContext,
  id: number,
  run: (ctx: ExternalContext) => Promise<unknown>,
  findHeldCall: FindHeldCall,
): Promise<void> {
  try {
    await run({
      ...ctx,
      answer: (fn) =>
        ctx.inTransaction(async (inner) => {
          const result = await fn(inner)
          await finish(inner, id, findHeldCall)
          return result
        }),
    })
  } catch (error) {
    if (error instanceof Problem)
      await ctx.inTransaction((inner) =>
        updateApproval(inner, id, { state: 'pending', decided_by: '', problem: error.message }),
      )
    throw error
  }
}

async function approve(ctx: Context, { id, reason }: Decision, findHeldCall: FindHeldCall): Promise<void> {
  const row = await lockApproval(ctx, id)
  check(ctx, row, 'approve', findHeldCall)
  await updateApproval(ctx, id, {
    state: 'approved',
    decided_by: ctx.actor.username,
    time_decided: ctx.now,
    reason: reason ?? '',
    problem: '',
  })
}

async function finish(ctx: Context, id: number, findHeldCall: FindHeldCall): Promise<Approval> {
  await updateApproval(ctx, id, { state: 'applied' })
  const row = await lockApproval(ctx, id)
  await notifyRequester(ctx, row, 'applied')
  return present(ctx, row, findHeldCall)
}

async function close(
  ctx: Context,
  { id, decision, reason = '' }: Decision,
  findHeldCall: FindHeldCall,
): Promise<Approval> {
  const row = await lockApproval(ctx, id)
  check(ctx, row, decision, findHeldCall)
  if (decision === 'reject' && reason.trim() === '')
    throw invalid('Say why, so that the person who asked knows.', [
      { field: 'reason', message: 'is required' },
    ])
  await updateApproval(ctx, id, {
    state: decision === 'reject' ? 'rejected' : 'withdrawn',
    decided_by: ctx.actor.username,
    time_decided: ctx.now,
    reason,
  })
  const closed = await lockApproval(ctx, id)
  if (decision === 'reject') await notifyRequester(ctx, closed, 'rejected')
  return present(ctx, closed, findHeldCall)
}

function check(
  ctx: Context,
  row: ApprovalRow,
  decision: Decision['decision'],
  findHeldCall: FindHeldCall,
): void {
  ensure(
    mayDecide(decision, {
      state: stateOf(row, ctx.now),
      isOwn: row.requested_by === ctx.actor.username,
      mayCall: isLetIn(ctx.actor, findHeldCall(row.endpoint, row.input).endpoint),
    }),
  )
}

async function notifyRequester(
  ctx: Context,
  { id, description, requested_by_id, decided_by, reason }: ApprovalRow,
  decision: 'applied' | 'rejected',
): Promise<void> {
  await ctx.emit(approvalDecided, {
    number: approvalNumber(id),
    description,
    decision,
    decided_by,
    reason,
    requested_by_id,
  })
}

async function present(ctx: Context, row: ApprovalRow, findHeldCall: FindHeldCall): Promise<Approval> {
  const [approval] = await presentApprovals(ctx, [row], findHeldCall)
  if (!approval) throw new Error('A request for approval could not be read back.')
  return approval
}
