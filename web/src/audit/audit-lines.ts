import { audit_date_fields, type AuditChange } from '@waybill/domain/audit/model'
import { formatExact, isDate } from '@waybill/domain/kit/texts/format'
import { parseInstant } from '@waybill/domain/kit/calls/wire'

/** One line of a diff: a field with its values before and after, or the heading of nested changes. */
export interface AuditLine {
  key: string
  /** Nesting level, from 0. */
  depth: number
  field: string
  /** `null` for a heading. */
  before: string | null
  after: string | null
}

/** The text for a missing value (AUD-008). */
export const empty_value = 'Empty value'

/**
 * Formats a stored value as text. Known date fields, and others whose name ends in `_date` or `_time`, are formatted
 * as dates with seconds (AUD-012, AUD-013).
 */
export function auditValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return empty_value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    const isDateField = audit_date_fields.has(field) || /_(date|time)$/.test(field)
    const moment = isDateField && /^\d{4}-\d{2}-\d{2}T/.test(value) ? parseInstant(value) : null
    return moment && isDate(moment) ? formatExact(moment) : value
  }
  return JSON.stringify(value)
}

/** Converts changes to lines in order; nested changes are below their field and indented. */
export function auditLines(changes: readonly AuditChange[], depth = 0, path = ''): AuditLine[] {
  return changes.flatMap((change) => {
    const key = `${path}/${change.field}`
    const field = change.field.replaceAll('_', ' ')
    if (change.nested)
      return [{ key, depth, field, before: null, after: null }, ...auditLines(change.nested, depth + 1, key)]
    return [
      {
        key,
        depth,
        field,
        before: auditValue(change.field, change.change_from),
        after: auditValue(change.field, change.change_to),
      },
    ]
  })
}

/** `shipment` → 'Shipment', `provider_setting` → 'Provider setting'. */
export function auditTypeName(type: string): string {
  const words = type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
