import { count_cap } from '@waybill/domain/kit/lists/paging'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '../../layers/toasts.ts'

export type RowId = string | number

/** The selected rows. The selection is kept while paging and sorting, and cleared when the filters change. */
export interface Selection<Row> {
  /** The ticked rows; none while everything that matches the filters is selected. */
  rows: readonly Row[]
  /** Everything that matches the filters is selected, including rows that are not on this page, except unticked rows. */
  isAll: boolean
  /** Number of selected rows. */
  count: number
  has: (id: RowId) => boolean
  /** Returns the selected rows. `readAll` reads everything that matches the filters, and is called only if needed. */
  read: (readAll: () => Promise<readonly Row[]>) => Promise<readonly Row[]>
  toggle: (row: Row, extend?: boolean) => void
  /** Selects or deselects all rows of the page. */
  setPage: (isChosen: boolean) => void
  chooseAll: () => void
  clear: () => void
  /** Keeps only these rows selected, such as those for which an action failed. */
  retain: (rows: readonly Row[]) => void
}

interface Ticks<Row> {
  isAll: boolean
  /** The ticked rows, or with `isAll` the unticked ones. */
  marked: ReadonlyMap<RowId, Row>
}

/** Manages the selection of a table; `rows` are the rows now on screen, `total` is the number that match the filters. */
export function useSelection<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => RowId,
  filterText: string,
  total: number,
): Selection<Row> {
  const [ticks, setTicks] = useState<Ticks<Row>>({ isAll: false, marked: new Map() })
  const { isAll, marked } = ticks
  const last = useRef<RowId | null>(null)
  const formerFilter = useRef(filterText)
  const ticked = isAll ? [] : [...marked.values()]
  // Above the cap the total is a lower bound, from which nothing can be subtracted.
  const excluded = total < count_cap ? marked.size : 0
  const count = isAll ? Math.max(0, total - excluded) : marked.size
  const has = (id: RowId): boolean => marked.has(id) !== isAll
  const retain = (remaining: readonly Row[]): void =>
    setTicks({ isAll: false, marked: new Map(remaining.map((row) => [idOf(row), row])) })
  const clear = (): void => retain([])
  const clearChosen = useEffectEvent((): void => {
    if (count === 0) return
    clear()
    // Everything that matched the former filters cannot be selected again.
    toast.info('Selection cleared', isAll ? {} : { undo: () => setTicks(ticks) })
  })
  useEffect(() => {
    if (formerFilter.current === filterText) return
    formerFilter.current = filterText
    clearChosen()
  }, [filterText])
  const mark = (touched: readonly Row[], isChosen: boolean): void => {
    const next = new Map(marked)
    for (const row of touched)
      if (isChosen === isAll) next.delete(idOf(row))
      else next.set(idOf(row), row)
    if (isAll && next.size >= total) clear()
    else setTicks({ isAll, marked: next })
  }
  return {
    rows: ticked,
    isAll,
    count,
    has,
    read: async (readAll) => (isAll ? (await readAll()).filter((row) => has(idOf(row))) : ticked),
    toggle: (row, extend = false) => {
      const id = idOf(row)
      const from = extend ? rows.findIndex((one) => idOf(one) === last.current) : -1
      const to = rows.indexOf(row)
      const touched = from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
      last.current = id
      mark(touched, extend || !has(id))
    },
    setPage: (isChosen) => mark(rows, isChosen),
    chooseAll: () => setTicks({ isAll: true, marked: new Map() }),
    clear,
    retain,
  }
}
