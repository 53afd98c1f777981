import type { ExternalContext } from '../kit/handler.ts'
import { sealText } from './chain.ts'
import { newestSeal, providersToSeal, readChain } from './chain-store.ts'
import { sealAudit } from './seal.ts'
import { describeFault, verifyChain } from './verify.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Writes the newest seal to the service log: what leaves the database cannot be changed in it. */
async function exportSeal(ctx: ExternalContext): Promise<void> {
  const { provider_id } = ctx
  const newest = await ctx.inTransaction(newestSeal)
  if (newest)
    ctx.log.info(
      { seal: sealText({ provider_id, ...newest }), entries: newest.entries, sealed_at: newest.time },
      'audit seal',
    )
}

/** Walks the chain and says in the service log how it stands. */
async function verifyAudit(ctx: ExternalContext): Promise<void> {
  const { provider_id } = ctx
  const chain = readChain(provider_id, (read) => ctx.inTransaction((inner) => read(inner.db)))
  const { blocks, entries, fault } = await verifyChain(chain)
  if (fault)
    ctx.log.error({ provider_id, block: fault.block }, `audit trail damaged: ${describeFault(fault)}`)
  else ctx.log.info({ provider_id, blocks, entries }, 'audit trail verified')
}

/** What the audit runs by the clock: sealing, the seals that leave the database, and the daily check. */
export const auditSchedules = [
  {
    name: 'audit-seal',
    every_ms: 2_000,
    // Another process goes on soon when the one that seals dies.
    lease_ms: 20_000,
    providers: providersToSeal,
    run: sealAudit,
  },
  { name: 'audit-export', every_ms: 10 * 60_000, run: exportSeal },
  { name: 'audit-verify', every_ms: day_ms, run: verifyAudit },
]
