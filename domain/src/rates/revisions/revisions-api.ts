import { z } from 'zod'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { paging } from '../../kit/lists/paging.ts'
import { count, flag, instant, list, maybe, text } from '../../kit/calls/wire.ts'
import { RatesAnswer, RatesInput } from '../model.ts'
import {
  BookProblem,
  BookWarning,
  ConfirmedWarning,
  Impact,
  PriceSource,
  RateChange,
  RateEdit,
  RateRevision,
  revision_statuses,
  RevisionDetail,
  RevisionHead,
} from './revisions.ts'

const read_permission = 'API_/rates/revisions:GET'

/**
 * The endpoints of price books: queries, drafts, publishing (docs/domain/rating.md#price-books-groups-and-revisions;
 * RATE-019).
 */
export const revisionsApi = {
  list: endpoint('GET /rates/revisions', {
    input: z.object({ status: maybe(list(z.enum(revision_statuses))), ...paging }),
    output: z.object({ revisions: z.array(RateRevision), count: z.int() }),
    summary: 'Lists revisions of the price book: drafts first, then newest first.',
    published: false,
  }),
  detail: endpoint('GET /rates/revisions/detail', {
    /** Without an id, the revision in force is returned. */
    input: z.object({ id: maybe(count) }),
    output: RevisionDetail,
    permission: read_permission,
    summary: 'Returns a revision with all its prices.',
    published: false,
  }),
  create: endpoint('POST /rates/revisions', {
    body: 'many',
    input: z.object({ name: text(100), based_on_id: count }),
    output: RateRevision,
    summary: 'Creates a draft as a copy of another revision.',
    published: false,
  }),
  change: endpoint('PATCH /rates/revisions', {
    body: 'many',
    input: z.object({
      id: count,
      /** The version of the draft that the caller has read. */
      version: count,
      ...RevisionHead.shape,
      /** Stored all together or not at all. */
      changes: z.array(RateEdit).max(5000).optional(),
    }),
    output: z.object({
      revision: RateRevision,
      /** The edits as stored; new items have their id. */
      changes: z.array(RateEdit),
      stored: z.array(RateChange),
      problems: z.array(BookProblem),
      warnings: z.array(BookWarning),
    }),
    summary: 'Updates a draft. If another user changed the same prices, returns 409 with the stored values.',
    published: false,
  }),
  discard: endpoint('DELETE /rates/revisions', {
    input: z.object({ id: count, version: count }),
    output: z.object({}),
    summary: 'Deletes a draft.',
    published: false,
  }),
  publish: endpoint('POST /rates/revisions/publish', {
    input: z.object({
      id: count,
      version: count,
      /** The revision that would be replaced, as the caller saw it. */
      replaces_id: count,
      /** The start of the new prices. Give either this or `at_once`. */
      valid_from: maybe(instant),
      at_once: maybe(flag),
      /** Every kind of warning of the draft with its count, as the caller saw and confirmed it. */
      confirmed: maybe(list(ConfirmedWarning)),
    }),
    output: RateRevision,
    summary:
      'Publishes a draft now or at a later time. Rejected while it has problems or unconfirmed warnings.',
    published: false,
  }),
  impact: endpoint('GET /rates/revisions/impact', {
    workload: 'heavy',
    input: z.object({ id: count, days: maybe(count) }),
    output: Impact,
    permission: read_permission,
    summary: 'Returns the effect that a revision would have had on recent shipments.',
    published: false,
  }),
  estimate: endpoint('POST /rates/revisions/estimate', {
    body: 'many',
    input: RatesInput.extend({ rate_revision_id: maybe(count) }),
    output: RatesAnswer.extend({ sources: z.array(PriceSource) }),
    permission: read_permission,
    summary:
      'Returns prices of a route with any revision, including drafts, and where each price comes from.',
    published: false,
  }),
}
