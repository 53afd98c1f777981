import { momentsOf } from './date-filter.ts'
import { readFilter, type Filter, type FilterValue } from './filters.ts'

/** The filters of a query string, as input for an endpoint: `undefined` when nothing valid is chosen. */
export interface FilterInput {
  valueOf: (key: string) => FilterValue | null
  /** Returns the chosen values of a filter, empty when it is not set. */
  chosen: (key: string) => readonly string[]
  /** Returns the chosen ones of `values`. */
  someOf: <Value extends string>(key: string, values: readonly Value[]) => Value[] | undefined
  /** Returns the chosen one of `values`. */
  oneOf: <Value extends string>(key: string, values: readonly Value[]) => Value | undefined
  /** Returns the chosen texts, for filters whose options are the company's own. */
  texts: (key: string) => string[] | undefined
  ids: (key: string) => number[] | undefined
  id: (key: string) => number | undefined
  /** Whether a flag is set. */
  flag: (key: string) => true | undefined
  /** Returns the start and end of a date filter. */
  between: (key: string) => { from: Date; until: Date } | null
}

/** Returns the readers of the filters of a query string. Unknown values and invalid numbers are left out. */
export function filterInput(
  filters: readonly Filter[],
  values: Readonly<Record<string, string | undefined>>,
  now: Date,
): FilterInput {
  const valueOf = (key: string): FilterValue | null => {
    const filter = filters.find((one) => one.key === key)
    return filter ? readFilter(filter, values[key], now) : null
  }
  const chosen = (key: string): readonly string[] => valueOf(key)?.values ?? []
  const ids = (key: string): number[] | undefined =>
    unlessEmpty(
      chosen(key)
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0),
    )
  return {
    valueOf,
    chosen,
    someOf: (key, from) =>
      unlessEmpty(chosen(key).flatMap((text) => from.find((value) => value === text) ?? [])),
    oneOf: (key, from) => from.find((value) => chosen(key).includes(value)),
    texts: (key) => unlessEmpty([...chosen(key)]),
    ids,
    id: (key) => ids(key)?.[0],
    flag: (key) => (valueOf(key) ? true : undefined),
    between: (key) => momentsOf(chosen(key)[0], now),
  }
}

function unlessEmpty<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined
}
