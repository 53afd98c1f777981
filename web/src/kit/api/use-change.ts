import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { showError } from '../layers/alerts.ts'
import { toast } from '../layers/toasts.ts'
import { beginSending, endSending, type Sending } from './sendings.ts'

/** What a change does, and what follows it. */
export interface ChangeOptions<Output, Input> {
  act: (input: Input) => Promise<Output>
  /** Runs on success, before `isPending` ends. `isLeft`: the dialog it was sent from has been closed meanwhile. */
  done?: (output: Output, input: Input, isLeft: boolean) => unknown
  /** Runs on a failure whose dialog is still open; one that was closed is told by an alert instead. */
  failed?: (thrown: Error, input: Input) => unknown
  /** Runs after both, before `isPending` ends. */
  settled?: () => unknown
}

/** The same with `mutate` alone: whoever needs the answer takes it in `done`. */
export type Change<Output, Input> = Omit<
  UseMutationResult<Output, Error, Input>,
  'mutate' | 'mutateAsync'
> & {
  /** `onSuccess` knows what was meant; it does not run when the dialog has been closed meanwhile. */
  mutate: (input: Input, more?: { onSuccess?: () => void }) => void
}

/**
 * The one way to begin a change in the background. Pressed again with the same input while it is under way, it does
 * nothing. Without a connection it fails at once and is never sent later: only the offline queue may wait. What is on
 * its way when its dialog is closed is told once it is answered.
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
    // Else it would be kept until there is a connection again, whatever the person has done since.
    networkMode: 'always',
    mutationFn: async (input) => {
      try {
        return await options.act(input)
      } finally {
        endSending(sendings.current.get(input)?.sending)
      }
    },
    onSuccess: (output, input) => {
      if (isLeft(input)) toast.info('This was already on its way when you closed it, and has been done.')
      else sendings.current.get(input)?.onSuccess?.()
      return options.done?.(output, input, isLeft(input))
    },
    onError: (thrown, input) => {
      if (isLeft(input)) showError(thrown, 'What you closed was not done')
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
  return { ...state, mutate: send } as Change<Output, Input>
}
