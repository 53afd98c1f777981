import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { app_version } from '../domain/src/kit/app.ts'
import { leanZod } from './lean-zod.ts'

/** The oldest browsers that the product supports (SHELL-067). */
const engines = ['chrome97', 'safari15.4', 'firefox96', 'edge97']

/** Emits `/version.json`, which running pages compare with their own version (SHELL-061, SHELL-066). */
const versionFile: Plugin = {
  name: 'version-file',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'version.json',
      source: JSON.stringify({ version: app_version }),
    })
  },
}

/** Modules that must open offline: the app shell, what it loads later, scanning, and the pages of drivers, hubs and counters. */
const opened_offline =
  /\/web\/src\/(main\.tsx|shell\/.*|kit\/scan\/.*|drivers\/.*|counter\/.*|hub\/(?!manifests\/|damages\/pages\/|unidentified\/).*)$/

/** Emits scripts with fixed names that are not modules: they have no imports or exports. */
const classicScripts: Plugin = {
  name: 'classic-scripts',
  apply: 'build',
  buildStart() {
    const emit = (fileName: string, source: string): void => {
      this.emitFile({ type: 'chunk', fileName, id: fileURLToPath(new URL(source, import.meta.url)) })
    }
    emit('polyfills.js', 'src/kit/polyfills/polyfills.ts')
    emit('service-worker.js', 'src/service-worker/service-worker.ts')
  },
}

/** Emits the list of files that the service worker caches: what the pages of drivers and hubs need to open. */
const offlineFiles: Plugin = {
  name: 'offline-files',
  generateBundle(_options, bundle) {
    const needed = new Set<string>()
    const need = (file: string): void => {
      const chunk = bundle[file]
      if (needed.has(file) || chunk?.type !== 'chunk') return
      needed.add(file)
      chunk.imports.forEach(need)
      for (const asset of chunk.viteMetadata?.importedCss ?? []) needed.add(asset)
    }
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => opened_offline.test(id)))
        need(chunk.fileName)
    const shell = ['/', '/boot.js', '/polyfills.js', '/boot.css', '/icon.svg', '/manifest.webmanifest']
    this.emitFile({
      type: 'asset',
      fileName: 'offline-files.json',
      source: JSON.stringify([...shell, ...[...needed].map((file) => `/${file}`).sort()]),
    })
  },
}

/**
 * Level 9 takes a sixth of the time of level 11 and gives a twelfth more bytes. The first files, which every user
 * waits for, use level 11.
 */
const brotliOf = (name: string, bytes: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: first_files.test(name) ? 11 : 9,
    // A window that is as large as the file: the usual one takes megabytes of memory for each of hundreds of files.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(bytes + 16)))),
  },
})
const first_files = /^(way-in|pages|program)-/

/**
 * Writes `.br` and `.gz` versions next to each file that is large enough, so that the server compresses nothing at
 * its start.
 */
const compressedFiles: Plugin = {
  name: 'compressed-files',
  apply: 'build',
  async closeBundle() {
    const folder = fileURLToPath(new URL('dist', import.meta.url))
    const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter(
      (entry) => entry.isFile() && /\.(html|m?js|css|json|svg|txt|wasm)$/.test(entry.name),
    )
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name)
        const body = fs.readFileSync(file)
        if (body.length <= 600) return
        fs.writeFileSync(`${file}.br`, await promisify(brotliCompress)(body, brotliOf(name, body.length)))
        fs.writeFileSync(`${file}.gz`, await promisify(gzip)(body))
      }),
    )
  },
}

const icon_import = /import \{([^}]*)\} from '([^']*\/icons\/icons\.ts)'/g

