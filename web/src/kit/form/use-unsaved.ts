import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirmLeaving } from '../layers/alerts.ts'
import { markUnsaved } from './unsaved.ts'

/** Asks before leaving while something differs from what is saved (SHELL-080). */
export function useUnsaved(isUnsaved: boolean): void {
  const now = useRef(isUnsaved)
  now.current = isUnsaved
  useEffect(() => (isUnsaved ? markUnsaved() : undefined), [isUnsaved])
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      now.current && current.pathname !== next.pathname && !(await confirmLeaving()),
    enableBeforeUnload: () => now.current,
  })
}
