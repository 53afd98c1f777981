import { cleanReference, meantReferences } from '../shipments/labels/references.ts'

/** Maximum number of references per query (docs/domain/public-api.md#tracking). */
export const tracking_references_max = 50

/** What a pasted text names that the answer does not show. */
export interface LeftOut {
  /** References that were looked up and not found. */
  missing: readonly string[]
  /** That references beyond the limit were not looked up, as sentences; `''` for none. */
  limit: string
}

/**
 * Returns the references that a pasted text may contain: each item of a list, or the whole text, without spaces, each
 * URL reduced to its reference, and every word with the format of a reference. The first reference that exists is used;
 * at most 50 words are looked up (docs/domain/interface.md#public-tracking-page).
 */
export function referencesIn(typed: string): string[] {
  const parts = partsOf(typed)
  const taken = new Set(wordsOf(parts).slice(0, tracking_references_max))
  const found = parts.flatMap(({ joined, words }) => {
    const own = words.filter((word) => taken.has(word))
    return own.length > 0 ? [joined, ...own] : []
  })
  return [...new Set(found.flatMap(meantReferences))]
}

/**
 * Returns what a text names and the answer does not show; `known` are the references of what was found. Only items of a
 * list, or words of running text, with the format of a reference and at least one digit are missing.
 */
export function leftOutOf(typed: string, known: ReadonlySet<string>): LeftOut {
  const parts = partsOf(typed)
  const lookedUp = new Set(referencesIn(typed))
  const isKnown = (item: string) => meantReferences(item).some((one) => known.has(one))
  const named = parts.flatMap(({ joined, words, kind }) => {
    if (isKnown(joined) || kind === 'sentence') return []
    return kind === 'text' || words.some(isKnown) ? words : [joined]
  })
  const missing = named
    .map((item) => item.replace(/^#+/, ''))
    .filter((item) => lookedUp.has(item) && hasFormat(item) && /\d/.test(item) && !isKnown(item))
  return { missing: [...new Set(missing)], limit: limitText(parts) }
}

/** Returns that a text names more references than are looked up, and where to go on; `''` when it does not. */
function limitText(parts: readonly Part[]): string {
  const items = new Set(parts.filter(({ kind }) => kind === 'item').flatMap(({ words }) => words))
  const next = wordsOf(parts)
    .slice(tracking_references_max)
    .find((word) => items.has(word) || /\d/.test(word))
  if (next === undefined) return ''
  return `Only the first ${tracking_references_max} were looked up. Track the rest, from ${next} on, in another search.`
}

/** A part of a pasted text. */
interface Part {
  /** The only part of a text, an item of a list, or a sentence between commas. */
  kind: 'text' | 'item' | 'sentence'
  /** The part as one reference. */
  joined: string
  /** The words with the format of a reference; without any, the part as one reference, if it is long enough. */
  words: readonly string[]
}

function partsOf(typed: string): Part[] {
  const texts = typed.split(/[,;\n]+/)
  return texts.map((text) => {
    const all = text.split(/[\s|<>"'()[\]]+/).map(cleanWord)
    const words = all.filter(hasFormat)
    const joined = cleanWord(text)
    const short = joined.length >= shortest ? [joined] : []
    const isItem = all.filter((word) => word !== '').length <= 2
    return {
      kind: texts.length === 1 ? 'text' : isItem ? 'item' : 'sentence',
      joined,
      words: words.length > 0 ? words : short,
    }
  })
}

function cleanWord(text: string): string {
  return cleanReference(text.replace(/^[.:!?*\s]+|[.:!?*\s]+$/g, ''))
}

function wordsOf(parts: readonly Part[]): string[] {
  return [...new Set(parts.flatMap(({ words }) => words))]
}

/** Length of the shortest text that is looked up as a reference. */
const shortest = 4

function hasFormat(word: string): boolean {
  return /^#*[A-Z0-9][A-Z0-9/-]{3,63}$/.test(word)
}
