import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Cluster } from './postgres.ts'

/** Returns the path of PgBouncer; undefined when it is not installed (Debian: `apt-get install pgbouncer`). */
export function pgBouncerProgram(): string | undefined {
  return ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find((file) =>
    fs.existsSync(file),
  )
}

/** A PgBouncer in transaction mode before a cluster. */
export interface PgBouncer {
  /** Returns the address of a database of the cluster through PgBouncer. */
  urlOf(directUrl: string): string
  /** Resolves when it has ended. */
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in transaction mode before a cluster, with at most `connections` to each database, reachable over a
 * socket in a temporary folder. `settings` are further lines of its configuration.
 */
export async function startPgBouncer(
  cluster: Cluster,
  { connections, settings = [] }: { connections: number; settings?: readonly string[] },
): Promise<PgBouncer> {
  const program = pgBouncerProgram()
  if (!program) throw new Error('PgBouncer is not installed.')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-pgbouncer-'))
  fs.chmodSync(folder, 0o777)
  const file = path.join(folder, 'pgbouncer.ini')
  fs.writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${new URL(cluster.url).searchParams.get('host')} user=waybill`,
      '[pgbouncer]',
      'pool_mode = transaction',
      'auth_type = any',
      'listen_port = 6432',
      `unix_socket_dir = ${folder}`,
      `default_pool_size = ${connections}`,
      'max_client_conn = 500',
      ...settings,
      '',
    ].join('\n'),
  )
  // PgBouncer does not run as root.
  const child = spawn(program, [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (piece: Buffer) => {
      printed += piece.toString()
      if (printed.includes('process up')) resolve()
    })
    void ended.then(() => reject(new Error(`PgBouncer ended: ${printed}`)))
  })
  return {
    urlOf(directUrl) {
      const url = new URL(directUrl)
      url.port = '6432'
      url.searchParams.set('host', folder)
      return url.href
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
      spawnSync('rm', ['-rf', folder])
    },
  }
}
