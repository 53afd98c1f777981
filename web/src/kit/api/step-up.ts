import { ApiError } from './api-error.ts'

/** Asks the person to confirm who it is; answers whether that was done. */
type ConfirmIdentity = () => Promise<boolean>

let ask: ConfirmIdentity | null = null
let asking: Promise<boolean> | null = null

/** Says who asks for confirmations, until the answer is called; without anybody refusals stay refusals. */
export function onStepUpNeeded(listener: ConfirmIdentity): () => void {
  ask = listener
  return () => {
    if (ask === listener) ask = null
  }
}

/** Whether a refusal only says that the person has to confirm who it is first. */
export function isStepUpNeeded(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.code === 'step_up_needed'
}

/**
 * Makes a call; where it is refused until the person confirms who it is, asks for that and makes it again as it was.
 * Calls that are refused at the same time share one question. Not confirmed, the refusal is thrown.
 */
export async function withStepUp<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  try {
    return await attempt()
  } catch (thrown) {
    if (!isStepUpNeeded(thrown) || ask === null) throw thrown
    asking ??= ask().finally(() => (asking = null))
    if (!(await asking)) throw thrown
    return attempt()
  }
}
