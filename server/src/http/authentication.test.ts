import { identityApi } from '@waybill/domain/identity/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { inPlatformTransaction } from '../db/platform-transaction.ts'
import { changeUserRow } from '../identity/index.ts'
import { PubSub } from '../kit/pubsub.ts'
import type { Runtime } from '../kit/runtime.ts'
import { Authentication } from './authentication.ts'

let p: TestProvider
let staff: Caller
let other: Runtime
let authentication: Authentication
beforeEach(async () => {
  p = await newProvider()
  staff = await p.staff()
  // Another process on the same database, which the messages of this one do not reach.
  other = { ...p.runtime.runtime, pubsub: new PubSub() }
  authentication = new Authentication(other)
})

const nameOf = async (token: string | null) =>
  (await authentication.authenticate(token ?? '', `p${p.provider_id}.test`, '')).actor.name
/** Changes a name as a statement outside the product would. */
const rename = (userId: number, name: string) =>
  inPlatformTransaction(p.runtime.runtime, (db) =>
    db.updateTable('app_user').set({ name }).where('id', '=', userId).execute(),
  )

describe('cached holders of tokens', () => {
  it('are read again after a change of their user, role or company, and not after one of others', async () => {
    const second = await p.owner()
    await nameOf(staff.token)
    await nameOf(second.token)
    const publish = (subject?: string, providerId = p.provider_id) =>
      other.pubsub.publish({ topic: 'session', provider_id: providerId, ...(subject ? { subject } : {}) })
    await rename(staff.user_id, 'One')
    await rename(second.user_id, 'Two')
    publish(String(second.user_id))
    publish(undefined, p.provider_id + 1)
    expect(await nameOf(staff.token)).not.toBe('One')
    expect(await nameOf(second.token)).toBe('Two')
    publish()
    expect(await nameOf(staff.token)).toBe('One')
    await rename(staff.user_id, 'Three')
    other.pubsub.publish({ topic: 'missed', provider_id: 0 })
    expect(await nameOf(staff.token)).toBe('Three')
  })

  it('are not used when the change is published while they are being read', async () => {
    const first = nameOf(staff.token)
    await rename(staff.user_id, 'Changed')
    other.pubsub.publish({ topic: 'session', provider_id: p.provider_id, subject: String(staff.user_id) })
    await first
    expect(await nameOf(staff.token)).toBe('Changed')
  })

  it('end with their key', async () => {
    const start = new Date('2026-03-04T10:00:00Z')
    p.runtime.setNow(start)
    const { api_key } = await staff.send(identityApi.createApiKey, { name: 'Shop', expires_in_days: 1 })
    await nameOf(api_key)
    p.runtime.setNow(new Date(start.getTime() + 24 * 3_600_000))
    await expect(nameOf(api_key)).rejects.toMatchObject({ kind: 'unauthorised' })
  })

  it('follow every change that a store makes, within the process at once', async () => {
    const own = new Authentication(p.runtime.runtime)
    const name = async () =>
      (await own.authenticate(staff.token ?? '', `p${p.provider_id}.test`, '')).actor.name
    await name()
    await p.inTransaction((ctx) => changeUserRow(ctx, staff.user_id, undefined, { name: 'Moved in' }))
    expect(await name()).toBe('Moved in')
  })
})
