import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * The lock is an exclusive transaction on this empty SQLite database, which is a kernel lock on the file: it works
 * across containers and ends with the process, even if the process is killed. Nothing else in this process may open
 * the file, because a process that closes any handle on it loses the lock.
 */
const lock_file = 'directory.lock'
/** Identifies the lock holder, for people and for earlier releases, which check only this file. */
const holder_file = 'waybill.lock'

const sqlite_busy = 5
/** Wait for the lock, in ms, because a process that only checks whether the directory is in use holds it for a moment. */
const timeout_ms = 1_000
/** Wait for the lock of a killed process, in ms, because it keeps the lock until the kernel has freed its memory. */
const ending_timeout_ms = 15_000

/** The process that uses a data directory, as recorded by that process. */
export interface Holder {
  pid: number
  host: string
  /** Start time of the process as counted by the kernel; `''` where it is not available. */
  start: string
}

/**
 * Locks the data directory for this process and returns the function that releases it, because PGlite itself would
 * let two processes open one directory. Throws an error with one sentence when another process holds the lock, or
 * when the directory cannot be locked.
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

/** Returns the process that uses a data directory, or `null` when none does. */
export function directoryHolder(directory: string): Holder | null {
  if (!fs.existsSync(path.join(directory, lock_file))) return null
  const database = takeLock(directory, 0)
  database?.close()
  return database ? null : (readHolder(directory) ?? { pid: 0, host: 'an unknown host', start: '' })
}

/** Takes the lock and returns it, or `null` when another process still has it after `timeout` ms. */
function takeLock(directory: string, timeout: number): DatabaseSync | null {
  const database = new DatabaseSync(path.join(directory, lock_file), { timeout })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqlite_busy) return null
    throw new Error(
      `The data directory ${directory} could not be locked: ${error instanceof Error ? error.message : String(error)}. It must be on a file system that supports file locks.`,
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

/**
 * Whether a running process holds the directory only by its `waybill.lock` file, as earlier releases without the
 * kernel lock did.
 */
function isOfEarlierRelease({ pid, start }: Holder): boolean {
  return pid !== process.pid && start !== '' && startOf(pid) === start
}

/** Whether a process of this machine has ended or is ending: its memory is freed, but its files may still be open. */
function isEnding({ pid, host, start }: Holder): boolean {
  if (host !== os.hostname() || start === '') return false
  if (startOf(pid) !== start) return true
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8') === ''
  } catch {
    return true
  }
}

/** Returns the start time of a process; `''` if it does not exist or the start time is not available. */
function startOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
