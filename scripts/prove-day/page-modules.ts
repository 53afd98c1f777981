import { createRequire } from 'node:module'
import path from 'node:path'
import vm from 'node:vm'
import { build } from 'vite'

const web = path.join(import.meta.dirname, '../../web/src/')

/** What phones and scanners run of the web app, below `web/src`. */
const files = [
  'drivers/day/visits.ts',
  'drivers/phone/action-content.ts',
  'drivers/phone/evidence-chain.ts',
  'drivers/phone/phone-clock.ts',
  'drivers/phone/phone-store.ts',
  'drivers/phone/receipt-numbers.ts',
  'drivers/phone/reserve-numbers.ts',
  'drivers/phone/send-action.ts',
  'drivers/phone/side-actions.ts',
  'drivers/phone/store-actions.ts',
  'drivers/stops/trip-sheet-stops.ts',
  'hub/pages/scan-queue.ts',
  'hub/scanner/repeat-window.ts',
  'hub/scanner/scan-session.ts',
  'hub/station/station-memory.ts',
  'kit/api/call.ts',
  'kit/api/new-key.ts',
  'kit/api/session.ts',
  'kit/queue/offline-queue.ts',
  'kit/session/device-clock.ts',
] as const
export type PageFile = (typeof files)[number]

/** The exports of each file, as one load of a page has them. */
export type PageModules = Readonly<Record<PageFile, unknown>>

/**
 * Compiles the modules of the web app to one function, and returns what makes new ones for each page that is loaded.
 * Node would load thousands of copies of each module more and more slowly, and would never free them.
 */
export async function compilePages(): Promise<() => PageModules> {
  const entry = 'pages'
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: web,
    publicDir: false,
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) =>
          id === `\0${entry}`
            ? files.map((file, at) => `export * as m${at} from ${JSON.stringify(web + file)}`).join('\n')
            : null,
      },
    ],
    build: {
      write: false,
      minify: false,
      ssr: true,
      target: 'esnext',
      rolldownOptions: {
        input: entry,
        // Packages and the domain have no memory of a page.
        external: (id) => id !== entry && !/^[./\0]/.test(id),
        output: { format: 'cjs', codeSplitting: false },
      },
    },
  })
  const [script] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (script?.type !== 'chunk') throw new Error('The modules of the pages were not compiled.')
  const run = vm.compileFunction(script.code, ['exports', 'require'], {
    filename: 'pages.js',
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }) as (exports: Record<string, unknown>, require: NodeJS.Require) => void
  const require = createRequire(path.join(web, 'main.tsx'))
  return () => {
    const exports: Record<string, unknown> = {}
    run(exports, require)
    return Object.fromEntries(files.map((file, at) => [file, exports[`m${at}`]])) as PageModules
  }
}
