import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export interface Cluster {
  url: string
  /** Returns the id of its main process. */
  postmaster(): number
  /** Stops it immediately, as after a power failure, and starts it again. */
  crashAndRestart(): void
  stop(): void
}

/** Returns the folder of the PostgreSQL programs, newest release first; undefined when none is installed. */
function programs(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const folders = fs.existsSync(debian)
    ? fs
        .readdirSync(debian)
        .sort((a, b) => Number(b) - Number(a))
        .map((release) => path.join(debian, release, 'bin'))
    : []
  return [...folders, '/usr/local/bin', '/opt/homebrew/bin'].find((folder) =>
    fs.existsSync(path.join(folder, 'initdb')),
  )
}

/** Returns the path of a PostgreSQL program; undefined when none is installed. */
export function pgProgram(name: string): string | undefined {
  const folder = programs()
  return folder && path.join(folder, name)
}

/**
 * Starts a separate PostgreSQL cluster in a temporary folder, reachable over a socket there; returns null when the
 * programs are not installed. When the caller is root, PostgreSQL runs as the user `postgres`, because it does not
 * run as root.
 */
export function startThrowAwayCluster(settings: readonly string[] = []): Cluster | null {
  const bin = programs()
  if (!bin) return null
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-pg-'))
  const data = path.join(folder, 'data')
  const isRoot = process.getuid?.() === 0
  const as = (program: string, args: string[]) => {
    const [file, words] = isRoot
      ? [
          'su',
          [
            'postgres',
            '-s',
            '/bin/sh',
            '-c',
            [path.join(bin, program), ...args].map((word) => `'${word}'`).join(' '),
          ],
        ]
      : [path.join(bin, program), args]
    execFileSync(file, words, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder })
  }
  if (isRoot) {
    fs.chmodSync(folder, 0o755)
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])))
    fs.chownSync(folder, uid ?? 0, gid ?? 0)
  }
  as('initdb', ['-D', data, '-U', 'waybill', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  const options = [
    `unix_socket_directories=${folder}`,
    'listen_addresses=',
    'max_connections=60',
    ...settings,
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ')
  const start = () => as('pg_ctl', ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', options, 'start'])
  start()
  return {
    url: `postgresql://waybill@localhost/postgres?host=${encodeURIComponent(folder)}`,
    postmaster: () => Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    crashAndRestart() {
      as('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      start()
    },
    stop() {
      try {
        as('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      } finally {
        spawnSync('rm', ['-rf', folder])
      }
    },
  }
}
