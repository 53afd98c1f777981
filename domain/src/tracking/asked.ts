import { cleanReference } from '../shipments/references.ts'

/** Most references of one question (partner API 6.1). */
export const tracking_references_max = 50

/**
 * The references a pasted text may hold: the whole text without its spaces, every address in it cut to its reference,
 * and every word that could be one. The first that is known answers; at most 50 are looked up (interface design 6.10).
 */
export function referencesIn(typed: string): string[] {
  const words = typed.split(/[\s,;|<>"'()[\]]+/).flatMap((word) => {
    const bare = word.replace(/^[.:!?*]+|[.:!?*]+$/g, '')
    return bare === '' ? [] : [cleanReference(bare)]
  })
  const could_be = words.filter((word) => /^[A-Z0-9][A-Z0-9/-]{3,63}$/.test(word))
  const whole = cleanReference(typed)
  return [...new Set([...(whole.length >= 4 && !/[,;]/.test(whole) ? [whole] : []), ...could_be])].slice(
    0,
    tracking_references_max,
  )
}
