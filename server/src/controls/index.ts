import { controlsApi } from '@waybill/domain/controls/api'
import type { Check } from '@waybill/domain/controls/model'
import { isLetIn } from '@waybill/domain/kit/calls/endpoint'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import {
  serve,
  serveExternal,
  type Context,
  type ExternalContext,
  type Handler,
  type Route,
} from '../kit/handler.ts'
import { listApprovals } from './approval-store.ts'
import { decideApproval, withdrawApproval } from './decide-approval.ts'
import type { FindHeldCall } from './held-call.ts'
import { presentApprovals } from './present-approvals.ts'
import { requireStaff } from './require-staff.ts'

export type { FindHeldCall } from './held-call.ts'
export { isApprovalNeeded, requestApproval } from './request-approval.ts'

/** The rules about the data of a company: their last results, and a run of all of them. */
export interface DataChecks {
  read: (ctx: Context) => Promise<Check[]>
  run: (ctx: ExternalContext) => Promise<unknown>
}

/** Who sees the requests of everyone: people who decide, and those who see the other controls. Others see their own. */
const sees_all = [controlsApi.decide, controlsApi.checks]

/** Routes of the controls of a company’s money. */
export function controlRoutes(findHeldCall: FindHeldCall, checks: DataChecks): Route[] {
  const readApprovals: Handler<typeof controlsApi.approvals> = async (ctx, input) => {
    requireStaff(ctx)
    const seesAll = sees_all.some((endpoint) => isLetIn(ctx.actor, endpoint))
    const filter = seesAll ? input : { ...input, asked_by: ctx.actor.username }
    const { rows, total } = await listApprovals(ctx, filter, pageOf(input, 100))
    return { approvals: await presentApprovals(ctx, rows, findHeldCall), count: total }
  }
  return [
    serve(controlsApi.approvals, readApprovals),
    serveExternal(controlsApi.decide, decideApproval(findHeldCall)),
    serve(controlsApi.withdraw, withdrawApproval(findHeldCall)),
    serve(controlsApi.checks, async (ctx) => {
      requireStaff(ctx)
      return { checks: await checks.read(ctx) }
    }),
    serveExternal(controlsApi.runChecks, async (ctx) => {
      requireStaff(ctx)
      await checks.run(ctx)
      return ctx.answer(async (inner) => ({ checks: await checks.read(inner) }))
    }),
  ]
}
