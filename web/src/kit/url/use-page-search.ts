import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { readSearch } from './search-text.ts'

/**
 * What the query of the page at `path` holds. On the way to another page the address bar is ahead of this one, and what
 * it no longer says still counts here.
 */
export function usePageSearch(path: string): Readonly<Record<string, string>> {
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location })
  const [last, setLast] = useState(searchStr)
  const own = pathname === path ? searchStr : last
  if (own !== last) setLast(own)
  return readSearch(own)
}
