import path from 'node:path'
import { runRestore } from '../server/src/main/commands/backup.ts'

process.exitCode = await runRestore({
  root: path.join(import.meta.dirname, '..'),
  args: process.argv.slice(2),
  printLine: (line) => process.stdout.write(`${line}\n`),
})
