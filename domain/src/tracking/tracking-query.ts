import { cleanReference, meantReferences } from '../shipments/labels/references.ts'

/** Maximum number of references per query (docs/domain/public-api.md#tracking). */
export const tracking_references_max = 50

/**
 * Returns the references that a pasted text may contain: the whole text without spaces, each URL reduced to its
 * reference, and every word with the format of a reference. The first reference that exists is used; at most 50 words
 * are looked up (docs/domain/interface.md#public-tracking-page).
 */
export function referencesIn(typed: string): string[] {
  const words = typed
    .split(/[\s,;|<>"'()[\]]+/)
    .map((word) => cleanReference(word.replace(/^[.:!?*]+|[.:!?*]+$/g, '')))
  const whole = cleanReference(typed)
  const couldBe = words.filter((word) => isReferenceLike(word.replace(/^#+/, '')))
  const requested = [...new Set([...(whole.length >= 4 && !/[,;]/.test(whole) ? [whole] : []), ...couldBe])]
  return [...new Set(requested.slice(0, tracking_references_max).flatMap(meantReferences))]
}

/**
 * Returns the requested references that are not in `known`: items of a list, or words of running text. Only items
 * with the format of a reference and at least one digit count.
 */
export function missingFrom(typed: string, known: ReadonlySet<string>): string[] {
  const isKnown = (item: string) => meantReferences(item).some((one) => known.has(one))
  if (isKnown(typed)) return []
  const isList = /[,;\n]/.test(typed)
  const items = typed.split(isList ? /[,;\n]+/ : /\s+/).map((item) => item.trim())
  const requested = items
    .filter((item) => (isList ? !/\s\S+\s/.test(item) : true))
    .map((item) => cleanReference(item.replace(/[.:!?]+$/, '')).replace(/^#+/, ''))
    .filter((item) => isReferenceLike(item) && /\d/.test(item))
  return [...new Set(requested)].filter((item) => !isKnown(item))
}

function isReferenceLike(word: string): boolean {
  return /^[A-Z0-9][A-Z0-9/-]{3,63}$/.test(word)
}
