import path from 'node:path'
import { run } from '../server/src/app/run.ts'

await run({ root: path.join(import.meta.dirname, '..'), args: process.argv.slice(2) })
