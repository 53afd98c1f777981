import path from 'node:path'
import { runBackup } from '../server/src/main/commands/backup.ts'

process.exitCode = await runBackup({
  root: path.join(import.meta.dirname, '..'),
  args: process.argv.slice(2),
  printLine: (line) => process.stdout.write(`${line}\n`),
})
