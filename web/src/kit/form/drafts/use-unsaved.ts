import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirmLeaving } from '../../layers/alerts.ts'
import { markUnsaved } from './unsaved.ts'

/**
 * Asks before leaving while there are unsaved changes (SHELL-080). Does not ask while the changes are being sent;
 * they still count as unsaved, because the session may turn out to have ended.
 */
export function useUnsaved(isUnsaved: boolean, isSending = false): void {
  const requests = useRef(false)
  requests.current = isUnsaved && !isSending
  useEffect(() => (isUnsaved ? markUnsaved() : undefined), [isUnsaved])
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      requests.current && current.pathname !== next.pathname && !(await confirmLeaving()),
    enableBeforeUnload: () => requests.current,
  })
}
