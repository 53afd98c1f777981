import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf, good_password, logIn, setUp, withPassword, withToken } from '../../../dev/test-kit/people.ts'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { openIdThirdParty, thirdPartyPort } from '../index.ts'
import { fakeIssuer, type FakeIssuer } from '../../../dev/fakes/google/issuer.ts'

let issuer: FakeIssuer
let p: TestProvider
let person: Caller
const client_id = 'waybill.example'
const start = new Date('2026-03-04T10:00:00Z')
const at = (seconds: number) => p.runtime.setNow(new Date(start.getTime() + seconds * 1000))
beforeAll(async () => {
  issuer = await fakeIssuer(0)
})
afterAll(async () => {
  p.runtime.setNow(null)
  await issuer.close()
})
beforeEach(async () => {
  p = await newProvider({ google_login_enabled: true, google_client_id: client_id })
  p.runtime.runtime.adapters.set(thirdPartyPort.name, openIdThirdParty(issuer))
  at(0)
  person = await withPassword(p, await p.owner())
})

interface StartedSignIn {
  nonce: string
  authorize_url: string
  client_id: string
}
const begin = async () => (await p.guest().http('POST', '/login/third-party', {})).body as StartedSignIn
const now = () => p.runtime.runtime.clock()
const token = async (claims: Record<string, unknown> = {}, audience = client_id, signed = now()) =>
  issuer.sign(
    { sub: 'subject-1', email: 'someone@example.com', nonce: (await begin()).nonce, ...claims },
    {
      client_id: audience,
      now: signed,
    },
  )
const enter = async (credential: string, more: Record<string, unknown> = {}) => {
  const reply = await p
    .guest()
    .http('POST', '/login', { social_credentials: { credential, select_by: 'btn' }, ...more })
  return { status: reply.status, ...(reply.body as { message: string; code: string; access_token: string }) }
}
const connect = async (more: Record<string, unknown> = {}) =>
  enter(await token(more), { email: person.username, password: good_password })

describe('third-party sign-in', () => {
  it('[AUTH-011] [AUTH-013] signs a user in after a password has connected the two accounts', async () => {
    expect(await begin()).toMatchObject({ authorize_url: `${issuer.url}/authorize`, client_id })
    const unknown = await enter(await token())
    expect([unknown.status, unknown.code]).toEqual([403, 'verification_needed'])
    expect((await connect()).status).toBe(200)
    const entered = await enter(await token())
    expect(entered.status).toBe(200)
    const { body } = await withToken(p, entered.access_token)('GET', '/general-data')
    expect(body).toMatchObject({ user: { username: person.username } })
  })

  it('does not connect an account by email address alone', async () => {
    const email = `${person.username}@example.com`
    expect((await enter(await token({ sub: 'a stranger', email }))).status).toBe(403)
    const guess = await enter(await token({ sub: 'a stranger', email }), { email, password: 'a guess' })
    expect(guess.status).toBe(401)
  })

  it('rejects a token that is for another client, too old, from another issuer, altered, unsigned or already used', async () => {
    await connect()
    const used = await token()
    expect((await enter(used)).status).toBe(200)
    const other = await fakeIssuer(0)
    const { nonce } = await begin()
    const foreign = await other.sign({ sub: 'subject-1', nonce }, { client_id, now: now() })
    await other.close()
    const good = await token()
    const [head = '', , signature = ''] = good.split('.')
    const body = Buffer.from(
      JSON.stringify({ iss: issuer.issuers[0], aud: client_id, sub: 'subject-1', nonce, exp: 9e9, iat: 1 }),
    ).toString('base64url')
    const odd: Record<string, string> = {
      'for others': await token({}, 'another.client'),
      'too old': await token({}, client_id, new Date(now().getTime() - 600_000)),
      'from elsewhere': foreign,
      altered: `${head}.${body}.${signature}`,
      'without signature': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
      used,
      'a nonce of its own': await token({ nonce: 'made up' }),
    }
    for (const [what, credential] of Object.entries(odd)) {
      const reply = await enter(credential)
      expect([reply.status, reply.message], what).toEqual([
        401,
        'The sign-in with Google could not be checked. Please try again.',
      ])
    }
  })

  it('still requires the second factor', async () => {
    const { secret } = await setUp(p, person)
    at(60)
    const first = await token()
    const requested = await enter(first, { email: person.username, password: good_password })
    expect(requested.status).toBe(202)
    const entered = await enter(first, {
      email: person.username,
      password: good_password,
      two_factor_auth_passcode: codeOf(p, secret),
    })
    expect(entered.status).toBe(200)
    at(120)
    const second = await token()
    expect((await enter(second)).status).toBe(202)
    expect((await enter(second, { two_factor_auth_passcode: codeOf(p, secret) })).status).toBe(200)
  })

  it('[AUTH-012] is available only where the company has switched it on', async () => {
    p = await newProvider({ google_client_id: client_id })
    expect((await p.guest().http('POST', '/login/third-party', {})).status).toBe(403)
    const reply = await p
      .guest()
      .http('POST', '/login', { social_credentials: { credential: 'x.y.z', select_by: 'btn' } })
    expect(reply.status).toBe(403)
    expect((await logIn(p, 'nobody')).status).toBe(401)
  })
})
