import path from 'node:path'
import { verifyAudit } from '../server/src/ops/verify-audit.ts'

process.exitCode = await verifyAudit({
  root: path.join(import.meta.dirname, '..'),
  args: process.argv.slice(2),
  printLine: (line) => process.stdout.write(`${line}\n`),
})
