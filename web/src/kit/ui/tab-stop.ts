import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Makes a group one stop of the Tab key: of the elements in `box` that match `stops`, only the one that had the focus
 * last is in the Tab order, at first the first one. Pass the result to `onFocus` of the box.
 */
export function useOneTabStop(
  box: RefObject<HTMLElement | null>,
  stops: string,
): (event: FocusEvent<HTMLElement>) => void {
  const last = useRef<Element | null>(null)
  const arrange = (): void => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>(stops) ?? [])]
    const current = all.find((stop) => stop === last.current) ?? all[0]
    for (const stop of all) {
      const wished = stop === current ? 0 : -1
      // Even an equal value makes the browser style the element again.
      if (stop.tabIndex !== wished) stop.tabIndex = wished
    }
  }
  // After every rendering, which may have added or removed stops.
  useLayoutEffect(arrange)
  return ({ target }) => {
    const stop = target.closest(stops)
    if (!stop || !box.current?.contains(stop)) return
    last.current = stop
    arrange()
  }
}
