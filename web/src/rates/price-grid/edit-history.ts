import { valueIn } from '@waybill/domain/rates/price-books/price-book-edits'
import type { BookContent, RateEdit } from '@waybill/domain/rates/revisions/revisions'

/** The grid in which an edit was made, so that undo can display it. */
export interface EditPlace {
  group: number
  service: number
}

/** One user action, such as an edit or a whole paste, with the edits that redo and undo it. */
export interface Step {
  /** 'JHB to CPT, 0–5 kg' or '12 prices pasted'. */
  summary: string
  place: EditPlace
  again: readonly RateEdit[]
  back: readonly RateEdit[]
}

/** The steps that can be undone and the steps that can be redone, newest last. */
export interface EditHistory {
  done: readonly Step[]
  undone: readonly Step[]
}

export const no_history: EditHistory = { done: [], undone: [] }

/** Maximum number of steps that can be undone. Older edits stay stored. */
const max_steps = 100

/** Creates the step for edits; the undo edits restore the values of `book`, which must be the book before the edits. */
export function stepOf(
  book: BookContent,
  edits: readonly RateEdit[],
  about: Pick<Step, 'summary' | 'place'>,
): Step {
  const back = edits.map((edit) => ({ ...edit, value: valueIn(book, edit) }) as RateEdit)
  return { ...about, again: edits, back }
}

/** Adds a new step and clears the steps that could be redone. */
export function remembered({ done }: EditHistory, step: Step): EditHistory {
  return { done: [...done, step].slice(-max_steps), undone: [] }
}

/** Moves the newest step from undo to redo or back; `null` when there is none. */
export function stepped(
  history: EditHistory,
  direction: 'back' | 'again',
): { history: EditHistory; step: Step } | null {
  const { done, undone } = history
  const step = (direction === 'back' ? done : undone).at(-1)
  if (!step) return null
  return direction === 'back'
    ? { step, history: { done: done.slice(0, -1), undone: [...undone, step] } }
    : { step, history: { done: [...done, step], undone: undone.slice(0, -1) } }
}

/** Removes a step that could not be stored, because the stored values may now be those of another user. */
export function forgotten({ done, undone }: EditHistory, step: Step): EditHistory {
  return { done: done.filter((one) => one !== step), undone: undone.filter((one) => one !== step) }
}
