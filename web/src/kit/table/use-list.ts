import { page_sizes } from '@waybill/domain/kit/lists/paging'
import { useCallback, useEffect, useMemo } from 'react'
import { toast } from '../layers/toasts.ts'
import { usePreference } from '../preferences/preferences.ts'
import { useSearchState } from '../url/use-search.ts'
import { filterInput, type FilterInput } from './filters/filter-input.ts'
import { writeFilter, type Filter, type FilterValue } from './filters/filters.ts'

/** Options for rows per page (REP-016). */
export const row_choices = [page_sizes.small, page_sizes.default, page_sizes.large] as const

export interface ListOptions {
  /** Name of the list in the preferences: 'shipments'. */
  name: string
  filters?: readonly Filter[]
  /** The default order: `expected` or `-expected`. */
  sort?: string
  size?: (typeof row_choices)[number]
}

/** The state of a list page, read from and written to the URL. */
export interface List extends FilterInput {
  name: string
  filters: readonly Filter[]
  /** Starts at 1. */
  page: number
  size: number
  /** `key` is ascending, `-key` descending; several are joined by commas. */
  sort: string
  /** The text in the search box. */
  search: string
  /** Input for the list endpoint; an endpoint that cannot search or sort does not receive those fields. */
  input: Record<'limit' | 'offset', number> & Record<'order_by' | 'order' | 'search', string | undefined>
  isFiltered: boolean
  /** All filters and the search as one text: it changes exactly when they change. */
  filterText: string
  setFilter: (key: string, value: FilterValue | null) => void
  setSearch: (text: string) => void
  setPage: (page: number) => void
  setSize: (size: number) => void
  setSort: (sort: string) => void
  clear: () => void
  /** Replaces filters and sort with those of a view. */
  apply: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Manages the list state of a page: filters, search, sort, page and size, all in the URL. */
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
  const chosen = filterInput(filters, values, now)
  const setKeys = filters.filter(({ key }) => chosen.valueOf(key) !== null).map(({ key }) => key)
  const clear = (): void => {
    const former = Object.fromEntries([...setKeys, 'q'].map((key) => [key, values[key]]))
    change(Object.fromEntries(Object.keys(former).map((key) => [key, undefined])))
    toast.info('Filters cleared', { undo: () => change(former) })
  }
  return {
    ...chosen,
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
      search: values.q || undefined,
    },
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

/** Stores the last URL of the list, for links back to it. */
function rememberPlace(): void {
  try {
    const { pathname, search } = window.location
    sessionStorage.setItem(`last:${pathname}`, pathname + search)
  } catch {
    // Without storage, links back lead to the list without its filters.
  }
}
