import { claimsApi } from '@waybill/domain/claims/api'
import { identityApi } from '@waybill/domain/identity/api'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { integrationsApi, webhooksApi } from '@waybill/domain/integrations/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { settingsApi } from '@waybill/domain/settings/api'
import { reportApi } from '@waybill/domain/reports/report-api'
import type { z } from 'zod'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { routes } from '../../main/routes.ts'
import { codeOf, good_password, logIn, setUp, withPassword, withToken } from '../../../dev/test-kit/people.ts'
import { newProvider, ApiError, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

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

/** Returns the error code of a rejected request; `''` when it succeeds. */
const wordOf = (call: Promise<unknown>) =>
  call.then(
    () => '',
    (thrown: unknown) => {
      if (!(thrown instanceof ApiError)) throw thrown
      return thrown.body.code
    },
  )
const makeKey = (who: Caller = administrator) => who.send(identityApi.createApiKey, { name: 'Shop' })

describe('endpoints that require a step-up confirmation', () => {
  it('return 403 step_up_needed without a confirmation and change nothing', async () => {
    at(11)
    const refused = await administrator.http('POST', '/users/api-keys', { name: 'Shop' })
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([403, 'step_up_needed'])
    expect((await administrator.send(identityApi.apiKeys, {})).count).toBe(0)
  })

  it('accept the same idempotency key after confirmation by password, for a user without a second factor', async () => {
    at(11)
    const made = () =>
      administrator.send(identityApi.createApiKey, { name: 'Shop' }, { key: 'one intention' })
    expect(await wordOf(made())).toBe('step_up_needed')
    expect(await administrator.send(identityApi.stepUpMethods, {})).toEqual({
      ways: ['password'],
      minutes: 10,
    })
    await administrator.send(identityApi.stepUp, { password: good_password })
    const first = await made()
    expect((await made()).id).toBe(first.id)
    expect((await administrator.send(identityApi.apiKeys, {})).count).toBe(1)
  })

  it('accept a confirmation for ten minutes and in the same session only', async () => {
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

  it('accept a sign-in with a password as confirmation', async () => {
    const { access_token } = await logIn(p, administrator.username)
    const as = withToken(p, access_token)
    expect((await as('POST', '/users/api-keys', { name: 'Shop' })).status).toBe(200)
    at(11)
    expect((await as('POST', '/users/api-keys', { name: 'Shop' })).status).toBe(403)
  })

  it('reject a confirmation that is an hour in the future', async () => {
    at(60)
    await administrator.send(identityApi.stepUp, { password: good_password })
    at(0)
    expect(await wordOf(makeKey())).toBe('step_up_needed')
  })

  it('accept each code of the second factor once, and then no password', async () => {
    const { secret, codes } = await setUp(p, administrator)
    at(11)
    expect((await administrator.send(identityApi.stepUpMethods, {})).ways).toEqual(['passcode'])
    expect(await wordOf(administrator.send(identityApi.stepUp, { password: good_password }))).toBe(
      'validation_failed',
    )
    expect(await wordOf(makeKey())).toBe('step_up_needed')
    const twoFactorAuthPasscode = codeOf(p, secret)
    await administrator.send(identityApi.stepUp, { two_factor_auth_passcode: twoFactorAuthPasscode })
    expect(await wordOf(makeKey())).toBe('')
    at(22)
    expect(
      await wordOf(
        administrator.send(identityApi.stepUp, { two_factor_auth_passcode: twoFactorAuthPasscode }),
      ),
    ).toBe('validation_failed')
    await administrator.send(identityApi.stepUp, { two_factor_auth_passcode: codes[0] })
    expect(await wordOf(makeKey())).toBe('')
  })

  it('limit wrong codes to five without ending the session', async () => {
    const { secret } = await setUp(p, administrator)
    at(11)
    const right = codeOf(p, secret)
    const wrong = right === '123456' ? '654321' : '123456'
    const guess = (twoFactorAuthPasscode: string) =>
      administrator.http('POST', '/users/step-up', { two_factor_auth_passcode: twoFactorAuthPasscode })
    const statuses = []
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await guess(wrong)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400])
    expect((await guess(right)).body).toMatchObject({
      message: 'Too many wrong codes. Try again in 5 minutes.',
    })
    at(17)
    expect((await guess(codeOf(p, secret))).status).toBe(200)
  })

  it('record the confirmation in the audit trail of the user', async () => {
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

describe('actions that require a confirmation', () => {
  const guardedActions: Record<string, (who: Caller) => Promise<unknown>> = {
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
    'where mail is sent': (who) =>
      who.send(settingsApi.save, { settings: [{ key: 'smtp_host', value: 'mail.example' }] }),
    'who can sign in': (who) =>
      who.send(settingsApi.save, { settings: [{ key: 'google_login_enabled', value: true }] }),
    'a webhook': (who) =>
      who.send(webhooksApi.create, { topic: 'shipment-note', delivery_url: 'https://hook.example' }),
    'another address of a webhook': (who) =>
      who.send(webhooksApi.change, { id: 1, delivery_url: 'https://hook.example' }),
    'another authorization of a webhook': (who) => who.send(webhooksApi.change, { id: 1, auth_key: 'x' }),
    'the secret of a webhook': (who) => who.send(webhooksApi.rotate, { id: 1 }),
    'an integration': (who) =>
      who.send(integrationsApi.create, { provider: 'webhook', name: 'X', credentials: {} }),
    'another address of an integration': (who) =>
      who.send(integrationsApi.change, { id: 1, credentials: { url: 'https://hook.example' } }),
    'an export': (who) => who.send(reportApi.shipments, {}),
    'where a claim is paid': (who) =>
      who.send(claimsApi.change, { id: 1, version: 1, bank_details: 'FNB 1' }),
  }

  it.each(Object.entries(guardedActions))('%s', async (_what, call) => {
    at(11)
    expect(await wordOf(call(administrator))).toBe('step_up_needed')
  })

  it('do not include other changes at the same endpoints: the own name, a colleague’s name, another setting, a masked secret', async () => {
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
    const absent = { id: 1_000_000_000, version: 1, name: 'x', meta: 'x', auth_key: '***' }
    expect(await wordOf(administrator.send(webhooksApi.change, absent))).toBe('not_found')
    expect(await wordOf(administrator.send(integrationsApi.change, absent))).toBe('not_found')
    expect(await wordOf((await p.owner()).send(reportApi.shipments, {}))).toBe('')
  })

  it('are rejected for API keys, except at endpoints that allow it explicitly', async () => {
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
      'PATCH /webhook-subscriptions',
      'POST /reports',
      'POST /webhook-subscriptions',
      'POST /webhook-subscriptions/rotate-secret',
    ])
  })
})

describe('input fields of endpoints that write', () => {
  /** Matches names of fields that may decide where money, secrets or links go, or who can sign in. */
  const sensitiveField =
    /(^|[._])(url|host|hosts|origins|addresses|email|password|passphrase|secret|token|key|keys|credentials|role_id|permissions|bank_details|bank_account|scopes)$/
  /** Matches contact details of a receiver, a sender or a payer. Such contacts receive messages but no access. */
  const contact = /(^|\.)[a-z_]*(contact|address)\.email$/
  const isConfirmation = 'the password confirms it'
  /** The reasons why endpoints with such a field require no confirmation. */
  const harmless: Readonly<Record<string, string>> = {
    'PATCH /accounts disable_driver_app_notification_email': 'a switch',
    'PATCH /accounts disable_out_for_delivery_email': 'a switch',
    'PATCH /accounts support_email': 'whom customers may write to',
    'PATCH /accounts/address-books email': 'a contact',
    'PATCH /branches email': 'a contact',
    'POST /accounts first_user.email': 'a new customer, who is let into a new account',
    'POST /accounts support_email': 'whom customers may write to',
    'POST /accounts/address-books email': 'a contact',
    'POST /accounts/settings settings.key': 'the name of a setting',
    'POST /billing/import/payments bank_account': 'where imported payments came from',
    'POST /branches email': 'a contact',
    'POST /claims bank_details': 'where the claimant wants to be paid; changing it is confirmed',
    'POST /claims contact_email': 'a contact',
    'POST /drivers/actions actions.payload.vehicle_check.key': 'the name of an item of the vehicle check',
    'POST /drivers/push keys': 'of the telephone that asks',
    'POST /trip-sheet/routing-test url':
      'only asked once, by the client for addresses of users; saving it is confirmed',
    'POST /users/2fa/disable password': isConfirmation,
    'POST /users/2fa/recovery-codes password': isConfirmation,
    'POST /users/2fa/setup password': isConfirmation,
    'POST /users/step-up password': isConfirmation,
  }

  const fieldsOf = (type: z.core.$ZodType): [string, z.core.$ZodType][] => {
    const { def } = type._zod
    if (def.type === 'object')
      return Object.entries((def as z.core.$ZodObjectDef).shape).flatMap(([name, inner]) => [
        [name, inner] as [string, z.core.$ZodType],
        ...fieldsOf(inner).map(([below, one]) => [`${name}.${below}`, one] as [string, z.core.$ZodType]),
      ])
    const inner = def as {
      innerType?: z.core.$ZodType
      element?: z.core.$ZodType
      in?: z.core.$ZodType
      out?: z.core.$ZodType
    }
    return [inner.innerType, inner.element, inner.in, inner.out].flatMap((one) => (one ? fieldsOf(one) : []))
  }

  it('that affect money, secrets, links or sign-in require a confirmation or are listed as harmless', () => {
    const unconfirmed = routes.flatMap(({ endpoint: { method, path, step_up, input, audience } }) =>
      method === 'GET' || step_up || audience === 'public'
        ? []
        : fieldsOf(input)
            .filter(([name]) => sensitiveField.test(name) && !contact.test(name))
            .map(([name]) => `${method} ${path} ${name}`),
    )
    expect([...new Set(unconfirmed)].sort()).toEqual(Object.keys(harmless).sort())
  })
})
