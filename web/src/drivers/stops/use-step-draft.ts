import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../kit/session/me.ts'
import { dropDraft, storeDraft, storedDraft } from '../phone/phone-store.ts'

/** What was entered of a step at a stop before the page was loaded again; `undefined` while it is being read. */
export function useFormerDraft(stopId: string, step: string): object | null | undefined {
  const { username } = useMe()
  const [former, setFormer] = useState<{ of: string; draft: object | null }>()
  const of = `${stopId} ${step}`
  useEffect(() => {
    let isHere = true
    const apply = (draft: object | null): void => {
      if (isHere) setFormer({ of: `${stopId} ${step}`, draft })
    }
    // A phone without storage keeps nothing, and goes on.
    void storedDraft(username, stopId, step).then(apply, () => apply(null))
    return () => {
      isHere = false
    }
  }, [username, stopId, step])
  return former?.of === of ? former.draft : undefined
}

/** What is being entered of a step, stored on the phone until it has been recorded. */
export interface StepDraft<Draft> {
  draft: Draft
  change: (part: Partial<Draft>) => void
  drop: () => Promise<void>
  /** Keeps it again after it was dropped: what was recorded has been undone. */
  restore: () => Promise<void>
}

/** Goes on with what was entered before. `pick` says what of it may lie on the phone. */
export function useStepDraft<Draft extends object>(
  { stop_id, step, former }: { stop_id: string; step: string; former: object | null },
  blank: () => Draft,
  pick: (draft: Draft) => Partial<Draft> = (draft) => draft,
): StepDraft<Draft> {
  const { username } = useMe()
  const [draft, setDraft] = useState<Draft>(() => ({ ...blank(), ...former }))
  const newest = useRef(draft)
  return {
    draft,
    change: (part) => {
      newest.current = { ...newest.current, ...part }
      setDraft(newest.current)
      void storeDraft(username, stop_id, step, pick(newest.current)).catch(() => undefined)
    },
    drop: () => dropDraft(username, stop_id, step).catch(() => undefined),
    restore: () => storeDraft(username, stop_id, step, pick(newest.current)).catch(() => undefined),
  }
}
