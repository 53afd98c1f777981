import { useQuery } from '@tanstack/react-query'
import type { BookContent } from '@waybill/domain/rates/revisions/revisions'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { endpointQuery } from '../../kit/api/index.ts'
import type { RateBook } from '../use-rate-book.ts'

/** Returns the content of the revision that a draft is based on; `null` while it is loading or when there is none. */
export function useBaseBook({ detail: { revision }, isDraft }: RateBook): BookContent | null {
  const { based_on_id } = revision
  const { data } = useQuery({
    ...endpointQuery(revisionsApi.detail, { id: based_on_id ?? 0 }),
    enabled: isDraft && based_on_id !== null,
    // A published revision never changes, but a draft that this one is based on can be changed by others.
    staleTime: ({ state }) => (state.data?.revision.status === 'draft' ? 0 : Infinity),
  })
  return data?.book ?? null
}
