import { identityApi } from '@waybill/domain/identity/api'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { good_password, logIn, withPassword, withToken } from '../../../dev/test-kit/people.ts'
import { caughtMail } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { hashPassword, savePassword } from '../index.ts'
import { isCommon, isOutdated } from './password.ts'

const catcher = caughtMail()
let p: TestProvider
let person: Caller
const start = new Date('2026-03-04T10:00:00Z')
const at = (seconds: number) => p.runtime.setNow(new Date(start.getTime() + seconds * 1000))
afterAll(() => p.runtime.setNow(null))
beforeEach(async () => {
  p = await newProvider({ provider_title: 'Fynbos Couriers', url: 'https://portal.fynbos.example' })
  catcher.take(p)
  at(0)
  person = await withPassword(p, await p.owner())
})

const mailOf = (someone: Caller) => `${someone.username}@example.com`
const mailingsTo = (email: string) => catcher.messages().filter((mail) => mail.to.includes(email))
/** Returns the code in the link of the newest email. */
const codeTo = (email: string): string => {
  const [mailing] = mailingsTo(email)
  return /verification=([\w-]+)/.exec(mailing?.text ?? '')?.[1] ?? ''
}
const requestReset = async (input: Record<string, unknown>) => {
  const reply = await p.guest().http('POST', '/users/reset-password', input)
  await p.settle()
  return reply
}
const update = (body: Record<string, unknown>, by: Caller = p.guest()) =>
  by.http('POST', '/users/update-password', body)
const fresh = 'a wholly new password'

describe('password reset', () => {
  it('[AUTH-008] [AUTH-003] [AUTH-037] sends a single-use link that sets a new password and ends other sessions', async () => {
    await requestReset({ email: mailOf(person) })
    const [mailing] = mailingsTo(mailOf(person))
    expect(mailing?.subject).toBe('Choose a new password for Fynbos Couriers')
    expect(mailing?.text).toContain('https://portal.fynbos.example/login?verification=')
    const verificationCode = codeTo(mailOf(person))
    expect(verificationCode).toHaveLength(43)
    expect((await logIn(p, person.username)).status).toBe(200)
    const entered = await logIn(p, mailOf(person), { verification_code: verificationCode, password: fresh })
    expect(entered.status).toBe(200)
    expect((await withToken(p, entered.access_token)('GET', '/general-data')).status).toBe(200)
    expect((await person.http('GET', '/general-data')).status).toBe(401)
    expect((await logIn(p, person.username)).status).toBe(401)
    expect((await logIn(p, person.username, { password: fresh })).status).toBe(200)
    const again = await logIn(p, mailOf(person), {
      verification_code: verificationCode,
      password: 'yet another one',
    })
    expect(again.status).toBe(401)
  })

  it('[AUTH-017] [AUTH-039] accepts the username to request a link and to set the password', async () => {
    await requestReset({ username: person.username })
    const verificationCode = codeTo(mailOf(person))
    const reply = await update({
      username: person.username,
      password: fresh,
      verification_code: verificationCode,
    })
    expect([reply.status, reply.body]).toEqual([200, { message: 'Password updated' }])
    expect((await logIn(p, person.username, { password: fresh })).status).toBe(200)
    expect(
      (
        await update({
          username: person.username,
          password: good_password,
          verification_code: verificationCode,
        })
      ).status,
    ).toBe(400)
  })

  it('[AUTH-008] rejects a link that is older than half an hour or replaced by a newer one', async () => {
    await requestReset({ email: mailOf(person) })
    const first = codeTo(mailOf(person))
    at(60)
    await requestReset({ email: mailOf(person) })
    const second = codeTo(mailOf(person))
    expect(second).not.toBe(first)
    const use = (verificationCode: string) =>
      logIn(p, mailOf(person), { verification_code: verificationCode, password: fresh })
    expect((await use(first)).status).toBe(401)
    at(60 + 31 * 60)
    expect((await use(second)).status).toBe(401)
    expect((await logIn(p, person.username)).status).toBe(200)
  })

  it('[AUTH-038] returns the same response for unknown addresses and sends them no email', async () => {
    const known = await requestReset({ email: mailOf(person) })
    const unknown = await requestReset({ email: 'nobody@example.com' })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(known.body).toEqual({ message: 'If we know this address, a reset link is on its way.' })
    expect(mailingsTo('nobody@example.com')).toEqual([])
    expect((await requestReset({})).status).toBe(400)
  })

  it('sends at most five emails per hour to one person without changing the response', async () => {
    for (let count = 0; count < 7; count += 1)
      expect((await requestReset({ email: mailOf(person) })).status).toBe(200)
    expect(mailingsTo(mailOf(person))).toHaveLength(5)
  })

  it('stores the code only as a digest', async () => {
    await requestReset({ email: mailOf(person) })
    const code = codeTo(mailOf(person))
    const { rows } = await p.runtime.runtime.pool.query(
      'SELECT s.* FROM user_secret s WHERE s.provider_id = $1',
      [p.provider_id],
    )
    const outbox = await p.runtime.runtime.pool.query('SELECT payload FROM outbox WHERE provider_id = $1', [
      p.provider_id,
    ])
    expect(JSON.stringify([rows, outbox.rows])).not.toContain(code)
    expect(rows.some((row: { reset_digest: string | null }) => row.reset_digest !== null)).toBe(true)
  })
})

