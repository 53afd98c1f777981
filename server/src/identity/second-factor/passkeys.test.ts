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

const add = async (who: Caller = person, withDevice = device, tamperOptions?: TamperOptions) => {
  const { options } = await who.send(passkeysApi.begin, {})
  return who.send(passkeysApi.add, { name: 'Phone', credential: withDevice.create(options, tamperOptions) })
}
const signInOptions = async (of = p) =>
  ((await of.guest().http('POST', '/login/passkey', {})).body as { options: unknown }).options
const signIn = async (passkey: unknown, more: object = {}, of = p) => {
  const reply = await of.guest().http('POST', '/login', { passkey, ...more })
  return { status: reply.status, body: reply.body as { access_token: string; code: string; message: string } }
}
const refused = 'This passkey could not be verified. Try again, or log in with your password.'

describe('passkeys', () => {
  it('are created by their owner, listed, renamed and audited, and the owner is notified by email', async () => {
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

  it('sign their owner in without name, password or passcode, and count as a confirmation', async () => {
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

  it('are required after the password when they are the only second factor', async () => {
    await add()
    const pending = await logIn(p, person.username)
    expect([pending.status, pending.code, pending.access_token]).toEqual([202, 'passkey_needed', undefined])
    const passkey = device.get(await signInOptions())
    expect((await logIn(p, person.username, { passkey })).status).toBe(200)
    const other = await withPassword(p, await p.user(role_ids.finance_manager))
    const foreign = device.get(await signInOptions())
    expect((await logIn(p, other.username, { passkey: foreign })).status).toBe(401)
  })

  it('can replace the passcode of the authenticator app', async () => {
    await setUp(p, person)
    await add()
    expect((await logIn(p, person.username)).code).toBe('passcode_needed')
    const passkey = device.get(await signInOptions())
    expect((await logIn(p, person.username, { passkey })).status).toBe(200)
    const wrong = await logIn(p, person.username, { passkey: { ...passkey, id: 'x' } })
    expect(wrong.status).toBe(401)
  })

  it('confirm a user’s identity, and the password is then not accepted', async () => {
    await add()
    at(11)
    expect((await person.http('POST', '/users/api-keys', { name: 'Shop' })).status).toBe(403)
    expect((await person.send(identityApi.stepUpMethods, {})).ways).toEqual(['passkey'])
    expect((await errorOf(person.send(identityApi.stepUp, { password: good_password }))).status).toBe(400)
    const { options } = await person.send(passkeysApi.stepUpOptions, {})
    await person.send(identityApi.stepUp, { passkey: device.get(options) })
    expect((await person.http('POST', '/users/api-keys', { name: 'Shop' })).status).toBe(200)
  })

  it('satisfy a required second factor, and the last one cannot be removed', async () => {
    const strict = await newProvider({ require_2fa_for_staff: 'administrators' })
    const administrator = await strict.staff()
    expect((await errorOf(administrator.send(identityApi.sessions, {}))).status).toBe(403)
    const own = new Authenticator(`http://p${strict.provider_id}.test`)
    const { id } = await add(administrator, own)
    expect((await administrator.send(identityApi.sessions, {})).count).toBe(1)
    expect(await errorOf(administrator.send(passkeysApi.remove, { id }))).toEqual({
      status: 403,
      message:
        'A second factor is required for your user. Add another passkey or an authenticator app first.',
    })
    await add(administrator, own)
    await administrator.send(passkeysApi.remove, { id })
  })

  it('no longer sign in after removal, and the owner is notified', async () => {
    const { id } = await add()
    const options = await signInOptions()
    await person.send(passkeysApi.remove, { id })
    await p.settle()
    expect(mail.messages().map((one) => one.subject)).toContain('A passkey was removed')
    expect(await signIn(device.get(options))).toMatchObject({ status: 401, body: { message: refused } })
    expect((await errorOf(person.send(passkeysApi.remove, { id }))).status).toBe(404)
  })

  it('are removed when an administrator resets the second factor', async () => {
    const colleague = await p.user(role_ids.finance_manager)
    await add(colleague)
    await person.send(identityApi.resetTwoFactor, { id: colleague.user_id })
    expect((await signIn(device.get(await signInOptions()))).status).toBe(401)
  })

  it('do not sign in a disabled or removed user', async () => {
    const colleague = await p.user(role_ids.finance_manager)
    await add(colleague)
    await person.send(identityApi.changeUser, { id: colleague.user_id, is_active: false })
    expect((await signIn(device.get(await signInOptions()))).status).toBe(403)
    await person.send(usersApi.remove, { id: colleague.user_id })
    expect((await signIn(device.get(await signInOptions()))).status).toBe(403)
  })

  it('cannot be renamed or removed by other users', async () => {
    const { id } = await add()
    const other = await p.user(role_ids.administrator)
    expect((await errorOf(other.send(passkeysApi.rename, { id, name: 'Mine' }))).status).toBe(404)
    expect((await errorOf(other.send(passkeysApi.remove, { id }))).status).toBe(404)
  })
})

describe('passkey assertions', () => {
  it('are accepted only once', async () => {
    await add()
    const signed = device.get(await signInOptions())
    expect((await signIn(signed)).status).toBe(200)
    expect((await signIn(signed)).status).toBe(401)
  })

  it('sign in only one of twenty concurrent requests with the same assertion', async () => {
    await add()
    const signed = device.get(await signInOptions())
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(signed)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('expire after five minutes', async () => {
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
  ])('are rejected when created %s', async (_how, tamperOptions) => {
    await add()
    const signed = device.get(await signInOptions(), tamperOptions)
    expect(await signIn(signed)).toMatchObject({ status: 401, body: { message: refused } })
    expect((await signIn(device.get(await signInOptions()))).status).toBe(200)
  })

  it.each<[string, TamperOptions]>([
    ['on another page', { origin: 'https://waybill.example' }],
    ['for another name', { rp_id: 'waybill.example' }],
    ['for a challenge of nobody', { challenge: Buffer.from('made up').toString('base64url') }],
    ['without being unlocked', { is_locked: true }],
  ])('create no passkey when the attestation is created %s', async (_how, tamperOptions) => {
    expect((await errorOf(add(person, device, tamperOptions))).status).toBe(400)
    expect((await person.send(passkeysApi.list, {})).count).toBe(0)
  })

  it('are rejected when the counter decreases, which indicates a copied device', async () => {
    await add()
    for (let times = 0; times < 3; times += 1)
      expect((await signIn(device.get(await signInOptions()))).status).toBe(200)
    expect((await signIn(device.get(await signInOptions(), { counter: 2 }))).status).toBe(401)
    expect((await signIn(device.get(await signInOptions()))).status).toBe(200)
  })

  it('are accepted from devices that do not count', async () => {
    const quiet = new Authenticator(`http://p${p.provider_id}.test`, false)
    await add(person, quiet)
    for (let times = 0; times < 2; times += 1)
      expect((await signIn(quiet.get(await signInOptions()))).status).toBe(200)
  })

  it('are rejected when the challenge or the sign-in belongs to another company', async () => {
    await add()
    const other = await newProvider()
    const there = device.get(await signInOptions(other), { rp_id: `p${p.provider_id}.test` })
    expect((await signIn(there, {}, other)).status).toBe(401)
    const here = device.get(await signInOptions())
    expect((await signIn(here, {}, other)).status).toBe(401)
  })

  it('are valid only for their purpose: sign-in or confirmation', async () => {
    await add()
    const { options } = await person.send(passkeysApi.stepUpOptions, {})
    expect((await signIn(device.get(options))).status).toBe(401)
    const passkey = device.get(await signInOptions())
    expect((await errorOf(person.send(identityApi.stepUp, { passkey }))).status).toBe(400)
  })

  it('are rejected with 401 when malformed', async () => {
    for (const nonsense of [{}, { id: 'x' }, { ...device_less, response: {} }])
      expect((await signIn(nonsense)).status).toBe(401)
  })
})

const device_less = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} }
