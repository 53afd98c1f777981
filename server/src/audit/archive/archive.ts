import type { Db } from '../../kit/db.ts'
import { config } from '../../kit/config.ts'
import type { ExternalContext } from '../../kit/handler.ts'
import type { Logger } from '../../kit/log.ts'
import { fileStorePort } from '../../files/index.ts'
import { before_all, newestSeal, readChain, sealBefore, type ReadChain } from '../chain-store.ts'
import type { StoredSeal } from '../entry-store.ts'
import { describeFault, verifyChain } from '../verify.ts'
import { packEntries } from './archive-file.ts'
import { entriesOfMonth, insertPart, newestPart, providersToArchive } from './archive-store.ts'
import { auditMonthsUntil, dropArchivedMonth, makeAuditMonths, type AuditMonth } from './months-store.ts'

type MonthEntry = Awaited<ReturnType<typeof entriesOfMonth>>[number]

/** Largest content of one file: number of entries, and of characters before packing, which the last page may exceed. */
const max_entries = 50_000
const max_characters = 64 * 1024 * 1024
const entries_at_once = 5_000
const seals_at_once = 1_000

/** Returns the time before which whole months are archived; `null` when archiving is off. */
function archivedUntil(now: Date): Date | null {
  const months = config.AUDIT_ARCHIVE_MONTHS
  return months === 0 ? null : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months))
}

/** Returns the companies whose audit trail may have months to archive; none when archiving is off. */
export async function companiesToArchive(db: Db, now: Date): Promise<number[]> {
  const latest = archivedUntil(now)
  return latest === null ? [] : providersToArchive(db, latest)
}

/**
 * Writes the entries of the company's old months to files. Each file is read back and verified against the seals
 * before it is recorded. A run that was interrupted continues after the last recorded file (decision 0131).
 */
export async function archiveMonths(ctx: ExternalContext): Promise<void> {
  const latest = archivedUntil(ctx.now)
  if (latest === null) return
  const months = await ctx.inTransaction(({ db }) => auditMonthsUntil(db, latest))
  for (const month of months) while (await archivePart(ctx, month));
}

/** Writes the next file of a month; returns whether there was anything to write. */
async function archivePart(ctx: ExternalContext, month: AuditMonth): Promise<boolean> {
  const { provider_id } = ctx
  const former = await ctx.inTransaction((inner) => newestPart(inner, month.ends))
  const entries = await readPart(ctx, month, former?.last_id ?? before_all)
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return false
  const [newest, before] = await ctx.inTransaction(async (inner) => [
    await newestSeal(inner),
    await sealBefore(inner, first.id),
  ])
  if (!newest || newest.last_id < last.id) {
    ctx.log.warn({ provider_id, month_end: month.ends }, 'an old month of the audit trail is not sealed yet')
    return false
  }
  const read: ReadChain = (fn) => ctx.inTransaction(({ db }) => fn(db))
  const files = ctx.adapter(fileStorePort)
  const seals = await sealsUntil(readChain(provider_id, read, files), before, last.id)
  const { content, digest } = await packEntries(entries, seals)
  const place = { month_end: month.ends, part: (former?.part ?? 0) + 1 }
  const day = month.ends.toISOString().slice(0, 10)
  const part = {
    // The digest in the name: two processes that write the same part never overwrite each other's file.
    file: `${provider_id}/audit-archive/before-${day}-${place.part}-${digest.slice(0, 12)}.jsonl.gz`,
    digest,
    entries: entries.length,
    first_id: first.id,
    last_id: last.id,
  }
  await files.put(part.file, content, 'application/gzip')
  const verified = await verifyChain(readChain(provider_id, read, files, { ...part, ...month }), [], {
    after: before ?? null,
    until_id: last.id,
  })
  if (verified.fault)
    throw new Error(`The audit trail cannot be archived in ${part.file}: ${describeFault(verified.fault)}`)
  await ctx.inTransaction((inner) =>
    insertPart(inner, { ...part, ...place, bytes: content.length, objects: objectRanges(entries) }),
  )
  ctx.log.info({ provider_id, file: part.file, entries: part.entries }, 'audit trail archived')
  return true
}

/** Reads the entries of the next file. */
async function readPart(ctx: ExternalContext, month: AuditMonth, afterId: number): Promise<MonthEntry[]> {
  const entries: MonthEntry[] = []
  let characters = 0
  while (entries.length < max_entries && characters < max_characters) {
    const page = await ctx.inTransaction((inner) =>
      entriesOfMonth(inner, month, entries.at(-1)?.id ?? afterId, entries_at_once),
    )
    entries.push(...page)
    characters += page.reduce((sum, { canonical }) => sum + canonical.length, 0)
    if (page.length < entries_at_once) break
  }
  return entries
}

/** Reads the seals after one up to the block of an entry. */
async function sealsUntil(
  chain: ReturnType<typeof readChain>,
  before: StoredSeal | undefined,
  lastId: number,
): Promise<StoredSeal[]> {
  const seals: StoredSeal[] = []
  for (;;) {
    const page = await chain.seals(seals.at(-1)?.block ?? before?.block ?? 0, seals_at_once)
    for (const seal of page) {
      seals.push(seal)
      if (seal.last_id >= lastId) return seals
    }
    if (page.length < seals_at_once) return seals
  }
}

/** Returns the lowest and highest object id of each object type. */
function objectRanges(entries: readonly MonthEntry[]): Record<string, [number, number]> {
  const ranges: Record<string, [number, number]> = {}
  for (const { object_type, object_id } of entries) {
    const [low, high] = ranges[object_type] ?? [object_id, object_id]
    ranges[object_type] = [Math.min(low, object_id), Math.max(high, object_id)]
  }
  return ranges
}

/**
 * Makes the partitions of this month and the next two, and drops the oldest month that every company has archived. One
 * at a time: all writes wait from a drop to the end of its transaction.
 */
export async function updateMonths(db: Db, { now, log }: { now: Date; log: Logger }): Promise<void> {
  const made = await makeAuditMonths(db)
  for (const partition of made) log.info({ partition }, 'audit month made')
  const latest = archivedUntil(now)
  if (latest === null || made.length > 0) return
  for (const { ends } of await auditMonthsUntil(db, latest))
    if (await dropArchivedMonth(db, ends)) {
      log.info({ month_end: ends }, 'archived audit month dropped')
      return
    }
}
