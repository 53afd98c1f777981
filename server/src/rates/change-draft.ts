import { conflict, invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { clockOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { mayChange, mayChangePart, maySeeRevisions } from '@waybill/domain/rates/revisions/draft-rules'
import {
  applyEdits,
  checkEdit,
  placeOfEdit,
  subjectOf,
  unitOf,
  valueIn,
} from '@waybill/domain/rates/price-books/price-book-edits'
import { placeIn } from '@waybill/domain/rates/revisions/publishing'
import type { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import type { BookContent, RateEdit } from '@waybill/domain/rates/revisions/revisions'
import { nextNumber } from '../kit/document-numbers-store.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { personName } from '../identity/index.ts'
import { problemsIn, replacedBy, warningsIn } from './read-revisions.ts'
import { presentRevision, presentRevisions } from './present-revision.ts'
import {
  insertChanges,
  listChanges,
  lockRevision,
  readBook,
  saveBook,
  updateRevision,
  type NewChange,
  type RevisionRow,
  insertRevision,
} from './store.ts'

/** Ids up to this one are reserved for the starter price book. */
const last_starter_id = 100
/** The unit name under which changes of the name and the planned start are stored. */
const head_unit = 'head'

/**
 * Applies edits to a draft, all or none. Two users may work on one draft: the response is 409 with the stored value
 * only when both change the same item. An outdated version alone is not an error.
 */
export const changeDraft: Handler<typeof revisionsApi.change> = async (ctx, input) => {
  ensure(maySeeRevisions(ctx.actor))
  const row = await lockRevision(ctx, input.id)
  ensure(mayChange(row))
  const edits = input.changes ?? []
  for (const edit of edits) ensure(mayChangePart(ctx.actor, edit.part))
  const { book } = await readBook(ctx, row.id)
  const head = headChange(row, input)
  const units = [...edits.map(unitOf), ...(head ? [head_unit] : [])]
  await rejectStale(ctx, row, input.version, units, edits, book)
  const stored = await applyAll(ctx, row, book, edits)
  const changes = [...stored.changes, ...(head ? [head.change] : [])]
  if (changes.length > 0) {
    await updateRevision(ctx, row.id, head?.values ?? {})
    if (edits.length > 0) await saveBook(ctx, row.id, stored.book)
    await insertChanges(ctx, row.id, row.version + 1, changes)
  }
  const revision = await presentRevision(ctx, row.id)
  const replaces = replacedBy(ctx, await presentRevisions(ctx), revision)
  return {
    revision,
    changes: stored.edits,
    stored: changes.length > 0 ? await listChanges(ctx, row.id, { version: row.version }, 1) : [],
    problems: problemsIn(ctx, stored.book, revision),
    warnings: await warningsIn(ctx, stored.book, revision, replaces),
  }
}

/** Throws a conflict when another user has changed one of the items since the version that the caller read. */
async function rejectStale(
  ctx: Context,
  row: RevisionRow,
  version: number,
  units: readonly string[],
  edits: readonly RateEdit[],
  book: BookContent,
): Promise<void> {
  if (version >= row.version || units.length === 0) return
  const [newest] = await listChanges(ctx, row.id, { version, units }, 1)
  if (!newest) return
  throw conflict(
    `${await personName(ctx, newest.username)} changed '${newest.subject}' at ${clockOf(newest.time)}. Check the current values, then make your change again.`,
    {
      version: row.version,
      name: row.name,
      valid_from: row.valid_from,
      values: edits.map((edit) => ({ unit: unitOf(edit), value: valueIn(book, edit) })),
    },
  )
}

/** Checks and applies edits one after the other and assigns ids to new items. */
async function applyAll(
  ctx: Context,
  row: RevisionRow,
  book: BookContent,
  edits: readonly RateEdit[],
): Promise<{ book: BookContent; edits: RateEdit[]; changes: NewChange[] }> {
  const takesOut = edits.some(({ value }) => value === null)
  const sold = takesOut && row.based_on_id !== null ? (await readBook(ctx, row.based_on_id)).book : book
  let now = book
  const stored: RateEdit[] = []
  const changes: NewChange[] = []
  for (const given of edits) {
    const edit = await withId(ctx, given)
    ensure(checkEdit(now, edit, sold))
    changes.push({
      unit: unitOf(edit),
      subject: subjectOf(edit, now),
      place: placeOfEdit(edit),
      value_before: valueIn(now, edit),
      value_after: edit.value,
    })
    now = applyEdits(now, [edit])
    stored.push(edit)
  }
  return { book: now, edits: stored, changes }
}

/** Assigns an id to a new item. Ids are never reused in any revision, because shipments and accounts store them. */
async function withId(ctx: Context, edit: RateEdit): Promise<RateEdit> {
  const newId = async (): Promise<number> => last_starter_id + (await nextNumber(ctx, 'rate-item'))
  if (edit.part === 'rate_group_extras')
    return edit.value?.id === 0 ? { ...edit, value: { ...edit.value, id: await newId() } } : edit
  if (!('id' in edit) || edit.id !== 0) return edit
  if (edit.value === null) throw invalid('There is nothing to remove. Load the page again.')
  const id = await newId()
  return { ...edit, id, value: { ...edit.value, id } } as RateEdit
}

/** Returns the new name and planned start of a draft; `null` when both are unchanged. */
function headChange(
  row: RevisionRow,
  input: { name?: string | undefined; valid_from?: string | null | undefined },
) {
  const name = input.name ?? row.name
  const validFrom =
    input.valid_from === undefined
      ? row.valid_from
      : input.valid_from === null
        ? null
        : startOfDay(input.valid_from)
  if (name === row.name && validFrom?.getTime() === row.valid_from?.getTime()) return null
  const change: NewChange = {
    unit: head_unit,
    subject: 'Name and start date',
    place: placeIn('formulas'),
    value_before: { name: row.name, valid_from: row.valid_from },
    value_after: { name, valid_from: validFrom },
  }
  return { values: { name, valid_from: validFrom }, change }
}

/** Starts a draft with the content of the revision it is based on, which may be in force, archived or a draft itself. */
export const startDraft: Handler<typeof revisionsApi.create> = async (ctx, { name, based_on_id }) => {
  ensure(maySeeRevisions(ctx.actor))
  if (name === '')
    throw invalid('Enter a name, such as Summer prices.', [{ field: 'name', message: 'is required' }])
  const { book } = await readBook(ctx, based_on_id)
  const id = await insertRevision(ctx, { name, status: 'draft', valid_from: null, based_on_id, book })
  return presentRevision(ctx, id)
}
