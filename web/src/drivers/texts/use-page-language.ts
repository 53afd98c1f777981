import { useEffect } from 'react'
import { usePreference } from '../../kit/preferences/preferences.ts'
import type { Language } from './locale.ts'
import { language_key, loadTexts } from './texts.ts'

/**
 * Marks the page as being in a language, for screen readers, and changes to the language of the user when that arrives
 * from the server after the page.
 */
export function usePageLanguage(language: Language): void {
  const [chosen] = usePreference<unknown>(language_key, null)
  useEffect(() => void loadTexts(), [chosen])
  useEffect(() => {
    const page = document.documentElement
    const former = page.lang
    page.lang = language
    return () => {
      page.lang = former
    }
  }, [language])
}
