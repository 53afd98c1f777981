import { spawnSync } from 'node:child_process'
import os from 'node:os'
import { pgProgram } from '../postgres.ts'

/** Returns the sentences about when and on what machine a run was made. */
export function machineLine(started: Date): string {
  const version = spawnSync(pgProgram('postgres') ?? 'postgres', ['--version'])
  return `Run of ${started.toISOString().slice(0, 16).replace('T', ' ')} UTC. Machine: ${os.cpus().length} cores (${os.cpus()[0]?.model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB; Node ${process.versions.node}; ${version.stdout.toString().trim()}.`
}
