import { useState } from 'react'

/**
 * Returns whether the sidebar is collapsed to the 64 px rail, stored across reloads (SHELL-014). Work screens start
 * collapsed and store their own state.
 */
export function useCollapsed(startsAsRail: boolean): { isCollapsed: boolean; toggle: () => void } {
  const [, renderAgain] = useState(0)
  const key = startsAsRail ? 'nav_collapsed_work' : 'nav_collapsed'
  const stored = localStorage.getItem(key)
  const isCollapsed = stored === null ? startsAsRail : stored === '1'
  return {
    isCollapsed,
    toggle: () => {
      localStorage.setItem(key, isCollapsed ? '0' : '1')
      renderAgain((count) => count + 1)
    },
  }
}
