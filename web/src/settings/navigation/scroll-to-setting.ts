import { sectionId } from '@waybill/domain/settings/sections'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSearchState } from '../../kit/url/use-search.ts'

/** Scrolls only the content area, until the element is at `share` of its height from the top. */
function bringIntoView(element: Element, share: number): void {
  const content = document.getElementById('content')
  if (!content) return
  const { top, height } = content.getBoundingClientRect()
  content.scrollBy({ top: element.getBoundingClientRect().top - top - height * share })
}

/**
 * Scrolls to the `setting` in the URL, or otherwise its `section`, when the settings are rendered (NAV-010). It
 * scrolls immediately, and again after the router has scrolled the new page to the top.
 */
export function useWantedSetting(isThere: boolean): void {
  const router = useRouter()
  const { values } = useSearchState()
  const section = sectionId(values.section ?? '')
  const setting = (values.setting ?? '').toLowerCase()
  useEffect(() => {
    if (!isThere) return undefined
    const bring = (): void => {
      const row = setting && document.querySelector(`[data-setting="${CSS.escape(setting)}"]`)
      const card = section && document.querySelector(`[data-sections~="${CSS.escape(section)}"]`)
      if (row) bringIntoView(row, 0.4)
      else if (card) bringIntoView(card, 0.05)
    }
    bring()
    return router.subscribe('onRendered', bring)
  }, [router, section, setting, isThere])
}
