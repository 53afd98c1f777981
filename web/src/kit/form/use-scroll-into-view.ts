import { useEffect, useRef, type RefObject } from 'react'

/** Scrolls a form that opens within a page into view and focuses its first field. */
export function useScrollIntoView<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
    box.current?.querySelector<HTMLElement>('input, textarea, select')?.focus({ preventScroll: true })
  }, [])
  return box
}
