import { conflict } from '@waybill/domain/kit/problem'
import { demand } from '@waybill/domain/kit/verdict'
import { checkPublish, mayChange, mayPublish, maySeeRevisions } from '@waybill/domain/rates/draft-rules'
import { pricesChanged } from '@waybill/domain/rates/events'
import type { revisionsApi } from '@waybill/domain/rates/revisions-api'
import type { Ctx, Verb } from '../kit/verb.ts'
import { personName } from '../identity/index.ts'
import { problemsIn } from './read-revisions.ts'
import { seenRevision, seenRevisions, startedBy } from './seen-revision.ts'
import { lockPublished, lockRevision, readBook, updateRevision, type RevisionRow } from './store.ts'

/**
 * Publishes a draft, at once or from a later moment. From then on it never changes, every process prices with it, and
 * shipments keep the revision they were priced with (domain notes 2.1).
 */
export const publishDraft: Verb<typeof revisionsApi.publish> = async (ctx, input) => {
  demand(maySeeRevisions(ctx.actor))
  demand(mayPublish(ctx.actor))
  await lockPublished(ctx)
  const row = await lockRevision(ctx, input.id)
  demand(mayChange(row))
  await demandVersion(ctx, row, input.version)
  const { book } = await readBook(ctx, row.id)
  const revisions = await seenRevisions(ctx)
  // Whoever waited for another draft to be published comes after it, whichever of the two requests began first.
  const now = ctx.clock()
  const valid_from = input.valid_from ?? now
  demand(
    checkPublish({
      revision: row,
      problems: problemsIn(ctx, book, row),
      valid_from,
      now,
      replaces: startedBy(revisions, valid_from),
      replaces_id: input.replaces_id,
      starts_then:
        revisions.find(
          (one) => one.status !== 'draft' && one.valid_from?.getTime() === valid_from.getTime(),
        ) ?? null,
    }),
  )
  await updateRevision(ctx, row.id, {
    status: 'published',
    valid_from,
    published_by: ctx.actor.username,
  })
  await ctx.news({ topic: 'rates' })
  await ctx.emit(pricesChanged, { rate_revision_id: row.id })
  return seenRevision(ctx, row.id)
}

/** Throws a draft away; its history stays in the audit. */
export const discardDraft: Verb<typeof revisionsApi.discard> = async (ctx, { id, version }) => {
  demand(maySeeRevisions(ctx.actor))
  const row = await lockRevision(ctx, id)
  demand(mayChange(row))
  await demandVersion(ctx, row, version)
  await updateRevision(ctx, id, { deleted_date: ctx.now })
  return {}
}

/** What concerns the whole draft needs the whole draft as it is. */
async function demandVersion(ctx: Ctx, row: RevisionRow, version: number): Promise<void> {
  if (row.version === version) return
  throw conflict(
    `${await personName(ctx, row.modified_by)} changed this draft meanwhile. Look at it again, then go on.`,
    {
      version: row.version,
    },
  )
}
