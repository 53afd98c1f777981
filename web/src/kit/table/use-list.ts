import { page_sizes } from '@waybill/domain/kit/lists/paging'
import { useCallback, useEffect, useMemo } from 'react'
import { toast } from '../layers/toasts.ts'
import { usePreference } from '../preferences/preferences.ts'
import { useSearchState } from '../url/use-search.ts'
import { momentsOf } from './filters/date-filter.ts'
import { readFilter, writeFilter, type Filter, type FilterValue } from './filters/filters.ts'

/** Rows per page to choose from (REP-016). */
export const row_choices = [page_sizes.small, page_sizes.default, page_sizes.large] as const

export interface ListOptions {
  /** Names the list in preferences and remembers where it was left: 'shipments'. */
  name: string
  filters?: readonly Filter[]
  /** `expected` or `-expected`; the order when nothing was chosen. */
  sort?: string
  size?: (typeof row_choices)[number]
}

/** The state of a list page, read from and written to the address bar. */
export interface List {
  name: string
  filters: readonly Filter[]
  /** From 1. */
  page: number
  size: number
  /** `key` ascending, `-key` descending; several joined by commas. */
  sort: string
  /** What was typed into the search box. */
  search: string
  /** What the list call wants: `limit`, `offset`, `order_by`, `order`. */
  input: { limit: number; offset: number; order_by: string | undefined; order: string | undefined }
  valueOf: (key: string) => FilterValue | null
  /** The chosen values of a filter, empty when it is not set. */
  chosen: (key: string) => readonly string[]
  /** The moments a date filter lies between. */
  between: (key: string) => { from: Date; until: Date } | null
  isFiltered: boolean
  /** The whole of it as one text: changes exactly when the filters change. */
  filterText: string
  setFilter: (key: string, value: FilterValue | null) => void
  setSearch: (text: string) => void
  setPage: (page: number) => void
  setSize: (size: number) => void
  setSort: (sort: string) => void
  clear: () => void
  /** Replaces filters and sort by those of a view. */
  apply: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** The list state of a page: filters, search, sort, page and size, all in the address bar. */
export function useList({
  name,
  filters = [],
  sort: defaultSort = '',
  size: defaultSize = page_sizes.default,
}: ListOptions): List {
  const { values, set } = useSearchState()
  const [preferredSize, preferSize] = usePreference<number>(`rows:${name}`, defaultSize)
  const now = useMemo(() => new Date(), [])
  useEffect(() => rememberPlace(), [values])
  const size = row_choices.find((choice) => choice === Number(values.size)) ?? preferredSize
  const page = Math.max(1, Math.floor(Number(values.page)) || 1)
  const sort = values.sort ?? defaultSort
  const first = sort.split(',')[0] ?? ''
  const change = useCallback(
    (changes: Record<string, string | undefined>, how?: { replace?: boolean }) =>
      set({ page: undefined, ...changes }, how),
    [set],
  )
  const valueOf = (key: string): FilterValue | null => {
    const filter = filters.find((one) => one.key === key)
    return filter ? readFilter(filter, values[key], now) : null
  }
  const setKeys = filters.filter(({ key }) => valueOf(key) !== null).map(({ key }) => key)
  const clear = (): void => {
    const former = Object.fromEntries([...setKeys, 'q'].map((key) => [key, values[key]]))
    change(Object.fromEntries(Object.keys(former).map((key) => [key, undefined])))
    toast.info('Filters cleared', { undo: () => change(former) })
  }
  return {
    name,
    filters,
    page,
    size,
    sort,
    search: values.q ?? '',
    input: {
      limit: size,
      offset: (page - 1) * size,
      order_by: first.replace(/^-/, '') || undefined,
      order: first === '' ? undefined : first.startsWith('-') ? 'desc' : 'asc',
    },
    valueOf,
    chosen: (key) => valueOf(key)?.values ?? [],
    between: (key) => momentsOf(valueOf(key)?.values[0], now),
    isFiltered: setKeys.length > 0 || Boolean(values.q),
    filterText: [values.q ?? '', ...setKeys.map((key) => `${key}=${values[key]}`)].join('&'),
    setFilter: (key, value) => change({ [key]: value ? writeFilter(value) : undefined }),
    setSearch: (text) => change({ q: text || undefined }, { replace: true }),
    setPage: (next) => set({ page: next > 1 ? String(next) : undefined }),
    setSize: (next) => {
      preferSize(next)
      change({ size: next === defaultSize ? undefined : String(next) })
    },
    setSort: (next) => change({ sort: next === defaultSort ? undefined : next || undefined }),
    clear,
    apply: change,
  }
}

/** Remembers under which address a list was last seen, for the way back to it. */
function rememberPlace(): void {
  try {
    const { pathname, search } = window.location
    sessionStorage.setItem(`last:${pathname}`, pathname + search)
  } catch {
    // Without storage the way back leads to the plain list.
  }
}
