import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readSearch } from './search-text.ts'

/** The query parameters of the URL, and a function to change them. Other keys are kept. */
export interface SearchState {
  values: Readonly<Record<string, string>>
  /**
   * Sets some keys (`undefined` or `''` removes one) as one history entry, or replaces the current entry with
   * `replace`.
   */
  set: (changes: Readonly<Record<string, string | undefined>>, how?: { replace?: boolean }) => void
}

/** Returns the state of the page in the URL: filters, page, tab, open panel. */
export function useSearchState(): SearchState {
  const text = useRouterState({ select: (state) => state.location.searchStr })
  const navigate = useNavigate()
  const set = useCallback<SearchState['set']>(
    (changes, how) => {
      void navigate({
        to: '.',
        search: (former: Record<string, unknown>) => ({ ...former, ...changes }),
        replace: how?.replace ?? false,
        resetScroll: false,
      } as Parameters<typeof navigate>[0])
    },
    [navigate],
  )
  return { values: readSearch(text), set }
}
