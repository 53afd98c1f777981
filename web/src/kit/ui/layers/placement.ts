import { useLayoutEffect, type RefObject } from 'react'

export interface Placement {
  side?: 'bottom' | 'top' | 'right'
  align?: 'start' | 'end' | 'center'
  /** Makes the floating box at least as wide as its anchor. */
  matchWidth?: boolean
}

/** In px: gap between anchor and floating box, and margin between box and window edge. */
const gap = 4
const margin = 8

/**
 * Keeps a fixed box next to its anchor: on the requested side, or on the opposite side when there is more room, and
 * never outside the window.
 */
export function usePlacement(
  isOpen: boolean,
  anchor: RefObject<HTMLElement | null>,
  floating: RefObject<HTMLElement | null>,
  { side = 'bottom', align = 'start', matchWidth = false }: Placement,
): void {
  useLayoutEffect(() => {
    const box = floating.current
    const origin = anchor.current
    if (!isOpen || !box || !origin) return undefined
    const place = (): void => {
      const at = origin.getBoundingClientRect()
      if (matchWidth) box.style.minWidth = `${at.width}px`
      const room = { width: window.innerWidth, height: window.innerHeight }
      const [width, height] = [box.offsetWidth, box.offsetHeight]
      const below = room.height - at.bottom - gap - margin
      const above = at.top - gap - margin
      let top = at.bottom + gap
      let left =
        align === 'end' ? at.right - width : align === 'center' ? at.left + (at.width - width) / 2 : at.left
      if (side === 'right') {
        top = at.top + (at.height - height) / 2
        left = at.right + gap * 2
      } else if ((side === 'top' && above >= height) || (height > below && above > below))
        top = at.top - gap - height
      box.style.left = `${Math.max(margin, Math.min(left, room.width - width - margin))}px`
      box.style.top = `${Math.max(margin, Math.min(top, room.height - height - margin))}px`
      box.style.visibility = 'visible'
    }
    place()
    const watcher = new ResizeObserver(place)
    watcher.observe(box)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      watcher.disconnect()
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [isOpen, anchor, floating, side, align, matchWidth])
}