describe('changing one’s own password', () => {
  it('[AUTH-040] requires the current password and ends the user’s other sessions', async () => {
    const elsewhere = await logIn(p, person.username)
    const wrong = await update({ password: fresh, current_password: 'wrong' }, person)
    expect([wrong.status, wrong.body]).toMatchObject([400, { message: 'Incorrect password.' }])
    expect((await update({ password: fresh }, person)).status).toBe(400)
    const done = await update({ password: fresh, current_password: good_password }, person)
    expect([done.status, done.body]).toEqual([200, { message: 'Password updated' }])
    expect((await person.http('GET', '/general-data')).status).toBe(200)
    expect((await withToken(p, elsewhere.access_token)('GET', '/general-data')).status).toBe(401)
    await p.settle()
    expect(mailingsTo(mailOf(person)).map((mail) => mail.subject)).toContain('Your password was changed')
  })

  it('[AUTH-040] rejects a change of another user’s password with 403, even by staff', async () => {
    const reply = await update(
      { username: person.username, password: fresh, current_password: good_password },
      await withPassword(p, await p.staff()),
    )
    expect(reply.status).toBe(403)
    expect((await logIn(p, person.username)).status).toBe(200)
  })

  it('rejects short, long and common passwords and names, and stores any other password exactly as typed', async () => {
    const change = (password: string) => update({ password, current_password: good_password }, person)
    const message = async (password: string) => (await change(password)).body
    expect(await message('seven77')).toMatchObject({ message: 'A password needs 8 to 128 characters.' })
    expect((await change('x'.repeat(129))).status).toBe(400)
    for (const common of ['Password1', 'qwertyuiop', 'LIVERPOOL'])
      expect(await message(common), common).toMatchObject({
        message: expect.stringContaining('easy to guess'),
      })
    for (const name of [mailOf(person), person.username, 'fynbos couriers'])
      expect((await change(name)).status, name).toBe(400)
    const odd = '  ünïcödé 🚚 spaces  '
    expect((await change(odd)).status).toBe(200)
    expect((await logIn(p, person.username, { password: odd })).status).toBe(200)
    expect((await logIn(p, person.username, { password: odd.trim() })).status).toBe(401)
  })

  it('recognises common passwords', () => {
    for (const one of ['password123', 'Manchester1', '!qaz2wsx', 'zzzzzzzzz'])
      expect(isCommon(one), one).toBe(true)
    expect(isCommon('password123\nqwertyuiop')).toBe(false)
    expect(isCommon(good_password)).toBe(false)
  })

  it('replaces a weaker hash at the next sign-in', async () => {
    const { hash } = await import('@node-rs/argon2')
    const weak = await hash(good_password, { memoryCost: 64, timeCost: 1, parallelism: 1 })
    expect(isOutdated(weak)).toBe(true)
    expect(isOutdated(await hashPassword(good_password))).toBe(false)
    await p.inTransaction((ctx) => savePassword(ctx, person.user_id, weak))
    expect((await logIn(p, person.username)).status).toBe(200)
    const { rows } = await p.runtime.runtime.pool.query<{ password_hash: string }>(
      'SELECT password_hash FROM user_secret WHERE provider_id = $1 AND user_id = $2',
      [p.provider_id, person.user_id],
    )
    expect(isOutdated(rows[0]?.password_hash ?? '')).toBe(false)
    expect((await logIn(p, person.username)).status).toBe(200)
  })

  it('rejects hashing requests beyond four running and fifty queued', async () => {
    const many = Array.from({ length: 60 }, () => hashPassword('a password to be hashed'))
    const results = await Promise.allSettled(many)
    const refused = results.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(6)
    expect(refused[0]?.reason).toMatchObject({ kind: 'rate_limited' })
    await expect(hashPassword('again')).resolves.toContain('argon2id')
  })
})

