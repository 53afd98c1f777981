import fs from 'node:fs'

/** Clock ticks a second, in which Linux counts processor time. */
const ticks = 100

/** Returns the processor time of a PostgreSQL cluster up to now, in ms: its processes, and those that have ended. */
export function clusterCpuMs(postmaster: number): number {
  const sum = fs.readdirSync('/proc').reduce((total, pid) => {
    const stat = /^\d+$/.test(pid) ? readStat(pid) : ''
    const fields = stat
      .slice(stat.lastIndexOf(')') + 4)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(10)
    if (Number(pid) === postmaster) return total + user + system + endedUser + endedSystem
    return fields[0] === postmaster ? total + user + system : total
  }, 0)
  return (sum * 1000) / ticks
}

/** Returns '' for a process that has just ended. */
function readStat(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
