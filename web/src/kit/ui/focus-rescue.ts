import { useEffect, useRef } from 'react'

/**
 * When the focused element inside a box disappears, moves the focus to what `find` returns, so that a keyboard user
 * does not begin at the top of the page again. Pass the result to the box, which the calling component renders.
 */
export function useFocusRescue(find: () => HTMLElement | null | undefined): {
  onFocus: () => void
  onBlur: () => void
} {
  const isInside = useRef(false)
  // React reports no blur of an element that it removes.
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return
    isInside.current = false
    find()?.focus({ preventScroll: true })
  })
  return { onFocus: () => void (isInside.current = true), onBlur: () => void (isInside.current = false) }
}
