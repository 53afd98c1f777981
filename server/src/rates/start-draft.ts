import { invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { maySeeRevisions } from '@waybill/domain/rates/revisions/draft-rules'
import type { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import type { Handler } from '../kit/handler.ts'
import { presentRevision } from './present-revision.ts'
import { insertRevision, readBook } from './store.ts'

/** Starts a draft with the content of the revision it is based on, which may be in force, archived or a draft itself. */
export const startDraft: Handler<typeof revisionsApi.create> = async (ctx, { name, based_on_id }) => {
  ensure(maySeeRevisions(ctx.actor))
  if (name === '')
    throw invalid('Enter a name, such as Summer prices.', [{ field: 'name', message: 'is required' }])
  const { book } = await readBook(ctx, based_on_id)
  const id = await insertRevision(ctx, { name, status: 'draft', valid_from: null, based_on_id, book })
  return presentRevision(ctx, id)
}
