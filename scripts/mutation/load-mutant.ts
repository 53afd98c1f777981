import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutants.ts'

/** Loaded before anything else of a test run: reads one source file with the change that `MUTANT` says. */
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
