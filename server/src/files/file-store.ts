import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { port } from '../kit/handler.ts'

/**
 * Storage for the bytes of files. The application creates the keys: `{provider}/{folder}/{name}` for checked files,
 * and the same key under `incoming/` for uploads that are not checked yet.
 */
export interface FileStore {
  put(key: string, bytes: Buffer, content_type: string): Promise<void>
  /** Returns `null` when the file does not exist. */
  get(key: string): Promise<Buffer | null>
  /** Returns the size in bytes without reading the file; `null` when the file does not exist. */
  sizeOf(key: string): Promise<number | null>
  remove(key: string): Promise<void>
  /**
   * Signed URLs of the store, when browsers can reach it directly; otherwise `null`, and files pass through this
   * server.
   */
  direct: DirectAddresses | null
}

export interface DirectAddresses {
  /** The origin of both URLs, for the content security policy of pages. */
  origin(): Promise<string>
  /** Returns a URL that accepts one file with PUT. Valid for `seconds`. */
  toUpload(key: string, seconds: number): Promise<string>
  /** Returns a URL that serves one file with the given response headers. Valid for `about.seconds`. */
  toDownload(
    key: string,
    about: { content_type: string; disposition: string; seconds: number },
  ): Promise<string>
}

export const fileStorePort = port<FileStore>('file store')

/** Stores files on the local disk, outside any served folder. */
export function localFileStore(folder: string): FileStore {
  const file = (key: string) => path.join(folder, ...key.split('/'))
  return {
    direct: null,
    async put(key, bytes) {
      const target = file(key)
      await fs.mkdir(path.dirname(target), { recursive: true })
      // A file that a row refers to must survive a power failure, and must never be half written.
      const draft = `${target}.${randomUUID()}.draft`
      await fs.writeFile(draft, bytes, { flush: true })
      await fs.rename(draft, target)
    },
    get: (key) => orNull(fs.readFile(file(key))),
    async sizeOf(key) {
      const about = await orNull(fs.stat(file(key)))
      return about && about.size
    },
    remove: (key) => fs.rm(file(key), { force: true }),
  }
}

async function orNull<Value>(promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
