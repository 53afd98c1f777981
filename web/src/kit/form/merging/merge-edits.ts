/** The fields of an object that have names. */
export type KeyOf<Values> = keyof Values & string

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The fields in which two sets of values differ. */
export function changedKeys<Values extends object>(before: Values, after: Values): KeyOf<Values>[] {
  return (Object.keys(before) as KeyOf<Values>[]).filter((key) => !isSame(before[key], after[key]))
}

/**
 * Somebody else saved meanwhile: their changes are taken where mine touched nothing, and every field that both changed
 * to something different is a conflict for the person to decide. Nothing is overwritten unasked.
 */
export function mergeValues<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
): { merged: Values; conflicts: KeyOf<Values>[] } {
  const touched = changedKeys(base, mine)
  const merged = { ...theirs }
  for (const key of touched) merged[key] = mine[key]
  const conflicts = touched.filter(
    (key) => !isSame(base[key], theirs[key]) && !isSame(mine[key], theirs[key]),
  )
  return { merged, conflicts }
}
