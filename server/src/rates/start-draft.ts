import { invalid } from '@waybill/domain/kit/problem'
import { demand } from '@waybill/domain/kit/verdict'
import { maySeeRevisions } from '@waybill/domain/rates/draft-rules'
import type { revisionsApi } from '@waybill/domain/rates/revisions-api'
import type { Verb } from '../kit/verb.ts'
import { seenRevision } from './seen-revision.ts'
import { insertRevision, readBook } from './store.ts'

/** A draft says at first what the revision it is based on says, be that in force, of former times or a draft itself. */
export const startDraft: Verb<typeof revisionsApi.create> = async (ctx, { name, based_on_id }) => {
  demand(maySeeRevisions(ctx.actor))
  if (name === '')
    throw invalid('A name is missing. Type one such as Summer prices.', [
      { field: 'name', message: 'is required' },
    ])
  const { book } = await readBook(ctx, based_on_id)
  const id = await insertRevision(ctx, { name, status: 'draft', valid_from: null, based_on_id, book })
  return seenRevision(ctx, id)
}
