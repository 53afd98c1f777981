import { conflict } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import {
  checkPublish,
  checkStart,
  mayChange,
  mayPublish,
  maySeeRevisions,
} from '@waybill/domain/rates/revisions/draft-rules'
import { pricesChanged } from '@waybill/domain/rates/events'
import type { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import type { Context, Handler } from '../kit/handler.ts'
import { personName } from '../identity/index.ts'
import { problemsIn, warningsIn } from './read-revisions.ts'
import { presentRevision, presentRevisions, startedBy } from './present-revision.ts'
import { lockPublished, lockRevision, readBook, updateRevision, type RevisionRow } from './store.ts'

/**
 * Publishes a draft, at once or from a later moment. From then on it never changes, every process prices with it, and
 * shipments keep the revision they were priced with (docs/domain/rating.md#price-books-groups-and-revisions).
 */
export const publishDraft: Handler<typeof revisionsApi.publish> = async (ctx, input) => {
  ensure(maySeeRevisions(ctx.actor))
  ensure(mayPublish(ctx.actor))
  ensure(checkStart(input))
  await lockPublished(ctx)
  const row = await lockRevision(ctx, input.id)
  ensure(mayChange(row))
  await requireVersion(ctx, row, input.version)
  const { book } = await readBook(ctx, row.id)
  const revisions = await presentRevisions(ctx)
  // Read the clock after taking the lock. A request that waited for another publication then starts later, regardless
  // of which request arrived first.
  const now = ctx.clock()
  const validFrom = input.valid_from ?? now
  const replaces = startedBy(revisions, validFrom)
  ensure(
    checkPublish({
      revision: row,
      problems: problemsIn(ctx, book, row),
      warnings: await warningsIn(ctx, book, row, replaces),
      confirmed: input.confirmed ?? [],
      valid_from: validFrom,
      now,
      replaces,
      replaces_id: input.replaces_id,
      starts_then:
        revisions.find(
          (one) => one.status !== 'draft' && one.valid_from?.getTime() === validFrom.getTime(),
        ) ?? null,
    }),
  )
  await updateRevision(ctx, row.id, {
    status: 'published',
    valid_from: validFrom,
    published_by: ctx.actor.username,
  })
  await ctx.publish({ topic: 'rates' })
  await ctx.emit(pricesChanged, { rate_revision_id: row.id })
  return presentRevision(ctx, row.id)
}

/** Discards a draft. Its history stays in the audit trail. */
export const discardDraft: Handler<typeof revisionsApi.discard> = async (ctx, { id, version }) => {
  ensure(maySeeRevisions(ctx.actor))
  const row = await lockRevision(ctx, id)
  ensure(mayChange(row))
  await requireVersion(ctx, row, version)
  await updateRevision(ctx, id, { deleted_date: ctx.now })
  return {}
}

/** Throws a conflict when the draft has changed since the caller read it. Needed for actions on the whole draft. */
async function requireVersion(ctx: Context, row: RevisionRow, version: number): Promise<void> {
  if (row.version === version) return
  throw conflict(
    `${await personName(ctx, row.modified_by)} changed this draft in the meantime. Check it, then continue.`,
    {
      version: row.version,
    },
  )
}
