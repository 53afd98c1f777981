import { useSyncExternalStore } from 'react'

const below_desktop = '(max-width: 991.98px)'

function watch(query: string): (onChange: () => void) => () => void {
  return (onChange) => {
    const media = window.matchMedia(query)
    media.addEventListener('change', onChange)
    return () => media.removeEventListener('change', onChange)
  }
}

const watchPhone = watch(below_desktop)

/** Whether the window is narrower than 992 px, where the shell becomes a top bar with a menu (SHELL-012, SHELL-013). */
export function usePhone(): boolean {
  return useSyncExternalStore(watchPhone, () => window.matchMedia(below_desktop).matches)
}
