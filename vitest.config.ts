import os from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromium_args, installedChromium } from './scripts/chromium.ts'
import { pgProgram } from './scripts/postgres.ts'
import { emulateMedia } from './tests/emulate-media.ts'

/**
 * `npm test` sets `gate`, which excludes what only `npm run test:all` runs. A file that is run by name runs without
 * it.
 */
const isGate = process.env.TEST_SCOPE === 'gate'

/** Whether server tests run on PostgreSQL: `TEST_DATABASE_URL` names a server, or PostgreSQL's programs are installed. */
const hasServer = Boolean(process.env.TEST_DATABASE_URL) || pgProgram('initdb') !== undefined

/**
 * Number of files that run at the same time. More than the number of cores, because many wait for a browser or a
 * process.
 */
const workers = Math.max(2, Math.ceil(os.availableParallelism() * 1.5))

/** The order in which projects start: files that take minutes come first, so that no core is idle at the end. */
const projectOrder = ['checks', 'faults', 'browser', 'pages', 'components', 'server', 'embedded', 'architecture', 'web', 'domain'] // oxfmt-ignore

/** Sorts by project, and by duration within a project, longest first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => projectOrder.indexOf(project.name.split(' ')[0] ?? '')
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Tests of the embedded database; never run on PostgreSQL. */
const embeddedOnly = ['server/src/kit/embedded/**/*.test.ts', 'server/src/db/embedded-maintenance.test.ts']

/**
 * Tests that create the demo on five days. The gate creates it on one day: here on PostgreSQL, and for pages on the
 * embedded database.
 */
const demoDays = ['server/dev/demo/demo-days.test.ts']

/**
 * What the gate runs on the embedded database in addition to PostgreSQL: backups, code that could wait forever for
 * the single connection, migrations, and one request to every endpoint. The full test run runs everything on both.
 */
const embeddedToo = [
  ...embeddedOnly,
  'server/src/{main/commands/backup,db/cache,http/idempotency,jobs/outbox}.test.ts',
  'server/tests/{upgrade,permissions-matrix,journey}.test.ts',
  'server/src/realtime/live.test.ts',
  'server/src/kit/{connections,migrate}.test.ts',
]

/**
 * Statistical comparisons of response times, which a busy machine disturbs, files that take the longest processor time
 * to read, hostile names in every list, a whole company that moves in, a whole depot, each way in which a driver gets work, and maintenance commands that run as processes
 * of their own.
 */
const serverOutsideGate = [
  'server/src/identity/sign-in/timing.test.ts',
  'server/tests/{worst-files,hostile-names,move-in-at-size,depot-at-size,trip-work}.test.ts',
  'server/src/ops/{rotate-secret,verify-audit}.test.ts',
  'server/src/main/commands/invariants.test.ts',
  // The gate runs it on the embedded database.
  ...(hasServer ? ['server/tests/permissions-matrix.test.ts'] : []),
]

/**
 * Browser tests of one page's layout, files or keys, of payments and the close of a month, whose pages have tests of
 * their own, and the checks of the pages of drivers, customers and guests. The gate runs the journeys.
 */
const browserOutsideGate = [
  'tests/e2e/{page-checks,month-end,payments}.test.ts',
  'tests/e2e/rates.test.ts',
  'tests/e2e/accounts-and-users/{accounts,customers,passkeys,users}.test.ts',
  'tests/e2e/hub-and-drivers/{driver-push,operations-day}.test.ts',
  'tests/e2e/settings-and-tools/*.test.ts',
  'tests/e2e/shell/{crashed-pages,keyboard,messages,navigation}.test.ts',
  'tests/e2e/shipments/*.test.ts',
]

/**
 * Page tests that only prove requirement rows which a journey or a test of the page does not need, pages that are used
 * once, when a company starts, and the walk through all pages of a driver in another language.
 */
const pagesOutsideGate = [
  'tests/pages/**/rows-*.test.ts',
  'tests/pages/shipments/capture-speed.test.ts',
  'tests/pages/hub-and-drivers/driver-language.test.ts',
  'tests/pages/settings-and-tools/{imports,message-texts,move-in,white-label}.test.ts',
  'tests/pages/shell/keyboard.test.ts',
]

/** Components in the forced colours of a system, and every key of every component. */
const componentsOutsideGate = ['web/src/kit/ui/{forced-colours,keyboard}.browser.test.tsx']

/** Fault tests that mostly wait for processes to start. */
const faultsOutsideGate = [
  'tests/faults/{clocks,day,start,secret,hostile-bodies,lockers,mixed-load,money,month-end,payment-kills,pooler,scale,workers}.test.ts',
]

