import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { role_ids } from '@waybill/domain/kit/actor'
import { expect, it } from 'vitest'
import { firstStart } from './first-start.ts'
import { bootProduct } from '../../dev/test-kit/boot.ts'
import { freePort } from '../../dev/test-kit/free-port.ts'
import { openTestRuntime } from '../../dev/test-kit/runtime.ts'

it('creates links for the provider and platform administrators of an empty installation once and removes them after an hour', async () => {
  const { runtime, close } = await openTestRuntime()
  try {
    const steps: string[] = []
    const start = () =>
      firstStart(runtime, {
        installation: { is_local: false },
        with_demo: false,
        step: (text) => void steps.push(text),
      })
    await start()
    const file = path.join(runtime.data_dir, 'admin-links.txt')
    expect(steps).toEqual([
      `Links for the first administrators to choose their passwords. Each works once, within an hour: ${file}`,
    ])
    const links =
      fs
        .readFileSync(file, 'utf8')
        .match(/http:\S+/g)
        ?.map((link) => new URL(link)) ?? []
    expect(links.map((link) => [link.origin, link.searchParams.get('email')])).toEqual([
      ['http://web.test', 'admin@localhost'],
      ['http://web.test', 'platform@localhost'],
    ])
    const { rows } = await runtime.pool.query<{ role_id: number }>('SELECT role_id FROM app_user ORDER BY id')
    expect(rows.map((row) => row.role_id)).toEqual([role_ids.administrator, role_ids.system_administrator])
    const { rows: ends } = await runtime.pool.query<{ ms: number }>(
      'SELECT DISTINCT (extract(epoch FROM invite_expires) * 1000)::float8 AS ms FROM user_secret',
    )
    for (const { ms } of ends) expect(Math.abs(ms - Date.now() - 3_600_000)).toBeLessThan(60_000)
    await start()
    expect([steps.length, fs.existsSync(file)]).toEqual([1, true])
    const earlier = new Date(Date.now() - 3_600_001)
    fs.utimesSync(file, earlier, earlier)
    await start()
    expect([steps.length, fs.existsSync(file)]).toEqual([1, false])
  } finally {
    await close()
  }
})

it('is ready only after the initial setup is complete', async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-ready-'))
  const port = await freePort()
  const readiness = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/readyz`)
    return [answer.status, ((await answer.json()) as { reason?: string }).reason]
  }
  const before: unknown[] = []
  const running = await bootProduct({
    data_dir: dataDir,
    port,
    setUp: async () => void before.push(...(await readiness())),
  })
  try {
    expect(before).toEqual([503, 'The first company is being created.'])
    expect(await readiness()).toEqual([200, undefined])
  } finally {
    await running.close()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
})
