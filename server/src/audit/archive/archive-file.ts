import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FileStore } from '../../files/index.ts'
import type { CanonicalEntry, StoredSeal } from '../entry-store.ts'

/** One file of archived entries. */
export interface ArchivePart {
  /** Key in the file store. */
  file: string
  /** SHA-256 of the file, as hexadecimal digits. */
  digest: string
  /** Number of entries in it. */
  entries: number
  first_id: number
  last_id: number
}

/** A file of the archive is missing, damaged or was exchanged. */
export class ArchiveFault extends Error {}

/** Largest unpacked file that is read, in bytes; files are written far below it. */
const max_unpacked_bytes = 512 * 1024 * 1024

/**
 * Returns the content of an archive file: gzip of one JSON line per entry, in the form that its seal covers, and one
 * per seal of the blocks that the entries belong to.
 */
export async function packEntries(
  entries: readonly CanonicalEntry[],
  seals: readonly StoredSeal[],
): Promise<{ content: Buffer; digest: string }> {
  const lines = [...entries.map(({ canonical }) => canonical), ...seals.map((seal) => JSON.stringify(seal))]
  const content = await promisify(gzip)(`${lines.join('\n')}\n`)
  return { content, digest: digestOf(content) }
}

/** Reads the entries of an archive file; throws `ArchiveFault` when it is not the file that was stored. */
export async function readEntries(
  files: FileStore,
  { file, digest, entries }: Pick<ArchivePart, 'file' | 'digest' | 'entries'>,
): Promise<CanonicalEntry[]> {
  const content = await files.get(file)
  if (!content) throw new ArchiveFault(`The archive file ${file} is missing.`)
  if (digestOf(content) !== digest)
    throw new ArchiveFault(`The archive file ${file} has changed since it was written.`)
  const unpacked = await promisify(gunzip)(content, { maxOutputLength: max_unpacked_bytes })
  const found = unpacked.toString('utf8').split('\n').flatMap(entryOf)
  if (found.length !== entries)
    throw new ArchiveFault(`The archive file ${file} has ${found.length} entries instead of ${entries}.`)
  return found
}

/** Parses the line of an entry: a JSON array of provider, id and the other columns. Lines of seals are objects. */
function entryOf(line: string): CanonicalEntry[] {
  const id = /^\[\d+, (-?\d+), /.exec(line)?.[1]
  return id === undefined ? [] : [{ id: Number(id), canonical: line }]
}

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
