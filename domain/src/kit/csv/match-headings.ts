/** A column to which a heading of a file can be matched. */
export interface NamedColumn {
  key: string
  label: string
  /** Other recognised headings, in lower case with words separated by spaces. */
  names: readonly string[]
}

/** Column key → position of its heading in the file, from 0. */
export type ColumnMap = Readonly<Record<string, number>>

/** A column map, and the columns whose match is only a guess. */
export interface GuessedColumns {
  columns: ColumnMap
  guessed: readonly string[]
}

const plain = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/**
 * Matches the headings of a file to columns. `saved`, the headings chosen before by column, comes first, then keys and
 * labels, then `guesses` (heading → column), then the other names of the columns; the last two count as guesses. Each
 * heading supplies at most one column.
 */
export function matchHeadings(
  headings: readonly string[],
  known: readonly NamedColumn[],
  saved: Readonly<Record<string, string>> = {},
  guesses: Readonly<Record<string, string>> = {},
): GuessedColumns {
  const columns: Record<string, number> = {}
  const guessed: string[] = []
  const taken = new Set<number>()
  const words = headings.map(plain)
  const match = (key: string, wanted: (word: string) => boolean): boolean => {
    if (key in columns) return false
    const at = words.findIndex((word, index) => word !== '' && !taken.has(index) && wanted(word))
    if (at < 0) return false
    columns[key] = at
    taken.add(at)
    return true
  }
  for (const [key, heading] of Object.entries(saved))
    if (known.some((column) => column.key === key)) match(key, (word) => word === plain(heading))
  for (const { key, label } of known) match(key, (word) => word === plain(key) || word === plain(label))
  for (const [heading, key] of Object.entries(guesses))
    if (match(key, (word) => word === heading)) guessed.push(key)
  for (const { key, names } of known) if (match(key, (word) => names.includes(word))) guessed.push(key)
  return { columns, guessed }
}
