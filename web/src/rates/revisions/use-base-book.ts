import { useQuery } from '@tanstack/react-query'
import type { BookContent } from '@waybill/domain/rates/revisions/revisions'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { endpointQuery } from '../../kit/api/index.ts'
import type { RateBook } from '../use-rate-book.ts'

/** What the revision says that a draft comes from; `null` until it is read, and where there is none. */
export function useBaseBook({ detail: { revision }, isDraft }: RateBook): BookContent | null {
  const { based_on_id } = revision
  const { data } = useQuery({
    ...endpointQuery(revisionsApi.detail, { id: based_on_id ?? 0 }),
    enabled: isDraft && based_on_id !== null,
    // A published revision never changes.
    staleTime: Infinity,
  })
  return data?.book ?? null
}
