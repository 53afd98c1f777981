import { useEffect, useRef, type RefObject } from 'react'

/** The keys that act on the rows of a list wherever the focus is, as long as nothing takes text. */
export const list_keys: readonly string[] = ['j', 'k', 'x', 'o', '.']

type Press = (key: string) => void
/** Of the lists on the page, the newest acts. */
const lists: Press[] = []

/** Presses a key of lists; answers whether there is one. */
export function pressListKey(key: string): boolean {
  const newest = lists.at(-1)
  newest?.(key)
  return newest !== undefined
}

/**
 * Lets a table hear the keys of lists without having the focus: `j` and `k` go to the next row and the one before,
 * beginning with the first, the others act on the row that had the focus last, or the first.
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
