import type { RateEdit } from '@waybill/domain/rates/revisions/revisions'
import { useEffect, useEffectEvent, useState } from 'react'
import { announce } from '../../kit/layers/announcements.ts'
import { showError } from '../../kit/layers/alerts.ts'
import {
  forgotten,
  no_history,
  remembered,
  stepOf,
  stepped,
  type EditHistory,
  type EditPlace,
} from './edit-history.ts'
import type { RateBook } from '../use-rate-book.ts'

/** Undo and redo for the edits of the grid. */
export interface Undoing {
  /** Summary of the step that the next undo or redo applies to; `null` when there is none. */
  undo: string | null
  redo: string | null
  go: (way: 'back' | 'again') => void
  /** Stores edits as one step. Throws when the server rejects them. */
  store: (edits: readonly RateEdit[], summary: string) => Promise<void>
}

/** Whether the key event belongs to a text field or dialog. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]') !== null
}

/**
 * Provides undo and redo for the edits of a draft, by button, Ctrl+Z and Ctrl+Shift+Z. Displays the grid of the
 * undone step.
 */
export function useEditHistory(
  book: RateBook,
  place: EditPlace,
  onShow: (place: EditPlace) => void,
): Undoing {
  const [history, setHistory] = useState<EditHistory>(no_history)
  const go = (direction: 'back' | 'again'): void => {
    const next = stepped(history, direction)
    if (!next) return
    const { step } = next
    setHistory(next.history)
    onShow(step.place)
    book.change(direction === 'back' ? step.back : step.again).then(
      () => announce(`${direction === 'back' ? 'Undone' : 'Redone'}: ${step.summary}`),
      (thrown: unknown) => {
        setHistory((now) => forgotten(now, step))
        showError(thrown)
      },
    )
  }
  const store = async (edits: readonly RateEdit[], summary: string): Promise<void> => {
    const step = stepOf(book.detail.book, edits, { summary, place })
    setHistory((now) => remembered(now, step))
    try {
      await book.change(edits)
    } catch (thrown) {
      setHistory((now) => forgotten(now, step))
      throw thrown
    }
  }
  const step = useEffectEvent(go)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      const direction = key === 'y' || (key === 'z' && event.shiftKey) ? 'again' : key === 'z' ? 'back' : null
      if (!direction) return
      event.preventDefault()
      step(direction)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return {
    undo: history.done.at(-1)?.summary ?? null,
    redo: history.undone.at(-1)?.summary ?? null,
    go,
    store,
  }
}
