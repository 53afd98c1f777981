import path from 'node:path'
import { rotateSecret } from '../server/src/ops/rotate-secret.ts'

process.exitCode = await rotateSecret({
  root: path.join(import.meta.dirname, '..'),
  args: process.argv.slice(2),
  printLine: (line) => process.stdout.write(`${line}\n`),
})
