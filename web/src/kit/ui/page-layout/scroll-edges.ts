import { useEffect, type RefObject } from 'react'

/** Distance in px that a browser may leave between the end of the content and the edge, from rounding. */
const rounding_px = 1

/**
 * Marks a strip that scrolls sideways with the sides on which more of it is hidden: `data-more` is `start`, `end` or
 * `start end`. `ScrollStrip` fades these sides, so that a reader sees that it goes on.
 */
export function useScrollEdges(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = strip.current
    if (!box) return undefined
    const mark = (): void => {
      const rest = box.scrollWidth - box.clientWidth - box.scrollLeft
      const sides = [box.scrollLeft > rounding_px && 'start', rest > rounding_px && 'end'].filter(Boolean)
      if (sides.length > 0) box.dataset.more = sides.join(' ')
      else delete box.dataset.more
    }
    mark()
    // Also when tabs are added or a count grows: the strip itself then keeps its size.
    const sizes = new ResizeObserver(mark)
    sizes.observe(box)
    const content = new MutationObserver(mark)
    content.observe(box, { childList: true, subtree: true, characterData: true })
    box.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      content.disconnect()
      box.removeEventListener('scroll', mark)
    }
  }, [strip])
}
