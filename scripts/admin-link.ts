import path from 'node:path'
import { makeAdminLink } from '../server/src/main/commands/admin-links.ts'

process.exitCode = await makeAdminLink({
  root: path.join(import.meta.dirname, '..'),
  args: process.argv.slice(2),
  printLine: (line) => process.stdout.write(`${line}\n`),
})
