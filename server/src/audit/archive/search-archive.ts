import type { FileStore } from '../../files/index.ts'
import { readEntries, type ArchivePart } from './archive-file.ts'

/** Largest number of files that one search reads, and the number of entries after which it reads no further file. */
const max_files = 6
const enough_entries = 200
/** Provider, id, time, object type and object id of a line end before this character. */
const max_start = 250

/** An entry as it is archived. */
export interface ArchivedEntry {
  id: number
  time: Date
  object_type: string
  object_id: number
  table_name: string
  row_id: number | null
  action: string
  source: string
  impersonated_by: string | null
  channel: string
  request_id: string
  client_version: string
  change: Record<string, unknown>
}

/** The object whose entries are wanted; of a shipment, only the entries of one parcel unless `parcel_id` is null. */
export interface WantedObject {
  type: string
  id: number
  parcel_id: number | null
}

/**
 * Reads archive files, newest first, from the one at `offset`, and returns the entries of one object, newest first.
 * `next_offset` is the first file that was not read; `null` after the last one.
 */
export async function searchArchive(
  files: FileStore,
  parts: readonly ArchivePart[],
  offset: number,
  wanted: WantedObject,
): Promise<{ entries: ArchivedEntry[]; next_offset: number | null }> {
  // Only lines that contain it near their start are parsed: a file has up to 50,000.
  const start = `, ${JSON.stringify(wanted.type)}, ${wanted.id}, `
  const entries: ArchivedEntry[] = []
  let at = offset
  for (const part of parts.slice(offset, offset + max_files)) {
    const found = (await readEntries(files, part)).filter(({ canonical }) =>
      canonical.slice(0, max_start).includes(start),
    )
    entries.push(
      ...found
        .map(({ canonical }) => parseEntry(canonical))
        .filter((entry) => isWanted(entry, wanted))
        .toReversed(),
    )
    at += 1
    if (entries.length >= enough_entries) break
  }
  return { entries, next_offset: at < parts.length ? at : null }
}

function isWanted(entry: ArchivedEntry, { type, id, parcel_id }: WantedObject): boolean {
  const isParcel = parcel_id === null || (entry.table_name === 'parcel' && entry.row_id === parcel_id)
  return entry.object_type === type && entry.object_id === id && isParcel
}

/** The sealed form of an entry, see `canonicalColumns`. */
type SealedEntry = [
  provider_id: number,
  id: number,
  time: string,
  object_type: string,
  object_id: number,
  table_name: string,
  row_id: number | null,
  action: string,
  source: string,
  impersonated_by: string | null,
  channel: string,
  request_id: string,
  client_version: string,
  change: Record<string, unknown>,
]

function parseEntry(canonical: string): ArchivedEntry {
  const values = JSON.parse(canonical) as SealedEntry
  return {
    id: values[1],
    time: new Date(`${values[2]}Z`),
    object_type: values[3],
    object_id: values[4],
    table_name: values[5],
    row_id: values[6],
    action: values[7],
    source: values[8],
    impersonated_by: values[9],
    channel: values[10],
    request_id: values[11],
    client_version: values[12],
    change: values[13],
  }
}
