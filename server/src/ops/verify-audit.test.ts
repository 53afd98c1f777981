import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockDirectory } from '../kit/embedded/lock.ts'
import { callRunningProduct } from './product-requests.ts'
import { bootProduct } from '../../dev/test-kit/boot.ts'
import type { Running } from '../main/boot.ts'
import { installProvider } from '../main/install.ts'
import { audit_channel, verifyAudit } from './verify-audit.ts'
import { configure } from '../../dev/test-kit/config.ts'

const root = path.join(import.meta.dirname, '../../..')
const data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-verify-'))
afterAll(() => fs.rmSync(data_dir, { recursive: true, force: true }))

/** Runs the command as an operator does; returns its exit code and output. */
const command = (words: readonly string[], DATA_DIR: string) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'scripts/audit-verify.ts'), ...words], {
      env: { ...process.env, DATABASE_URL: '', DATA_DIR },
    })
    let output = ''
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
    child.on('close', (code) => resolve({ code, output: output }))
  })

describe('npm run audit:verify', () => {
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const code = await verifyAudit({ root, args, printLine: (line) => lines.push(line) })
    return { code, output: lines.join('\n') }
  }
  const usage = expect.stringContaining('npm run audit:verify -- [--provider ID]')
  beforeEach(() => {
    configure({ DATABASE_URL: undefined, DATA_DIR: path.join(data_dir, 'nowhere') })
  })

  it('prints its usage for --help and -h', async () => {
    expect(await run('--help')).toEqual({ code: 0, output: usage })
    expect(await command(['-h'], data_dir)).toEqual({ code: 0, output: usage })
  })

  it.each([
    [['--company', '1'], "Unknown option '--company'."],
    [['1'], "Unexpected argument '1'."],
    [['--provider'], "Option '--provider <value>' argument missing."],
    [['--provider', 'Fynbos'], '‘Fynbos’ is not a provider id.'],
    [['--provider', '-1'], "Option '--provider' argument is ambiguous."],
    [['--provider', '0'], '‘0’ is not a provider id.'],
    [['--provider', '1.5'], '‘1.5’ is not a provider id.'],
    [['--provider='], '‘’ is not a provider id.'],
    [['--seal', '1:2'], '‘1:2’ is not a seal. Copy it from a line ‘audit seal’ of the service log.'],
  ])('rejects %j with exit code 2, the reason and the usage', async (words, why) => {
    const { code, output } = await run(...words)
    expect([code, output.split('\n')[0]]).toEqual([2, why])
    expect(output).toEqual(usage)
  })

  it('reports a missing log file or database with exit code 2, and creates no database', async () => {
    const log = path.join(data_dir, 'no.log')
    expect(await run('--log', log)).toEqual({
      code: 2,
      output: `There is no log file ${log}. Choose one that the product has written.`,
    })
    const nowhere = path.join(data_dir, 'nowhere')
    expect(await run()).toEqual({
      code: 2,
      output: `There is no database in ${nowhere}. Set DATA_DIR or DATABASE_URL to the correct one.`,
    })
    expect(fs.existsSync(nowhere)).toBe(false)
  })

  it('reports that the process that uses the data directory does not accept the request, or has stopped', async () => {
    const held = path.join(data_dir, 'held')
    fs.mkdirSync(held)
    const unlock = lockDirectory(held)
    await expect(
      callRunningProduct(held, audit_channel, { provider: null, seals: [], files: false }, 100),
    ).rejects.toThrow(
      `(process id ${process.pid} on ${os.hostname()}) does not accept the request. Stop it, run the command again, then start it.`,
    )
    unlock()
    await expect(
      callRunningProduct(held, audit_channel, { provider: null, seals: [], files: false }),
    ).rejects.toThrow('The product has stopped in the meantime. Run the command again.')
    expect(fs.readdirSync(path.join(held, 'audit-verify'))).toEqual([])
  })
})

describe('npm run audit:verify while the product uses its embedded database', () => {
  let running: Running
  let providerId: number
  const own = path.join(data_dir, 'own')
  const verify = (...words: string[]) => command(words, own)

  beforeAll(async () => {
    running = await bootProduct({ data_dir: own })
    providerId = (await installProvider(running.runtime, { name: 'Fynbos Couriers' })).provider_id
  })
  afterAll(async () => running.close())

  const sealed = async () => {
    const { rows } = await running.runtime.pool.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM audit_seal WHERE provider_id = $1',
      [providerId],
    )
    return rows[0]?.total ?? 0
  }

  it('is carried out by the product, for every company or for one', async () => {
    await expect.poll(sealed, { timeout: 20_000, interval: 100 }).toBeGreaterThan(0)
    const every = await verify()
    expect(every.output).toMatch(
      new RegExp(`^Provider ${providerId}: \\d+ entries in \\d+ blocks are valid\\.\\n$`),
    )
    expect(every.code).toBe(0)
    expect((await verify('--provider', String(providerId))).code).toBe(0)
    expect(await verify('--provider', '999')).toEqual({ code: 2, output: 'There is no provider 999.\n' })
    expect(fs.readdirSync(path.join(own, 'audit-verify'))).toEqual([])
  })

  it('compares the chain with the given seals, and detects a changed entry', async () => {
    const wrong = `${providerId}:1:${'0'.repeat(64)}`
    const compared = await verify('--seal', wrong)
    expect(compared.code).toBe(1)
    expect(compared.output).toContain(`Provider ${providerId}: BAD.`)
    await running.runtime.pool.query(`SET session_replication_role = replica;
      UPDATE audit_event SET source = 'nobody' WHERE provider_id = ${providerId} AND id =
        (SELECT min(id) FROM audit_event WHERE provider_id = ${providerId});
      RESET session_replication_role`)
    expect((await verify()).code).toBe(1)
  })
})
