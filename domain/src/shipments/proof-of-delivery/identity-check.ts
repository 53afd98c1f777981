import { stripSpace } from '../../kit/texts/format.ts'

/** The documents a receiver may present, by stored value. */
export const identity_documents = {
  'id-card': 'ID card',
  'drivers-licence': "Driver's licence",
  passport: 'Passport',
} as const
export type IdentityDocument = keyof typeof identity_documents

/** The receiver's document, scanned or typed. */
export interface PresentedDocument {
  document: IdentityDocument
  name: string
  number: string
}

/**
 * Reads the barcode of a South African ID card: fields separated by `|`, surname and names first, the number fifth.
 * Returns `null` for every other code. The barcode of a driver's licence is encrypted, so those details are typed
 * instead.
 */
export function readIdCard(raw: string): PresentedDocument | null {
  const [surname = '', names = '', , , number = ''] = raw.split('|').map((part) => part.trim())
  return isIdNumber(number) ? { document: 'id-card', name: `${names} ${surname}`.trim(), number } : null
}

/** Checks whether a text is a South African identity number: 13 digits, the last of which is a check digit. */
export function isIdNumber(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false
  const sum = [...text].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Returns the problems of a document by field; empty when it can be recorded. */
export function identityProblems({
  document,
  name,
  number,
}: PresentedDocument): { field: string; message: string }[] {
  const plain = stripSpace(number)
  const problems = []
  if (name.trim() === '') problems.push({ field: 'name', message: 'Name is required.' })
  if (document === 'id-card' && !isIdNumber(plain))
    problems.push({ field: 'number', message: 'This is not a South African ID number. Check its 13 digits.' })
  else if (plain.length < 5) problems.push({ field: 'number', message: 'The number is too short.' })
  return problems
}

/** Whether the name on a document matches the receiver's: the same surname, and a common first name or initial. */
export function namesMatch(shown: string, expected: string): boolean {
  const [one, other] = [wordsOf(shown), wordsOf(expected)]
  const surnamesAgree = one.length > 0 && one.at(-1) === other.at(-1)
  const begins = (word: string): boolean =>
    other.slice(0, -1).some((known) => known.startsWith(word) || word.startsWith(known))
  return surnamesAgree && (other.length === 1 || one.slice(0, -1).some(begins))
}

function wordsOf(name: string): string[] {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^a-z]+/).filter(Boolean)
}

/**
 * Returns the note stored on the shipment: the kind of document and the last `shownCharacters` characters of its number, never all
 * of it or a picture.
 */
export function identityNote(shown: PresentedDocument, receiver: string, shownCharacters = 3): string {
  const end = stripSpace(shown.number).slice(-shownCharacters)
  const result = namesMatch(shown.name, receiver)
    ? 'the name matches'
    : `the name ${shown.name.trim()} differs from the receiver's`
  return `Identity checked: ${identity_documents[shown.document]} ending in ${end}, ${result}.`
}
