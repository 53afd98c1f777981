import { Problem } from '@waybill/domain/kit/problem'
import fs from 'node:fs/promises'

/** Less free room than this on the disk of the data directory is none; bytes. */
const least_free = 64 * 1024 * 1024
/** For so long after the database had no room for a change, this process is not ready; milliseconds. */
const remembered_ms = 60_000

let disk_full_at = -Infinity

/** Notes that the database had no room for a change. */
export function noteDiskFull(): void {
  disk_full_at = performance.now()
}

/**
 * Forgets it again; for tests.
 * @internal
 */
export function clearDiskFull(): void {
  disk_full_at = -Infinity
}

/** The disk of a directory: what is free for this user, and its size; bytes. */
export async function diskOf(directory: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await fs.statfs(directory)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** Throws one sentence when there is no room to store anything: on the disk here, or for the database just now. */
export async function requireDiskSpace(dataDir: string): Promise<void> {
  if (performance.now() - disk_full_at < remembered_ms)
    throw new Problem('unavailable', 'The database has no room left. Make room on its disk.')
  if ((await diskOf(dataDir)).free < least_free)
    throw new Problem('unavailable', 'The disk of the data directory is full. Make room on it.')
}
