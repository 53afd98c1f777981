import { enableCompileCache } from 'node:module'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
// What was read once is not translated again: the next start takes half the time. Where nothing can be stored, it is not.
enableCompileCache(path.join(root, '.cache/programs'))
const { run } = await import('../server/src/main/run.ts')

await run({
  root,
  args: process.argv.slice(2),
  development: async () => (await import('../server/dev/index.ts')).development,
})
