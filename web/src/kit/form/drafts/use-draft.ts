import { useEffect, useRef, useState } from 'react'
import { fillGaps } from './fill-gaps.ts'
import type { Form } from '../use-form.ts'

/** Interval between two saves of a draft, in ms. */
const pause_ms = 2000

interface StoredDraft<Values> {
  at: string
  values: Values
}

export interface Draft {
  /** When the draft found on opening the form was written; `null` when there is none to offer. */
  found_at: Date | null
  resume: () => void
  /** Deletes the offered draft. */
  discard: () => void
  /** Deletes the stored draft of this form after it is saved; a draft that is still offered stays. */
  finish: () => void
  /** When this form was last stored as a draft; `null` before that. */
  saved_at: Date | null
}

/**
 * Stores a long form in this browser every 2 s and when the page is left, while it has unsaved changes, and offers it
 * when the user returns ('Continue where you left off'). The offered draft stays stored until the user resumes or
 * discards it, whatever is typed in the meantime. Call `finish` after success.
 *
 * `key` identifies the form and the user; with `null` nothing is stored.
 */
export function useDraft<Values extends object>(key: string | null, form: Form<Values>): Draft {
  const storedKey = key === null ? null : `draft:${key}`
  const [found, setFound] = useState(() => (storedKey ? readDraft<Values>(storedKey) : null))
  const [savedAt, setIsSaved] = useState<Date | null>(null)
  const latest = useRef(form.values)
  latest.current = form.values
  const isOffered = found !== null
  useEffect(() => {
    if (!form.isDirty || storedKey === null || isOffered) return undefined
    const saveDraft = (): void => {
      const at = new Date()
      localStorage.setItem(storedKey, JSON.stringify({ at: at.toISOString(), values: latest.current }))
      setIsSaved(at)
    }
    const timer = setInterval(saveDraft, pause_ms)
    window.addEventListener('pagehide', saveDraft)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', saveDraft)
    }
  }, [form.isDirty, storedKey, isOffered])
  return {
    found_at: found ? new Date(found.at) : null,
    saved_at: savedAt,
    resume: () => {
      if (found) form.fill(fillGaps(found.values, form.values))
      setFound(null)
    },
    discard: () => {
      if (storedKey) localStorage.removeItem(storedKey)
      setFound(null)
    },
    finish: () => {
      if (storedKey && !isOffered) localStorage.removeItem(storedKey)
    },
  }
}

function readDraft<Values>(key: string): StoredDraft<Values> | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft<Values> | null
  } catch {
    return null
  }
}