/** Makes each icon a module of its own, so that a file contains the icons that its pages use. */
const singleIcons: Plugin = {
  name: 'single-icons',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!own_code.test(id)) return null
    const split = code.replaceAll(icon_import, (_, names: string, file: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
        .map((name) => `import { ${name} } from '${file}?icon=${name}'`)
        .join(';'),
    )
    return split === code ? null : { code: split, map: null }
  },
  async load(id) {
    const [file = '', name] = id.split('?icon=')
    if (!name) return null
    const lines = (await fs.promises.readFile(file, 'utf8')).split('\n')
    const needed = lines.filter(
      (line) => line.startsWith('import ') || line.startsWith(`export const ${name} `),
    )
    return needed.join('\n')
  },
}

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** The static imports of each file. Cached for one build, because they are needed for every module and group. */
const closures = new Map<string, ReadonlySet<string>>()

const freshClosures: Plugin = {
  name: 'fresh-closures',
  buildStart() {
    closures.clear()
  },
}

/** What a module of ours exports to other modules: an importer needs one part, and the rest is left out of its files. */
const module_index = /\/web\/src\/[^/]+\/index\.ts$/

/**
 * Returns the file and everything that it imports statically, directly or indirectly, except through the index of
 * another module.
 */
function closureOf(graph: Graph, file: string): ReadonlySet<string> {
  const known = closures.get(file)
  if (known) return known
  const closure = new Set<string>()
  const waiting = [file]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (closure.has(next)) continue
    closure.add(next)
    if (!module_index.test(next)) waiting.push(...(graph.getModuleInfo(next)?.importedIds ?? []))
  }
  closures.set(file, closure)
  return closure
}

const used_by_pages =
  /\/(useMutation|mutationObserver|useQueries|queriesObserver|infiniteQueryObserver|useBlocker)\.js$/

/**
 * Whether a file of ours imports a module statically. Modules that every page loads go into two files, `way-in` and
 * `program`. Otherwise they become sixty files, which compress worse and are requested one by one.
 */
function isIn(graph: Graph, file: string, id: string): boolean {
  // The index of a library is imported everywhere, including parts that only some pages use.
  if (used_by_pages.test(id)) return false
  return closureOf(graph, fileURLToPath(new URL(`src/${file}`, import.meta.url))).has(id)
}

const own_code = /\/(domain|web)\/src\//
const phone_numbers = /libphonenumber-js|domain\/src\/kit\/contacts\/phone-number/

/** Whether a module imports the table of phone numbers. Such modules stay out of the file that most pages load. */
function isPhoneRequest(graph: Graph, id: string): boolean {
  return [...closureOf(graph, id)].some((file) => phone_numbers.test(file))
}

/** The pages that are opened first most often. */
const first_pages = {
  list: 'shipments/pages/ShipmentsPage.tsx',
  driver: 'drivers/pages/TodayPage.tsx',
  booking: 'shipments/new/pages/NewShipmentPage.tsx',
}

/**
 * One file for the modules that the same first pages need, so that none of these pages loads code of another one.
 * Components are separate from rules, because nearly all pages need components. What more pages need comes first: a
 * group also takes what its modules import.
 */
const groups_of_first_pages = [3, 2, 1].flatMap((many, index) =>
  ['parts', 'rules'].map((kind, place) => ({
    name: (id: string, graph: Graph) => {
      const isPart = id.includes('/web/src/kit/')
      if (!own_code.test(id) || isPart !== (kind === 'parts') || isPhoneRequest(graph, id)) return null
      const needed = Object.entries(first_pages).filter(([, page]) => isIn(graph, page, id))
      // What only booking needs is large, and many other pages need a little of it.
      if (kind === 'rules' && needed.length === 1 && needed[0]?.[0] === 'booking') return null
      return needed.length === many ? [kind, ...needed.map(([name]) => name)].join('-') : null
    },
    debugName: `${kind} of ${many} first pages`,
    minShareCount: 2,
    priority: 0.58 - index * 0.02 - place * 0.01,
  })),
)

/** Files that are always loaded before those of a page, so they need not be in a page's list of dependencies. */
const always_there = /\/(way-in|pages|program|rolldown-runtime)-[^/]+\.(js|css)$/
const named_files = /^(way-in|pages|program|rolldown-runtime|icons|shared|parts)$/

