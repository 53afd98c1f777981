import type { Actor } from '@waybill/domain/kit/actor'
import type { Endpoint, Input, Output } from '@waybill/domain/kit/calls/endpoint'
import { newRequestId, type Runtime } from '../src/kit/runtime.ts'
import { jobFacts } from '../src/jobs/outbox.ts'
import { externalContext, inTransaction, type TransactionScope } from '../src/db/transaction.ts'

/**
 * Runs an endpoint’s handler inside the process, with the same effect as an API request by this actor. Used for the
 * demo company.
 */
export async function callHandler<E extends Endpoint>(
  runtime: Runtime,
  actor: Actor,
  endpoint: E,
  input: Input<E>,
): Promise<Output<E>> {
  const route = runtime.routes.find((one) => one.endpoint === endpoint)
  if (!route || route.kind === 'raw') throw new Error(`${endpoint.method} ${endpoint.path} is not served.`)
  const about: TransactionScope = { actor, request: { ...jobFacts(runtime, newRequestId()), channel: 'web' } }
  if (route.kind === 'transaction')
    return inTransaction(runtime, about, (ctx) => route.run(ctx, input)) as Promise<Output<E>>
  return route.run(await externalContext(runtime, about), input) as Promise<Output<E>>
}
