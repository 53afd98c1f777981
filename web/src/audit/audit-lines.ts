import { audit_date_fields, type AuditChange } from '@waybill/domain/audit/model'
import { formatExact, isDate } from '@waybill/domain/kit/texts/format'
import { parseInstant } from '@waybill/domain/kit/calls/wire'

/** One line of a diff: a field with what it was and became, or the heading of the changes inside it. */
export interface AuditLine {
  key: string
  /** How deep it lies within other fields, from 0. */
  depth: number
  field: string
  /** `null` for a heading. */
  before: string | null
  after: string | null
}

/** What stands for a value that is not there (AUD-008). */
export const empty_value = 'Empty value'

/** A stored value in words; the known date fields, and others that end in a date or time, as dates with seconds (AUD-012, AUD-013). */
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

/** Changes as lines in order, nested ones below their field and indented. */
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
