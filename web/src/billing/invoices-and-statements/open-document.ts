import type { Endpoint, Input } from '@waybill/domain/kit/calls/endpoint'
import { useState } from 'react'
import { call } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { openTab } from '../../kit/layers/open-tab.ts'

/** Requests the printed document from the server and opens it in a new tab. Errors are displayed. */
export function useDocument(what: string): {
  isBusy: boolean
  open: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<boolean>
} {
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    open: async (endpoint, input) => {
      setBusy(true)
      try {
        const answer: unknown = await call(endpoint, input)
        return hasUrl(answer) && openTab(answer.url)
      } catch (thrown) {
        showError(thrown, `${what} could not be made`)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

function hasUrl(answer: unknown): answer is { url: string } {
  return typeof answer === 'object' && answer !== null && 'url' in answer && typeof answer.url === 'string'
}
