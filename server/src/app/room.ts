import fs from 'node:fs/promises'

/** Less free room than this on the disk of the data directory is none; bytes. */
const least_free = 64 * 1024 * 1024
/** For so long after the database had no room for a change, this process is not ready; milliseconds. */
const remembered_ms = 60_000

let refused_at = -Infinity

/** Notes that the database had no room for a change. */
export function noteNoRoom(): void {
  refused_at = performance.now()
}

/** Forgets it again; for tests. */
export function forgetNoRoom(): void {
  refused_at = -Infinity
}

/** Bytes left on the disk of a directory for this user. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(directory)
  return bavail * bsize
}

/** Throws one sentence when there is no room to store anything: on the disk here, or for the database just now. */
export async function demandRoom(data_dir: string): Promise<void> {
  if (performance.now() - refused_at < remembered_ms)
    throw new Error('The database has no room left. Make room on its disk.')
  if ((await freeBytes(data_dir)) < least_free)
    throw new Error(`The disk of ${data_dir} is full. Make room on it.`)
}
