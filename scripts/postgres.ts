import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export interface Cluster {
  url: string
  /** Returns the id of its main process. */
  postmaster(): number
  /** The path of its socket. */
  socket: string
  /** Stops it immediately, as after a power failure, and starts it again. */
  crashAndRestart(): void
  /** Stops it immediately and leaves its files. */
  crash(): void
  /** Starts another cluster on a copy of this one, which replays what this one writes; with additional settings. */
  startStandby(settings?: readonly string[]): Standby
  /** Returns what its log says about every deadlock: the statements that waited for each other, and for which rows. */
  deadlocks(): string[]
  stop(): void
}

/** A cluster that replays what another one writes, until it is promoted. */
export interface Standby extends Cluster {
  /** Makes it accept writes. */
  promote(): void
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

const isRoot = process.getuid?.() === 0

/**
 * Starts a separate PostgreSQL cluster in a temporary folder, reachable over a socket there; returns null when the
 * programs are not installed. When the caller is root, PostgreSQL runs as the user `postgres`, because it does not
 * run as root.
 */
export function startThrowAwayCluster(settings: readonly string[] = []): Cluster | null {
  const bin = programs()
  if (!bin) return null
  const cluster = new ThrowAwayCluster(bin, settings)
  cluster.as('initdb', ['-D', cluster.data, '-U', 'waybill', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  cluster.start()
  return cluster
}

class ThrowAwayCluster implements Standby {
  readonly #bin: string
  readonly #settings: readonly string[]
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-pg-'))
  readonly data = path.join(this.#folder, 'data')
  readonly socket = path.join(this.#folder, '.s.PGSQL.5432')
  readonly #log = path.join(this.#folder, 'log')
  readonly url = `postgresql://waybill@localhost/postgres?host=${encodeURIComponent(this.#folder)}`

  constructor(bin: string, settings: readonly string[]) {
    this.#bin = bin
    this.#settings = settings
    if (!isRoot) return
    fs.chmodSync(this.#folder, 0o755)
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])))
    fs.chownSync(this.#folder, uid ?? 0, gid ?? 0)
  }

  /** Runs a PostgreSQL program. */
  as(program: string, args: readonly string[]): void {
    const words = [path.join(this.#bin, program), ...args]
    const [file = '', ...rest] = isRoot
      ? ['su', 'postgres', '-s', '/bin/sh', '-c', words.map((word) => `'${word}'`).join(' ')]
      : words
    execFileSync(file, rest, { stdio: ['ignore', 'ignore', 'inherit'], cwd: this.#folder })
  }

  start(): void {
    const options = [
      `unix_socket_directories=${this.#folder}`,
      'listen_addresses=',
      'max_connections=60',
      ...this.#settings,
    ]
      .map((setting) => `-c ${setting}`)
      .join(' ')
    this.as('pg_ctl', ['-D', this.data, '-w', '-l', this.#log, '-o', options, 'start'])
  }

  postmaster(): number {
    return Number(fs.readFileSync(path.join(this.data, 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  deadlocks(): string[] {
    const entries = fs.readFileSync(this.#log, 'utf8').split(/^(?=\S.* ERROR: )/m)
    return entries
      .filter((entry) => entry.includes('deadlock detected'))
      .map((entry) => entry.slice(0, 4_000))
  }

  crash(): void {
    this.as('pg_ctl', ['-D', this.data, '-m', 'immediate', 'stop'])
  }

  crashAndRestart(): void {
    this.crash()
    this.start()
  }

  startStandby(settings: readonly string[] = []): Standby {
    const standby = new ThrowAwayCluster(this.#bin, [...this.#settings, ...settings])
    const from = `host=${this.#folder} user=waybill`
    standby.as('pg_basebackup', ['-D', standby.data, '-d', from, '-X', 'stream', '-c', 'fast', '-R'])
    standby.start()
    return standby
  }

  promote(): void {
    this.as('pg_ctl', ['-D', this.data, '-w', 'promote'])
  }

  stop(): void {
    try {
      if (fs.existsSync(path.join(this.data, 'postmaster.pid'))) this.crash()
    } finally {
      spawnSync('rm', ['-rf', this.#folder])
    }
  }
}
