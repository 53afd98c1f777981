import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { pgProgram } from '../../scripts/postgres.ts'

const root = path.join(import.meta.dirname, '../..')

/** Runs the proof in a process of its own, because it gives itself the globals of many browsers. Returns its output. */
async function proveDay(options: Readonly<Record<string, number>>): Promise<string> {
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/prove-day.ts', ...words], {
    cwd: root,
  }).catch((failed: { stdout: string }) => failed)
  return stdout
}

describe.runIf(pgProgram('initdb'))(
  'drivers and scanners on bad connections while a process is killed',
  () => {
    it('lose nothing, repeat nothing and account for every cent', async () => {
      const shifts = { shifts: 6, stops: 8, phones: 6, kills: 1 }
      const scans = { scans: 150, stations: 3 }
      expect(await proveDay({ ...shifts, ...scans, seed: 20_261_127 })).toMatch(/^ +0 {2}violations/m)
    }, 600_000)
  },
)
