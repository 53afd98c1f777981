import { useEffect, useRef, type RefObject } from 'react'

/** For a form that opens within a page: it comes into view whole, and its first field takes the focus. */
export function useScrollIntoView<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
    box.current?.querySelector<HTMLElement>('input, textarea, select')?.focus({ preventScroll: true })
  }, [])
  return box
}
