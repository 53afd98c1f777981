import { useSyncExternalStore } from 'react'
import { currentColour, onPaint } from './apply-theme.ts'

/** Returns the current background colour of the navigation, `#RRGGBB`. */
export function useNavigationColour(): string {
  return useSyncExternalStore(onPaint, () => currentColour('nav-bg'))
}
