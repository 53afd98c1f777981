import type { FileStore } from '../../files/index.ts'
import type { CanonicalEntry } from '../entry-store.ts'
import { readEntries, type ArchivePart } from './archive-file.ts'

/** Entries of the database after an entry, and the files with more of them. */
export interface StoredEntries {
  entries: CanonicalEntry[]
  /** Files with entries that are not in the database, by their first entry. */
  parts: readonly ArchivePart[]
}

/** Number of unpacked files in memory: months overlap at their ends, where a clock was corrected. */
const files_at_once = 2

/**
 * Returns a reader of entries in the order of their ids, from the database and from archive files. Throws
 * `ArchiveFault` when a file is missing or damaged.
 */
export function mergedEntries(
  stored: (afterId: number, limit: number) => Promise<StoredEntries>,
  files: FileStore,
): (afterId: number, limit: number) => Promise<CanonicalEntry[]> {
  const unpacked = new Map<string, CanonicalEntry[]>()
  const entriesOf = async (part: ArchivePart): Promise<CanonicalEntry[]> => {
    const known = unpacked.get(part.file)
    if (known) return known
    const [oldest] = unpacked.keys()
    if (oldest !== undefined && unpacked.size >= files_at_once) unpacked.delete(oldest)
    const entries = await readEntries(files, part)
    unpacked.set(part.file, entries)
    return entries
  }
  return async (afterId, limit) => {
    const { entries, parts } = await stored(afterId, limit)
    let merged = entries
    for (const part of parts) {
      const last = merged[limit - 1]
      if (last && part.first_id > last.id) break
      const more = (await entriesOf(part)).filter(({ id }) => id > afterId).slice(0, limit)
      merged = [...merged, ...more].toSorted((a, b) => a.id - b.id).slice(0, limit)
    }
    return merged
  }
}
