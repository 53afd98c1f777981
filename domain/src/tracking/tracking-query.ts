import { cleanReference, meantReferences } from '../shipments/labels/references.ts'

/** Most references of one question (docs/domain/public-api.md#tracking). */
export const tracking_references_max = 50

/**
 * The references a pasted text may hold: the whole text without its spaces, every address in it cut to its reference,
 * and every word that could be one. The first that is known answers; at most 50 are looked up
 * (docs/domain/interface.md#public-tracking-page).
 */
export function referencesIn(typed: string): string[] {
  const words = typed
    .split(/[\s,;|<>"'()[\]]+/)
    .map((word) => cleanReference(word.replace(/^[.:!?*]+|[.:!?*]+$/g, '')))
  const whole = cleanReference(typed)
  const couldBe = words.filter((word) => isReferenceLike(word.replace(/^#+/, '')))
  const asked = [...new Set([...(whole.length >= 4 && !/[,;]/.test(whole) ? [whole] : []), ...couldBe])]
  return [...new Set(asked.slice(0, tracking_references_max).flatMap(meantReferences))]
}

/**
 * What was asked for and is not among the known references: every item of a list, and in running text the words that
 * look like nothing else, because they hold a digit.
 */
export function missingFrom(typed: string, known: ReadonlySet<string>): string[] {
  const isKnown = (item: string) => meantReferences(item).some((one) => known.has(one))
  if (isKnown(typed)) return []
  const isList = /[,;\n]/.test(typed)
  const items = typed.split(isList ? /[,;\n]+/ : /\s+/).map((item) => item.trim())
  const asked = items
    .filter((item) => (isList ? !/\s\S+\s/.test(item) : true))
    .map((item) => cleanReference(item.replace(/[.:!?]+$/, '')).replace(/^#+/, ''))
    .filter((item) => isReferenceLike(item) && /\d/.test(item))
  return [...new Set(asked)].filter((item) => !isKnown(item))
}

function isReferenceLike(word: string): boolean {
  return /^[A-Z0-9][A-Z0-9/-]{3,63}$/.test(word)
}
