import { spawn } from 'node:child_process'
import path from 'node:path'
import { config } from '../../kit/config.ts'

/** Runs a PostgreSQL program from `POSTGRES_BIN` or the PATH; throws with its error output when it fails. */
export async function runProgram(name: string, args: readonly string[]): Promise<void> {
  const folder = config.POSTGRES_BIN
  const program = folder ? path.join(folder, name) : name
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (piece: Buffer) => (output = (output + piece.toString()).slice(-4_000)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new Error(
              `${name} is not installed. Install PostgreSQL's programs, or set their folder in POSTGRES_BIN.`,
            )
          : error,
      ),
    )
    child.once('close', resolve)
  })
  if (code === 0) return
  const hint = output.includes('row-level security')
    ? ' The user of DATABASE_URL cannot see every row. Give it BYPASSRLS for backups.'
    : ''
  throw new Error(`${name} ended with ${code}: ${output.trim()}.${hint}`)
}
