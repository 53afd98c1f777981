import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'

/**
 * Starts the server and the web app for development: the server restarts on a change, Vite serves the web app on port
 * 5173.
 */
const root = path.join(import.meta.dirname, '..')

function run(name: string, program: string, args: readonly string[], cwd: string): ChildProcess {
  const child = spawn(program, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, WEB_BUILD: 'off' },
    shell: process.platform === 'win32',
  })
  child.on('exit', (code) => {
    console.log(`${name} ended${code ? ` with ${code}` : ''}`)
    for (const other of children) other.kill()
    process.exit(code ?? 0)
  })
  return child
}

const children: ChildProcess[] = []
children.push(
  run(
    'server',
    process.execPath,
    [
      '--watch',
      '--watch-path=server/src',
      '--watch-path=server/dev',
      '--watch-path=domain/src',
      'scripts/start.ts',
    ],
    root,
  ),
)
children.push(run('web', 'vite', [], path.join(root, 'web')))
process.on('SIGINT', () => children.forEach((child) => child.kill('SIGINT')))
