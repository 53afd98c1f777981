import { useEffect, useEffectEvent } from 'react'

/** Overrides the browser’s function keys while the page is open and no dialog or other layer is above it. */
export function useFunctionKeys(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const act = keys[event.key]
    if (!act || document.querySelector('[data-layer]')) return
    event.preventDefault()
    // A key that is held down acts once.
    if (!event.repeat) act()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
