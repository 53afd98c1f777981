import { identityApi } from '@waybill/domain/identity/api'
import { passkeysApi } from '@waybill/domain/identity/sign-in/passkeys-api'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { startupApi } from '@waybill/domain/startup/api'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { Authenticator, type TamperOptions } from '../../../dev/test-kit/fakes/authenticator.ts'
import { caughtMail } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { good_password, logIn, setUp, withPassword, withToken } from '../../../dev/test-kit/people.ts'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

const mail = caughtMail()
let p: TestProvider
let person: Caller
let device: Authenticator
const start = new Date('2026-03-04T10:00:00Z')
const at = (minutes: number) => p.runtime.setNow(new Date(start.getTime() + minutes * 60_000))
beforeEach(async () => {
  p = await newProvider()
  mail.take(p)
  at(0)
  person = await withPassword(p, await p.user(role_ids.administrator))
  device = new Authenticator(`http://p${p.provider_id}.test`)
})
afterAll(() => p.runtime.setNow(null))

const add = async (who: Caller = person, withDevice = device, deceit?: TamperOptions) => {
  const { options } = await who.send(passkeysApi.begin, {})
  return who.send(passkeysApi.add, { name: 'Phone', credential: withDevice.create(options, deceit) })
}
const signInOptions = async (of = p) =>
  ((await of.guest().http('POST', '/login/passkey', {})).body as { options: unknown }).options
const signIn = async (passkey: unknown, more: object = {}, of = p) => {
  const reply = await of.guest().http('POST', '/login', { passkey, ...more })
  return { status: reply.status, body: reply.body as { access_token: string; code: string; message: string } }
}
const refused = 'This passkey could not be verified. Try again, or log in with your password.'

