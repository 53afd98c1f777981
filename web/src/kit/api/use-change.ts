import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { showError } from '../layers/alerts.ts'
import { toast } from '../layers/toasts.ts'
import { beginSending, endSending, type Sending } from './sendings.ts'

/** The action of a change and its callbacks. */
export interface ChangeOptions<Output, Input> {
  act: (input: Input) => Promise<Output>
  /** Runs on success, before `isPending` ends. `isLeft`: the dialog it was sent from has been closed in the meantime. */
  done?: (output: Output, input: Input, isLeft: boolean) => unknown
  /** Runs on failure if the dialog is still open; if it was closed, an error alert is displayed instead. */
  failed?: (thrown: Error, input: Input) => unknown
  /** Runs after `done` or `failed`, before `isPending` ends. */
  settled?: () => unknown
}

/** The mutation result with `mutate` as its only trigger: callers that need the output receive it in `done`. */
export type Change<Output, Input> = Omit<
  UseMutationResult<Output, Error, Input>,
  'mutate' | 'mutateAsync'
> & {
  /** `onSuccess` runs for this input only, and not when the dialog has been closed in the meantime. */
  mutate: (input: Input, more?: { onSuccess?: () => void }) => void
}

/**
 * Use this hook for every change that runs in the background. A second `mutate` with the same input while the first
 * is running does nothing. Without a connection the change fails at once and is never sent later: only the offline
 * queue may wait. If the dialog is closed while the change is running, its outcome is displayed when the response
 * arrives.
 */
export function useChange<Output, Input = void>(
  options: ChangeOptions<Output, Input>,
): Change<Output, Input> {
  const newest = useRef<string | undefined | null>(null)
  const sendings = useRef(new Map<Input, { sending: Sending; onSuccess: (() => void) | undefined }>())
  const isLeft = (input: Input): boolean => sendings.current.get(input)?.sending.isLeft === true
  const {
    mutate,
    mutateAsync: _,
    ...state
  } = useMutation<Output, Error, Input>({
    // Otherwise React Query would hold the change until there is a connection again, whatever the user has done
    // since.
    networkMode: 'always',
    mutationFn: async (input) => {
      try {
        return await options.act(input)
      } finally {
        endSending(sendings.current.get(input)?.sending)
      }
    },
    onSuccess: (output, input) => {
      if (isLeft(input)) toast.info('This was already sent when you closed it. It has been done.')
      else sendings.current.get(input)?.onSuccess?.()
      return options.done?.(output, input, isLeft(input))
    },
    onError: (thrown, input) => {
      if (isLeft(input)) showError(thrown, 'The action you closed was not done')
      else return options.failed?.(thrown, input)
    },
    onSettled: (_output, _thrown, input) => {
      sendings.current.delete(input)
      if (newest.current === JSON.stringify(input)) newest.current = null
      return options.settled?.()
    },
  })
  const send = useCallback(
    (input: Input, more?: { onSuccess?: () => void }): void => {
      const text = JSON.stringify(input) as string | undefined
      if (newest.current !== null && newest.current === text) return
      newest.current = text
      sendings.current.set(input, { sending: beginSending(), onSuccess: more?.onSuccess })
      mutate(input)
    },
    [mutate],
  )
  return { ...state, mutate: send }
}
