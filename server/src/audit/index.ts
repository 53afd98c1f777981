import { mayViewAudit } from '@waybill/domain/audit/access'
import { auditApi } from '@waybill/domain/audit/api'
import { audit_page_size, type AuditChange, type AuditEvent } from '@waybill/domain/audit/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/paging'
import { forbidden } from '@waybill/domain/kit/problem'
import { demand } from '@waybill/domain/kit/verdict'
import { serve, type Verb } from '../kit/verb.ts'
import { listAuditEvents, type AuditRow } from './store.ts'

export { countAuditEvents } from './store.ts'

const most_entries = 100

/** The audit trail of one thing, newest first; staff only (AUD-001, AUD-014). */
const readAudit: Verb<typeof auditApi.events> = async (ctx, { type, object_id, offset, limit }) => {
  demand(mayViewAudit(ctx.actor, type))
  if (!isStaff(ctx.actor)) throw forbidden('You may not see the audit trail.')
  const id = object_id === undefined ? undefined : Number(object_id)
  const { rows, total } = await listAuditEvents(ctx, type, id, {
    ...pageOf({ limit: limit ?? audit_page_size, offset }, most_entries),
  })
  return { audit_events: rows.map(seenEntry), count: total }
}

function seenEntry(row: AuditRow): AuditEvent {
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
    action: row.action === 'insert' ? 'created' : row.action === 'delete' ? 'deleted' : 'changed',
    change: changesOf(row.change as unknown as Record<string, unknown>, row.action),
    is_sealed: false,
  }
}

function changesOf(change: Record<string, unknown>, action: string): AuditChange[] {
  if (action === 'update')
    return Object.entries(change).map(([field, value]) => {
      const { change_from, change_to } = value as { change_from: unknown; change_to: unknown }
      return isGroup(change_from) && isGroup(change_to)
        ? { field, nested: difference(change_from, change_to) }
        : { field, change_from, change_to }
    })
  const side = action === 'insert' ? 'change_to' : 'change_from'
  return Object.entries((change[side] ?? {}) as Record<string, unknown>).map(([field, value]) => ({
    field,
    [side]: value,
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

export const auditRoutes = [serve(auditApi.events, readAudit)]
