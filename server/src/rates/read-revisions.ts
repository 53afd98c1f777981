import { ensure } from '@waybill/domain/kit/rule-result'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { maySeeRevisions } from '@waybill/domain/rates/revisions/draft-rules'
import { checkPriceBook } from '@waybill/domain/rates/revisions/publishing'
import type { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import type {
  BookContent,
  BookProblem,
  BookWarning,
  RateRevision,
} from '@waybill/domain/rates/revisions/revisions'
import { publishingWarnings } from '@waybill/domain/rates/revisions/publishing-warnings'
import { notFound } from '@waybill/domain/kit/problem'
import type { Context, Handler } from '../kit/handler.ts'
import { readPriceZones } from '../maps/index.ts'
import { bookOf, priceSettings } from './price-books.ts'
import { presentRevisions, startedBy } from './present-revision.ts'
import { listChanges, readBook } from './store.ts'

/** Maximum number of changes in a response. */
const max_listed_changes = 100
const max_revisions = 10_000

export const listRevisions: Handler<typeof revisionsApi.list> = async (ctx, input) => {
  ensure(maySeeRevisions(ctx.actor))
  const { limit, offset } = pageOf(input, max_revisions)
  const found = (await presentRevisions(ctx)).filter(
    ({ status }) => !input.status?.length || input.status.includes(status),
  )
  return { revisions: found.slice(offset, offset + limit), count: found.length }
}

export const readRevision: Handler<typeof revisionsApi.detail> = async (ctx, { id }) => {
  ensure(maySeeRevisions(ctx.actor))
  const revisions = await presentRevisions(ctx)
  const revision = revisions.find((one) => (id === undefined ? one.is_in_force : one.id === id))
  if (!revision) throw notFound('Could not find this revision of the prices.')
  const { book } = await readBook(ctx, revision.id)
  const isDraft = revision.status === 'draft'
  const replaces = isDraft ? replacedBy(ctx, revisions, revision) : null
  return {
    revision,
    book: sendable(book),
    problems: isDraft ? problemsIn(ctx, book, revision) : [],
    warnings: isDraft ? await warningsIn(ctx, book, revision, replaces) : [],
    changes: await listChanges(ctx, revision.id, { version: 0 }, max_listed_changes),
    ...(await readPriceZones(ctx)),
    settings: priceSettings(ctx),
    replaces,
  }
}

/** Returns the problems that prevent publishing a draft. */
export function problemsIn(
  ctx: Context,
  book: BookContent,
  { id, name }: Pick<RateRevision, 'id' | 'name'>,
): BookProblem[] {
  return checkPriceBook({ ...book, name, rate_revision_id: id, settings: priceSettings(ctx) })
}

/** Returns the warnings to confirm before a draft replaces a revision. */
export async function warningsIn(
  ctx: Context,
  book: BookContent,
  { id, name }: Pick<RateRevision, 'id' | 'name'>,
  replaces: Pick<RateRevision, 'id'> | null,
): Promise<BookWarning[]> {
  return publishingWarnings(
    { ...book, name, rate_revision_id: id, settings: priceSettings(ctx) },
    replaces && (await bookOf(ctx, replaces.id)),
  )
}

/** Returns the revision that a draft would replace at its planned start, or now when the start is not in the future. */
export function replacedBy(
  ctx: Context,
  revisions: readonly RateRevision[],
  draft: Pick<RateRevision, 'valid_from'>,
): RateRevision | null {
  const { valid_from } = draft
  return startedBy(revisions, valid_from && valid_from > ctx.now ? valid_from : ctx.now)
}

/** Converts a book to the API form with mutable lists. */
function sendable(book: BookContent) {
  return {
    service_levels: [...book.service_levels],
    rate_groups: [...book.rate_groups],
    tag_groups: book.tag_groups.map(({ name, tags }) => ({ name, tags: [...tags] })),
    formulas: [...book.formulas],
    surcharges: [...book.surcharges],
    rate_adjustments: [...book.rate_adjustments],
    time_based_rate_adjustments: [...book.time_based_rate_adjustments],
    rate_group_extras: [...book.rate_group_extras],
    group_overrides: [...book.group_overrides],
  }
}
