import { useEffect } from 'react'
import { Store } from '../layers/store.ts'

/** The courier company's name, for document titles (SHELL-004). */
export const brand_title = new Store('')

/** Sets `{Page} · {provider_title}`; 'Error: ' stands in front while a form has errors. */
export function setPageTitle(page: string): void {
  document.title = [page, brand_title.read()].filter(Boolean).join(' · ')
}

/** The document title while a page is shown. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    if (page) setPageTitle(page)
  }, [page])
}
