import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { durable_start_params, DurableNodeFS, sync_counter } from './durable-fs.ts'

const folders: string[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-fsync-'))
  folders.push(folder)
  return folder
}

/** Tracks the files below a folder that were written to and are not yet synced to disk. */
function watchDisk(folder: string) {
  const unsynced = new Set<string>()
  const fileOf = (descriptor: number): string => {
    const { dev, ino } = fs.fstatSync(descriptor)
    const known = files.get(`${dev} ${ino}`)
    if (known !== undefined) return known
    nameFiles()
    return files.get(`${dev} ${ino}`) ?? 'elsewhere'
  }
  const files = new Map<string, string>()
  const nameFiles = (): void => {
    for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name)
      const { dev, ino } = fs.statSync(file)
      files.set(`${dev} ${ino}`, path.relative(folder, file))
    }
  }
  nameFiles()
  const { writeSync, fsyncSync } = fs
  vi.spyOn(fs, 'writeSync').mockImplementation((descriptor: number, ...rest: unknown[]) => {
    unsynced.add(fileOf(descriptor))
    return (writeSync as (...all: unknown[]) => number)(descriptor, ...rest)
  })
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    fsyncSync(descriptor)
    unsynced.delete(fileOf(descriptor))
  })
  /** Returns the files whose path starts with `kind` and that would lose data in a power failure. */
  return {
    atRisk: (kind: string) => [...unsynced].filter((file) => file.startsWith(kind)),
    reset: () => unsynced.clear(),
  }
}

const addRow = (database: PGlite, value: number) => database.exec(`INSERT INTO kept VALUES (${value})`)

describe('file system of the embedded database', () => {
  it('syncs the write-ahead log to disk before a commit returns', async () => {
    const folder = newFolder()
    const database = await PGlite.create({ fs: new DurableNodeFS(folder), startParams: durable_start_params })
    await database.exec('CREATE TABLE kept (value int)')
    const disk = watchDisk(folder)
    for (let value = 0; value < 20; value += 1) {
      const before = sync_counter.calls
      await addRow(database, value)
      expect(sync_counter.calls).toBeGreaterThan(before)
      expect(disk.atRisk('pg_wal')).toEqual([])
    }
    await database.exec('BEGIN; INSERT INTO kept VALUES (20); INSERT INTO kept VALUES (21); COMMIT')
    expect(disk.atRisk('pg_wal')).toEqual([])
    await database.close()
  })

  it('syncs the table files to disk after a checkpoint', async () => {
    const folder = newFolder()
    const database = await PGlite.create({ fs: new DurableNodeFS(folder), startParams: durable_start_params })
    await database.exec('CREATE TABLE kept (value int)')
    const disk = watchDisk(folder)
    await database.exec('INSERT INTO kept SELECT generate_series(1, 5000); CHECKPOINT')
    expect(disk.atRisk('base')).toEqual([])
    expect(disk.atRisk('pg_wal')).toEqual([])
    expect(disk.atRisk('global')).toEqual([])
    await database.close()
  })

  it('is needed because the default file system leaves a commit unsynced', async () => {
    const folder = newFolder()
    const database = await PGlite.create({ fs: new NodeFS(folder) })
    await database.exec('CREATE TABLE kept (value int)')
    const disk = watchDisk(folder)
    await addRow(database, 1)
    expect(disk.atRisk('pg_wal')).not.toEqual([])
    await database.close()
  })
})
