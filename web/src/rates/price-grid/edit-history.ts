import { valueIn } from '@waybill/domain/rates/price-books/price-book-edits'
import type { BookContent, RateEdit } from '@waybill/domain/rates/revisions/revisions'

/** Where in the grid something was done, so that undoing shows it. */
export interface EditPlace {
  group: number
  service: number
}

/** One thing that was done, a whole paste too: what does it again and what takes it back. */
export interface Step {
  /** 'JHB to CPT, 0–5 kg' or '12 prices pasted'. */
  summary: string
  place: EditPlace
  again: readonly RateEdit[]
  back: readonly RateEdit[]
}

/** What was done and can be undone, and what was undone and can be done again; newest last. */
export interface EditHistory {
  done: readonly Step[]
  undone: readonly Step[]
}

export const no_history: EditHistory = { done: [], undone: [] }

/** Steps that are remembered; older ones stay as they are. */
const max_steps = 100

/** The step that edits are, seen from the book they change. */
export function stepOf(
  book: BookContent,
  edits: readonly RateEdit[],
  about: Pick<Step, 'summary' | 'place'>,
): Step {
  const back = edits.map((edit) => ({ ...edit, value: valueIn(book, edit) }) as RateEdit)
  return { ...about, again: edits, back }
}

/** Something new was done: what had been undone is no longer ahead. */
export function remembered({ done }: EditHistory, step: Step): EditHistory {
  return { done: [...done, step].slice(-max_steps), undone: [] }
}

/** The newest step goes from one side to the other; `null` when there is none. */
export function stepped(
  history: EditHistory,
  way: 'back' | 'again',
): { history: EditHistory; step: Step } | null {
  const { done, undone } = history
  const step = (way === 'back' ? done : undone).at(-1)
  if (!step) return null
  return way === 'back'
    ? { step, history: { done: done.slice(0, -1), undone: [...undone, step] } }
    : { step, history: { done: [...done, step], undone: undone.slice(0, -1) } }
}

/** A step that could not be stored is forgotten: what stands there now is somebody else's. */
export function forgotten({ done, undone }: EditHistory, step: Step): EditHistory {
  return { done: done.filter((one) => one !== step), undone: undone.filter((one) => one !== step) }
}
