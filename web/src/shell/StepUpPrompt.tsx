import { Suspense, useEffect, useState } from 'react'
import { StepUpModal } from '../identity/index.ts'
import { onStepUpNeeded } from '../kit/api/step-up.ts'

/** Asks the person to confirm who it is when a call demands it; the page and what is typed there stay as they are. */
export function StepUpPrompt() {
  const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null)
  useEffect(() => onStepUpNeeded(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  if (!answer) return null
  return (
    <Suspense fallback={null}>
      <StepUpModal
        onAnswer={(confirmed) => {
          setAnswer(null)
          answer(confirmed)
        }}
      />
    </Suspense>
  )
}
