import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bootProduct } from '../../dev/test-kit/boot.ts'
import type { Running } from '../main/boot.ts'
import { installProvider } from '../main/install.ts'
import { Maintenance, writeMaintenanceFile, writeMaintenanceRow } from './maintenance.ts'
import { testRuntime } from '../../dev/test-kit/runtime.ts'

const root = path.join(import.meta.dirname, '../../..')
const log = pino({ level: 'silent' })

describe('maintenance of a running installation', () => {
  let running: Running
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-maintenance-'))

  beforeAll(async () => {
    running = await bootProduct({ data_dir: dataDir })
    await installProvider(running.runtime, { name: 'Fynbos Couriers', is_default: true })
  })
  afterAll(async () => {
    await running.close()
    fs.rmSync(dataDir, { recursive: true, force: true })
  })

  /** Runs the operator command while the product is running. */
  const command = (...words: string[]) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, [path.join(root, 'scripts/maintenance.ts'), ...words], {
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      })
      let output = ''
      child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
      child.on('close', (code) => resolve({ code, output: output }))
    })
  const at = (address: string) => running.runtime.web_url + address
  const statusOf = async (address: string, init: RequestInit = {}) => (await fetch(at(address), init)).status

  it('[SHELL-052] returns 418 except for health checks and metrics within two seconds of being switched on, and answers again after it is off', async () => {
    expect(await statusOf('/api/providers?origin=127.0.0.1')).toBe(200)
    expect((await command('on', 'The database', 'gets a bigger disk.')).code).toBe(0)
    await expect
      .poll(() => statusOf('/api/providers?origin=127.0.0.1'), { timeout: 2_000, interval: 100 })
      .toBe(418)
    const login = await fetch(at('/api/login'), { method: 'POST', body: '{}' })
    expect(login.status).toBe(418)
    expect(login.headers.get('retry-after')).toBe('300')
    expect(await login.json()).toMatchObject({
      code: 'maintenance',
      message: 'The database gets a bigger disk.',
    })
    expect(await statusOf('/v2/shipments', { headers: { authorization: 'Bearer x' } })).toBe(418)
    expect(
      await Promise.all(['/livez', '/healthz', '/readyz', '/metrics'].map((one) => statusOf(`/api${one}`))),
    ).toEqual([200, 200, 200, 200])
    const page = await fetch(at('/track'), { headers: { accept: 'text/html' } })
    expect(page.status).toBe(418)
    expect(Number(page.headers.get('refresh'))).toBeGreaterThanOrEqual(300)
    expect((await page.text()).replaceAll('&#39;', "'")).toContain("We're doing maintenance...")

    expect((await command('off')).code).toBe(0)
    await expect
      .poll(() => statusOf('/api/providers?origin=127.0.0.1'), { timeout: 2_000, interval: 100 })
      .toBe(200)
  })

  it('accepts only on and off, and rejects a text of 301 characters', async () => {
    expect(await command('perhaps')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Use on or off'),
    })
    expect(await command('on', 'x'.repeat(301))).toMatchObject({ code: 1 })
    expect(await statusOf('/api/providers?origin=127.0.0.1')).toBe(200)
  })
})

describe('maintenance of processes that share a database', () => {
  it('applies to all processes, and keeps its state when the row cannot be read', async () => {
    const { runtime } = await testRuntime()
    const folders = ['a', 'b'].map((name) => fs.mkdtempSync(path.join(os.tmpdir(), `waybill-${name}-`)))
    let isDown = false
    const query = (...given: Parameters<typeof runtime.pool.query>) =>
      isDown ? Promise.reject(new Error('down')) : runtime.pool.query(...given)
    const pool = { query } as typeof runtime.pool
    const [one, other] = folders.map((folder) => new Maintenance(folder, pool, log))
    const checkBoth = async () => {
      await Promise.all([one?.check(), other?.check()])
      return [one?.text, other?.text]
    }
    expect(await checkBoth()).toEqual([null, null])
    await writeMaintenanceRow(pool, 'Back at noon.')
    await writeMaintenanceRow(pool, 'Back at one.')
    expect(await checkBoth()).toEqual(['Back at one.', 'Back at one.'])
    isDown = true
    expect(await checkBoth()).toEqual(['Back at one.', 'Back at one.'])
    isDown = false
    await writeMaintenanceRow(pool, null)
    expect(await checkBoth()).toEqual([null, null])
    writeMaintenanceFile(folders[0] ?? '', 'Only here.')
    expect(await checkBoth()).toEqual(['Only here.', null])
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
  })
})
