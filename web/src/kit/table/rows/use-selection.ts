import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '../../layers/toasts.ts'

export type RowId = string | number

/** The selected rows. The selection is kept while paging and sorting, and cleared when the filters change. */
export interface Selection<Row> {
  rows: ReadonlyMap<RowId, Row>
  /** Everything that matches the filters, including rows that are not on this page. */
  isAll: boolean
  has: (id: RowId) => boolean
  toggle: (row: Row, extend?: boolean) => void
  /** Selects or deselects all rows of the page. */
  setPage: (isChosen: boolean) => void
  chooseAll: () => void
  clear: () => void
  /** Keeps only these rows selected, such as those for which an action failed. */
  retain: (rows: readonly Row[]) => void
}

/** Manages the selection of a table; `rows` are the rows now on screen. */
export function useSelection<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => RowId,
  filterText: string,
): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<RowId, Row>>(new Map())
  const [isAll, setAll] = useState(false)
  const last = useRef<RowId | null>(null)
  const formerFilter = useRef(filterText)
  const clearChosen = useEffectEvent((): void => {
    if (chosen.size === 0) return
    setChosen(new Map())
    setAll(false)
    toast.info('Selection cleared', { undo: () => setChosen(chosen) })
  })
  useEffect(() => {
    if (formerFilter.current === filterText) return
    formerFilter.current = filterText
    clearChosen()
  }, [filterText])
  const retain = (remaining: readonly Row[]): void => {
    setChosen(new Map(remaining.map((row) => [idOf(row), row])))
    setAll(false)
  }
  return {
    rows: chosen,
    isAll,
    has: (id) => isAll || chosen.has(id),
    toggle: (row, extend = false) => {
      const next = new Map(chosen)
      const id = idOf(row)
      const from = extend ? rows.findIndex((one) => idOf(one) === last.current) : -1
      const to = rows.indexOf(row)
      const isChoosing = !chosen.has(id)
      const touched = from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
      for (const one of touched)
        if (isChoosing || extend) next.set(idOf(one), one)
        else next.delete(idOf(one))
      last.current = id
      setAll(false)
      setChosen(next)
    },
    setPage: (isChosen) => {
      const next = new Map(chosen)
      for (const row of rows)
        if (isChosen) next.set(idOf(row), row)
        else next.delete(idOf(row))
      setAll(false)
      setChosen(next)
    },
    chooseAll: () => setAll(true),
    clear: () => retain([]),
    retain: retain,
  }
}
