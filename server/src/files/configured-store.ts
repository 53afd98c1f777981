import path from 'node:path'
import { config } from '../kit/config.ts'
import { localFileStore, type FileStore } from './file-store.ts'
import { s3FileStore, s3FromEnvironment } from './s3-store.ts'

/** Returns the file store of the installation: the configured bucket, else the folder `files` of the data directory. */
export function configuredFileStore(dataDir: string): FileStore {
  const s3 = s3FromEnvironment(config.environment)
  return s3 ? s3FileStore(s3) : localFileStore(path.join(dataDir, 'files'))
}
