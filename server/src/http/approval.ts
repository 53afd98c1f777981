import { isStaff } from '@waybill/domain/kit/actor'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { forbidden, invalid, problem_kinds, wrongState } from '@waybill/domain/kit/problem'
import { isApprovalNeeded, requestApproval, type FindHeldCall } from '../controls/index.ts'
import { externalContext, inTransaction, type TransactionScope } from '../db/transaction.ts'
import { dryRun } from '../kit/dry-run.ts'
import type { Route } from '../kit/handler.ts'
import type { Runtime } from '../kit/runtime.ts'
import { decodeInput } from './decode.ts'
import { answerOnce, requireFirst, type RepeatKey, type StoredAnswer } from './idempotency.ts'

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/**
 * Stores a call that a second person must approve, and returns the response 202 `approval_needed` with its number;
 * `null` when the call is to be made at once. The call is made and undone first: errors are found at once, and its
 * output says what is approved. A repeat with the same idempotency key gets the first response, also after the decision.
 * Staff who act as a customer cannot ask, because the request would not name them.
 */
export async function holdForApproval(
  runtime: Runtime,
  route: Route,
  about: TransactionScope,
  { raw, input, repeat }: { raw: unknown; input: unknown; repeat: RepeatKey | null },
): Promise<StoredAnswer | null> {
  const { approval } = route.endpoint
  const { actor } = about
  if (!approval || route.kind !== 'transaction') return null
  if (!isStaff(actor) && actor.impersonated_by === null) return null
  const intended = approval(input)
  if (intended === null) return null
  const ctx = await externalContext(runtime, about)
  if (!isApprovalNeeded(ctx, intended)) return null
  // The trial of a call that was made already would fail, or ask for it a second time.
  if (repeat) await ctx.inTransaction((inner) => requireFirst(inner, repeat))
  if (actor.impersonated_by !== null)
    throw forbidden(
      'Another person has to approve this, so you cannot do it while acting as another user. Go back first.',
    )
  if (intended.refusal) throw invalid(intended.refusal)
  const action = approval(input, await dryRun(ctx, (inner) => route.run(inner, input)))
  if (action === null || !isApprovalNeeded(ctx, action)) return null
  const call = { endpoint: nameOf(route.endpoint), input: raw }
  return inTransaction(runtime, about, (inner) =>
    answerOnce(inner, repeat, async () => {
      const number = await requestApproval(inner, call, action)
      const { status, code } = problem_kinds.approval_needed
      const message = `Sent for approval as ${number}. Another person has to approve it under Billing > Controls. Nothing changes before that.`
      return { status, body: JSON.stringify({ message, code, request_id: about.request.id }) }
    }),
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
