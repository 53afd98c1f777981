import { useEffect, useRef, type RefObject } from 'react'

/** Keys that act on the rows of a list wherever the focus is, except in a text field. */
export const list_keys: readonly string[] = ['j', 'k', 'x', 'o', '.']

type Press = (key: string) => void
/** If there are several lists on the page, the newest receives the keys. */
const lists: Press[] = []

/** Passes a key to the newest list; returns whether there is one. */
export function pressListKey(key: string): boolean {
  const newest = lists.at(-1)
  newest?.(key)
  return newest !== undefined
}

/**
 * Lets a table receive the list keys without having the focus. `j` and `k` move to the next and previous row,
 * starting at the first; the other keys act on the row that was focused last, or on the first.
 */
export function useListKeys(box: RefObject<HTMLElement | null>, isList: boolean): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    if (!isList) return undefined
    const noteRow = (event: FocusEvent): void => {
      const row = event.target instanceof Element ? event.target.closest('tbody tr') : null
      if (row && box.current?.contains(row)) last.current = row
    }
    const press: Press = (key) => {
      const rows = [...(box.current?.querySelectorAll<HTMLElement>('tbody tr[tabindex]') ?? [])]
      const at = rows.findIndex((row) => row === last.current)
      const step = at < 0 ? 0 : ({ j: 1, k: -1 }[key] ?? 0)
      const row = rows[Math.max(0, Math.min(rows.length - 1, Math.max(0, at) + step))]
      row?.focus()
      if (key !== 'j' && key !== 'k')
        row?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
    document.addEventListener('focusin', noteRow)
    lists.push(press)
    return () => {
      document.removeEventListener('focusin', noteRow)
      lists.splice(lists.indexOf(press), 1)
    }
  }, [box, isList])
}
