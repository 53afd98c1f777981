import { useSyncExternalStore } from 'react'

/**
 * Events after which the network state may have changed. A suspended page receives no event, so check again when it
 * is used.
 */
const moments = ['online', 'offline', 'focus', 'pageshow'] as const

function watchOnline(onChange: () => void): () => void {
  for (const moment of moments) window.addEventListener(moment, onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    for (const moment of moments) window.removeEventListener(moment, onChange)
    document.removeEventListener('visibilitychange', onChange)
  }
}

/** Whether the device has a network connection now, according to the browser. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchOnline, () => navigator.onLine)
}