const exclude = (outsideGate: readonly string[]) => [
  ...configDefaults.exclude,
  ...(isGate ? outsideGate : []),
]

/** Two products run at the same time, so their fakes and mail catchers use any free ports. */
const fake_ports = {
  THIRD_PARTY_PORT: '0',
  MAIL_PORT: '0',
  SMS_PORT: '0',
  PAYMENTS_PORT: '0',
  INTEGRATIONS_PORT: '0',
}

/** Makes a project use the embedded database even when a server is available. */
const on_embedded = { TEST_DATABASE_URL: '' }

/**
 * Password hashing as on a machine with little memory, which takes a tenth of the time: tests sign in more than a
 * thousand times. Child processes inherit these variables.
 */
process.env.PASSWORD_MEMORY_KIB ??= '19456'
process.env.PASSWORD_PASSES ??= '2'

/**
 * Libraries that components and their tests import. Vite would reload for one that it finds later, and interrupt the
 * running test.
 */
const bundled_first = [
  'react',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'vitest-browser-react/pure',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'axe-core',
  'ivya/utils',
  'zod',
]

/** Options of every project. A timeout only ends tests that hang; no test should take nearly as long. */
const common = {
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  maxWorkers: workers,
} as const

/** Node.js reads TypeScript itself. Otherwise Vite would transform every module once per project on a fresh clone. */
const native = { ...common, experimental: { viteModuleRunner: false, nodeLoader: false } } as const

/**
 * Server tests that `tests/fixed-date.ts` leaves on the time of the machine. The gate runs the first two on the
 * embedded database.
 */
const onMachineTime = [
  'server/src/main/commands/backup.test.ts',
  'server/tests/upgrade.test.ts',
  'server/tests/processes.test.ts',
  'server/src/main/{first-start,commands/invariants}.test.ts',
  'server/src/ops/{maintenance,rotate-secret,verify-audit}.test.ts',
  'server/src/identity/sign-in/timing.test.ts',
]

const onMachine = {
  ...native,
  setupFiles: ['server/dev/test-kit/reset.ts', 'tests/property-seed.ts'],
  isolate: false,
}
const onFixedDate = { ...onMachine, setupFiles: ['tests/fixed-date.ts', ...onMachine.setupFiles] }

const serverFiles = ['server/{src,dev,tests}/**/*.test.ts']

interface EmbeddedFiles {
  include: string[]
  /** Which of `onMachineTime` run. */
  onTime: string[]
  exclude: string[]
  env?: Record<string, string>
}

/**
 * Server tests on the embedded database. It uses the clock of its process and does not tolerate that the clock jumps
 * between files, so those on the time of the machine run in processes of their own.
 */
const onEmbedded = (name: string, { onTime, ...own }: EmbeddedFiles) => [
  { test: { name, ...onFixedDate, ...own, exclude: [...own.exclude, ...onMachineTime] } },
  { test: { name: `${name} time`, ...onMachine, ...own, include: onTime } },
]

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...native,
          name: 'checks',
          include: ['tests/checks/*.test.ts'],
          // Types and lint take 40 s each alone, and nine times that beside the browsers that start with them.
          testTimeout: 900_000,
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
      ...(hasServer
        ? [
            {
              test: {
                ...onFixedDate,
                name: 'server',
                include: serverFiles,
                exclude: [...exclude([...serverOutsideGate, ...demoDays]), ...embeddedOnly],
                globalSetup: ['tests/server-databases.ts'],
              },
            },
            ...onEmbedded('embedded', {
              include: isGate ? embeddedToo : serverFiles,
              onTime: isGate ? onMachineTime.slice(0, 2) : onMachineTime,
              exclude: exclude(demoDays),
              env: { ...on_embedded, ALSO_ON_POSTGRES: isGate ? 'yes' : '' },
            }),
          ]
        : onEmbedded('server', {
            include: serverFiles,
            onTime: onMachineTime,
            exclude: exclude([...serverOutsideGate, ...demoDays]),
          })),
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
          // A window has 30 MB of objects that are freed with its case. A large young generation frees them cheaply.
          execArgv: ['--min-semi-space-size=256', '--max-semi-space-size=256'],
          include: ['tests/pages/**/*.test.ts'],
          exclude: exclude(pagesOutsideGate),
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
            'tests/retired-words.test.ts',
            'tests/citations.test.ts',
            'tests/stylesheets.test.ts',
            'tests/test-rules.test.ts',
            'tests/whole-answers.test.ts',
            'tests/driver-answers.test.ts',
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
