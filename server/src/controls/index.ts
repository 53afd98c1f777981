import { controlsApi } from '@waybill/domain/controls/api'
import type { Check } from '@waybill/domain/controls/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden } from '@waybill/domain/kit/problem'
import {
  serve,
  serveExternal,
  type BaseContext,
  type Context,
  type ExternalContext,
  type Handler,
  type Route,
} from '../kit/handler.ts'
import { listApprovals } from './approval-store.ts'
import { decideApproval } from './decide-approval.ts'
import type { FindHeldCall } from './held-call.ts'
import { presentApprovals } from './present-approvals.ts'

export type { FindHeldCall } from './held-call.ts'
export { isApprovalNeeded, requestApproval } from './request-approval.ts'

/** The rules about the data of a company: their last results, and a run of all of them. */
export interface DataChecks {
  read: (ctx: Context) => Promise<Check[]>
  run: (ctx: ExternalContext) => Promise<unknown>
}

function requireStaff({ actor }: BaseContext): void {
  if (!isStaff(actor)) throw forbidden('Only the courier company sees this.')
}

/** Routes of the controls of a company’s money. */
export function controlRoutes(findHeldCall: FindHeldCall, checks: DataChecks): Route[] {
  const readApprovals: Handler<typeof controlsApi.approvals> = async (ctx, input) => {
    requireStaff(ctx)
    const { rows, total } = await listApprovals(ctx, input, pageOf(input, 100))
    return { approvals: await presentApprovals(ctx, rows, findHeldCall), count: total }
  }
  return [
    serve(controlsApi.approvals, readApprovals),
    serveExternal(controlsApi.decide, decideApproval(findHeldCall)),
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
