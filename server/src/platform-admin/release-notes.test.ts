import { role_ids } from '@waybill/domain/kit/actor'
import { platformApi } from '@waybill/domain/platform-admin/api'
import { describe, expect, it } from 'vitest'
import { newProvider, type Caller } from '../../dev/test-kit/provider.ts'

const note = {
  version: '3.18.0',
  title: 'Faster lists',
  body: 'Lists open at once.\n\nNothing else changed.',
}

describe('release notes', () => {
  it('[NAV-009] [PERM-056] are created by platform administrators and returned to permitted readers, each the notes for their audience', async () => {
    const p = await newProvider()
    const platform = await p.user(role_ids.system_administrator)
    const staff = await p.staff()
    const driver = await p.driver()
    await platform.send(platformApi.addReleaseNote, { ...note, audience: ['staff'] })
    await platform.send(platformApi.addReleaseNote, { ...note, title: 'For drivers', audience: ['drivers'] })
    const titles = async (caller: Caller) =>
      (await caller.send(platformApi.releaseNotes, {})).release_notes.map(({ title }) => title)
    expect(await titles(platform)).toEqual(['For drivers', 'Faster lists'])
    expect(await titles(staff)).toEqual(['Faster lists'])
    expect((await driver.http('GET', '/release-notes')).status).toBe(403)
    expect((await staff.http('POST', '/release-notes', { ...note, audience: ['staff'] })).status).toBe(403)
    expect(await titles(await (await newProvider()).staff())).toEqual([])
  })

  it('require a version, a title, a text and an audience', async () => {
    const p = await newProvider()
    const platform = await p.user(role_ids.system_administrator)
    for (const gone of ['version', 'title', 'body', 'audience']) {
      const sent = { ...note, audience: ['staff'], [gone]: '' }
      expect((await platform.http('POST', '/release-notes', sent)).status, gone).toBe(400)
    }
  })
})
