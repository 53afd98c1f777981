import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import {
  compilePriceBook,
  type CompiledPriceBook,
} from '@waybill/domain/rates/price-books/compile-price-book'
import { mayChange, mayChangePart } from '@waybill/domain/rates/revisions/draft-rules'
import { applyEdits } from '@waybill/domain/rates/price-books/price-book-edits'
import type { BookPart, RateEdit } from '@waybill/domain/rates/revisions/revisions'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { firstOf, type RuleResult } from '@waybill/domain/kit/rule-result'
import { useMemo, useRef } from 'react'
import { call, endpointQuery } from '../kit/api/index.ts'
import { newKey } from '../kit/api/new-key.ts'
import { endpointQueryKey, refresh } from '../kit/api/endpoint-query.ts'
import { markUnsaved } from '../kit/form/drafts/unsaved.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { forbidden } from '@waybill/domain/kit/problem'
import { useSearchState } from '../kit/url/use-search.ts'

export type Detail = Output<typeof revisionsApi.detail>

/** One loaded revision with the functions to change it. */
export interface RateBook {
  detail: Detail
  compiled: CompiledPriceBook
  isDraft: boolean
  /** Checks whether the user may currently change this part. */
  may: (part: BookPart) => RuleResult
  /**
   * Stores edits, one request after the other. The screen displays changes of existing items immediately and new
   * items after the response. When the server rejects an edit, the stored state is loaded again, so that the screen
   * shows it, and the error is thrown.
   */
  change: (edits: readonly RateEdit[]) => Promise<readonly RateEdit[]>
  changeHead: (head: { name?: string; valid_from?: string | null }) => Promise<void>
}

/** Returns the revision named in the URL (`revision`), or the one in force. */
export function useRateBook(): { book: RateBook | null; query: ReturnType<typeof useDetail> } {
  const query = useDetail()
  const client = useQueryClient()
  const me = useMe()
  const input = useRevisionInput()
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const { data: detail } = query
  const compiled = useMemo(
    () =>
      detail
        ? compilePriceBook({
            ...detail.book,
            name: detail.revision.name,
            rate_revision_id: detail.revision.id,
            settings: detail.settings,
          })
        : null,
    [detail],
  )
  if (!detail || !compiled) return { book: null, query }
  const key = endpointQueryKey(revisionsApi.detail, input)
  const stored = (): Detail => client.getQueryData<Detail>(key) ?? detail

  const send = async (
    head: { name?: string; valid_from?: string | null },
    edits: readonly RateEdit[],
  ): Promise<readonly RateEdit[]> => {
    const { revision } = stored()
    try {
      const answer = await call(
        revisionsApi.change,
        { id: revision.id, version: revision.version, name: undefined, ...head, changes: [...edits] },
        { idempotency_key: newKey() },
      )
      const now = stored()
      client.setQueryData<Detail>(key, {
        ...now,
        revision: answer.revision,
        problems: answer.problems,
        warnings: answer.warnings,
        changes: [...answer.stored, ...now.changes],
        book: applyEdits(now.book, answer.changes) as Detail['book'],
      })
      const isAlone = answer.revision.version <= revision.version + 1
      await Promise.all([
        client.invalidateQueries({ queryKey: endpointQueryKey(revisionsApi.list) }),
        ...(isAlone ? [] : [client.invalidateQueries({ queryKey: key })]),
      ])
      return answer.changes
    } catch (thrown) {
      await refresh(client, [revisionsApi.detail])
      throw thrown
    }
  }
  const queued = <Result>(job: () => Promise<Result>): Promise<Result> => {
    const saved = markUnsaved()
    const next = line.current.then(job).finally(saved)
    line.current = next.catch(() => undefined)
    return next
  }
  const isDraft = detail.revision.status === 'draft'
  return {
    query,
    book: {
      detail,
      compiled,
      isDraft,
      may: (part) =>
        firstOf(
          mayChange(detail.revision),
          mayCall(me, revisionsApi.change) || forbidden('You may not change prices.'),
          mayChangePart(me, part),
        ),
      change: (edits) => {
        const isKnown = edits.every((edit) => !('id' in edit) || edit.id !== 0)
        if (isKnown)
          client.setQueryData<Detail>(key, (now) =>
            now ? { ...now, book: applyEdits(now.book, edits) as Detail['book'] } : now,
          )
        return queued(() => send({}, edits))
      },
      changeHead: async (head) => {
        await queued(() => send(head, []))
      },
    },
  }
}

function useRevisionInput(): { id: number | undefined } {
  const { values } = useSearchState()
  return { id: Number(values.revision) || undefined }
}

function useDetail() {
  return useQuery(endpointQuery(revisionsApi.detail, useRevisionInput()))
}
