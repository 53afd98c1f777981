import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { readSearch } from './search-text.ts'

/**
 * Returns the query parameters of the page at `path`. During navigation to another page, the router location has
 * already changed; this page then keeps its last query.
 */
export function usePageSearch(path: string): Readonly<Record<string, string>> {
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location })
  const [last, setLast] = useState(searchStr)
  const own = pathname === path ? searchStr : last
  if (own !== last) setLast(own)
  return readSearch(own)
}
