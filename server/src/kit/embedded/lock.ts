import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * The lock is an exclusive transaction on this empty SQLite database, which is a lock of the kernel on the file: it holds
 * across containers, and ends with the process however that ends. Nothing else may open the file: a process that closes
 * any handle on it loses the lock.
 */
const lock_file = 'directory.lock'
/** Who holds the lock, for people and for releases before this one, which look at nothing else. */
const holder_file = 'waybill.lock'

const sqlite_busy = 5
/** Somebody who only looks whether the directory is in use holds it for a moment. */
const timeout_ms = 1_000
/** A process that was killed keeps the lock until the kernel has cleared its memory away. */
const ending_timeout_ms = 15_000

/** Who uses a data directory, as that process wrote it down. */
export interface Holder {
  pid: number
  host: string
  /** When it started, as the kernel counts; `''` where it does not tell. */
  start: string
}

/**
 * Takes the data directory for this process and answers the function that gives it back. PGlite itself would let
 * two processes open one directory. Throws a sentence when another process holds it, or when it cannot be locked.
 */
export function lockDirectory(directory: string): () => void {
  const found = readHolder(directory)
  const database = takeLock(directory, found && isEnding(found) ? ending_timeout_ms : timeout_ms)
  const holder = readHolder(directory)
  if (!database || (holder && isOfEarlierRelease(holder))) {
    database?.close()
    throw new Error(
      `The data directory ${directory} is in use by another Waybill process${holder ? ` (process id ${holder.pid} on ${holder.host})` : ''}. Stop it first, or set DATA_DIR to another directory.`,
    )
  }
  const file = path.join(directory, holder_file)
  fs.writeFileSync(
    file,
    JSON.stringify({ pid: process.pid, start: startOf(process.pid), host: os.hostname() } satisfies Holder),
  )
  return () => {
    fs.rmSync(file, { force: true })
    database.close()
  }
}

/** The process that uses a data directory; `null` when none does. */
export function directoryHolder(directory: string): Holder | null {
  if (!fs.existsSync(path.join(directory, lock_file))) return null
  const database = takeLock(directory, 0)
  database?.close()
  return database ? null : (readHolder(directory) ?? { pid: 0, host: 'an unknown host', start: '' })
}

/** The lock, or `null` when another process has it. */
function takeLock(directory: string, timeout: number): DatabaseSync | null {
  const database = new DatabaseSync(path.join(directory, lock_file), { timeout })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqlite_busy) return null
    throw new Error(
      `The data directory ${directory} could not be locked: ${error instanceof Error ? error.message : String(error)}. It has to lie on a file system that knows file locks.`,
      { cause: error },
    )
  }
}

function readHolder(directory: string): Holder | null {
  try {
    const text = fs.readFileSync(path.join(directory, holder_file), 'utf8')
    return { host: os.hostname(), ...(JSON.parse(text) as Omit<Holder, 'host'>) }
  } catch {
    return null
  }
}

/** Whether a process that runs holds the directory by its word alone, as releases did that took no lock of the kernel. */
function isOfEarlierRelease({ pid, start }: Holder): boolean {
  return pid !== process.pid && start !== '' && startOf(pid) === start
}

/** Whether a process of this machine is gone, or about to be: then its memory is given back already, its files not yet. */
function isEnding({ pid, host, start }: Holder): boolean {
  if (host !== os.hostname() || start === '') return false
  if (startOf(pid) !== start) return true
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8') === ''
  } catch {
    return true
  }
}

/** When a process started; `''` where there is none, or the kernel does not tell. */
function startOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
