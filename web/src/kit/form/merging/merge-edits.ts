/** The string keys of an object type. */
export type KeyOf<Values> = keyof Values & string

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns the fields in which two sets of values differ. */
export function changedKeys<Values extends object>(before: Values, after: Values): KeyOf<Values>[] {
  return (Object.keys(before) as KeyOf<Values>[]).filter((key) => !isSame(before[key], after[key]))
}

/**
 * Merges edits after another user has saved: their changes are accepted in fields that `mine` did not change. A field
 * that both changed to different values is a conflict for the user to decide. Nothing is overwritten without asking.
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
