import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { forbidden } from '@waybill/domain/kit/problem'
import { requireFreshConfirmation } from '../identity/index.ts'
import type { Runtime } from '../kit/runtime.ts'
import { inTransaction, type TransactionScope } from '../db/transaction.ts'

/**
 * Throws 403 `step_up_needed` when the endpoint requires a fresh confirmation (`step_up`) and the signed-in user has
 * not given one. API keys are rejected where the endpoint specifies that.
 */
export async function requireStepUp(
  runtime: Runtime,
  { step_up }: Endpoint,
  about: TransactionScope,
  input: unknown,
): Promise<void> {
  const { actor, request } = about
  if (!step_up || !(step_up.when?.(input, actor) ?? true)) return
  if (actor.kind === 'api-key') {
    if (step_up.api_keys !== 'refused') return
    throw forbidden('An API key cannot do this, because a person has to confirm it. Log in to do it.')
  }
  await inTransaction(runtime, { actor, request, reads_only: true }, requireFreshConfirmation)
}
