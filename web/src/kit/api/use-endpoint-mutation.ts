import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '@waybill/domain/kit/calls/endpoint'
import { useRef } from 'react'
import { showError } from '../layers/alerts.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { newKey } from './new-key.ts'
import { refresh } from './endpoint-query.ts'
import { useChange, type Change } from './use-change.ts'

export interface EndpointMutationOptions<E extends Endpoint> {
  /** Endpoints whose queries are invalidated when this succeeds. */
  refresh?: readonly Endpoint[]
  /**
   * Runs on success; `isPending` lasts until the queries in `refresh` have been fetched again. Does not run when the
   * dialog it was sent from has been closed in the meantime: it would close or leave what the user has opened since.
   */
  done?: (output: Output<E>, input: Input<E>) => void
  /** Runs instead of the error alert. */
  failed?: (thrown: Error, input: Input<E>) => void
  /** Runs when the change waits for another person's approval, after the alert that says so has opened. */
  sentForApproval?: () => void
  /** The form displays the error itself, so no alert is opened. */
  inForm?: boolean
}

/**
 * Use this hook for every change through an endpoint: `const move = useEndpointMutation(shipmentsApi.move, { refresh:
 * [shipmentsApi.list] })`, then `move.mutate(input)`. Sends one idempotency key per user action: the same input sent
 * again after a failure reuses its key; another input, or a call after a success or a request for approval, gets a new
 * one.
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  options: EndpointMutationOptions<E> = {},
): Change<Output<E>, Input<E>> {
  const client = useQueryClient()
  const intention = useRef<{ input: string; key: string } | null>(null)
  return useChange<Output<E>, Input<E>>({
    act: (input) => {
      const text = JSON.stringify(input)
      if (intention.current?.input !== text) intention.current = { input: text, key: newKey() }
      return call(endpoint, input, { idempotency_key: intention.current.key })
    },
    done: (output, input, isLeft) => {
      intention.current = null
      if (!isLeft) options.done?.(output, input)
      return refresh(client, options.refresh ?? [])
    },
    failed: (thrown, input) => {
      const isSentForApproval = thrown instanceof ApiError && thrown.code === 'approval_needed'
      // The call was answered. Sent again after the decision, it is another request.
      if (isSentForApproval) intention.current = null
      if (isSentForApproval && options.sentForApproval) {
        showError(thrown)
        options.sentForApproval()
      } else if (options.failed) options.failed(thrown, input)
      else if (!options.inForm) showError(thrown)
    },
  })
}
