import { mayViewAudit } from '@waybill/domain/audit/access'
import { auditApi } from '@waybill/domain/audit/api'
import { audit_page_size, type AuditChange, type AuditEvent } from '@waybill/domain/audit/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden, Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { isSealed } from '../kit/sealer.ts'
import {
  serve,
  serveExternal,
  type Context,
  type ExternalHandler,
  type Handler,
  type Route,
} from '../kit/handler.ts'
import { fileStorePort } from '../files/index.ts'
import { ArchiveFault } from './archive/archive-file.ts'
import { archivedBefore, partsWithObject } from './archive/archive-store.ts'
import { searchArchive } from './archive/search-archive.ts'
import { newestSeal } from './chain-store.ts'
import {
  archivedObject,
  listAuditEvents,
  type AuditedThings,
  type AuditFilter,
  type AuditRow,
} from './store.ts'

export { oldestUnsealed, readArchiveEnd, readChain, readTableEntries, type ReadChain } from './chain-store.ts'
export { auditSchedules } from './run-chain.ts'
export { countAuditEvents, type AuditedThings } from './store.ts'
export { readSealText, sealText, type ExportedSeal } from './chain.ts'
export { describeFault, verifyChain } from './verify.ts'

const max_entries = 100

/**
 * Returns the audit trail of one object, of one type or of the company, newest first; for staff only (AUD-001,
 * AUD-014).
 */
const readAudit =
  (audited: AuditedThings): Handler<typeof auditApi.events> =>
  async (ctx, { offset, limit, object_id, ...requested }) => {
    requireAuditReader(ctx, requested.type)
    const { rows, total } = await listAuditEvents(
      ctx,
      audited,
      { ...requested, object_id: object_id === undefined ? undefined : idOf(object_id) } as AuditFilter,
      pageOf({ limit: limit ?? audit_page_size, offset }, max_entries),
    )
    const newest = await newestSeal(ctx)
    const archiveEnd = await archivedBefore(ctx)
    return {
      audit_events: rows.map((row) => presentEntry(row, newest?.last_id ?? -Infinity)),
      count: total,
      ...(archiveEnd && { archived_before: archiveEnd }),
    }
  }

/**
 * Returns the archived entries of one object from a few files, newest first, for the same people as the list of
 * entries. Files are read outside the transaction.
 */
const readArchive =
  (audited: AuditedThings): ExternalHandler<typeof auditApi.archived> =>
  async (ctx, { type, object_id, offset }) => {
    requireAuditReader(ctx, type)
    const { object, parts } = await ctx.inTransaction(async (inner) => {
      const found = await archivedObject(inner, audited, type, idOf(object_id))
      return { object: found, parts: found ? await partsWithObject(inner, found.type, found.id) : [] }
    })
    if (!object) return { audit_events: [], next_offset: null }
    try {
      const { entries, next_offset } = await searchArchive(
        ctx.adapter(fileStorePort),
        parts,
        Math.max(0, offset ?? 0),
        object,
      )
      return {
        audit_events: entries.map((entry) => presentEntry({ ...entry, object_name: '' }, Infinity)),
        next_offset,
      }
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error
      ctx.log.error({ error: error.message }, 'archive of the audit trail')
      throw new Problem(
        'unavailable',
        'A file of the archive is missing or damaged. Ask the operator of the installation to check the archive of the audit trail.',
      )
    }
  }

/** Checks that the caller is staff who may see the audit trail of `type`. */
function requireAuditReader({ actor }: Pick<Context, 'actor'>, type: string | undefined): void {
  ensure(mayViewAudit(actor, type))
  if (!isStaff(actor)) throw forbidden('You may not see the audit trail.')
}

/** Parses an object id. Returns 0, which no object has, when the text is not a valid id. */
function idOf(objectId: string): number {
  return /^[1-9]\d{0,14}$/.test(objectId) ? Number(objectId) : 0
}

function presentEntry(row: Omit<AuditRow, 'provider_id'>, lastSealed: number): AuditEvent {
  return {
    id: row.id,
    timestamp: row.time,
    request_id: row.request_id,
    client_version: row.client_version,
    source: row.source,
    channel: row.channel,
    impersonated_by: row.impersonated_by ?? '',
    type: row.table_name,
    object_id: String(row.row_id ?? row.object_id),
    audit_type: row.object_type,
    audit_object_id: String(row.object_id),
    object_name: row.object_name ?? '',
    action: row.action === 'insert' ? 'created' : row.action === 'delete' ? 'deleted' : 'changed',
    change: changesOf(row.change, row.action),
    is_sealed: row.id <= lastSealed,
  }
}

/** Masks sealed values, because they must never leave the server, not even in their stored form. */
function shown(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (isSealed(value)) return '***'
  // The trail stores a column of type `time` with seconds.
  return /^\d{2}:\d{2}:00$/.test(value) ? value.slice(0, 'HH:mm'.length) : value
}

function changesOf(change: Record<string, unknown>, action: string): AuditChange[] {
  if (action === 'update')
    return Object.entries(change).map(([field, value]) => {
      const { change_from, change_to } = value as { change_from: unknown; change_to: unknown }
      return isGroup(change_from) && isGroup(change_to)
        ? { field, nested: difference(change_from, change_to) }
        : { field, change_from: shown(change_from), change_to: shown(change_to) }
    })
  const side = action === 'insert' ? 'change_to' : 'change_from'
  return Object.entries((change[side] ?? {}) as Record<string, unknown>).map(([field, value]) => ({
    field,
    [side]: shown(value),
  }))
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function difference(from: Record<string, unknown>, to: Record<string, unknown>): AuditChange[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => ({ field, change_from: from[field] ?? null, change_to: to[field] ?? null }))
}

/** Routes of the audit trail; `audited` describes the audited objects of all modules. */
export const auditRoutes = (audited: AuditedThings): readonly Route[] => [
  serve(auditApi.events, readAudit(audited)),
  serveExternal(auditApi.archived, readArchive(audited)),
]
