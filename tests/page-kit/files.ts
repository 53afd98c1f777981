import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { runScript } from '../checks/run-command.ts'

const root = path.join(import.meta.dirname, '../..')
const cache = path.join(root, '.cache/page-kit')

/** Paths of the parts of page tests that are built once for all files. */
export interface PageKitFiles {
  /** The web app as one script, its stylesheet, and the script that tests use inside a page. */
  app: string
  css: string
  in_page: string
  /** The databases of a browser (`browser-storage.ts`). */
  storage: string
  /** The demo company: its database and its files. */
  company: string
}

/**
 * Builds the web app as one script and creates the demo company, each in a separate process, unless both exist for
 * the current sources.
 */
export async function makePageKit(): Promise<PageKitFiles> {
  const web = madeFor(
    'web',
    [
      'web/src',
      'domain/src',
      'tests/page-kit/in-page.ts',
      'tests/page-kit/browser-storage.ts',
      'tests/page-kit/make-scripts.ts',
      'package-lock.json',
    ],
    (to) => runScript('tests/page-kit/make-scripts.ts', to),
  )
  const company = madeFor(
    'company',
    ['server/src', 'server/dev', 'domain/src', 'tests/page-kit/demo-company.ts', 'package-lock.json'],
    (to) => runScript('tests/page-kit/make-company.ts', to),
  )
  const folder = await web
  return {
    app: path.join(folder, 'app.js'),
    css: path.join(folder, 'app.css'),
    in_page: path.join(folder, 'in-page.js'),
    storage: path.join(folder, 'storage.js'),
    company: await company,
  }
}

/**
 * Returns the folder of a part for these sources. Builds it when it does not exist, and removes those of older
 * sources.
 */
async function madeFor(
  name: string,
  sources: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, path.join(root, source))
  const folder = path.join(cache, `${name}-${hash.digest('hex').slice(0, 16)}`)
  if (fs.existsSync(folder)) return folder
  if (fs.existsSync(cache))
    for (const old of fs.readdirSync(cache))
      if (old.startsWith(`${name}-`)) fs.rmSync(path.join(cache, old), { recursive: true, force: true })
  const draft = `${folder}.draft`
  fs.rmSync(draft, { recursive: true, force: true })
  await make(draft)
  fs.renameSync(draft, folder)
  return folder
}

function addTo(hash: ReturnType<typeof createHash>, file: string): void {
  if (fs.statSync(file).isDirectory()) {
    for (const name of fs.readdirSync(file).sort()) addTo(hash, path.join(file, name))
    return
  }
  if (!file.endsWith('.test.ts')) hash.update(file).update(fs.readFileSync(file))
}
