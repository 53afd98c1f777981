import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../kit/session/me.ts'
import { dropDraft, storeDraft, storedDraft } from '../phone/phone-store.ts'

/** Returns the input of a step at a stop from before a page reload; `undefined` while it is being read. */
export function useFormerDraft(stopId: string, step: string): object | null | undefined {
  const { username } = useMe()
  const [former, setFormer] = useState<{ of: string; draft: object | null }>()
  const of = `${stopId} ${step}`
  useEffect(() => {
    let isHere = true
    const apply = (draft: object | null): void => {
      if (isHere) setFormer({ of: `${stopId} ${step}`, draft })
    }
    // If the phone has no storage, continue without a draft.
    void storedDraft(username, stopId, step).then(apply, () => apply(null))
    return () => {
      isHere = false
    }
  }, [username, stopId, step])
  return former?.of === of ? former.draft : undefined
}

/** The input of a step, stored on the phone until it has been recorded. */
export interface StepDraft<Draft> {
  draft: Draft
  change: (part: Partial<Draft>) => void
  drop: () => Promise<void>
  /** Stores the draft again after `drop`, because the recorded action has been undone. */
  restore: () => Promise<void>
}

/** Continues with the input from before a page reload. `pick` selects what may be stored on the phone. */
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
