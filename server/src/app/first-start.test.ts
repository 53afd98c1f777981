import { role_ids } from '@waybill/domain/kit/actor'
import { expect, it } from 'vitest'
import { firstStart } from './first-start.ts'
import { openTestHouse } from './test-kit/house.ts'

it('an empty installation invites the administrator of its company and the one of the platform, once', async () => {
  const { house, close } = await openTestHouse()
  try {
    const said: string[] = []
    const start = () =>
      firstStart(house, { host: '0.0.0.0', with_demo: false, step: (text) => void said.push(text) })
    await start()
    const links = said.map((text) => new URL(/http:\S+/.exec(text)?.[0] ?? ''))
    expect(links.map((link) => [link.origin, link.searchParams.get('email')])).toEqual([
      ['http://web.test', 'admin@localhost'],
      ['http://web.test', 'platform@localhost'],
    ])
    const { rows } = await house.pool.query<{ role_id: number }>('SELECT role_id FROM app_user ORDER BY id')
    expect(rows.map((row) => row.role_id)).toEqual([role_ids.administrator, role_ids.system_administrator])
    await start()
    expect(said).toHaveLength(2)
  } finally {
    await close()
  }
})
