import type { ReactNode } from 'react'
import { Notice } from '../kit/ui/states/Notice.tsx'
import type { Outcome } from './use-counter.ts'

/** The last outcome at the counter, with the reference that it concerns. */
export interface Shown {
  name: string
  outcome: Outcome
}

/** Displays what became of the last action; screen readers announce it. */
export function OutcomeNotice({ of: shown, action }: { of: Shown | null; action?: ReactNode }) {
  if (!shown) return null
  const { name, outcome } = shown
  if (outcome.kind === 'saved')
    return (
      <Notice variant="warning" title={name} live>
        Saved on this device. It is sent when the connection is back.
      </Notice>
    )
  const isDone = outcome.kind === 'done'
  return (
    <Notice variant={isDone ? 'success' : 'error'} title={name} action={isDone ? action : undefined} live>
      {outcome.message}
    </Notice>
  )
}
