import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutants.ts'

/** Preloaded in a test run: loads one source file with the change in the environment variable `MUTANT`. */
const mutant = JSON.parse(process.env.MUTANT ?? 'null') as Mutant | null

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!mutant || !url.startsWith('file:') || fileURLToPath(url.split('?')[0] ?? '') !== mutant.file)
      return loaded
    const source = loaded.source instanceof Uint8Array ? Buffer.from(loaded.source) : loaded.source
    const text = String(source)
    return { ...loaded, source: text.slice(0, mutant.start) + mutant.text + text.slice(mutant.end) }
  },
})
