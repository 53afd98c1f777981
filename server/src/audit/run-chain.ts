import type { ExternalContext } from '../kit/handler.ts'
import { fileStorePort } from '../files/index.ts'
import { archiveMonths, companiesToArchive, updateMonths } from './archive/archive.ts'
import { sealText } from './chain.ts'
import { newestSeal, providersToSeal, readChain, type ReadChain } from './chain-store.ts'
import { sealAudit } from './seal.ts'
import { describeFault, verifyChain } from './verify.ts'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'

/** Writes the newest seal to the service log, because a seal outside the database cannot be changed there. */
async function exportSeal(ctx: ExternalContext): Promise<void> {
  const { provider_id } = ctx
  const newest = await ctx.inTransaction(newestSeal)
  if (newest)
    ctx.log.info(
      { seal: sealText({ provider_id, ...newest }), entries: newest.entries, sealed_at: newest.time },
      'audit seal',
    )
}

/** Verifies the chain and writes the result to the service log. */
async function verifyAudit(ctx: ExternalContext): Promise<void> {
  const { provider_id } = ctx
  const read: ReadChain = (fn) => ctx.inTransaction(({ db }) => fn(db))
  const chain = readChain(provider_id, read, ctx.adapter(fileStorePort))
  const { blocks, entries, fault } = await verifyChain(chain)
  if (fault)
    ctx.log.error({ provider_id, block: fault.block }, `audit trail damaged: ${describeFault(fault)}`)
  else ctx.log.info({ provider_id, blocks, entries }, 'audit trail verified')
}

/** Schedules of the audit module: sealing, exporting seals, the daily verification, and months. */
export const auditSchedules = [
  {
    name: 'audit-seal',
    every_ms: 2_000,
    // Short, so that another process soon continues when the sealing process dies.
    lease_ms: 20_000,
    providers: providersToSeal,
    run: sealAudit,
  },
  { name: 'audit-export', every_ms: 10 * 60_000, run: exportSeal },
  { name: 'audit-verify', every_ms: day_ms, run: verifyAudit },
  {
    name: 'audit-months',
    every_ms: hour_ms,
    lease_ms: hour_ms,
    providers: companiesToArchive,
    run: archiveMonths,
    afterAll: updateMonths,
  },
]
