import type { AnsweredText } from '@waybill/domain/kit/answers/text-part'
import { Store, useStore } from '../layers/store.ts'

/** The texts of the components that pages in another language than English display too. */
export const english = {
  close: 'Close',
  loading: 'Loading',
  stillLoading: 'Still loading…',
  tryAgain: 'Try again',
  notLoaded: (what: string) => `${what} could not be loaded.`,
  request: (id: string) => ` Request ${id}`,
  cameraPicture: 'Camera picture',
  closeCamera: 'Close camera',
  noReader: 'The barcode reader could not be loaded. Try again, or type the reference.',
  noCamera: 'The camera cannot be used. Allow it in the settings of this page, or type the reference.',
  wrong: 'Something went wrong',
  unknownError: 'Something went wrong. Try again.',
  unavailable: 'Service unavailable. Please check your Internet connection.',
  offline: 'There is a problem with your internet connectivity.',
}
export type KitTexts = typeof english

const texts = new Store<KitTexts>(english)

const messageOf = ({ message }: AnsweredText): string => message
let answerIn = messageOf

/**
 * Sets the texts of components and of messages of the server, while pages in a language are open; returns a function that
 * restores English.
 */
export function setKitTexts(given: KitTexts, answer: (answered: AnsweredText) => string): () => void {
  texts.write(given)
  answerIn = answer
  return () => {
    texts.write(english)
    answerIn = messageOf
  }
}

/** Returns the message of a response of the server, in the language of the open pages. */
export function answerInLanguage(answered: AnsweredText): string {
  return answerIn(answered)
}

/** Returns the texts of components, outside of components. */
export function currentKitTexts(): KitTexts {
  return texts.read()
}

export function useKitTexts(): KitTexts {
  return useStore(texts)
}
