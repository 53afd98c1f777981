/** Returns the list with one entry moved up (-1) or down (1). An entry at the end of the list stays there. */
export function moved<Entry>(list: readonly Entry[], at: number, by: -1 | 1): Entry[] {
  const to = at + by
  const entry = list[at]
  if (entry === undefined || to < 0 || to >= list.length) return [...list]
  const others = list.filter((_, index) => index !== at)
  return [...others.slice(0, to), entry, ...others.slice(to)]
}
