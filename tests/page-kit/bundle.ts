import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { build } from 'vite'
import { makeDemoCompany } from './demo-company.ts'

const root = path.join(import.meta.dirname, '../..')
const cache = path.join(root, '.cache/page-kit')

/** Where the parts of page tests lie that are made once for all files. */
export interface PageKitFiles {
  /** The web app as one script, its stylesheet, and what tests use inside a page. */
  app: string
  css: string
  in_page: string
  /** The databases of a browser. */
  storage: string
  /** The demonstration company: its database and its files. */
  company: string
}

declare module 'vitest' {
  interface ProvidedContext {
    page_kit: PageKitFiles
  }
}

/** Builds the web app as one script and makes the demonstration company, unless both are there for these sources. */
export default async function makePageKit(project: TestProject): Promise<void> {
  const web = await madeFor(
    'web',
    [
      'web/src',
      'domain/src',
      'tests/page-kit/in-page.ts',
      'tests/page-kit/browser-storage.ts',
      'tests/page-kit/bundle.ts',
      'package-lock.json',
    ],
    buildScripts,
  )
  const company = await madeFor(
    'company',
    ['server/src', 'server/dev', 'domain/src', 'tests/page-kit/demo-company.ts', 'package-lock.json'],
    makeDemoCompany,
  )
  project.provide('page_kit', {
    app: path.join(web, 'app.js'),
    css: path.join(web, 'app.css'),
    in_page: path.join(web, 'in-page.js'),
    storage: path.join(web, 'storage.js'),
    company,
  })
}

/** The folder of a part made from these sources, made when it is not there; those of older sources are removed. */
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

/** The web app with React's production build, and what tests use inside a page: each as one script without modules. */
async function buildScripts(folder: string): Promise<void> {
  const { NODE_ENV } = process.env
  // Vite takes React's development build under any other name.
  process.env.NODE_ENV = 'production'
  try {
    await buildAll(folder)
  } finally {
    process.env.NODE_ENV = NODE_ENV
  }
}

async function buildAll(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: path.join(root, 'web'),
    publicDir: false,
    logLevel: 'error',
    mode: 'production',
    resolve: {
      alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
    },
    build: scriptOf(folder, path.join(root, 'web/src/main.tsx'), 'app'),
  })
  for (const [file, name] of [
    ['in-page.ts', 'in-page'],
    ['browser-storage.ts', 'storage'],
  ] as const)
    await build({
      configFile: false,
      root,
      publicDir: false,
      logLevel: 'error',
      mode: 'production',
      build: scriptOf(folder, path.join(import.meta.dirname, file), name),
    })
}

function scriptOf(outDir: string, input: string, name: string) {
  return {
    outDir,
    emptyOutDir: false,
    minify: false,
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input,
      preserveEntrySignatures: 'strict' as const,
      output: {
        format: 'iife' as const,
        name: 'exported',
        codeSplitting: false,
        entryFileNames: `${name}.js`,
        assetFileNames: ({ names: [asset = ''] }: { names: string[] }) =>
          asset.endsWith('.css') ? `${name}.css` : 'assets/[name]-[hash][extname]',
      },
    },
  }
}
