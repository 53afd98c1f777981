import { systemActor } from '@waybill/domain/kit/actor'
import type { PartnerCtx } from '../../kit/verb.ts'
import { jobFacts } from '../outbox.ts'
import { partnerCtx } from '../work.ts'
import type { TestProvider } from './provider.ts'

/** What a schedule runs with for a company: `await runDueInvoices(await jobOf(p))`. */
export function jobOf(p: TestProvider): Promise<PartnerCtx> {
  return partnerCtx(p.house.house, {
    actor: systemActor(p.provider_id),
    request: jobFacts(p.house.house, 'test'),
  })
}
