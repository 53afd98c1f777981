import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirmLeaving } from '../layers/alerts.ts'

const unsaved = new Set<symbol>()

/** Whether anything on screen differs from what is saved: then the page never reloads by itself. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0
}

/** Asks before leaving while something differs from what is saved (SHELL-080). */
export function useUnsaved(isUnsaved: boolean): void {
  const now = useRef(isUnsaved)
  now.current = isUnsaved
  useEffect(() => {
    if (!isUnsaved) return undefined
    const mark = Symbol('unsaved')
    unsaved.add(mark)
    return () => {
      unsaved.delete(mark)
    }
  }, [isUnsaved])
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      now.current && current.pathname !== next.pathname && !(await confirmLeaving()),
    enableBeforeUnload: () => now.current,
  })
}
