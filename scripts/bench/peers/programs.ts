import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { processCpuMs } from '../processor-time.ts'

const run = promisify(execFile)
const ten_minutes = 600_000

/** The packages of a product could not be installed on this machine. */
export class NotInstalled extends Error {}

/**
 * Installs packages, each with its exact version, into a temporary folder outside the repository, and returns the folder.
 * A later run finds them there.
 *
 * @throws {NotInstalled} when npm fails or takes longer than ten minutes
 */
export async function install(name: string, packages: readonly string[]): Promise<string> {
  const folder = path.join(os.tmpdir(), 'waybill-peers', name)
  const installed = path.join(folder, 'installed.json')
  const wanted = JSON.stringify(packages)
  if (fs.existsSync(installed) && fs.readFileSync(installed, 'utf8') === wanted) return folder
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, private: true }))
  const args = ['install', '--no-audit', '--no-fund', '--save-exact', ...packages]
  try {
    await run('npm', args, { cwd: folder, timeout: ten_minutes })
  } catch (error) {
    throw new NotInstalled(`npm could not install ${packages.join(' ')}: ${reasonOf(error)}`)
  }
  fs.writeFileSync(installed, wanted)
  return folder
}

/** Returns npm's own words about a failure. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('killed' in error && error.killed === true) return 'it did not end in ten minutes.'
  const lines = error.message.split('\n').filter((line) => line.startsWith('npm error'))
  return lines.slice(0, 2).join(' ') || error.message
}

/** Copies files of this folder's `files` beside the packages, under the given names. */
export function copyFiles(folder: string, names: Readonly<Record<string, string>>): void {
  for (const [from, to] of Object.entries(names))
    fs.copyFileSync(path.join(import.meta.dirname, 'files', from), path.join(folder, to))
}

/** A Node.js program to run in the folder of its packages. */
interface Program {
  folder: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
}

const environment = (env: NodeJS.ProcessEnv) => ({ ...process.env, ...env, NODE_ENV: 'production' })

/** Runs a program to its end and returns what it wrote; throws when it fails. */
export async function runProgram({ folder, args, env }: Program): Promise<string> {
  const options = { cwd: folder, env: environment(env), timeout: ten_minutes, maxBuffer: 2 ** 26 }
  return (await run(process.execPath, args, options)).stdout
}

/** Starts a program, waits until it answers at `url`, and stops it after `use`, which gets its processor time in ms. */
export async function withServer<Result>(
  { folder, args, env }: Program,
  url: string,
  use: (cpuMs: () => number) => Promise<Result>,
): Promise<Result> {
  const log = path.join(folder, 'server.log')
  const file = fs.openSync(log, 'w')
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: environment(env),
    stdio: ['ignore', file, file],
  })
  const over = once(child, 'exit')
  const ended = over.then(() => {
    throw new Error(`The program ended. Its log is ${log}.`)
  })
  ended.catch(() => undefined)
  try {
    await Promise.race([answers(url), ended])
    return await Promise.race([use(() => processCpuMs(child.pid ?? 0)), ended])
  } finally {
    child.kill('SIGKILL')
    await over
    fs.closeSync(file)
  }
}

/** Waits until a server answers, with whatever status. */
async function answers(url: string): Promise<void> {
  const until = performance.now() + 180_000
  while (performance.now() < until) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => null,
    )
    if (status !== null) return
    await wait(200)
  }
  throw new Error(`Nothing answered at ${url} in three minutes.`)
}
