import { useEffect, useRef, useState } from 'react'
import { fillGaps } from './fill-gaps.ts'
import { draftToOffer, noteOffered, ownKey, storeDraft } from './stored-drafts.ts'
import type { Form } from '../use-form.ts'

/** Interval between two saves of a draft, in ms. */
const pause_ms = 2000

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
 * when the user returns ('Continue where you left off'). Each tab stores its own draft; a fresh tab offers the newest
 * one that no other tab is working on, once. The offered draft stays stored until the user resumes or discards it,
 * whatever is typed in the meantime. Call `finish` after success.
 *
 * `key` identifies the form and the user; with `null` nothing is stored.
 */
export function useDraft<Values extends object>(key: string | null, form: Form<Values>): Draft {
  const storedKey = key === null ? null : ownKey(key)
  const [found, setFound] = useState(() => (key === null ? null : draftToOffer<Values>(key)))
  const [savedAt, setIsSaved] = useState<Date | null>(null)
  const latest = useRef(form.values)
  latest.current = form.values
  const isOwnOffered = found !== null && found.key === storedKey
  useEffect(() => {
    if (key !== null) noteOffered(key)
  }, [key])
  useEffect(() => {
    if (!form.isDirty || storedKey === null || isOwnOffered) return undefined
    const saveDraft = (isLeft: boolean): void => {
      const at = new Date()
      storeDraft(storedKey, at, latest.current, isLeft)
      setIsSaved(at)
    }
    const leave = (): void => saveDraft(true)
    const timer = setInterval(() => saveDraft(false), pause_ms)
    window.addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', leave)
    }
  }, [form.isDirty, storedKey, isOwnOffered])
  return {
    found_at: found ? new Date(found.at) : null,
    saved_at: savedAt,
    resume: () => {
      if (!found || storedKey === null) return
      const values = fillGaps(found.values, form.values)
      form.fill(values)
      if (!isOwnOffered) {
        storeDraft(storedKey, new Date(), values, false)
        localStorage.removeItem(found.key)
      }
      setFound(null)
    },
    discard: () => {
      if (found) localStorage.removeItem(found.key)
      setFound(null)
    },
    finish: () => {
      if (storedKey !== null && !isOwnOffered) localStorage.removeItem(storedKey)
    },
  }
}
