import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readSearch } from './search-text.ts'

/** What the address bar's query holds, and how a page changes it. Unknown keys are kept. */
export interface SearchState {
  values: Readonly<Record<string, string>>
  /** Sets some keys (`undefined` or `''` removes one) as one step of the history, or in place with `replace`. */
  set: (changes: Readonly<Record<string, string | undefined>>, how?: { replace?: boolean }) => void
}

/** The page's state in the address bar: filters, page, tab, open panel. */
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
