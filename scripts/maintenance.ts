import path from 'node:path'
import { switchMaintenance } from '../server/src/ops/maintenance.ts'

process.exitCode = await switchMaintenance({
  root: path.join(import.meta.dirname, '..'),
  args: process.argv.slice(2),
  printLine: (line) => process.stdout.write(`${line}\n`),
})
