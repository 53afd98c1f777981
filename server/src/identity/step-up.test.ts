import { claimsApi } from '@waybill/domain/claims/api'
import { identityApi } from '@waybill/domain/identity/api'
import { usersApi } from '@waybill/domain/identity/users-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { settingsApi } from '@waybill/domain/settings/api'
import { reportApi } from '@waybill/domain/reports/report-api'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { routes } from '../app/routes.ts'
import { codeOf, good_password, logIn, setUp, withPassword, withToken } from '../../dev/test-kit/people.ts'
import { newProvider, Refusal, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let administrator: Caller
const start = new Date('2026-03-04T10:00:00Z')
const at = (minutes: number) => p.runtime.setNow(new Date(start.getTime() + minutes * 60_000))
beforeEach(async () => {
  p = await newProvider()
  at(0)
  administrator = await withPassword(p, await p.user(role_ids.administrator, { confirms: false }))
})
afterAll(() => p.runtime.setNow(null))

/** The machine word of a refusal; `''` when there was none. */
const wordOf = (call: Promise<unknown>) =>
  call.then(
    () => '',
    (thrown: unknown) => {
      if (!(thrown instanceof Refusal)) throw thrown
      return thrown.body.code
    },
  )
const makeKey = (who: Caller = administrator) => who.send(identityApi.createApiKey, { name: 'Shop' })

describe('a call that requires a confirmation', () => {
  it('is refused with a word of its own, and changes nothing', async () => {
    at(11)
    const refused = await administrator.http('POST', '/users/api-keys', { name: 'Shop' })
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([403, 'step_up_needed'])
    expect((await administrator.send(identityApi.apiKeys, {})).count).toBe(0)
  })

  it('is made with the same idempotency key once the password confirms who it is, where there is no second factor', async () => {
    at(11)
    const made = () =>
      administrator.send(identityApi.createApiKey, { name: 'Shop' }, { key: 'one intention' })
    expect(await wordOf(made())).toBe('step_up_needed')
    expect(await administrator.send(identityApi.stepUpWays, {})).toEqual({ ways: ['password'], minutes: 10 })
    await administrator.send(identityApi.stepUp, { password: good_password })
    const first = await made()
    expect((await made()).id).toBe(first.id)
    expect((await administrator.send(identityApi.apiKeys, {})).count).toBe(1)
  })

  it('counts for ten minutes and for this session alone', async () => {
    at(11)
    await administrator.send(identityApi.stepUp, { password: good_password })
    at(21)
    expect(await wordOf(makeKey())).toBe('')
    at(22)
    expect(await wordOf(makeKey())).toBe('step_up_needed')
    const elsewhere = await logIn(p, administrator.username)
    expect(elsewhere.status).toBe(200)
    expect(await wordOf(makeKey())).toBe('step_up_needed')
  })

  it('counts a sign-in with a password as one', async () => {
    const { access_token } = await logIn(p, administrator.username)
    const as = withToken(p, access_token)
    expect((await as('POST', '/users/api-keys', { name: 'Shop' })).status).toBe(200)
    at(11)
    expect((await as('POST', '/users/api-keys', { name: 'Shop' })).status).toBe(403)
  })

  it('does not count one that lies ahead', async () => {
    at(60)
    await administrator.send(identityApi.stepUp, { password: good_password })
    at(0)
    expect(await wordOf(makeKey())).toBe('step_up_needed')
  })

  it('takes a code of the second factor, once, and then no password', async () => {
    const { secret, codes } = await setUp(p, administrator)
    at(11)
    expect((await administrator.send(identityApi.stepUpWays, {})).ways).toEqual(['passcode'])
    expect(await wordOf(administrator.send(identityApi.stepUp, { password: good_password }))).toBe(
      'validation_failed',
    )
    expect(await wordOf(makeKey())).toBe('step_up_needed')
    const two_factor_auth_passcode = codeOf(p, secret)
    await administrator.send(identityApi.stepUp, { two_factor_auth_passcode })
    expect(await wordOf(makeKey())).toBe('')
    at(22)
    expect(await wordOf(administrator.send(identityApi.stepUp, { two_factor_auth_passcode }))).toBe(
      'validation_failed',
    )
    await administrator.send(identityApi.stepUp, { two_factor_auth_passcode: codes[0] })
    expect(await wordOf(makeKey())).toBe('')
  })

  it('leaves few guesses, and never ends the session', async () => {
    const { secret } = await setUp(p, administrator)
    at(11)
    const right = codeOf(p, secret)
    const wrong = right === '123456' ? '654321' : '123456'
    const guess = (two_factor_auth_passcode: string) =>
      administrator.http('POST', '/users/step-up', { two_factor_auth_passcode })
    const statuses = []
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await guess(wrong)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400])
    expect((await guess(right)).body).toMatchObject({
      message: 'Too many wrong passcodes. Try again in 5 minutes.',
    })
    at(17)
    expect((await guess(codeOf(p, secret))).status).toBe(200)
  })

  it('stands in the audit trail of the user', async () => {
    at(11)
    await administrator.send(identityApi.stepUp, { password: good_password })
    const events = await p.inTransaction((ctx) =>
      ctx.db
        .selectFrom('audit_event')
        .selectAll()
        .where('object_type', '=', 'user')
        .where('object_id', '=', administrator.user_id)
        .execute(),
    )
    expect(events.filter((one) => JSON.stringify(one).includes('"password"'))).toHaveLength(1)
    expect(JSON.stringify(events)).not.toContain(good_password)
  })
})

