import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { chromium_args, installedChromium } from './scripts/chromium.ts'
import { emulateMedia } from './tests/emulate-media.ts'

/** `gate` leaves out what only `npm run test:all` runs; a file named on the command line runs without it. */
const isGate = process.env.TEST_SCOPE === 'gate'

/** Server tests that do not depend on the database, or concern the embedded one only: not run again on PostgreSQL. */
const once = [
  'server/src/kit/{documents,embedded}/**',
  'server/dev/catchers/**',
  'server/src/*/documents/**',
  'server/src/app/embedded-upkeep.test.ts',
  'server/dev/demo/demo-days.test.ts',
  'server/src/files/{check-file,inspect-upload}.test.ts',
  ...(isGate
    ? [
        'server/dev/demo/demo.test.ts',
        'server/src/app/{backup/backup,first-start,invariants/invariants,rotate-secret,verify-audit}.test.ts',
        'server/src/identity/{password,timing}.test.ts',
      ]
    : []),
]

/** Browser files that only prove requirement rows, and the walk over every palette. */
const browserOutsideGate = ['tests/e2e/rows-*.test.ts', 'tests/e2e/palettes.test.ts']

/** Fault tests that mostly wait for processes to start. */
const faultsOutsideGate = ['tests/faults/{start,secret,hostile-bodies}.test.ts']

const exclude = (outsideGate: readonly string[]) => [
  ...configDefaults.exclude,
  ...(isGate ? outsideGate : []),
]

/** Two products run beside each other: their stand-ins and catchers take whatever ports are free. */
const stand_in_ports = {
  THIRD_PARTY_PORT: '0',
  MAIL_PORT: '0',
  SMS_PORT: '0',
  PAYMENTS_PORT: '0',
  INTEGRATIONS_PORT: '0',
}

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

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: { name: 'domain', include: ['domain/src/**/*.test.ts'], environment: 'node', isolate: false },
      },
      { test: { name: 'web', include: ['web/src/**/*.test.ts'], environment: 'node', isolate: false } },
      {
        optimizeDeps: { include: bundled_first },
        test: {
          name: 'components',
          include: ['web/src/**/*.browser.test.tsx'],
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
          include: ['server/{src,dev}/**/*.test.ts'],
          exclude: process.env.TEST_DATABASE_URL
            ? [...configDefaults.exclude, ...once]
            : configDefaults.exclude,
          setupFiles: ['server/dev/test-kit/reset.ts'],
          globalSetup: ['server/dev/test-kit/drop-databases.ts'],
          environment: 'node',
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/*.test.ts'],
          exclude: exclude(faultsOutsideGate),
          environment: 'node',
          sequence: { groupOrder: 3 },
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // Each brings processes and a database server of its own.
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'architecture',
          include: [
            'tests/architecture.test.ts',
            'tests/security-map.test.ts',
            'tests/sentences.test.ts',
            'tests/citations.test.ts',
            'tests/stylesheets.test.ts',
          ],
          environment: 'node',
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          env: stand_in_ports,
          include: ['tests/e2e/*.test.ts'],
          exclude: exclude(browserOutsideGate),
          globalSetup: ['tests/e2e/demo-folder.ts'],
          environment: 'node',
          isolate: false,
          sequence: { groupOrder: 2 },
          testTimeout: 180_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
})