describe('a passkey', () => {
  it('is made on a device of its owner, listed, renamed, told by mail, and audited', async () => {
    const { options } = await person.send(passkeysApi.begin, {})
    expect(options).toMatchObject({
      rp: { id: `p${p.provider_id}.test` },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const made = await person.send(passkeysApi.add, { name: 'Phone', credential: device.create(options) })
    expect(made).toMatchObject({ name: 'Phone', rp_id: `p${p.provider_id}.test`, time_last_used: null })
    await person.send(passkeysApi.rename, { id: made.id, name: 'Old phone' })
    expect((await person.send(passkeysApi.list, {})).passkeys.map(({ name }) => name)).toEqual(['Old phone'])
    expect((await person.send(startupApi.generalData, {})).user.has_passkey).toBe(true)
    await p.settle()
    expect(mail.messages().map((one) => one.subject)).toContain('A passkey was added')
    const events = await p.inTransaction((ctx) =>
      ctx.db.selectFrom('audit_event').selectAll().where('object_id', '=', person.user_id).execute(),
    )
    expect(JSON.stringify(events)).toContain('Old phone')
  })

  it('signs its owner in without name, password or passcode, and counts as a confirmation', async () => {
    await add()
    await setUp(p, person)
    at(30)
    const { status, body } = await signIn(device.get(await signInOptions()))
    expect(status).toBe(200)
    const as = withToken(p, body.access_token)
    expect((await as('GET', '/general-data')).body).toMatchObject({ user: { username: person.username } })
    expect((await as('POST', '/users/api-keys', { name: 'Shop' })).status).toBe(200)
    expect((await person.send(passkeysApi.list, {})).passkeys[0]?.time_last_used).toEqual(
      new Date(start.getTime() + 30 * 60_000),
    )
  })

  it('is asked for beside the password where it is the only second factor', async () => {
    await add()
    const asked = await logIn(p, person.username)
    expect([asked.status, asked.code, asked.access_token]).toEqual([202, 'passkey_needed', undefined])
    const passkey = device.get(await signInOptions())
    expect((await logIn(p, person.username, { passkey })).status).toBe(200)
    const other = await withPassword(p, await p.user(role_ids.finance_manager))
    const foreign = device.get(await signInOptions())
    expect((await logIn(p, other.username, { passkey: foreign })).status).toBe(401)
  })

  it('may stand in for the passcode of the app', async () => {
    await setUp(p, person)
    await add()
    expect((await logIn(p, person.username)).code).toBe('passcode_needed')
    const passkey = device.get(await signInOptions())
    expect((await logIn(p, person.username, { passkey })).status).toBe(200)
    const wrong = await logIn(p, person.username, { passkey: { ...passkey, id: 'x' } })
    expect(wrong.status).toBe(401)
  })

  it('confirms who it is, and then no password does', async () => {
    await add()
    at(11)
    expect((await person.http('POST', '/users/api-keys', { name: 'Shop' })).status).toBe(403)
    expect((await person.send(identityApi.stepUpMethods, {})).ways).toEqual(['passkey'])
    expect((await errorOf(person.send(identityApi.stepUp, { password: good_password }))).status).toBe(400)
    const { options } = await person.send(passkeysApi.stepUpOptions, {})
    await person.send(identityApi.stepUp, { passkey: device.get(options) })
    expect((await person.http('POST', '/users/api-keys', { name: 'Shop' })).status).toBe(200)
  })

  it('is a second factor where the company requires one, and is not removed while it is the only one', async () => {
    const strict = await newProvider({ require_2fa_for_staff: 'administrators' })
    const administrator = await strict.staff()
    expect((await errorOf(administrator.send(identityApi.sessions, {}))).status).toBe(403)
    const own = new Authenticator(`http://p${strict.provider_id}.test`)
    const { id } = await add(administrator, own)
    expect((await administrator.send(identityApi.sessions, {})).count).toBe(1)
    expect(await errorOf(administrator.send(passkeysApi.remove, { id }))).toEqual({
      status: 403,
      message: 'A second factor is required of you. Add another passkey or an authenticator app first.',
    })
    await add(administrator, own)
    await administrator.send(passkeysApi.remove, { id })
  })

  it('opens nothing once it was removed, and its owner is told', async () => {
    const { id } = await add()
    const options = await signInOptions()
    await person.send(passkeysApi.remove, { id })
    await p.settle()
    expect(mail.messages().map((one) => one.subject)).toContain('A passkey was removed')
    expect(await signIn(device.get(options))).toMatchObject({ status: 401, body: { message: refused } })
    expect((await errorOf(person.send(passkeysApi.remove, { id }))).status).toBe(404)
  })

  it('goes with the second factor that an administrator takes away', async () => {
    const colleague = await p.user(role_ids.finance_manager)
    await add(colleague)
    await person.send(identityApi.resetTwoFactor, { id: colleague.user_id })
    expect((await signIn(device.get(await signInOptions()))).status).toBe(401)
  })

  it('lets nobody in who was disabled or removed', async () => {
    const colleague = await p.user(role_ids.finance_manager)
    await add(colleague)
    await person.send(identityApi.changeUser, { id: colleague.user_id, is_active: false })
    expect((await signIn(device.get(await signInOptions()))).status).toBe(403)
    await person.send(usersApi.remove, { id: colleague.user_id })
    expect((await signIn(device.get(await signInOptions()))).status).toBe(403)
  })

  it('belongs to its owner: others neither rename nor remove it', async () => {
    const { id } = await add()
    const other = await p.user(role_ids.administrator)
    expect((await errorOf(other.send(passkeysApi.rename, { id, name: 'Mine' }))).status).toBe(404)
    expect((await errorOf(other.send(passkeysApi.remove, { id }))).status).toBe(404)
  })
})

describe('what a passkey has signed', () => {
  it('counts once', async () => {
    await add()
    const signed = device.get(await signInOptions())
    expect((await signIn(signed)).status).toBe(200)
    expect((await signIn(signed)).status).toBe(401)
  })

  it('lets one of twenty in who send it at the same moment', async () => {
    await add()
    const signed = device.get(await signInOptions())
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(signed)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('counts for five minutes', async () => {
    await add()
    const signed = device.get(await signInOptions())
    at(5)
    expect((await signIn(signed)).status).toBe(401)
  })

  it.each<[string, TamperOptions]>([
    ['on another page', { origin: 'https://waybill.example' }],
    ['for another name', { rp_id: 'waybill.example' }],
    ['for a challenge of nobody', { challenge: Buffer.from('made up').toString('base64url') }],
    ['without being unlocked', { is_locked: true }],
  ])('is refused %s', async (_how, deceit) => {
    await add()
    const signed = device.get(await signInOptions(), deceit)
    expect(await signIn(signed)).toMatchObject({ status: 401, body: { message: refused } })
    expect((await signIn(device.get(await signInOptions()))).status).toBe(200)
  })

  it.each<[string, TamperOptions]>([
    ['on another page', { origin: 'https://waybill.example' }],
    ['for another name', { rp_id: 'waybill.example' }],
    ['for a challenge of nobody', { challenge: Buffer.from('made up').toString('base64url') }],
    ['without being unlocked', { is_locked: true }],
  ])('makes no passkey %s', async (_how, deceit) => {
    expect((await errorOf(add(person, device, deceit))).status).toBe(400)
    expect((await person.send(passkeysApi.list, {})).count).toBe(0)
  })

  it('is refused when the device counts backwards, as a copy of it does', async () => {
    await add()
    for (let times = 0; times < 3; times += 1)
      expect((await signIn(device.get(await signInOptions()))).status).toBe(200)
    expect((await signIn(device.get(await signInOptions(), { counter: 2 }))).status).toBe(401)
    expect((await signIn(device.get(await signInOptions()))).status).toBe(200)
  })

  it('is taken from devices that do not count', async () => {
    const quiet = new Authenticator(`http://p${p.provider_id}.test`, false)
    await add(person, quiet)
    for (let times = 0; times < 2; times += 1)
      expect((await signIn(quiet.get(await signInOptions()))).status).toBe(200)
  })

  it('opens nothing with another company, whose challenge it is', async () => {
    await add()
    const other = await newProvider()
    const there = device.get(await signInOptions(other), { rp_id: `p${p.provider_id}.test` })
    expect((await signIn(there, {}, other)).status).toBe(401)
    const here = device.get(await signInOptions())
    expect((await signIn(here, {}, other)).status).toBe(401)
  })

  it('is for what it was asked for: a confirmation opens no session, a sign-in confirms nothing', async () => {
    await add()
    const { options } = await person.send(passkeysApi.stepUpOptions, {})
    expect((await signIn(device.get(options))).status).toBe(401)
    const passkey = device.get(await signInOptions())
    expect((await errorOf(person.send(identityApi.stepUp, { passkey }))).status).toBe(400)
  })

  it('is refused without ado when it is nonsense', async () => {
    for (const nonsense of [{}, { id: 'x' }, { ...device_less, response: {} }])
      expect((await signIn(nonsense)).status).toBe(401)
  })
})

const device_less = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} }
