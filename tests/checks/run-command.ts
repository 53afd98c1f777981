import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Runs a command in the root of the repository. Returns an empty text when it succeeds, else its output. */
export async function runCommand(command: string, ...args: string[]): Promise<string> {
  const child = spawn(command, args, {
    cwd: path.join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (printed += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0 ? '' : printed || `${command} ended with ${code}.`
}

/** Runs a script of the repository in a separate process. Throws with its output when it fails. */
export async function runScript(script: string, ...args: string[]): Promise<void> {
  const errors = await runCommand(process.execPath, script, ...args)
  if (errors) throw new Error(`${script} failed.\n${errors}`)
}