describe('what requires one', () => {
  const demanded: Record<string, (who: Caller) => Promise<unknown>> = {
    'an API key': makeKey,
    'a role': (who) =>
      who.send(usersApi.createRole, {
        name: 'Clerk',
        label: '',
        permissions: [],
        permissions_ui: [],
        require_2fa: false,
      }),
    'a colleague': (who) =>
      who.send(usersApi.create, { name: 'X', email: 'x@example.com', role_id: role_ids.finance_manager }),
    'another role of a colleague': (who) =>
      who.send(identityApi.changeUser, { id: 1, role_id: role_ids.administrator }),
    'another address of a colleague': (who) =>
      who.send(identityApi.changeUser, { id: 1, email: 'x@example.com' }),
    'the bank account': (who) =>
      who.send(settingsApi.save, { settings: [{ key: 'INVOICE_bank_account_number', value: '1' }] }),
    'a secret': (who) =>
      who.send(settingsApi.save, { settings: [{ key: 'payfast_passphrase', value: 'x' }] }),
    'an export': (who) => who.send(reportApi.shipments, {}),
    'where a claim is paid': (who) =>
      who.send(claimsApi.change, { id: 1, version: 1, bank_details: 'FNB 1' }),
  }

  it.each(Object.entries(demanded))('%s', async (_what, call) => {
    at(11)
    expect(await wordOf(call(administrator))).toBe('step_up_needed')
  })

  it('nothing else of the same calls: the own name, a colleague without a role, another setting, an untouched secret', async () => {
    const colleague = await p.user(role_ids.finance_manager)
    at(11)
    await administrator.send(identityApi.changeUser, { name: 'Lindiwe' })
    await administrator.send(identityApi.changeUser, { id: colleague.user_id, name: 'Bongani' })
    await administrator.send(settingsApi.save, {
      settings: [
        { key: 'provider_title', value: 'Fynbos' },
        { key: 'payfast_passphrase', value: '***' },
      ],
    })
    expect(await wordOf((await p.owner()).send(reportApi.shipments, {}))).toBe('')
  })

  it('is refused to API keys, except where the endpoint says why it is not', async () => {
    const key = await p.apiKey()
    expect(await wordOf(key.send(reportApi.shipments, {}))).toBe('')
    expect(await wordOf(key.send(claimsApi.change, { id: 1, version: 1, bank_details: 'FNB 1' }))).toBe(
      'forbidden',
    )
    const open = routes.flatMap(({ endpoint: { step_up, method, path } }) =>
      step_up && step_up.api_keys !== 'refused' ? [`${method} ${path}`] : [],
    )
    expect(open.toSorted()).toEqual([
      'GET /billing/invoices/download',
      'GET /billing/transactions/download',
      'GET /reports/download',
      'GET /shipments/download',
      'PATCH /reports',
      'POST /reports',
    ])
  })
})
