import path from 'node:path'
import { runInvariants } from '../server/src/main/commands/invariants.ts'

process.exitCode = await runInvariants({
  root: path.join(import.meta.dirname, '..'),
  args: process.argv.slice(2),
  printLine: (line) => process.stdout.write(`${line}\n`),
})
