import { enableCompileCache } from 'node:module'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
// The compile cache halves the time of the next start. Nothing is cached when the folder is not writable.
enableCompileCache(path.join(root, '.cache/programs'))
const { run } = await import('../server/src/main/run.ts')

await run({
  root,
  args: process.argv.slice(2),
  development: async () => (await import('../server/dev/index.ts')).development,
})
