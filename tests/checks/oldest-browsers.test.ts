import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildWeb } from '../../server/src/main/run.ts'
import {
  newer_scripts,
  newer_styles,
  newerInScript,
  newerInStyles,
  type Use,
} from './browser-floor/find-newer.ts'

const root = path.join(import.meta.dirname, '../..')
const dist = path.join(root, 'web/dist')

/** What `polyfills.js` adds for pages; workers run without it. */
const polyfilled = ['.findLast', '.findLastIndex', '.toReversed', '.toSorted', '.toSpliced', '.with']

/** Files that run in no page: workers and the files that they load. */
const worker = /[./-]worker-|service-worker|pdfjs/
/** Files of the barcode reader for documents, which finds nothing in a browser that lacks a required feature. */
const code_reader = /code-reader\.worker-|pdfjs/

/** Newer features that scripts may use: the exact number of uses, and why the page works without the feature. */
const allowed_in_scripts: Readonly<Record<string, readonly [times: number, because: string]>> = {
  '.difference': [2, 'the map compares textures by a method of its own'],
  '.fetchPriority': [4, 'React copies it from the properties of an element'],
  '.getWriter': [1, 'asked for only after a scale was connected by Web Serial'],
  '.hidePopover': [1, 'asked for before; without it layers stand by their z-index'],
  '.showPopover': [1, 'asked for before; without it layers stand by their z-index'],
  '.showModal': [2, 'asked for when a dialog opens; without it the dialog stands over the page'],
  '.showNotification': [1, 'a browser that was pushed to has it'],
  '.startViewTransition': [3, 'the router asks for it; the other two are its own method of that name'],
  '.toArray': [3, 'the map has a method of its own'],
  '.wakeLock': [1, 'asked for before; without it the screen of a phone goes dark'],
  'Error.captureStackTrace': [5, 'fflate and zod ask for it'],
  'Intl.Segmenter': [4, 'the map asks for it'],
  OffscreenCanvas: [7, 'the map asks for it'],
  'Symbol.dispose': [1, 'the barcode reader of cameras asks for it'],
  TouchEvent: [1, 'the map asks for it'],
  'URL.canParse': [1, 'zod asks for it'],
  VideoFrame: [2, 'the map fails over to a canvas'],
  'inert=': [3, 'without it Tab leaves the command palette and the menu of telephones, and the buttons of the theme sample, which do nothing, take the focus'],
  trustedTypes: [3, 'asked for before'],
} // oxfmt-ignore

const allowed_in_styles: Readonly<Record<string, readonly [times: number, because: string]>> = {
  '::backdrop': [2, 'without it a dialog stands over the page without a scrim'],
  ':fullscreen': [1, 'the map has no button that fills the screen'],
  ':has': [1, 'else the button that books scrolls with its card'],
  '@media forced-colors': [18, 'a browser without forced colours has nothing to answer'],
  'accent-color': [8, 'else controls have the colour of the system'],
  'forced-color-adjust': [2, 'matters in forced colours only'],
  'paint-order': [2, 'newer only for text outside of drawings'],
  'place-self: end': [1, 'the build joins align-self and justify-self, which grids have long had'],
  'scrollbar-width': [2, 'else the bar is as wide as elsewhere'],
}

let files: string[]
beforeAll(async () => {
  await buildWeb(root, () => undefined)
  files = fs
    .readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => !/\.(br|gz)$/.test(file))
}, 120_000)
const read = (file: string) => fs.readFileSync(path.join(dist, file), 'utf8')

/** Formats each use with its feature, versions and file as one line. */
const lines = (found: readonly (Use & { file: string })[], table: ReadonlyMap<string, string>) =>
  found.map(({ name, file, text }) => `${name} (${table.get(name) ?? ''}) in ${file}: ${text}`)

/** Returns the uses that are not allowed: every use of a name that is used more often than `allowed` states. */
function disallowed<Found extends Use>(found: readonly Found[], allowed: typeof allowed_in_scripts): Found[] {
  const byName = Map.groupBy(found, ({ name }) => name)
  return [...byName].flatMap(([name, uses]) => (uses.length > (allowed[name]?.[0] ?? 0) ? uses : []))
}

/** Returns allowances that are higher than the actual number of uses. */
function overdone(found: readonly Use[], allowed: typeof allowed_in_scripts): string[] {
  return Object.entries(allowed).flatMap(([name, [times]]) => {
    const uses = found.filter((use) => use.name === name).length
    return uses < times ? [`${name}: allowed ${times} times, used ${uses} times`] : []
  })
}

