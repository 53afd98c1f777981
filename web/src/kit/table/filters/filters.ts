import type { Option } from '../../form/choices/options.ts'
import { dateFilterText, daysOf } from './date-filter.ts'

/** One thing a list can be narrowed by. Its key is the key in the address bar. */
export interface Filter {
  key: string
  /** 'Status', 'Delivery branch', 'Collected'. */
  label: string
  kind: 'choice' | 'date' | 'flag'
  options?: readonly Option<string>[]
  /** Ready-made groups at the top of a choice: 'Needs action'. */
  groups?: readonly { label: string; values: readonly string[] }[]
  /** One of the two filters used most: an open dropdown of its own. */
  pinned?: boolean
  /** May also be 'is not'. */
  negatable?: boolean
  /** Of the choices only one at a time. */
  single?: boolean
  /** Asks for options as the person types; without it the given options are narrowed here. */
  onSearch?: (text: string) => void
}

/** What a filter is set to: choices, one date text, or `yes`; `isNot` turns a choice round. */
export interface FilterValue {
  values: readonly string[]
  isNot: boolean
}

/** The filter's part of the address bar: `at-hub,in-transit`, `!12`; invalid dates read as not set. */
export function readFilter(filter: Filter, text: string | undefined, now: Date): FilterValue | null {
  if (!text) return null
  const isNot = filter.negatable === true && text.startsWith('!')
  const values = (isNot ? text.slice(1) : text).split(',').filter(Boolean)
  if (values.length === 0) return null
  if (filter.kind === 'date' && !daysOf(values[0] ?? '', now)) return null
  return { values, isNot }
}

/** A filter's value for the address bar; empty when nothing is chosen. */
export function writeFilter({ values, isNot }: FilterValue): string {
  return values.length === 0 ? '' : `${isNot ? '!' : ''}${values.join(',')}`
}

/** The chosen values in words: 'At hub or In transit', 'last 7 days', 'Needs action' when they are a whole group. */
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

/** A chip reads as a sentence: what stands before the chosen words. */
export function chipLead(filter: Filter, value: FilterValue): string {
  if (filter.kind === 'flag') return filter.label
  if (filter.kind === 'date') return `${filter.label} in`
  return `${filter.label} is${value.isNot ? ' not' : ''}`
}
