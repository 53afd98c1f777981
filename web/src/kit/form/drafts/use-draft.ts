import { useEffect, useRef, useState } from 'react'
import { fillGaps } from './fill-gaps.ts'
import type { Form } from '../use-form.ts'

/** Milliseconds between two savings of a draft. */
const pause_ms = 2000

interface StoredDraft<Values> {
  at: string
  values: Values
}

export interface Draft {
  /** When the draft found on arrival was written; `null` when there is none to offer. */
  found_at: Date | null
  resume: () => void
  /** Forgets what is offered. */
  discard: () => void
  /** Forgets what was kept of this form, once it is saved; what is still offered stays. */
  finish: () => void
  /** When this form was last kept; `null` before that. */
  kept_at: Date | null
}

/**
 * Keeps a long form in this browser every 2 s and on leaving while it differs from what is saved, and offers it on return ('Continue
 * where you left off'). What is offered stays stored until the person has gone on with it or given it up, whatever is
 * typed meanwhile. Call `finish` after success. `key` names the form and the user; `null` keeps nothing.
 */
export function useDraft<Values extends object>(key: string | null, form: Form<Values>): Draft {
  const storedKey = key === null ? null : `draft:${key}`
  const [found, setFound] = useState(() => (storedKey ? readDraft<Values>(storedKey) : null))
  const [keptAt, setIsSaved] = useState<Date | null>(null)
  const latest = useRef(form.values)
  latest.current = form.values
  const isOffered = found !== null
  useEffect(() => {
    if (!form.isDirty || storedKey === null || isOffered) return undefined
    const keep = (): void => {
      const at = new Date()
      localStorage.setItem(storedKey, JSON.stringify({ at: at.toISOString(), values: latest.current }))
      setIsSaved(at)
    }
    const timer = setInterval(keep, pause_ms)
    window.addEventListener('pagehide', keep)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [form.isDirty, storedKey, isOffered])
  return {
    found_at: found ? new Date(found.at) : null,
    kept_at: keptAt,
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