describe('[SHELL-067] build for Chrome 97, Firefox 96, Safari 15.4 and Edge 97', () => {
  it('uses no script feature that one of them lacks, unless it is polyfilled or allowed', () => {
    const found = files
      .filter((file) => /\.m?js$/.test(file) && !code_reader.test(file))
      .flatMap((file) => newerInScript(read(file)).map((use) => ({ ...use, file })))
      .filter(({ name, file }) => worker.test(file) || !polyfilled.includes(name))
    expect(found.length).toBeGreaterThan(10)
    expect(lines(disallowed(found, allowed_in_scripts), newer_scripts)).toEqual([])
    expect(overdone(found, allowed_in_scripts)).toEqual([])
  }, 120_000)

  it('uses no style that one of them lacks, unless it has a fallback or is allowed', () => {
    const found = files
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) => newerInStyles(read(file)).map((use) => ({ ...use, file })))
    expect(lines(disallowed(found, allowed_in_styles), newer_styles)).toEqual([])
    expect(overdone(found, allowed_in_styles)).toEqual([])
  })

  it('builds classic scripts where Firefox 96 runs no modules: for the start and for workers', () => {
    const classic = files.filter((file) =>
      /^(boot|polyfills|service-worker)\.js$|(spreadsheet\.worker|maplibre-gl-worker)-[^/]+\.m?js$/.test(
        file,
      ),
    )
    expect(classic).toHaveLength(5)
    for (const file of classic) expect(() => new vm.Script(read(file)), file).not.toThrow()
  })
})

describe('[SHELL-067] boot script', () => {
  /** Returns what `boot.js` writes into a page of a browser that lacks a function. */
  function written(lacking: string | null): string[] {
    const texts: string[] = []
    const rootElement = { setAttribute: () => undefined, style: {} }
    const window = { addEventListener: () => undefined, location: { pathname: '/', host: 'own.invalid' } }
    const document = { documentElement: rootElement, write: (text: string) => texts.push(text) }
    const context = vm.createContext({ window, document })
    if (lacking) vm.runInContext(`delete Array.prototype${lacking}`, context)
    vm.runInContext(read('boot.js'), context)
    return texts
  }

  it.each(polyfilled)('loads the polyfills before the program when arrays lack %s', (name) => {
    expect(written(name)).toEqual(['<script src="/polyfills.js"></script>'])
    const page = read('index.html')
    expect(page.indexOf('<script src="/boot.js"></script>')).toBeGreaterThan(0)
    const others = page.match(/<script(?! src="\/boot\.js")[^>]*>/g) ?? []
    expect(others.length).toBeGreaterThan(0)
    for (const other of others) expect(other).toMatch(/^<script type="module"(?!.* async)/)
  })

  it('loads no polyfills when nothing is missing', () => {
    expect(written(null)).toEqual([])
  })

  it('loads built polyfills that add all missing functions', () => {
    const context = vm.createContext({})
    const missing = polyfilled.map((name) => `!([]${name})`).join(' && ')
    vm.runInContext(polyfilled.map((name) => `delete Array.prototype${name}`).join('; '), context)
    expect(vm.runInContext(missing, context)).toBe(true)
    vm.runInContext(read('polyfills.js'), context)
    expect(
      vm.runInContext('[[3, 1, 2].toSorted().with(-1, 9).toSpliced(0, 1).toReversed()].flat()', context),
    ).toEqual([9, 2])
    expect(
      vm.runInContext('try { Array.prototype.toReversed.call(null) } catch (error) { error.name }', context),
    ).toBe('TypeError')
  })
})

describe('[SHELL-067] service worker', () => {
  /** Returns the files that it caches on installation, of those that the build lists for offline pages. */
  async function stored(isOld: boolean): Promise<string[]> {
    const filesAdded: string[] = []
    const listeners = new Map<string, (event: object) => void>()
    const cache = {
      match: async () => undefined,
      keys: async () => [],
      addAll: async (added: string[]) => filesAdded.push(...added),
      put: async () => undefined,
    }
    const context = vm.createContext({
      self: {
        addEventListener: (name: string, listen: (event: object) => void) => listeners.set(name, listen),
        skipWaiting: async () => undefined,
      },
      caches: { open: async () => cache },
      fetch: async () => new Response(read('offline-files.json')),
    })
    if (isOld) vm.runInContext('delete Array.prototype.toSpliced', context)
    vm.runInContext(read('service-worker.js'), context)
    await new Promise((resolve, reject) => {
      const waitUntil = (promise: Promise<unknown>) => promise.then(resolve, reject)
      listeners.get('install')?.({ waitUntil })
    })
    return filesAdded
  }

  it('caches the polyfills for offline pages only in a browser whose pages load them', async () => {
    const now = await stored(false)
    expect(now).toContain('/boot.js')
    expect(now).not.toContain('/polyfills.js')
    expect((await stored(true)).toSorted()).toEqual([...now, '/polyfills.js'].toSorted())
  })
})

