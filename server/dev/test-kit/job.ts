import { systemActor } from '@waybill/domain/kit/actor'
import type { ExternalContext } from '../../src/kit/handler.ts'
import { jobFacts } from '../../src/jobs/outbox.ts'
import { externalContext } from '../../src/db/transaction.ts'
import type { TestProvider } from './provider.ts'

/** Returns the context with which a schedule runs for a company: `await runDueInvoices(await jobOf(p))`. */
export function jobOf(p: Pick<TestProvider, 'runtime' | 'provider_id'>): Promise<ExternalContext> {
  return externalContext(p.runtime.runtime, {
    actor: systemActor(p.provider_id),
    request: jobFacts(p.runtime.runtime, 'test'),
  })
}
