import { configDefaults, defineConfig } from 'vitest/config'

/** What no database decides, or what is of the embedded one only: not run again on a server. */
const once = [
  'server/src/kit/{documents,embedded,mail}/**',
  'server/src/*/documents/**',
  'server/src/app/embedded-upkeep.test.ts',
  'server/src/app/demo/demo-days.test.ts',
  'server/src/files/{check-file,inspect-upload}.test.ts',
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
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: process.env.TEST_DATABASE_URL
            ? [...configDefaults.exclude, ...once]
            : configDefaults.exclude,
          setupFiles: ['server/src/app/test-kit/tidy.ts'],
          globalSetup: ['server/src/app/test-kit/drop-databases.ts'],
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
          name: 'house',
          include: ['tests/house.test.ts', 'tests/security-map.test.ts', 'tests/sentences.test.ts'],
          environment: 'node',
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/e2e/*.test.ts'],
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
