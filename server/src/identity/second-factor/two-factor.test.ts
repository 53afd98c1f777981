import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { startupApi } from '@waybill/domain/startup/api'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { caughtMail } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { codeOf, good_password, logIn, setUp, withPassword, withToken } from '../../../dev/test-kit/people.ts'

const catcher = caughtMail()
let p: TestProvider
let person: Caller
const start = new Date('2026-03-04T10:00:00Z')
const at = (seconds: number) => p.runtime.setNow(new Date(start.getTime() + seconds * 1000))
beforeEach(async () => {
  p = await newProvider({ provider_title: 'Fynbos Couriers' })
  catcher.take(p)
  at(0)
  person = await withPassword(p, await p.owner())
})
afterAll(() => p.runtime.setNow(null))

const problem = (reply: { status: number; message: string }) => [reply.status, reply.message]

describe('two-factor authentication', () => {
  it('[AUTH-004] [AUTH-044] [AUTH-045] is set up with a secret and its first code, after which sign-in returns 202', async () => {
    expect((await logIn(p, person.username)).status).toBe(200)
    const started = await person.send(identityApi.setUpTwoFactor, {})
    expect(started.auth_url).toMatch(/^otpauth:\/\/totp\/Fynbos%20Couriers:.*[?&]secret=[A-Z2-7]{32}&/)
    expect((await logIn(p, person.username)).status).toBe(200)
    const { secret, codes } = await setUp(p, person)
    expect(codes).toHaveLength(10)
    const pending = await logIn(p, person.username)
    expect([pending.status, pending.code, pending.access_token]).toEqual([202, 'passcode_needed', undefined])
    at(30)
    const entered = await logIn(p, person.username, { two_factor_auth_passcode: codeOf(p, secret) })
    expect(entered.status).toBe(200)
    const { body } = await withToken(p, entered.access_token)('GET', '/general-data')
    expect(body).toMatchObject({ user: { two_factor_auth_enabled: true } })
  })

  it('[AUTH-010] [AUTH-050] [AUTH-053] returns 400 for a wrong code and accepts six digits only', async () => {
    const { secret } = await setUp(p, person)
    at(30)
    const right = codeOf(p, secret)
    const wrong = right === '123456' ? '654321' : '123456'
    for (const typed of [wrong, `${right}7`, right.slice(1), `${right.slice(1)}x`]) {
      const reply = await logIn(p, person.username, { two_factor_auth_passcode: typed })
      expect(problem(reply), typed).toEqual([400, 'Incorrect code.'])
    }
    expect((await logIn(p, person.username, { two_factor_auth_passcode: right })).status).toBe(200)
  })

  it('accepts each code once, including the code that completed the set-up', async () => {
    const { secret } = await setUp(p, person)
    const replayed = await logIn(p, person.username, { two_factor_auth_passcode: codeOf(p, secret) })
    expect(problem(replayed)).toEqual([400, 'Incorrect code.'])
    at(60)
    const code = codeOf(p, secret)
    expect((await logIn(p, person.username, { two_factor_auth_passcode: code })).status).toBe(200)
    expect((await logIn(p, person.username, { two_factor_auth_passcode: code })).status).toBe(400)
    // The code of the previous step is older than the last one used.
    const older = codeOf(p, secret, -1)
    expect((await logIn(p, person.username, { two_factor_auth_passcode: older })).status).toBe(400)
    const next = codeOf(p, secret, 1)
    expect((await logIn(p, person.username, { two_factor_auth_passcode: next })).status).toBe(200)
  })

  it('signs in only one of fifty concurrent requests with the same code', async () => {
    const { secret } = await setUp(p, person)
    at(60)
    const device = (await logIn(p, person.username, { two_factor_auth_passcode: codeOf(p, secret) }))
      .known_device
    at(120)
    const code = codeOf(p, secret)
    const many = Array.from({ length: 50 }, () =>
      logIn(p, person.username, { two_factor_auth_passcode: code, known_device: device }),
    )
    const statuses = (await Promise.all(many)).map((reply) => reply.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('rejects more than five wrong codes per sign-in and ten per hour', async () => {
    const { secret } = await setUp(p, person)
    at(60)
    const guess = () => logIn(p, person.username, { two_factor_auth_passcode: '000000' })
    const round = async () => {
      await logIn(p, person.username)
      const replies = []
      for (let tries = 0; tries < 6; tries += 1) replies.push((await guess()).status)
      return replies
    }
    expect(codeOf(p, secret)).not.toBe('000000')
    expect(await round()).toEqual([400, 400, 400, 400, 400, 401])
    expect(await round()).toEqual([400, 400, 400, 400, 400, 401])
    await logIn(p, person.username)
    const late = await logIn(p, person.username, { two_factor_auth_passcode: codeOf(p, secret) })
    expect(late.status).toBe(429)
    expect(late.message).toMatch(/^Too many attempts\. Please try again in \d+ seconds\.$/)
    at(3700)
    await logIn(p, person.username)
    const after = await logIn(p, person.username, { two_factor_auth_passcode: codeOf(p, secret) })
    expect(after.status).toBe(200)
  })

  it('requires a recent confirmation for the first set-up', async () => {
    const other = await withPassword(p, await p.staff())
    const begin = () => other.http('POST', identityApi.setUpTwoFactor.path, {})
    at(11 * 60)
    const rejected = await begin()
    expect([rejected.status, (rejected.body as { code: string }).code]).toEqual([403, 'step_up_needed'])
    await other.send(identityApi.stepUp, { password: good_password })
    expect((await begin()).status).toBe(200)
  })

  it('rejects a code later than five minutes after the password', async () => {
    const { secret } = await setUp(p, person)
    at(60)
    await logIn(p, person.username)
    at(60 + 301)
    const late = await logIn(p, person.username, { two_factor_auth_passcode: codeOf(p, secret) })
    expect(problem(late)).toEqual([401, 'The code has expired. Log in again.'])
  })

  it('accepts each recovery code once, ignoring case and separators', async () => {
    const { codes } = await setUp(p, person)
    const [first = '', second = ''] = codes
    expect((await logIn(p, person.username, { two_factor_auth_passcode: first })).status).toBe(200)
    expect((await logIn(p, person.username, { two_factor_auth_passcode: first })).status).toBe(400)
    const typed = second.toLowerCase().replace('-', ' ')
    expect((await logIn(p, person.username, { two_factor_auth_passcode: typed })).status).toBe(200)
  })

  it('[AUTH-046] is replaced by a new set-up with the password and a currently valid code', async () => {
    const { secret: former, codes } = await setUp(p, person)
    at(60)
    const again = (password: string, currentPasscode: string) =>
      person.http('POST', '/users/2fa/setup', { password, current_passcode: currentPasscode })
    expect((await again(good_password, '000000')).body).toMatchObject({ message: 'Incorrect code.' })
    expect((await again('wrong', codeOf(p, former))).body).toMatchObject({ message: 'Incorrect password.' })
    expect((await person.http('POST', '/users/2fa/setup', {})).status).toBe(400)
    const started = (await again(good_password, codeOf(p, former))).body as { auth_url: string }
    const secret = /secret=([A-Z2-7]+)/.exec(started.auth_url)?.[1] ?? ''
    await person.send(identityApi.setUpTwoFactor, { two_factor_auth_passcode: codeOf(p, secret) })
    at(120)
    const old = await logIn(p, person.username, { two_factor_auth_passcode: codeOf(p, former) })
    expect(old.status).toBe(400)
    expect((await logIn(p, person.username, { two_factor_auth_passcode: codes[0] })).status).toBe(400)
    const fresh = await logIn(p, person.username, { two_factor_auth_passcode: codeOf(p, secret) })
    expect(fresh.status).toBe(200)
  })

  it('is switched off with password and code, and ends the user’s other sessions', async () => {
    const { secret } = await setUp(p, person)
    at(60)
    const elsewhere = await logIn(p, person.username, { two_factor_auth_passcode: codeOf(p, secret) })
    at(120)
    const off = (code: string) =>
      person.http('POST', '/users/2fa/disable', { password: good_password, two_factor_auth_passcode: code })
    expect((await off('000000')).status).toBe(400)
    expect((await off(codeOf(p, secret))).status).toBe(200)
    expect((await withToken(p, elsewhere.access_token)('GET', '/general-data')).status).toBe(401)
    expect((await person.http('GET', '/general-data')).status).toBe(200)
    expect((await logIn(p, person.username)).status).toBe(200)
  })

  it('[AUTH-053] is reset by an administrator, which notifies the user, ends their sessions and is audited', async () => {
    await setUp(p, person)
    const admin = await p.staff()
    const reset = await admin.http('POST', '/users/2fa/reset', { id: person.user_id })
    expect(reset.status).toBe(200)
    expect((await person.http('GET', '/general-data')).status).toBe(401)
    expect((await logIn(p, person.username)).status).toBe(200)
    await p.settle()
    const subjects = catcher
      .messages()
      .filter((mail) => mail.to.includes(`${person.username}@example.com`))
      .map((mail) => mail.subject)
    expect(subjects).toContain('Two-factor authentication was reset')
    const { rows } = await p.runtime.runtime.pool.query<{ source: string; change: unknown }>(
      `SELECT source, change FROM audit_event WHERE provider_id = $1 AND object_type = 'user' AND object_id = $2 ORDER BY id DESC LIMIT 1`,
      [p.provider_id, person.user_id],
    )
    expect(rows[0]).toMatchObject({
      source: admin.username,
      change: { two_factor_auth_enabled: { change_from: true, change_to: false } },
    })
  })

  it('cannot be reset by customers, nor for a system administrator by other staff', async () => {
    const other = await p.owner()
    expect((await other.http('POST', '/users/2fa/reset', { id: person.user_id })).status).toBe(403)
    const platform = await p.user(role_ids.system_administrator)
    expect((await (await p.staff()).http('POST', '/users/2fa/reset', { id: platform.user_id })).status).toBe(
      403,
    )
  })

  it('[AUTH-041] is required before anything else when the role requires it', async () => {
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('role')
        .set({ require_2fa: true })
        .where('id', '=', role_ids.account_owner)
        .execute(),
    )
    const { user } = await person.send(startupApi.generalData, {})
    expect([user.role.require_2fa, user.two_factor_auth_enabled]).toEqual([true, false])
    const rejected = await person.http('GET', '/shipments')
    expect([rejected.status, rejected.body]).toMatchObject([
      403,
      { message: 'Set up two-factor authentication first.' },
    ])
    const { secret } = await setUp(p, person)
    expect((await person.http('GET', '/shipments')).status).toBe(200)
    at(60)
    const off = { password: good_password, two_factor_auth_passcode: codeOf(p, secret) }
    expect((await person.http('POST', '/users/2fa/disable', off)).status).toBe(403)
  })

  it('stores secrets and recovery codes only sealed or as digests', async () => {
    const { secret, codes } = await setUp(p, person)
    const { rows } = await p.runtime.runtime.pool.query(
      'SELECT s.*, c.digest FROM user_secret s JOIN recovery_code c USING (provider_id, user_id) WHERE s.user_id = $1',
      [person.user_id],
    )
    const stored = JSON.stringify(rows)
    expect(rows).toHaveLength(10)
    for (const one of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(one)
  })
})
