import fs from 'node:fs'
import path from 'node:path'
import { role_ids } from '@waybill/domain/kit/actor'
import { expect, it } from 'vitest'
import { firstStart } from './first-start.ts'
import { openTestHouse } from './test-kit/house.ts'

it('an empty installation invites the administrator of its company and the one of the platform, once', async () => {
  const { house, close } = await openTestHouse()
  try {
    const said: string[] = []
    const start = () =>
      firstStart(house, {
        installation: { is_local: false },
        with_demo: false,
        step: (text) => void said.push(text),
      })
    await start()
    const file = path.join(house.data_dir, 'admin-links.txt')
    expect(said).toEqual([
      `Links by which the first administrators choose their passwords, once, within an hour: ${file}`,
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
    const { rows } = await house.pool.query<{ role_id: number }>('SELECT role_id FROM app_user ORDER BY id')
    expect(rows.map((row) => row.role_id)).toEqual([role_ids.administrator, role_ids.system_administrator])
    await start()
    expect(said).toHaveLength(1)
  } finally {
    await close()
  }
})
