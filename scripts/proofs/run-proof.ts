import { startThrowAwayCluster, type Cluster } from '../postgres.ts'
import type { Tally } from './tally.ts'

/** Returns the number after `--name` on the command line, or `standard`. */
export function option(name: string, standard: number): number {
  const at = process.argv.indexOf(`--${name}`)
  return at > 0 ? Number(process.argv[at + 1]) : standard
}

/** What every proof needs: a seed that repeats its choices, and where it prints what is going on. */
export interface ProofRun {
  seed: number
  printLine: (line: string) => void
}

/** Connections, and no care for power failures: proofs kill processes. */
export const proof_settings = ['max_connections=120', 'fsync=off', 'shared_buffers=256MB']

/**
 * Runs a proof from the command line on a PostgreSQL server of its own, whose address is in `TEST_DATABASE_URL`. Prints
 * what was tried and every violation; the exit code is 1 when there is one, and 2 without PostgreSQL.
 */
export async function runProof(prove: (run: ProofRun, cluster: Cluster) => Promise<Tally>): Promise<void> {
  const cluster = startThrowAwayCluster(proof_settings)
  if (!cluster) {
    console.error('PostgreSQL’s programs are not installed. The proof needs them.')
    process.exitCode = 2
    return
  }
  process.env.TEST_DATABASE_URL = cluster.url
  const began = performance.now()
  try {
    const seed = option('seed', Date.now() % 2 ** 31)
    console.log(`seed ${seed}`)
    const { violations, rows } = await prove({ seed, printLine: (line) => console.log(line) }, cluster)
    for (const [what, times] of rows) console.log(`${String(times).padStart(8)}  ${what}`)
    console.log(
      `${String(violations.length).padStart(8)}  violations, ${((performance.now() - began) / 1000).toFixed(0)} s`,
    )
    for (const line of violations) console.log(`          ${line}`)
    process.exitCode = violations.length > 0 ? 1 : 0
  } finally {
    cluster.stop()
  }
}
