import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { app_version } from '../domain/src/kit/app.ts'

/** The oldest engines the product supports (SHELL-067). */
const engines = ['chrome97', 'safari15.4', 'firefox96', 'edge97']

/** `/version.json`, which running pages compare themselves with (SHELL-061, SHELL-066). */
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

/** What stands round every page, what the frame asks for later, and the pages of drivers and hubs. */
const opened_offline = /\/web\/src\/(main\.tsx|shell\/.*|drivers\/.*|hub\/(?!manifests\/).*)$/

/** Scripts at addresses of their own, which are no modules: they neither import nor export. */
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

/** The list of files that the service worker keeps: what the pages of drivers and hubs need to open. */
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

/** Level 9 takes a sixth of the time of level 11, for a twelfth more bytes; what everybody waits for first is worth it. */
const brotliOf = (name: string) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: first_files.test(name) ? 11 : 9 },
})
const first_files = /^(way-in|program)-/

/** Beside every file worth it, the same as `.br` and `.gz`, so that no start of the server compresses anything. */
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
        fs.writeFileSync(`${file}.br`, await promisify(brotliCompress)(body, brotliOf(name)))
        fs.writeFileSync(`${file}.gz`, await promisify(gzip)(body))
      }),
    )
  },
}

/**
 * The browser never turns schemas into JSON Schema, which is a fifth of zod: those two files keep their exports and
 * lose their contents. Should zod move them, this does nothing and the bundle grows past its budget.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    return { code: names.map((name) => `export const ${name} = () => () => ({})`).join('\n'), map: null }
  },
}

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** By file, what it imports at once; of one build, because it is asked once for every module and group. */
const closures = new Map<string, ReadonlySet<string>>()

const freshClosures: Plugin = {
  name: 'fresh-closures',
  buildStart() {
    closures.clear()
  },
}

/** What a file imports at once, and what that imports, the file included. */
function closureOf(graph: Graph, file: string): ReadonlySet<string> {
  const known = closures.get(file)
  if (known) return known
  const closure = new Set<string>()
  const waiting = [file]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (closure.has(next)) continue
    closure.add(next)
    waiting.push(...(graph.getModuleInfo(next)?.importedIds ?? []))
  }
  closures.set(file, closure)
  return closure
}

const used_by_pages = /@tabler|\/(useMutation|mutationObserver|infiniteQueryObserver|useBlocker)\.js$/

/**
 * Whether a module is loaded at once with a file of ours. What everybody loads goes into two files, the way in and the
 * program around the pages: left alone they become sixty, which compress worse and are asked for one by one.
 */
function isIn(graph: Graph, file: string, id: string): boolean {
  // What stands in an index of a library is reached from everywhere, also what only some pages use.
  if (used_by_pages.test(id)) return false
  return closureOf(graph, fileURLToPath(new URL(`src/${file}`, import.meta.url))).has(id)
}

const phone_numbers = /libphonenumber-js|domain\/src\/kit\/contacts\/phone-number/

/** Whether a module loads the table of phone numbers: it stays out of the file that most pages ask for. */
function isPhoneRequest(graph: Graph, id: string): boolean {
  return [...closureOf(graph, id)].some((file) => phone_numbers.test(file))
}

/** Files that have always been asked for when a page's own are: no list of what a page needs has to name them. */
const always_there = /\/(way-in|program|rolldown-runtime)-[^/]+\.(js|css)$/
const named_files = /^(way-in|program|rolldown-runtime|icons|shared|parts)$/

const api_server = 'http://127.0.0.1:3000'

export default defineConfig({
  base: '/',
  resolve: {
    // The router asks for a stand-in for what React itself has had for years.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  plugins: [
    react(),
    versionFile,
    classicScripts,
    offlineFiles,
    compressedFiles,
    withoutJsonSchema,
    freshClosures,
  ],
  // What a worker needs only at times (reading documents) is a file of its own.
  // Without exports, so that Firefox 96 can run one as the classic script that it takes every worker for.
  worker: { format: 'es', rolldownOptions: { preserveEntrySignatures: false } },
  build: {
    target: engines,
    cssTarget: engines,
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The map program, which only pages with a large map load.
    chunkSizeWarningLimit: 1_200,
    manifest: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((file) => !always_there.test(`/${file}`)),
    },
    rolldownOptions: {
      output: {
        // Each page's files stand by name in the first file, where a third of a name less counts.
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
              // Else the sign-in page would fetch the whole program for a text field.
              name: (id, graph) =>
                isIn(graph, 'identity/sign-in/SignInPage.tsx', id) && isIn(graph, 'shell/App.tsx', id)
                  ? 'common'
                  : null,
              debugName: 'common',
              priority: 1.5,
            },
            {
              name: (id, graph) => (isIn(graph, 'shell/App.tsx', id) ? 'program' : null),
              debugName: 'program',
              priority: 1,
            },
            {
              // What signing in asks for beside its page: fields, and no more.
              name: (id, graph) =>
                id.includes('/web/src/kit/') && isIn(graph, 'identity/sign-in/SignInForm.tsx', id)
                  ? 'fields'
                  : null,
              debugName: 'fields',
              priority: 0.8,
            },
            {
              // What the live channel asks for, and the count of the inbox that follows it.
              name: (id, graph) =>
                /\/(domain|web)\/src\/kit\//.test(id) &&
                (isIn(graph, 'shell/live/live-messages.ts', id) ||
                  isIn(graph, 'shell/navigation/InboxCount.tsx', id))
                  ? 'queries'
                  : null,
              debugName: 'queries',
              priority: 0.7,
            },
            {
              name: (id) => (id.includes('@tabler/icons-react') ? 'icons' : null),
              debugName: 'icons',
              minShareCount: 2,
              // Above the parts: else whoever needs an icon of a table fetches the table.
              priority: 0.6,
            },
            {
              // Of the parts that most pages are made of those that a driver's first page needs too.
              name: (id, graph) =>
                id.includes('/web/src/kit/') && isIn(graph, 'drivers/pages/TodayPage.tsx', id)
                  ? 'basics'
                  : null,
              debugName: 'basics',
              minShareCount: 8,
              priority: 0.55,
            },
            {
              // The parts that most pages are made of, in one file instead of forty.
              name: (id) => (id.includes('/web/src/kit/') ? 'parts' : null),
              debugName: 'parts',
              minShareCount: 8,
              priority: 0.5,
            },
            {
              // The table of the world's phone numbers: for forms that ask for one, not for everything shared.
              name: (id) => (phone_numbers.test(id) ? 'phones' : null),
              debugName: 'phones',
              priority: 0.45,
            },
            {
              // What a driver's first page is made of: on a phone, over a slow network, without the rest of what is shared.
              name: (id, graph) =>
                /\/(domain|web)\/src\//.test(id) &&
                isIn(graph, 'drivers/pages/TodayPage.tsx', id) &&
                !isPhoneRequest(graph, id)
                  ? 'stops'
                  : null,
              debugName: 'stops',
              priority: 0.38,
            },
            {
              // Small things that many pages ask for.
              name: (id, graph) =>
                /\/(domain|web)\/src\//.test(id) && !isPhoneRequest(graph, id) ? 'shared' : null,
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
      ['/api', '/v2', '/v3', '/track', '/files', '/version.json'].map((path) => [
        path,
        { target: api_server, ws: path === '/api' },
      ]),
    ),
  },
})
