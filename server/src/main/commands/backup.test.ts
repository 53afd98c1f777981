import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { catalogue } from '@waybill/domain/settings/catalogue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditSchedules } from '../../audit/index.ts'
import { bootProduct } from '../../../dev/test-kit/boot.ts'
import type { Running } from '../boot.ts'
import { installProvider } from '../install.ts'
import { Scheduler } from '../../jobs/schedule.ts'
import { openTestRuntime } from '../../../dev/test-kit/runtime.ts'
import { configure } from '../../../dev/test-kit/config.ts'
import { runInvariants } from './invariants.ts'
import { runBackup, runRestore } from './backup.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-backup-'))
const root = path.join(import.meta.dirname, '../../../..')
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A provider that has a value for every secret setting. */
const keeps_secrets = {
  name: 'Fynbos Couriers',
  settings: Object.fromEntries(
    [...catalogue.values()].filter(({ secret }) => secret).map(({ key }) => [key, 'a secret']),
  ),
}

type Run = typeof runBackup
/** Runs a command with its arguments and the locations from the environment. */
async function run(
  command: Run,
  args: readonly string[],
  places: { DATA_DIR: string; DATABASE_URL?: string },
) {
  configure({ DATABASE_URL: places.DATABASE_URL, DATA_DIR: places.DATA_DIR })
  const lines: string[] = []
  const code = await command({ root, args, printLine: (line) => lines.push(line) })
  return { code, said: lines.join('\n') }
}

describe.skipIf(process.env.TEST_DATABASE_URL)('backup of the embedded database', () => {
  const dataDir = path.join(folder, 'own')
  const upload = path.join('1', 'shipment-images', 'door.jpg')
  let running: Running
  beforeAll(async () => {
    running = await bootProduct({ data_dir: dataDir })
    await installProvider(running.runtime, keeps_secrets)
    fs.mkdirSync(path.dirname(path.join(dataDir, 'files', upload)), { recursive: true })
    fs.writeFileSync(path.join(dataDir, 'files', upload), 'a picture')
  })
  afterAll(() => running.close())

  it(
    'backs up a running application, restores it elsewhere, and rejects a used target and a damaged backup',
    { timeout: 120_000 },
    async () => {
      const sealed = async () => (await running.runtime.pool.query('SELECT 1 FROM audit_seal')).rowCount ?? 0
      await expect.poll(sealed, { timeout: 20_000, interval: 100 }).toBeGreaterThan(0)
      const to = path.join(folder, 'first')
      const made = await run(runBackup, ['--to', to], { DATA_DIR: dataDir })
      expect(made.said).toContain(`${to}: `)
      expect(made.code).toBe(0)
      const { rows } = await running.runtime.pool.query<{ bytes: string }>('SELECT bytes FROM backup_run')
      expect(Number(rows[0]?.bytes)).toBeGreaterThan(1_000_000)
      const there = path.join(folder, 'restored')
      const restored = await run(runRestore, ['--from', to], { DATA_DIR: there })
      expect(restored.said).toMatch(/\d+ rows in \d+ tables, as in the backup\./)
      expect(restored.said).toMatch(/blocks are valid, compared with 1 exported seals\./)
      expect(restored.said).toContain('all 21 invariants hold.')
      expect(restored.code).toBe(0)
      expect(fs.readFileSync(path.join(there, 'files', upload), 'utf8')).toBe('a picture')
      expect(fs.existsSync(path.join(to, 'secret.key'))).toBe(false)
      expect(await run(runInvariants, [], { DATA_DIR: there })).toEqual({
        code: 0,
        said: 'Provider 1: all 21 invariants hold.',
      })

      expect(await run(runRestore, ['--from', to], { DATA_DIR: there })).toMatchObject({
        code: 2,
        said: expect.stringContaining('is not empty. Restore into a new place'),
      })
      fs.appendFileSync(path.join(to, 'files', upload), '!')
      const elsewhere = path.join(folder, 'elsewhere')
      expect(await run(runRestore, ['--from', to], { DATA_DIR: elsewhere })).toMatchObject({
        code: 2,
        said: expect.stringContaining(
          'is damaged: files/1/shipment-images/door.jpg has changed since it was written',
        ),
      })
      expect(fs.existsSync(elsewhere)).toBe(false)
    },
  )

  it('prints its usage and rejects a folder that is not empty or contains no backup', async () => {
    const places = { DATA_DIR: dataDir }
    expect((await run(runBackup, ['--help'], places)).said).toContain('npm run backup -- --to FOLDER')
    expect((await run(runBackup, [], places)).code).toBe(2)
    expect((await run(runBackup, ['--to', dataDir], places)).said).toContain('is not empty')
    expect(
      (await run(runRestore, ['--from', dataDir], { DATA_DIR: path.join(folder, 'new') })).said,
    ).toContain('There is no complete backup')
  })
})

/** Configures the folder of the PostgreSQL programs on Debian. The newest release can dump every older one. */
function configurePrograms(): void {
  const debian = '/usr/lib/postgresql'
  const releases = fs.existsSync(debian) ? fs.readdirSync(debian) : []
  const [newest] = releases.toSorted((a, b) => Number(b) - Number(a))
  if (newest) configure({ POSTGRES_BIN: path.join(debian, newest, 'bin') })
}

describe.runIf(process.env.TEST_DATABASE_URL)('backup of a PostgreSQL server', () => {
  it(
    'restores into an empty database with equal rows, seals and invariants, and rejects a used one',
    { timeout: 120_000 },
    async () => {
      configurePrograms()
      const own = await openTestRuntime()
      const { runtime } = own
      await installProvider(runtime, keeps_secrets)
      await new Scheduler(runtime, auditSchedules).runDue()
      const url = String((runtime.pool.options as pg.PoolConfig).connectionString)
      const to = path.join(folder, 'server')
      const { pool } = runtime
      const made = await run(runBackup, ['--to', to], { DATA_DIR: runtime.data_dir, DATABASE_URL: url })
      expect(made).toMatchObject({ code: 0, said: expect.stringContaining(`${to}: `) })
      const name = `waybill_test_${randomBytes(6).toString('hex')}`
      await pool.query(`CREATE DATABASE ${name}`)
      const target = new URL(url)
      target.pathname = `/${name}`
      const there = { DATA_DIR: path.join(folder, 'server-data'), DATABASE_URL: target.href }
      const restored = await run(runRestore, ['--from', to], there)
      expect(restored.said).toMatch(/\d+ rows in \d+ tables, as in the backup\./)
      expect(restored.said).toMatch(/blocks are valid, compared with 1 exported seals\./)
      expect(restored.said).toContain('all 21 invariants hold.')
      expect(restored.code).toBe(0)
      expect(await run(runInvariants, [], there)).toMatchObject({ code: 0 })
      const again = await run(runRestore, ['--from', to], { ...there, DATA_DIR: path.join(folder, 'more') })
      expect(again).toMatchObject({ code: 2, said: expect.stringContaining('is not empty. Make a new one') })
      await pool.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await own.close()
    },
  )
})
