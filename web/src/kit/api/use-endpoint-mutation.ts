import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '@waybill/domain/kit/calls/endpoint'
import { useRef } from 'react'
import { showError } from '../layers/alerts.ts'
import { call } from './call.ts'
import { newKey } from './new-key.ts'
import { refresh } from './endpoint-query.ts'
import { useChange, type Change } from './use-change.ts'

export interface EndpointMutationOptions<E extends Endpoint> {
  /** Endpoints whose readings are out of date once this has succeeded. */
  refresh?: readonly Endpoint[]
  /**
   * Runs on success; `isPending` lasts until the named readings have arrived. Not when the dialog it was sent from has been
   * closed meanwhile: it would close or leave what the person has opened since.
   */
  done?: (output: Output<E>, input: Input<E>) => void
  /** Runs instead of the error alert. */
  failed?: (thrown: Error, input: Input<E>) => void
  /** The form shows the refusal itself, so no alert is opened. */
  inForm?: boolean
}

/**
 * The one way to change something: `const move = useEndpointMutation(shipmentsApi.move, { refresh: [shipmentsApi.list] })`, then
 * `move.mutate(input)`. Carries one idempotency key per intention: the same input sent again after a failure keeps
 * its key, another input or a success takes a new one.
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
      if (options.failed) options.failed(thrown, input)
      else if (!options.inForm) showError(thrown)
    },
  })
}
