import fs from 'node:fs/promises'
import path from 'node:path'
import { port } from '../kit/handler.ts'

/**
 * Where the bytes of files are stored. Keys are made by this product: `{provider}/{folder}/{name}` for what was checked,
 * the same below `incoming/` for what was sent and not yet looked at.
 */
export interface FileStore {
  put(key: string, bytes: Buffer, content_type: string): Promise<void>
  /** `null` when there is no such file. */
  get(key: string): Promise<Buffer | null>
  /** Its bytes, without reading them; `null` when there is no such file. */
  sizeOf(key: string): Promise<number | null>
  remove(key: string): Promise<void>
  /** Addresses of the store's own, when it speaks with browsers itself; else files pass through this product. */
  direct: DirectAddresses | null
}

export interface DirectAddresses {
  /** The origin of both addresses, for the content policy of pages. */
  origin(): Promise<string>
  /** Takes one file with PUT, for so many seconds. */
  toUpload(key: string, seconds: number): Promise<string>
  /** Gives one file, with the headers it is answered with, for so many seconds. */
  toDownload(
    key: string,
    about: { content_type: string; disposition: string; seconds: number },
  ): Promise<string>
}

export const fileStorePort = port<FileStore>('file store')

/** Keeps files on the local disk, outside any served folder. */
export function localFileStore(folder: string): FileStore {
  const file = (key: string) => path.join(folder, ...key.split('/'))
  return {
    direct: null,
    async put(key, bytes) {
      await fs.mkdir(path.dirname(file(key)), { recursive: true })
      await fs.writeFile(file(key), bytes)
    },
    get: (key) => orNull(fs.readFile(file(key))),
    async sizeOf(key) {
      const about = await orNull(fs.stat(file(key)))
      return about && about.size
    },
    remove: (key) => fs.rm(file(key), { force: true }),
  }
}

async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
