import { endOfDay, startOfDay } from '../calls/wire.ts'

/** Filters that start at the first moment of their day (REP-011). */
export const start_fields = ['start_date', 'date', 'from_invoice_date'] as const
/** Filters that end at the last moment of their day (REP-012). */
export const end_fields = ['end_date', 'to_invoice_date'] as const
/** Filters that match anywhere in the stored text (REP-013, REP-014). */
export const partial_fields = [
  'search',
  'name',
  'reference',
  'customer_reference',
  'tracking_reference',
  'email',
  'phone',
  'address',
] as const

type Field = (typeof start_fields)[number] | (typeof end_fields)[number]
type Helped<Filters> = { [Name in keyof Filters]: Name extends Field ? Date | undefined : Filters[Name] }

const has = (names: readonly string[], name: string) => names.includes(name)

/**
 * Prepares user-entered filters for a list query: days become the first or last moment of the day in South Africa,
 * and texts that match anywhere are wrapped in `%`. An empty text becomes `undefined`; other values stay unchanged.
 */
export function helpFilters<Filters extends Readonly<Record<string, unknown>>>(
  filters: Filters,
): Helped<Filters> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, helped(name, value)]),
  ) as Helped<Filters>
}

function helped(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value === '' ? undefined : value
  if (has(start_fields, name)) return startOfDay(value)
  if (has(end_fields, name)) return endOfDay(value)
  return has(partial_fields, name) ? `%${value.replaceAll('%', '')}%` : value
}
