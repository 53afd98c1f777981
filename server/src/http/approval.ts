import { isStaff } from '@waybill/domain/kit/actor'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { approvalNeeded, invalid, wrongState } from '@waybill/domain/kit/problem'
import { isApprovalNeeded, requestApproval, type FindHeldCall } from '../controls/index.ts'
import { externalContext, inTransaction, type TransactionScope } from '../db/transaction.ts'
import { dryRun } from '../kit/dry-run.ts'
import type { Route } from '../kit/handler.ts'
import type { Runtime } from '../kit/runtime.ts'
import { decodeInput } from './decode.ts'

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/**
 * Stores a call that a second person must approve, and throws 202 `approval_needed` with its number. Errors of the call
 * are found first, by making it and undoing it, unless it calls an external service.
 */
export async function holdForApproval(
  runtime: Runtime,
  route: Route,
  about: TransactionScope,
  { raw, input }: { raw: unknown; input: unknown },
): Promise<void> {
  const action = isStaff(about.actor) ? (route.endpoint.approval?.(input) ?? null) : null
  if (action === null) return
  const ctx = await externalContext(runtime, about)
  if (!isApprovalNeeded(ctx, action)) return
  if (action.refusal) throw invalid(action.refusal)
  if (route.kind === 'transaction') await dryRun(ctx, (inner) => route.run(inner, input))
  const call = { endpoint: nameOf(route.endpoint), input: raw }
  const number = await inTransaction(runtime, about, (inner) => requestApproval(inner, call, action))
  throw approvalNeeded(
    `Sent for approval as ${number}. Another person has to approve it under Billing > Controls. Nothing was changed yet.`,
  )
}

/** Returns how stored calls are found among the routes. */
export function heldCallsOf(routes: () => readonly Route[]): FindHeldCall {
  return (name, raw) => {
    const route = routes().find(({ endpoint }) => nameOf(endpoint) === name)
    if (!route || route.kind === 'raw' || !route.endpoint.approval)
      throw wrongState('This release no longer makes this call. Reject it and make the change again.')
    const { endpoint } = route
    return route.kind === 'transaction'
      ? { kind: 'transaction', endpoint, run: (ctx) => route.run(ctx, decodeInput(endpoint.input, raw)) }
      : { kind: 'external', endpoint, run: (ctx) => route.run(ctx, decodeInput(endpoint.input, raw)) }
  }
}
