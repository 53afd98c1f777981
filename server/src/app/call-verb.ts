import type { Actor } from '@waybill/domain/kit/actor'
import type { Endpoint, Input, Output } from '@waybill/domain/kit/endpoint'
import { newRequestId, type House } from './house.ts'
import { jobFacts } from './outbox.ts'
import { partnerCtx, work, type WorkFor } from './work.ts'

/** Does what a call of this endpoint by this actor would do, inside the process: for the demonstration company. */
export async function callVerb<E extends Endpoint>(
  house: House,
  actor: Actor,
  endpoint: E,
  input: Input<E>,
): Promise<Output<E>> {
  const route = house.routes.find((one) => one.endpoint === endpoint)
  if (!route || route.kind === 'raw') throw new Error(`${endpoint.method} ${endpoint.path} is not served.`)
  const about: WorkFor = { actor, request: { ...jobFacts(house, newRequestId()), channel: 'web' } }
  if (route.kind === 'work') return work(house, about, (ctx) => route.run(ctx, input)) as Promise<Output<E>>
  return route.run(await partnerCtx(house, about), input) as Promise<Output<E>>
}