const api_server = 'http://127.0.0.1:3000'

export default defineConfig({
  base: '/',
  resolve: {
    // The router imports a shim for a hook that React has had for years.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  plugins: [
    react(),
    versionFile,
    classicScripts,
    offlineFiles,
    compressedFiles,
    leanZod,
    singleIcons,
    freshClosures,
  ],
  // What a worker needs only sometimes (reading documents) is a separate file. No exports, so that Firefox 96 can run
  // a worker as a classic script, the only kind it supports.
  worker: { format: 'es', rolldownOptions: { preserveEntrySignatures: false } },
  build: {
    target: engines,
    cssTarget: engines,
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Allows the size of the map library, which only pages with a large map load.
    chunkSizeWarningLimit: 1_200,
    manifest: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((file) => !always_there.test(`/${file}`)),
    },
    rolldownOptions: {
      output: {
        // The first file contains the names of all page files, so names that are a third shorter make it smaller.
        chunkFileNames: ({ name }) =>
          named_files.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') && !named_files.test(name.replace('.css', ''))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            {
              name: (id, graph) => (isIn(graph, 'main.tsx', id) ? 'way-in' : null),
              debugName: 'way-in',
              priority: 2,
            },
            {
              // Otherwise the sign-in page loads the whole program for a text field.
              name: (id, graph) =>
                isIn(graph, 'identity/sign-in/SignInPage.tsx', id) && isIn(graph, 'shell/App.tsx', id)
                  ? 'common'
                  : null,
              debugName: 'common',
              priority: 1.5,
            },
            {
              // Decides whether guests may open an address, before the program is needed.
              name: (id, graph) => (isIn(graph, 'shell/pages.ts', id) ? 'pages' : null),
              debugName: 'pages',
              priority: 1.2,
            },
            {
              name: (id, graph) => (isIn(graph, 'shell/App.tsx', id) ? 'program' : null),
              debugName: 'program',
              priority: 1,
            },
            {
              // What the sign-in form needs beyond its page: only fields.
              name: (id, graph) =>
                id.includes('/web/src/kit/') && isIn(graph, 'identity/sign-in/SignInForm.tsx', id)
                  ? 'fields'
                  : null,
              debugName: 'fields',
              priority: 0.8,
            },
            {
              // What the live channel and the inbox count after it need.
              name: (id, graph) =>
                /\/(domain|web)\/src\/kit\//.test(id) &&
                (isIn(graph, 'shell/live/live-messages.ts', id) ||
                  isIn(graph, 'shell/navigation/InboxCount.tsx', id))
                  ? 'queries'
                  : null,
              debugName: 'queries',
              priority: 0.7,
            },
            ...groups_of_first_pages,
            {
              // Higher than `parts`. Otherwise a page that needs an icon of a table loads the table.
              name: (id) => (id.includes('/kit/icons/icons.ts') ? 'icons' : null),
              debugName: 'icons',
              minShareCount: 2,
              priority: 0.52,
            },
            {
              // The other components of most pages, in one file.
              name: (id) => (id.includes('/web/src/kit/') ? 'parts' : null),
              debugName: 'parts',
              minShareCount: 8,
              priority: 0.5,
            },
            {
              // The table of the world's phone numbers, only for forms that need it and not in the shared file.
              name: (id) => (phone_numbers.test(id) ? 'phones' : null),
              debugName: 'phones',
              priority: 0.45,
            },
            {
              // Small modules that many pages import.
              name: (id, graph) => (own_code.test(id) && !isPhoneRequest(graph, id) ? 'shared' : null),
              debugName: 'shared',
              minShareCount: 10,
              priority: 0.35,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/v2', '/v3', '/track', '/files', '/generate', '/version.json'].map((path) => [
        path,
        { target: api_server, ws: path === '/api' },
      ]),
    ),
  },
})
