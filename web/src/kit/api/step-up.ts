import { ApiError } from './api-error.ts'

/** Prompts the user to confirm their identity; resolves to whether they did. */
type ConfirmIdentity = () => Promise<boolean>

let confirm_identity: ConfirmIdentity | null = null
let asking: Promise<boolean> | null = null

/**
 * Registers the function that prompts for confirmations, until the returned function is called. Without one, the
 * errors are thrown unchanged.
 */
export function onStepUpNeeded(listener: ConfirmIdentity): () => void {
  confirm_identity = listener
  return () => {
    if (confirm_identity === listener) confirm_identity = null
  }
}

/** Whether the call failed only because the user must confirm their identity first. */
export function isStepUpNeeded(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.code === 'step_up_needed'
}

/**
 * Runs `attempt`. If it fails because the user must confirm their identity, prompts for that and runs it again
 * unchanged. Concurrent failures share one prompt. If the user does not confirm, the error is thrown.
 */
export async function withStepUp<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  try {
    return await attempt()
  } catch (thrown) {
    if (!isStepUpNeeded(thrown) || confirm_identity === null) throw thrown
    asking ??= confirm_identity().finally(() => (asking = null))
    if (!(await asking)) throw thrown
    return attempt()
  }
}
