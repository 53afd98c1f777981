import fs from 'node:fs/promises'
import path from 'node:path'
import { port } from '../kit/verb.ts'

/** Where the bytes of files are kept, under keys that begin with the provider. */
export interface FileStore {
  put(key: string, bytes: Buffer): Promise<void>
  /** `null` when there is no such file. */
  get(key: string): Promise<Buffer | null>
}

export const fileStorePort = port<FileStore>('file store')

/** Keeps files on the local disk, outside any served folder. Keys are made by this product and never hold `..`. */
export function localFileStore(folder: string): FileStore {
  const file = (key: string) => path.join(folder, ...key.split('/'))
  return {
    async put(key, bytes) {
      await fs.mkdir(path.dirname(file(key)), { recursive: true })
      await fs.writeFile(file(key), bytes)
    },
    async get(key) {
      try {
        return await fs.readFile(file(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
  }
}
