import { Problem } from '@waybill/domain/kit/problem'
import fs from 'node:fs/promises'

/** Minimum free space on the disk of the data directory, in bytes; less counts as full. */
const least_free = 64 * 1024 * 1024
/** How long this process is not ready after the database had no space for a change, in ms. */
const remembered_ms = 60_000

let disk_full_at = -Infinity

/** Records that the database had no space for a change. */
export function noteDiskFull(): void {
  disk_full_at = performance.now()
}

/**
 * Clears the record; for tests.
 * @internal
 */
export function clearDiskFull(): void {
  disk_full_at = -Infinity
}

/** Returns the free space for this user and the size of a directory's disk, in bytes. */
export async function diskOf(directory: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await fs.statfs(directory)
  return { free: bavail * bsize, size: blocks * bsize }
}

/**
 * Throws with one sentence when nothing can be stored: the disk of the data directory is full, or the database
 * recently reported no space.
 */
export async function requireDiskSpace(dataDir: string): Promise<void> {
  if (performance.now() - disk_full_at < remembered_ms)
    throw new Problem('unavailable', 'The database has no space left. Free some space on its disk.')
  if ((await diskOf(dataDir)).free < least_free)
    throw new Problem('unavailable', 'The disk of the data directory is full. Free some space on it.')
}
