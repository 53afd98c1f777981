import type { IconShape } from '../../kit/ui/buttons/Icon.tsx'

export const palette_groups = ['Actions', 'Go to', 'Records', 'Callers', 'Settings', 'Search'] as const
export type PaletteGroup = (typeof palette_groups)[number]

/** A row of the command palette: a page to open or an action. */
export interface PaletteEntry {
  /** Unique among all rows. */
  key: string
  group: PaletteGroup
  label: string
  icon: IconShape
  /** Secondary text after the label; also searched. */
  hint?: string
  /** Further search words that are not displayed. */
  words?: string
  /** The equivalent shortcut keys, separated by spaces. */
  keys?: string
  /** The path to open; may open in a new tab. */
  to?: string
  /** The action, for an entry without a path. */
  act?: () => void
  /** Shown regardless of the search text. */
  isAlways?: boolean
}

/** Maximum number of rows per group while the user searches. */
const max_per_group = 8

/**
 * Returns the entries in which every typed word is the beginning of a word. Within a group, labels that start with
 * the text come first, then labels that contain all words.
 */
export function narrowEntries(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = plain(typed).split(' ').filter(Boolean)
  const found = entries.filter((entry) => {
    const { label, hint = '', group, words: more = '' } = entry
    return entry.isAlways || begins(plain(`${label} ${hint} ${group} ${more}`), words)
  })
  const beginning = words.join(' ')
  const rank = ({ isAlways, label }: PaletteEntry): number => {
    if (isAlways || beginning === '' || plain(label).startsWith(beginning)) return 0
    return begins(plain(label), words) ? 1 : 2
  }
  return palette_groups.flatMap((group) =>
    found
      .filter((entry) => entry.group === group)
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, words.length > 0 ? max_per_group : undefined),
  )
}

function begins(text: string, words: readonly string[]): boolean {
  const own = text.split(' ')
  return words.every((word) => own.some((one) => one.startsWith(word)))
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Derives a name from a path that has no other name: `/tools/users-bulk-import` → 'Users bulk import', in 'Tools'. */
export function nameOfPath(path: string): { label: string; hint?: string } {
  const [last = '', ...before] = path.split('/').filter(Boolean).reverse()
  const words = (part: string): string => {
    const text = part.replaceAll('-', ' ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const [parent] = before
  return parent ? { label: words(last), hint: words(parent) } : { label: words(last) }
}

/** Minimum text length for a lookup on the server. */
export const min_reference_length = 3

/**
 * Checks whether a typed text may be a reference: it contains a digit, or is a single word, because one in eight
 * references has no digit. Several words without a digit are a page or an action.
 */
export function mayBeReference(text: string): boolean {
  return text.length >= min_reference_length && (/\d/.test(text) || !/\s/.test(text))
}
