import { useSyncExternalStore } from 'react'
import { currentColour, onPaint } from './apply-theme.ts'

/** The colour behind the navigation as it is painted now, `#RRGGBB`. */
export function useNavigationColour(): string {
  return useSyncExternalStore(onPaint, () => currentColour('nav-bg'))
}
