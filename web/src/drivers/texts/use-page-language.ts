import { language_key } from '@waybill/domain/drivers/languages'
import { useEffect } from 'react'
import { usePreference } from '../../kit/preferences/preferences.ts'
import { setKitTexts } from '../../kit/texts/kit-texts.ts'
import { answerText, loadTexts, useTexts } from './texts.ts'

/**
 * Marks the page as being in the language of the phone, for screen readers, and sets the texts of the kit. Changes to the
 * language of the user when that arrives from the server after the page.
 */
export function usePageLanguage(): void {
  const { language, kit } = useTexts()
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
  useEffect(() => setKitTexts(kit, answerText), [kit])
}
