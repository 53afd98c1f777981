import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { PGlite } from '@electric-sql/pglite'

interface SyncedStream {
  nfd: number
}
interface EmscriptenModule {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: SyncedStream) => number } } } }
}

/** Number of fsync calls by the database; checked by a test. */
export const sync_counter = { calls: 0 }

/**
 * PGlite’s file system with a real fsync. PGlite itself never syncs to disk: its default parameters switch fsync off,
 * and the fsync of Emscripten does nothing. A test counts the calls, because this depends on PGlite internals.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    const options = result.emscriptenOpts as { preRun?: ((module: EmscriptenModule) => void)[] }
    options.preRun = [
      ...(options.preRun ?? []),
      (module) => {
        module.FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
          sync_counter.calls += 1
          fs.fsyncSync(stream.nfd)
          return 0
        }
      },
    ]
    return result
  }
}

/** PGlite’s start parameters with fsync enabled. */
export const durable_start_params = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]
