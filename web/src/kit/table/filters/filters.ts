import type { Option } from '../../form/choices/options.ts'
import { dateFilterText, daysOf } from './date-filter.ts'

/** A filter of a list. Its `key` is the parameter in the URL. */
export interface Filter {
  key: string
  /** Such as 'Status', 'Delivery branch', 'Collected'. */
  label: string
  kind: 'choice' | 'date' | 'flag'
  options?: readonly Option<string>[]
  /** Predefined groups at the top of a choice: 'Needs action'. */
  groups?: readonly { label: string; values: readonly string[] }[]
  /** One of the two filters used most: it has its own dropdown. */
  pinned?: boolean
  /** Can be negated with 'Is not'. */
  negatable?: boolean
  /** Only one value can be chosen at a time. */
  single?: boolean
  /** Requests options as the user types; without it, the given options are filtered locally. */
  onSearch?: (text: string) => void
}

/** Returns a filter by fixed values: `choiceFilter('state', 'State', states, (state) => labels[state])`. */
export function choiceFilter<Value extends string>(
  key: string,
  label: string,
  values: readonly Value[],
  labelOf: (value: Value) => string,
  more: Partial<Filter> = {},
): Filter {
  return {
    key,
    label,
    kind: 'choice',
    options: values.map((value) => ({ value, label: labelOf(value) })),
    ...more,
  }
}

/** The value of a filter: choices, one date text, or `yes`; `isNot` negates a choice. */
export interface FilterValue {
  values: readonly string[]
  isNot: boolean
}

/**
 * Reads a filter value from the URL: `at-hub,in-transit`, `!12`. Returns `null` when it is not set or is an invalid
 * date.
 */
export function readFilter(filter: Filter, text: string | undefined, now: Date): FilterValue | null {
  if (!text) return null
  const isNot = filter.negatable === true && text.startsWith('!')
  const values = (isNot ? text.slice(1) : text).split(',').filter(Boolean)
  if (values.length === 0) return null
  if (filter.kind === 'date' && !daysOf(values[0] ?? '', now)) return null
  return { values, isNot }
}

/** Returns a filter value in the form used in the URL; empty when nothing is chosen. */
export function writeFilter({ values, isNot }: FilterValue): string {
  return values.length === 0 ? '' : `${isNot ? '!' : ''}${values.join(',')}`
}

/**
 * Returns the chosen values in words: 'At hub or In transit', 'last 7 days', or the name of a group such as 'Needs
 * action' when they are exactly that group.
 */
export function valueText(filter: Filter, value: FilterValue, now: Date): string {
  if (filter.kind === 'date') return dateFilterText(value.values[0] ?? '', now)
  if (filter.kind === 'flag') return 'yes'
  const group = filter.groups?.find(
    ({ values }) =>
      values.length === value.values.length && values.every((one) => value.values.includes(one)),
  )
  if (group) return group.label
  const words = value.values.map(
    (one) => filter.options?.find((option) => option.value === one)?.label ?? one,
  )
  if (words.length <= 2) return words.join(' or ')
  return `${words[0]} or ${words.length - 1} others`
}

/** Returns the start of the sentence on a chip, before the chosen words. */
export function chipLead(filter: Filter, value: FilterValue): string {
  if (filter.kind === 'flag') return filter.label
  if (filter.kind === 'date') return `${filter.label} in`
  return `${filter.label} is${value.isNot ? ' not' : ''}`
}
