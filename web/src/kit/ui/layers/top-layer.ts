import { useLayoutEffect, type RefObject } from 'react'

/**
 * Displays an element with the `popover` attribute above everything else while it is open, even if its position in
 * the document is clipped or covered. A browser without popover support displays it in place, ordered by `z-index`.
 */
export function useTopLayer(
  isOpen: boolean,
  element: RefObject<HTMLElement | null>,
  /** The element it belongs to: Tab moves from there into the popover, and from the popover to what follows there. */
  source: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    if (isOpen) showOnTop(element.current, source.current ?? undefined)
  }, [isOpen, element, source])
}

/**
 * Displays an element above everything that is open. If it is already displayed, raises it above layers that were
 * opened since.
 */
export function showOnTop(element: HTMLElement | null, source?: HTMLElement): void {
  if (!element || !('showPopover' in element)) return
  if (element.matches(':popover-open')) element.hidePopover()
  element.showPopover(source ? { source } : {})
}

/**
 * Returns the landmark or layer that contains an element. Render a layer there, so that screen readers and the Tab
 * key treat it as part of it.
 */
export function homeOf(element: HTMLElement | null): Element {
  return element?.closest('[role=dialog], [role=alertdialog], main, nav') ?? document.body
}
