import { useSyncExternalStore } from 'react'

/** What may have changed it: a sleeping page hears of no event, and looks again when it is used. */
const moments = ['online', 'offline', 'focus', 'pageshow'] as const

function watchOnline(onChange: () => void): () => void {
  for (const moment of moments) window.addEventListener(moment, onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    for (const moment of moments) window.removeEventListener(moment, onChange)
    document.removeEventListener('visibilitychange', onChange)
  }
}

/** Whether the device has a network at this moment, as the browser knows it. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchOnline, () => navigator.onLine)
}
