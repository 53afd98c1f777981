import { useLayoutEffect, type RefObject } from 'react'

/** The label of the group in which a key was pressed, until the group shows the new choice. */
let moved = ''

/**
 * Scrolls the chosen tab or segment into view within its strip. The returned function announces that a key chooses
 * another one: it then gets the focus, also when the choice opens another page, which has a new strip with this label.
 */
export function useChosenInView(
  strip: RefObject<HTMLElement | null>,
  label: string,
  chosen: string,
): () => void {
  useLayoutEffect(() => {
    const box = strip.current
    const choice = box?.querySelector<HTMLElement>('[role=tab][tabindex="0"], [role=radio][tabindex="0"]')
    if (!box || !choice) return
    if (box.scrollWidth > box.clientWidth)
      box.scrollLeft = choice.offsetLeft - box.offsetLeft - (box.clientWidth - choice.offsetWidth) / 2
    if (moved !== label) return
    moved = ''
    choice.focus({ preventScroll: true })
  }, [strip, label, chosen])
  return () => {
    moved = label
  }
}
