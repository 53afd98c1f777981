import os from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromium_args, installedChromium } from './scripts/chromium.ts'
import { pgProgram } from './scripts/postgres.ts'
import { emulateMedia } from './tests/emulate-media.ts'

/** `gate` leaves out what only `npm run test:all` runs; a file named on the command line runs without it. */
const isGate = process.env.TEST_SCOPE === 'gate'

/** Where server tests run: on PostgreSQL when `TEST_DATABASE_URL` names a server or PostgreSQL's programs are installed. */
const hasServer = Boolean(process.env.TEST_DATABASE_URL) || pgProgram('initdb') !== undefined

/** Files at work at the same time: more than cores, because many wait for a browser or a process they started. */
const workers = Math.max(2, Math.ceil(os.availableParallelism() * 1.5))

/** The order in which projects start: files that take minutes first, so that no core is idle at the end. */
const projectOrder = ['checks', 'faults', 'browser', 'pages', 'components', 'server', 'embedded', 'architecture', 'web', 'domain'] // oxfmt-ignore

/** Projects in order, the longest file of each first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => projectOrder.indexOf(project.name.split(' ')[0] ?? '')
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Tests about the embedded database: never run on PostgreSQL. */
const embeddedOnly = ['server/src/kit/embedded/**/*.test.ts', 'server/src/db/embedded-upkeep.test.ts']

/** The demonstration made on five days: the gate makes it on one, here for PostgreSQL, for pages on the embedded database. */
const demoDays = ['server/dev/demo/demo-days.test.ts']

/**
 * What the gate runs on the embedded database beside PostgreSQL: backups, what could wait for the single connection for
 * ever, migrations, and one call of every endpoint. All tests run everything on both.
 */
const embeddedToo = [
  ...embeddedOnly,
  'server/src/{main/commands/backup,db/cache,http/idempotency,jobs/outbox}.test.ts',
  'server/tests/{upgrade,permissions-matrix,journey}.test.ts',
  'server/src/realtime/live.test.ts',
  'server/src/kit/{connections,migrate}.test.ts',
]

/** How long answers take is compared by statistics, which a busy machine disturbs; files that take as long as files may. */
const serverOutsideGate = ['server/src/identity/sign-in/timing.test.ts', 'server/tests/worst-files.test.ts']

/** The walk over every palette, and shades that only prove requirement rows. */
const browserOutsideGate = [
  'tests/e2e/{shipments/badge-shades,shipments/guest-quote,settings-and-tools/palettes}.test.ts',
]

/** The colours that a system forces upon components. */
const componentsOutsideGate = ['web/src/kit/ui/forced-colours.browser.test.tsx']

/** Fault tests that mostly wait for processes to start. */
const faultsOutsideGate = ['tests/faults/{start,secret,hostile-bodies}.test.ts']

const exclude = (outsideGate: readonly string[]) => [
  ...configDefaults.exclude,
  ...(isGate ? outsideGate : []),
]

/** Two products run beside each other: their stand-ins and catchers take whatever ports are free. */
const fake_ports = {
  THIRD_PARTY_PORT: '0',
  MAIL_PORT: '0',
  SMS_PORT: '0',
  PAYMENTS_PORT: '0',
  INTEGRATIONS_PORT: '0',
}

/** Keeps a project on the embedded database when a server is there. */
const on_embedded = { TEST_DATABASE_URL: '' }

/**
 * Passwords are hashed as on a machine with little memory, a tenth of the time: tests sign in more than a thousand times.
 * Whatever they start takes it over.
 */
process.env.PASSWORD_MEMORY_KIB ??= '19456'
process.env.PASSWORD_PASSES ??= '2'

/** What components and their tests import of libraries: one found later interrupts whatever test is running. */
const bundled_first = [
  'react',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'vitest-browser-react/pure',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tabler/icons-react',
  'axe-core',
  'zod',
]

/** Of every project. A timeout ends what hangs; no test is expected to take nearly as long. */
const common = {
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  maxWorkers: workers,
} as const

/** Node.js reads TypeScript itself: on a fresh clone Vite would translate every module once for each project. */
const native = { ...common, experimental: { viteModuleRunner: false, nodeLoader: false } } as const

const serverTests = {
  ...native,
  setupFiles: ['server/dev/test-kit/reset.ts', 'tests/property-seed.ts'],
  isolate: false,
}

/** The embedded database has the clock of its process, and its timers do not bear that it jumps between files. */
const fixedDate = hasServer ? ['tests/fixed-date.ts'] : []

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...native,
          name: 'checks',
          include: ['tests/checks/*.test.ts'],
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...native,
          name: 'domain',
          include: ['domain/src/**/*.test.ts'],
          setupFiles: ['tests/fixed-date.ts', 'tests/property-seed.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'web',
          include: ['web/src/**/*.test.ts'],
          setupFiles: ['tests/fixed-date.ts'],
          isolate: false,
        },
      },
      {
        optimizeDeps: { include: bundled_first },
        test: {
          ...common,
          name: 'components',
          include: ['web/src/**/*.browser.test.tsx'],
          exclude: exclude(componentsOutsideGate),
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: { executablePath: installedChromium(), args: chromium_args },
              actionTimeout: 10_000,
            }),
            instances: [{ browser: 'chromium' }],
            commands: { emulateMedia },
            screenshotFailures: false,
            viewport: { width: 1024, height: 768 },
          },
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/{src,dev,tests}/**/*.test.ts'],
          exclude: [...exclude([...serverOutsideGate, ...demoDays]), ...(hasServer ? embeddedOnly : [])],
          globalSetup: ['tests/server-databases.ts'],
          ...serverTests,
          setupFiles: [...fixedDate, ...serverTests.setupFiles],
        },
      },
      ...(hasServer
        ? [
            {
              test: {
                name: 'embedded',
                include: isGate ? embeddedToo : ['server/{src,dev,tests}/**/*.test.ts'],
                exclude: exclude(demoDays),
                env: { ...on_embedded, ALSO_ON_POSTGRES: isGate ? 'yes' : '' },
                ...serverTests,
              },
            },
          ]
        : []),
      {
        test: {
          ...native,
          name: 'faults',
          include: ['tests/faults/*.test.ts'],
          exclude: exclude(faultsOutsideGate),
          env: on_embedded,
          testTimeout: 180_000,
        },
      },
      {
        test: {
          ...native,
          name: 'pages',
          // A window is 30 MB of objects that die with its case: they are left to die young.
          execArgv: ['--min-semi-space-size=256', '--max-semi-space-size=256'],
          include: ['tests/pages/**/*.test.ts'],
          env: { ...fake_ports, ...on_embedded },
          globalSetup: ['tests/made-once.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...native,
          name: 'architecture',
          include: [
            'tests/architecture.test.ts',
            'tests/security-map.test.ts',
            'tests/sentences.test.ts',
            'tests/names.test.ts',
            'tests/citations.test.ts',
            'tests/stylesheets.test.ts',
            'tests/test-rules.test.ts',
            'tests/whole-answers.test.ts',
          ],
          env: on_embedded,
        },
      },
      {
        test: {
          ...native,
          name: 'browser',
          env: { ...fake_ports, ...on_embedded },
          include: ['tests/e2e/**/*.test.ts'],
          exclude: exclude(browserOutsideGate),
          globalSetup: ['tests/made-once.ts'],
          isolate: false,
          testTimeout: 180_000,
        },
      },
    ],
  },
})