describe('[SHELL-067] detection of newer features', () => {
  it.each([
    ['[1].toSorted()', '.toSorted'],
    ['a.with(0, 1)', '.with'],
    ['a.with', null],
    ['a.at(-1)', null],
    ['structuredClone(a)', 'structuredClone'],
    ['window.structuredClone(a)', 'structuredClone'],
    ['typeof structuredClone', null],
    ['Object.groupBy(a, b)', 'Object.groupBy'],
    ['Map.groupBy(a, b)', 'Map.groupBy'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['Promise.try(a)', 'Promise.try'],
    ['a.union(b)', '.union'],
    ['a.isDisjointFrom(b)', '.isDisjointFrom'],
    ['a.values().map(b)', 'Iterator.map'],
    ['Object.values(a).map(b)', null],
    ['a.isWellFormed()', '.isWellFormed'],
    ['URL.canParse(a)', 'URL.canParse'],
    ['typeof URL.canParse', null],
    ['URL.parse(a)', 'URL.parse'],
    ['AbortSignal.any(a)', 'AbortSignal.any'],
    ['AbortSignal.timeout(1)', 'AbortSignal.timeout'],
    ['a.throwIfAborted()', '.throwIfAborted'],
    ['new Intl.Segmenter()', 'Intl.Segmenter'],
    ['new Intl.DurationFormat()', 'Intl.DurationFormat'],
    ['new CompressionStream(a)', 'CompressionStream'],
    ['a.showModal()', '.showModal'],
    ['a.showModal?.()', null],
    ['scheduler.yield()', 'scheduler'],
    ['requestIdleCallback(a)', 'requestIdleCallback'],
    ['window.requestIdleCallback(a)', 'requestIdleCallback'],
    ['a.checkVisibility()', '.checkVisibility'],
    ['a.requestSubmit()', '.requestSubmit'],
    ['a.fetchPriority = b', null],
    ['RegExp.escape(a)', 'RegExp.escape'],
    ['/[a--b]/v', 'regular expression with v'],
    ['/(?<=a)b/', 'regular expression that looks behind'],
    ['/(?<name>a)b/', null],
    ['new RegExp(`(?<!a)b`)', 'regular expression that looks behind'],
    ['/(?i:a)/', 'regular expression with modifiers'],
    ['class A { static { a() } }', 'static block'],
    ['a.setAttribute(`inert`, ``)', 'inert='],
    ['b({ inert: true })', 'inert='],
  ])('finds the newer features in the script %s', (script, name) => {
    expect(newerInScript(script).map((use) => use.name)).toEqual(name === null ? [] : [name])
  })

  it.each([
    ['a:has(b) {}', ':has'],
    ['@supports selector(:has(*)) { a:has(b) {} }', null],
    ['@container (width > 1px) { a { color: red } }', '@container', '@media <'],
    ['@media (width >= 1px) { a { color: red } }', '@media <'],
    ['@layer a { b { color: red } }', '@layer'],
    ['@starting-style { a { color: red } }', '@starting-style'],
    ['a { & b { color: red } }', '&'],
    ['a { b { color: red } }', '&'],
    ['a { color: color-mix(in srgb, red, blue) }', 'color-mix()'],
    ['a { color: red; color: color-mix(in srgb, red, blue) }', null],
    ['a { color: light-dark(red, blue) }', 'light-dark()'],
    ['a { height: 100dvh }', 'dvh'],
    ['a { height: 100vh; height: 100dvh }', null],
    ['a { height: 100dvh; height: 90dvh }', 'dvh', 'dvh'],
    ['a { min-height: calc(1px + 100svh) }', 'svh'],
    ['a { grid-template-columns: subgrid }', 'grid-template-columns: subgrid'],
    ['a { text-wrap: balance }', 'text-wrap'],
    ['a { overflow: clip }', 'overflow: clip'],
    ['a { overflow: hidden; overflow: clip }', null],
    ['a { translate: 1px }', 'translate'],
    ['a { transform: translate(1px) }', null],
    ['a { rotate: 1deg }', 'rotate'],
    ['a { -webkit-user-select: none; user-select: none }', null],
    ['a { inset: 0; aspect-ratio: 1; gap: 1rem }', null],
    ['a { width: round(1px, 2px) }', 'round()'],
  ])('finds the newer features in the style sheet %s', (sheet, ...names) => {
    expect(newerInStyles(sheet).map((use) => use.name)).toEqual(names.filter((name) => name !== null))
  })
})
