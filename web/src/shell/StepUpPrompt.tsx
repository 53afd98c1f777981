import { Suspense, useEffect, useState } from 'react'
import { StepUpModal } from '../identity/index.ts'
import { onStepUpNeeded } from '../kit/api/step-up.ts'

/** Prompts the user to confirm their identity when an API call requires it. The page and its input stay unchanged. */
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
