import { useLayoutEffect, type RefObject } from 'react'

/**
 * Shows an element with the attribute `popover` over everything else while it is open, whatever clips or covers its
 * place in the document. A browser without popovers shows it at its place, by the order of its style sheet.
 */
export function useTopLayer(
  isOpen: boolean,
  element: RefObject<HTMLElement | null>,
  /** What it belongs to: Tab goes from there into it, and from it on behind there. */
  source: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    if (isOpen) showOnTop(element.current, source.current ?? undefined)
  }, [isOpen, element, source])
}

/** Shows an element over everything that is open, also when it was shown already and something came over it since. */
export function showOnTop(element: HTMLElement | null, source?: HTMLElement): void {
  if (!element || !('showPopover' in element)) return
  if (element.matches(':popover-open')) element.hidePopover()
  element.showPopover(source ? { source } : {})
}

/** Within the landmark or layer that holds an element, so that a layer belongs there for screen readers and the Tab key. */
export function homeOf(element: HTMLElement | null): Element {
  return element?.closest('[role=dialog], [role=alertdialog], main, nav') ?? document.body
}