describe('password guessing', () => {
  const guess = (name: string, more: Record<string, unknown> = {}) =>
    logIn(p, name, { password: 'a wrong guess', ...more })

  it('[AUTH-010] returns the same error for known and unknown names and increases the delay', async () => {
    for (const name of [person.username, 'nobody@example.com']) {
      const replies = []
      for (let tries = 0; tries < 7; tries += 1) replies.push(await guess(name))
      expect(replies.slice(0, 5).map(({ status, message }) => `${status} ${message}`)).toEqual(
        Array.from({ length: 5 }, () => '401 Incorrect email or password.'),
      )
      expect(replies[5]).toMatchObject({
        status: 429,
        message: 'Too many attempts. Please try again in 1 seconds.',
      })
    }
    at(2)
    expect((await guess(person.username)).status).toBe(401)
    const slower = await guess(person.username)
    expect(slower.message).toBe('Too many attempts. Please try again in 2 seconds.')
    at(10)
    expect((await logIn(p, person.username)).status).toBe(200)
  })

  it('does not lock the owner out of a device that was used before', async () => {
    const { known_device } = await logIn(p, person.username)
    expect(known_device).toHaveLength(43)
    for (let tries = 0; tries < 8; tries += 1) await guess(person.username)
    expect((await logIn(p, person.username)).status).toBe(429)
    const owner = await logIn(p, person.username, { known_device })
    expect([owner.status, owner.known_device]).toEqual([200, undefined])
    const other = await withPassword(p, await p.owner())
    for (let tries = 0; tries < 6; tries += 1) await guess(other.username)
    expect((await logIn(p, other.username, { known_device })).status).toBe(429)
  })

  it('counts concurrent attempts', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => guess(person.username)))
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  it('blocks an address for an hour after two hundred failures', async () => {
    const statusOf = async (tries: number): Promise<number> => (await guess(`nobody-${tries}`)).status
    const statuses: number[] = []
    for (let from = 0; from < 196; from += 28)
      statuses.push(...(await Promise.all(Array.from({ length: 28 }, (_, tries) => statusOf(from + tries)))))
    for (let tries = 196; tries < 203; tries += 1) statuses.push(await statusOf(tries))
    expect(statuses.filter((status) => status === 401)).toHaveLength(200)
    expect((await logIn(p, person.username)).status).toBe(429)
    at(3601)
    expect((await logIn(p, person.username)).status).toBe(200)
  })

  it('evaluates at most four hundred guesses in a day of a caller who guesses until refused', async () => {
    const { known_device } = await logIn(p, person.username)
    const { budgetOf, claimTry } = await import('../sign-in/limit-tries.ts')
    let evaluated = 0
    const moments = 200
    for (let moment = 0; moment < moments; moment += 1) {
      at((moment / moments) * 86_400)
      await p.inTransaction(async (ctx) => {
        // Use many addresses, so that only the limit per account applies.
        const from = { ...ctx, request: { ...ctx.request, address: `10.0.${moment}.1` } }
        const budget = await budgetOf(from, person.user_id, person.username, undefined)
        while ((await claimTry(from, budget)) === null) evaluated += 1
      })
    }
    expect(evaluated).toBeGreaterThan(100)
    expect(evaluated).toBeLessThanOrEqual(400)
    expect((await logIn(p, person.username, { known_device })).status).toBe(200)
  })

  it('[AUTH-010] reveals that a user is disabled only after the right password', async () => {
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('app_user')
        .set({ deleted_date: ctx.now })
        .where('id', '=', person.user_id)
        .execute(),
    )
    expect((await guess(person.username)).status).toBe(401)
    const answer = await logIn(p, person.username)
    expect(answer).toMatchObject({
      status: 403,
      message: 'Your user has been disabled. Please contact the courier company.',
    })
  })

  it('[AUTH-014] rejects customers where sign-in is limited to staff', async () => {
    const q = await newProvider({ staff_only_login: true })
    const customer = await withPassword(q, await q.owner())
    const staff = await withPassword(q, await q.staff())
    expect(await logIn(q, customer.username)).toMatchObject({
      status: 403,
      message: 'This sign-in is for staff only.',
    })
    expect((await logIn(q, staff.username)).status).toBe(200)
  })
})

describe('a user’s own record', () => {
  it('[AUTH-060] [AUTH-075] is changed by PATCH /users and returned without secrets', async () => {
    const changed = await person.send(identityApi.changeUser, {
      name: 'Riaan Jooste',
      phone_number: '082 123 4567',
      terms_and_conditions_accepted_version: '1',
    })
    expect(changed).toMatchObject({
      name: 'Riaan Jooste',
      phone_number: '0821234567',
      terms_and_conditions_accepted_version: '1',
    })
    expect(JSON.stringify(changed)).not.toMatch(/argon2|digest|sealed/)
    const stale = await person.http('PATCH', '/users', { terms_and_conditions_accepted_version: '0' })
    expect(stale.status).toBe(400)
  })

  it('requires the password to change the email address and rejects an address that is in use', async () => {
    const other = await p.owner()
    const change = (email: string, currentPassword?: string) =>
      person.http('PATCH', '/users', { email, current_password: currentPassword })
    expect((await change('new@example.com')).status).toBe(400)
    expect((await change(mailOf(other), good_password)).body).toMatchObject({
      message: `User with email ${mailOf(other)} already exists`,
    })
    expect((await change('new@example.com', good_password)).body).toMatchObject({ email: 'new@example.com' })
    expect((await logIn(p, 'new@example.com')).status).toBe(200)
  })
})
