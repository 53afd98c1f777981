import { wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { mayChange, mayChangePart, maySeeRevisions } from '@waybill/domain/rates/revisions/draft-rules'
import {
  applyEdits,
  checkEdit,
  placeOfEdit,
  subjectOf,
  unitOf,
  valueIn,
} from '@waybill/domain/rates/price-books/price-book-edits'
import type { BookContent, LaneValue, RateEdit } from '@waybill/domain/rates/revisions/revisions'
import type { Context } from '../kit/handler.ts'
import { bookInForce } from './price-books.ts'
import {
  deleteDraft,
  findDraftNamed,
  insertChanges,
  insertRevision,
  lockRevision,
  readBook,
  saveBook,
  updateRevision,
  type NewChange,
} from './store.ts'

/** The name of the draft that takes the prices of another system. */
const draft_name = 'Prices of the move-in'

/** A lane of a rate group and service level. */
export type LaneKey = Pick<
  Extract<RateEdit, { part: 'formulas' }>,
  'rate_group_id' | 'service_level_id' | 'from_tag' | 'to_tag'
>

/** A draft price book whose lanes are set one after the other, and saved together. */
export interface LaneDraft {
  id: number
  /** Whether the draft was created for these lanes. */
  is_new: boolean
  book(): BookContent
  /** Sets the prices of a lane; `null` removes them. Returns the prices before. Throws when they are not valid. */
  set(lane: LaneKey, value: LaneValue | null): LaneValue | null
  save(): Promise<void>
}

/** Opens the draft that takes the prices of another system; creates it from the book in force when there is none. */
export async function openLaneDraft(ctx: Context): Promise<LaneDraft> {
  const known = await findDraftNamed(ctx, draft_name)
  if (known !== undefined) return draftWith(ctx, known, false)
  ensure(maySeeRevisions(ctx.actor))
  const { book: base } = await bookInForce(ctx)
  const { book } = await readBook(ctx, base.rate_revision_id)
  const id = await insertRevision(ctx, {
    name: draft_name,
    status: 'draft',
    valid_from: null,
    based_on_id: base.rate_revision_id,
    book,
  })
  return draftWith(ctx, id, true)
}

/** Opens a draft to restore its lanes. Throws once it has been published. */
export async function reopenLaneDraft(ctx: Context, id: number): Promise<LaneDraft> {
  return draftWith(ctx, id, false)
}

async function draftWith(ctx: Context, id: number, isNew: boolean): Promise<LaneDraft> {
  ensure(maySeeRevisions(ctx.actor))
  ensure(mayChangePart(ctx.actor, 'formulas'))
  const row = await lockRevision(ctx, id)
  if (row.status !== 'draft')
    throw wrongState(`The price book ${row.name} has been published since, so its prices stay.`)
  ensure(mayChange(row))
  const { book: stored } = await readBook(ctx, id)
  let book = stored
  const changes: NewChange[] = []
  return {
    id,
    is_new: isNew,
    book: () => book,
    set(lane, value) {
      const edit: RateEdit = { part: 'formulas', ...lane, value }
      ensure(checkEdit(book, edit, book))
      const before = valueIn(book, edit) as LaneValue | null
      changes.push({
        unit: unitOf(edit),
        subject: subjectOf(edit, book),
        place: placeOfEdit(edit),
        value_before: before,
        value_after: value,
      })
      book = applyEdits(book, [edit])
      return before
    },
    async save() {
      if (changes.length === 0) return
      await updateRevision(ctx, id, {})
      await saveBook(ctx, id, book)
      await insertChanges(ctx, id, row.version + 1, changes)
    },
  }
}

/** Deletes a draft that was created for the lanes of another system. Throws once it has been published. */
export async function deleteLaneDraft(ctx: Context, id: number): Promise<void> {
  const row = await lockRevision(ctx, id)
  if (row.status !== 'draft')
    throw wrongState(`The price book ${row.name} has been published since, so its prices stay.`)
  await deleteDraft(ctx, id)
}
