import type { IconShape } from '../../kit/ui/buttons/Icon.tsx'

export const palette_groups = ['Actions', 'Go to', 'Records', 'Settings', 'Search'] as const
export type PaletteGroup = (typeof palette_groups)[number]

/** One row of the command palette: a place to go to, or something to do. */
export interface PaletteEntry {
  /** Unlike that of every other row. */
  key: string
  group: PaletteGroup
  label: string
  icon: IconShape
  /** Quiet words behind the label; searched too. */
  hint?: string
  /** Also found by these words, which are not shown. */
  words?: string
  /** The keys that do the same, parted by blanks. */
  keys?: string
  /** Where it leads; may open in a new tab. */
  to?: string
  /** What it does, when it leads nowhere. */
  act?: () => void
  /** Stands there whatever is typed. */
  isAlways?: boolean
}

/** Rows a group shows at most while something is typed. */
const max_per_group = 8

/**
 * Every typed word must begin a word of the entry; entries whose label begins with the text come first, then those with
 * all words in the label.
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

/** What an address is called when nothing names it: `/tools/users-bulk-import` → 'Users bulk import', in 'Tools'. */
export function nameOfPath(path: string): { label: string; hint?: string } {
  const [last = '', ...before] = path.split('/').filter(Boolean).reverse()
  const words = (part: string): string => {
    const text = part.replaceAll('-', ' ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const [parent] = before
  return parent ? { label: words(last), hint: words(parent) } : { label: words(last) }
}

/** Nothing shorter is asked of the server. */
export const min_reference_length = 3

/**
 * Whether what was typed may bear a record: something with a figure, or a single word, as one reference in eight has no
 * figure in it. Several words are a page or an action.
 */
export function mayBeReference(text: string): boolean {
  return text.length >= min_reference_length && (/\d/.test(text) || !/\s/.test(text))
}
