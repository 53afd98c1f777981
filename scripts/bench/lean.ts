import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Cluster } from '../postgres.ts'
import { pgProgram } from '../postgres.ts'
import { connections } from './http-load.ts'
import type { Operation } from './operations.ts'
import type { Setup } from './setup.ts'

const run = promisify(execFile)

/**
 * Runs the lean statement of an operation with pgbench for so many seconds, over as many connections as the product is
 * measured with. The product must be stopped, because it would carry out the stored follow-ups.
 */
export async function runLean(
  cluster: Cluster,
  setup: Setup,
  { file, variables = {} }: NonNullable<Operation['lean']>,
  seconds: number,
): Promise<{ operations: number; per_second: number }> {
  const { provider_id, revision_id, first_account, accounts, shipments, origin_id, branch_id } = setup
  const values = {
    provider: provider_id,
    revision: revision_id,
    first_account,
    accounts,
    shipments,
    origin: origin_id,
    branch: branch_id,
    ...variables,
  }
  const args = [
    '-n',
    '--protocol=prepared',
    `--client=${connections}`,
    '--jobs=2',
    `--time=${seconds}`,
    ...Object.entries(values).map(([name, value]) => `--define=${name}=${value}`),
    `--file=${path.join(import.meta.dirname, 'lean', `${file}.sql`)}`,
    cluster.url,
  ]
  const { stdout } = await run(pgProgram('pgbench') ?? 'pgbench', args, {
    env: { ...process.env, PGOPTIONS: '-c session_replication_role=replica' },
  })
  const read = (text: RegExp) => Number(text.exec(stdout)?.[1] ?? 0)
  const operations = read(/transactions actually processed: (\d+)/)
  if (operations === 0 || read(/failed transactions: (\d+)/) > 0)
    throw new Error(`The lean statement ${file} failed:\n${stdout}`)
  return { operations, per_second: read(/tps = ([\d.]+)/) }
}
