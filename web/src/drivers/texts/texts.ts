import { isLanguage, language_key, type Language } from '@waybill/domain/drivers/languages'
import { filledText, type AnsweredText, type CodedText } from '@waybill/domain/kit/answers/text-part'
import { readPreference, savePreference } from '../../kit/preferences/preferences.ts'
import { Store, useStore } from '../../kit/layers/store.ts'
import { en, type Texts } from './en.ts'

const texts = new Store<Texts>(en)

/** Each language is a file of its own, which is also stored for use without signal. */
const catalogues: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => en,
  af: async () => (await import('./af.ts')).af,
  zu: async () => (await import('./zu.ts')).zu,
}

/** Returns the texts of the driver's pages; the component renders again when the language changes. */
export function useTexts(): Texts {
  return useStore(texts)
}

/** Returns the texts of the driver's pages, outside of components. */
export function currentTexts(): Texts {
  return texts.read()
}

/** Returns a label that the domain has in English, such as a reason, in the language of the phone. */
export function labelText(label: string): string {
  return texts.read().labels[label] ?? label
}

/**
 * Returns the message of an answer in the language of the phone. When the catalogue has not all of its sentences, because
 * the server is newer, the English message.
 */
export function answerText({ message, message_parts = [] }: AnsweredText): string {
  const { answers } = texts.read()
  const sentences = message_parts.flatMap(({ code, values }) => {
    const template = answers[code]
    return template === undefined ? [] : [filledText(template, values, labelText)]
  })
  return sentences.length > 0 && sentences.length === message_parts.length ? sentences.join(' ') : message
}

/** Returns a text of a rule of the domain in the language of the phone. */
export function ruleText({ text, parts }: CodedText): string {
  return answerText({ message: text, message_parts: [...parts] })
}

/** Returns the language that the user has chosen, otherwise the first language of the browser that there is. */
function wantedLanguage(): Language {
  const chosen = readPreference(language_key)
  if (isLanguage(chosen)) return chosen
  return navigator.languages.map((one) => one.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

/** Loads the texts of the wanted language. When they cannot be loaded, the present ones stay. */
export async function loadTexts(): Promise<void> {
  const language = wantedLanguage()
  if (texts.read().language === language) return
  const loaded = await catalogues[language]().catch(() => null)
  if (loaded && wantedLanguage() === language) texts.write(loaded)
}

/** Changes the language of the driver's pages for this user, on every phone. */
export async function chooseLanguage(language: Language): Promise<void> {
  savePreference(language_key, language)
  await loadTexts()
}
