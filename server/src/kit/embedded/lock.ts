import fs from 'node:fs'
import path from 'node:path'

/** When a process started, from the kernel where it tells; so that a reused process id is not taken for its former owner. */
function startOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Takes the data directory for this process and answers the function that gives it back. PGlite itself would let
 * two processes open one directory. Throws a sentence when another living process holds it.
 */
export function lockDirectory(directory: string): () => void {
  const file = path.join(directory, 'waybill.lock')
  const mine = JSON.stringify({ pid: process.pid, start: startOf(process.pid) })
  for (;;) {
    try {
      fs.writeFileSync(file, mine, { flag: 'wx' })
      return () => {
        if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === mine) fs.rmSync(file)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = directoryHolder(directory)
    if (holder !== null)
      throw new Error(
        `The data directory ${directory} is in use by another Waybill process (process id ${holder}). Stop it first, or set DATA_DIR to another directory.`,
      )
    fs.rmSync(file, { force: true })
  }
}

/** The id of the living process that uses a data directory; `null` when none does. */
export function directoryHolder(directory: string): number | null {
  const holder = readHolder(path.join(directory, 'waybill.lock'))
  return holder && isAlive(holder.pid) && startOf(holder.pid) === holder.start ? holder.pid : null
}

function readHolder(file: string): { pid: number; start: string } | null {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as { pid: number; start: string }
  } catch {
    return null
  }
}
