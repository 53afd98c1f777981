import fs from 'node:fs'

/** Clock ticks a second, in which Linux counts processor time. */
const ticks = 100

interface Times {
  parent: number
  /** Processor time of the process or thread, and of its children that have ended, in ms. */
  own: number
  ended: number
}

/** Returns the processor time of a PostgreSQL cluster up to now, in ms: its processes, and those that have ended. */
export function clusterCpuMs(postmaster: number): number {
  return fs.readdirSync('/proc').reduce((total, pid) => {
    const times = /^\d+$/.test(pid) ? timesOf(`/proc/${pid}`) : null
    if (!times) return total
    if (Number(pid) === postmaster) return total + times.own + times.ended
    return times.parent === postmaster ? total + times.own : total
  }, 0)
}

/** Returns the processor time of a process with all its threads up to now, in ms. */
export function processCpuMs(pid: number): number {
  return timesOf(`/proc/${pid}`)?.own ?? 0
}

/** Returns the processor time of a thread of this process up to now, in ms. The main thread has the id of the process. */
export function threadCpuMs(thread: number): number {
  return timesOf(`/proc/self/task/${thread}`)?.own ?? 0
}

/** Returns null for a process that has just ended. */
function timesOf(folder: string): Times | null {
  let stat: string
  try {
    stat = fs.readFileSync(`${folder}/stat`, 'utf8')
  } catch {
    return null
  }
  // The name of the program stands in brackets and may contain spaces; its state and the parent follow.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
  return {
    parent,
    own: ((user + system) * 1000) / ticks,
    ended: ((endedUser + endedSystem) * 1000) / ticks,
  }
}
