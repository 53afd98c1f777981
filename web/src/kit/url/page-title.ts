import { useEffect } from 'react'
import { Store } from '../layers/store.ts'

/** Name of the courier company, for document titles (SHELL-004). */
export const brand_title = new Store('')

/** Sets the document title to `{Page} · {provider_title}`. */
export function setPageTitle(page: string): void {
  document.title = [page, brand_title.read()].filter(Boolean).join(' · ')
}

/** Sets the document title when a page is displayed. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    if (page) setPageTitle(page)
  }, [page])
}
