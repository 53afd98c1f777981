import { useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { readSearch } from './search-text.ts'

/**
 * What the query of the page at `path` holds. On the way to another page the address bar is ahead of this one, and what
 * it no longer says still counts here.
 */
export function useOwnSearch(path: string): Readonly<Record<string, string>> {
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location })
  const own = useRef(searchStr)
  if (pathname === path) own.current = searchStr
  return readSearch(own.current)
}
