import { randomUUID } from 'node:crypto'
import { systemActor } from '@waybill/domain/kit/actor'
import type { ExternalContext } from '../../src/kit/handler.ts'
import { jobFacts } from '../../src/jobs/outbox.ts'
import { Scheduler, type Schedule } from '../../src/jobs/schedule.ts'
import { externalContext } from '../../src/db/transaction.ts'
import type { TestProvider } from './provider.ts'

/** Returns the context with which a schedule runs for a company: `await runDueInvoices(await jobOf(p))`. */
export function jobOf(p: Pick<TestProvider, 'runtime' | 'provider_id'>): Promise<ExternalContext> {
  return externalContext(p.runtime.runtime, {
    actor: systemActor(p.provider_id),
    request: jobFacts(p.runtime.runtime, 'test'),
  })
}

/**
 * Runs schedules now as the scheduler does, each under a new name, so that leases do not conflict. Runs them for these
 * companies only: those of other tests would take most of the time.
 */
export async function runSchedules(
  schedules: readonly Schedule[],
  ...companies: readonly [TestProvider, ...TestProvider[]]
): Promise<void> {
  const ids = companies.map((one) => one.provider_id)
  const own = schedules.map((one) => ({
    ...one,
    name: `${one.name} ${randomUUID()}`,
    providers: async () => ids,
  }))
  await new Scheduler(companies[0].runtime.runtime, own).runDue()
}
