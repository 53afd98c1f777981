import { isStaff } from '@waybill/domain/kit/actor'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { approvalNeeded, forbidden, invalid, wrongState } from '@waybill/domain/kit/problem'
import { isApprovalNeeded, requestApproval, type FindHeldCall } from '../controls/index.ts'
import { externalContext, inTransaction, type TransactionScope } from '../db/transaction.ts'
import { dryRun } from '../kit/dry-run.ts'
import type { Route } from '../kit/handler.ts'
import type { Runtime } from '../kit/runtime.ts'
import { decodeInput } from './decode.ts'

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/**
 * Stores a call that a second person must approve, and throws 202 `approval_needed` with its number. The call is made
 * and undone first: errors are found at once, and its output says what is approved. Staff who act as a customer cannot
 * ask, because the request would not name them.
 */
export async function holdForApproval(
  runtime: Runtime,
  route: Route,
  about: TransactionScope,
  { raw, input }: { raw: unknown; input: unknown },
): Promise<void> {
  const { approval } = route.endpoint
  const { actor } = about
  if (!approval || route.kind !== 'transaction') return
  if (!isStaff(actor) && actor.impersonated_by === null) return
  const intended = approval(input)
  if (intended === null) return
  const ctx = await externalContext(runtime, about)
  if (!isApprovalNeeded(ctx, intended)) return
  if (actor.impersonated_by !== null)
    throw forbidden(
      'Another person has to approve this, so you cannot do it while acting as another user. Go back first.',
    )
  if (intended.refusal) throw invalid(intended.refusal)
  const action = approval(input, await dryRun(ctx, (inner) => route.run(inner, input)))
  if (action === null || !isApprovalNeeded(ctx, action)) return
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
    const approval = route?.endpoint.approval
    if (route?.kind !== 'transaction' || !approval)
      throw wrongState('This release no longer makes this call. Reject it and make the change again.')
    const { endpoint } = route
    return {
      endpoint,
      async run(ctx) {
        const input = decodeInput(endpoint.input, raw)
        return approval(input, await route.run(ctx, input))
      },
    }
  }
}
