import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { readSecrets, secretFile } from '../../server/src/kit/server-secret.ts'
import { emptyDatabase } from './dedicated-database.ts'
import { runScript, startProduct } from './product-process.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-secret-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

describe('npm run secret:rotate', () => {
  it('replaces the secret of a stopped installation, also after an interrupted run, and forgets the previous one', async () => {
    const dataDir = path.join(folder, 'own')
    const rotate = (...args: string[]) => runScript('secret-rotate.ts', { data_dir: dataDir, args })
    const secrets = () => readSecrets(dataDir, {})?.secrets ?? []
    const before = await startProduct({ data_dir: dataDir })
    expect(await rotate()).toEqual({
      code: 1,
      printed: expect.stringContaining('is in use by another Waybill process'),
    })
    await before.stop()
    const [first] = secrets()
    expect(await rotate('--forget')).toEqual({ code: 1, printed: 'There is no previous secret to forget.\n' })
    const killed = await runScript('secret-rotate.ts', { data_dir: dataDir }, '_sealed: ')
    expect(killed.code).toBeNull()
    expect(secrets()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), first])
    await (await startProduct({ data_dir: dataDir })).stop()
    // This run continues where the killed run stopped.
    await rotate()
    expect(await rotate()).toEqual({
      code: 1,
      printed:
        'Everything is sealed with the newest secret, and the previous one is still kept. Run this with --forget first.\n',
    })
    expect(await rotate('--forget')).toEqual({
      code: 0,
      printed: 'The previous secret is forgotten. Older backups still need it: keep it with them.\n',
    })
    expect(secrets()).toHaveLength(1)
    expect(secrets()).not.toContain(first)
    expect((fs.statSync(secretFile(dataDir)).mode & 0o777).toString(8)).toBe('600')
    await (await startProduct({ data_dir: dataDir })).stop()
  })

  describe.runIf(pgProgram('initdb'))('on a PostgreSQL server', () => {
    let cluster: Cluster
    beforeAll(() => {
      const started = startThrowAwayCluster()
      if (!started) throw new Error('PostgreSQL could not be started.')
      cluster = started
    })
    afterAll(() => cluster.stop())

    it('replaces a secret from the environment while the product runs with both', async () => {
      const { url, client } = await emptyDatabase(cluster, 'secrets')
      await client.end()
      const [present, next] = [
        'the present secret, long enough as it is',
        'the next secret, long enough as it is',
      ]
      const rotate = (env: Record<string, string>, ...args: string[]) =>
        runScript('secret-rotate.ts', { url, env, args })
      const alone = { WAYBILL_SECRET: present }
      await (await startProduct({ url, env: alone })).stop()
      expect((await rotate(alone)).printed).toMatch(
        /^Set WAYBILL_SECRET to a new secret and WAYBILL_SECRET_PREVIOUS to the current one, /,
      )
      const both = { WAYBILL_SECRET: next, WAYBILL_SECRET_PREVIOUS: present }
      const running = await startProduct({ url, env: both })
      expect(await rotate(both)).toMatchObject({ code: 0 })
      expect(await rotate(both, '--forget')).toMatchObject({ code: 0 })
      expect((await fetch(`${running.web}/api/readyz`)).status).toBe(200)
      await running.stop()
      await (await startProduct({ url, env: { WAYBILL_SECRET: next } })).stop()
    })

    it('rejects --forget while the new secret is younger than five minutes', async () => {
      const { url, client } = await emptyDatabase(cluster, 'files')
      await client.end()
      const dataDir = path.join(folder, 'shared')
      const rotate = (...args: string[]) => runScript('secret-rotate.ts', { url, data_dir: dataDir, args })
      const running = await startProduct({ url, data_dir: dataDir })
      expect(await rotate()).toMatchObject({ code: 0 })
      expect(await rotate('--forget')).toEqual({
        code: 1,
        printed: 'The new secret is less than five minutes old. A running process may not know it yet.\n',
      })
      const earlier = new Date(Date.now() - 6 * 60_000)
      fs.utimesSync(secretFile(dataDir), earlier, earlier)
      expect(await rotate('--forget')).toMatchObject({ code: 0 })
      await running.stop()
    })
  })
})
