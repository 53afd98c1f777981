import { solve } from '@waybill/domain/identity/sign-in/challenge'
import { challengeApi } from '@waybill/domain/identity/sign-in/challenge-api'
import { registrationApi } from '@waybill/domain/identity/registration/registration-api'
import { accountCode } from '@waybill/domain/accounts/account-code'
import { registrationMessage } from '@waybill/domain/identity/registration/registration'
import { settingsApi } from '@waybill/domain/settings/api'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { good_password, logIn, withToken } from '../../../dev/test-kit/people.ts'
import { caughtMail, caughtSms } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { address, newProvider, type TestProvider } from '../../../dev/test-kit/provider.ts'

const catcher = caughtMail()
const texts = caughtSms()
let p: TestProvider
const start = new Date('2026-03-04T10:00:00Z')
const at = (seconds: number) => p.runtime.setNow(new Date(start.getTime() + seconds * 1000))
const open = async (settings: Record<string, unknown> = {}) => {
  p = await newProvider({ provider_title: 'Fynbos Couriers', terms_and_conditions_version: '3', ...settings })
  catcher.take(p)
  texts.take(p)
  at(0)
}
afterAll(() => p.runtime.setNow(null))
beforeEach(() => open())

let number = 0
const newEmail = () => `naledi-${(number += 1)}@example.com`
const details = (email: string, more: Record<string, unknown> = {}) => ({
  account_type: 'company',
  company: 'Karoo Wool Co-op',
  name: 'Naledi Mokoena',
  email,
  phone_number: '+27 82 123 4567',
  password: good_password,
  collection_address: address('12 Main Road', 'Graaff-Reinet', 'Graaff-Reinet', '6280', 'EC'),
  billing_address: address('31 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', 'GP'),
  custom_fields: { vat_number: '4123456789', monthly_volume: '21–100', secret_field: 'x' },
  ...more,
})
const register = async (email: string, more: Record<string, unknown> = {}) => {
  const reply = await p.guest().http('POST', '/users/register', details(email, more))
  await p.settle()
  return { status: reply.status, ...(reply.body as { message: string; registration?: string }) }
}
const mailingsTo = (email: string) => catcher.messages().filter((mail) => mail.to.includes(email))
const codeTo = (email: string) => /^(\d{6}) is your code/.exec(mailingsTo(email)[0]?.subject ?? '')?.[1] ?? ''
const enter = (email: string, verificationCode: string, more: Record<string, unknown> = {}) =>
  logIn(p, email, { password: undefined, verification_code: verificationCode, ...more })

describe('registration of a new account', () => {
  it('[AUTH-032] [AUTH-008] [AUTH-036] creates account, owner and address book once the code is entered', async () => {
    const email = newEmail()
    const reply = await register(email)
    expect([reply.status, reply.message]).toEqual([200, `We have sent a code to ${email}.`])
    expect(await logIn(p, email)).toMatchObject({
      status: 403,
      code: 'verification_needed',
      message: 'Please verify your email address first.',
    })
    expect((await logIn(p, email, { password: 'not it' })).status).toBe(401)
    const entered = await enter(email, codeTo(email), { registration: reply.registration })
    expect(entered.status).toBe(200)
    const call = withToken(p, entered.access_token)
    const { user, account } = (await call('GET', '/general-data')).body as {
      user: { role_id: number; account_id: number; email: string; phone_number: string }
      account: { name: string; account_type: string; account_code: string }
    }
    expect(user).toMatchObject({ email, role_id: 5, phone_number: '+27821234567' })
    expect(account).toMatchObject({ name: 'Karoo Wool Co-op', account_type: 'prepaid' })
    expect(account.account_code).toMatch(/^KAR\d{3}$/)
    const book = (await call('GET', '/accounts/address-books')).body as { address_books: { name: string }[] }
    expect(book.address_books.map(({ name }) => name)).toEqual([
      'Karoo Wool Co-op',
      'Karoo Wool Co-op (billing)',
    ])
    const { rows } = await p.runtime.runtime.pool.query('SELECT * FROM account WHERE id = $1', [
      user.account_id,
    ])
    expect(rows[0]).toMatchObject({
      custom_fields: { vat_number: '4123456789', monthly_volume: '21–100' },
      is_on_hold: false,
    })
    await p.settle()
    expect(mailingsTo(email)[0]?.subject).toBe('Welcome to Fynbos Couriers')
    expect((await logIn(p, email)).status).toBe(200)
    expect((await enter(email, codeTo(email))).status).toBe(401)
  })

  it('[AUTH-036] accepts a code for ten minutes and five attempts, and sends another one after a minute', async () => {
    const email = newEmail()
    const { registration } = await register(email)
    const first = codeTo(email)
    const wrong = first === '000000' ? '111111' : '000000'
    for (let tries = 0; tries < 5; tries += 1) expect((await enter(email, wrong)).status).toBe(401)
    expect((await enter(email, first)).status).toBe(401)
    const again = async () => {
      await p.guest().send(registrationApi.resendCode, { registration: registration ?? '' })
      await p.settle()
    }
    await again()
    expect(mailingsTo(email)).toHaveLength(1)
    at(61)
    await again()
    expect(mailingsTo(email)).toHaveLength(2)
    const second = codeTo(email)
    at(61 + 601)
    expect((await enter(email, second)).status).toBe(401)
    await again()
    expect((await enter(email, codeTo(email))).status).toBe(200)
  })

  it('[AUTH-036] verifies only the phone number by SMS where the company chooses that', async () => {
    await open({ account_verification_method: 'sms', otp_length: 8, otp_expiry_minutes: 5 })
    const email = newEmail()
    const reply = await register(email, { phone_number: '082 555 0101' })
    expect(reply.message).toBe('We have sent a code to +27 82 555 0101.')
    expect(mailingsTo(email)).toEqual([])
    const [sms] = texts.messages()
    expect(sms?.to).toBe('27825550101')
    const [, code = ''] =
      /^(\d{8}) is your code for Fynbos Couriers\. It works for 5 minutes\.$/.exec(sms?.text ?? '') ?? []
    at(301)
    expect((await enter(email, code)).status).toBe(401)
    await p.guest().send(registrationApi.resendCode, { registration: reply.registration ?? '' })
    await p.settle()
    const again = /^\d{8}/.exec(texts.messages()[0]?.text ?? '')?.[0] ?? ''
    expect((await enter(email, again, { registration: reply.registration })).status).toBe(200)
  })

  it('rejects a code length below six digits', async () => {
    const staff = await p.staff()
    const save = (value: string) =>
      staff.http('POST', settingsApi.save.path, { settings: [{ key: 'otp_length', value }] })
    expect((await save('5')).status).toBe(400)
    expect((await save('6')).status).toBe(200)
  })

  it('[AUTH-036] requires the phone code after the email code where both are verified', async () => {
    await open({ account_verification_method: 'both' })
    const email = newEmail()
    const { registration } = await register(email, { phone_number: '+27 83 555 0102' })
    const first = codeTo(email)
    expect(await enter(email, first, { registration })).toMatchObject({
      status: 403,
      code: 'verification_needed',
      message: 'We have sent another code to +27 83 555 0102. Enter it as well.',
    })
    await p.settle()
    const [sms] = texts.messages()
    expect(sms?.to).toBe('27835550102')
    const second = /^\d{6}/.exec(sms?.text ?? '')?.[0] ?? ''
    if (second !== first) expect((await enter(email, first, { registration })).status).toBe(401)
    expect((await enter(email, second, { registration })).status).toBe(200)
  })

  it('retries the SMS code after a gateway failure, and sends no SMS for an existing email address', async () => {
    await open({ account_verification_method: 'sms' })
    const before = texts.messages().length
    const owner = await p.owner()
    await register(`${owner.username}@example.com`, { phone_number: '082 555 0103' })
    expect(texts.messages().length).toBe(before)
    texts.answerWith(503)
    await register(newEmail(), { phone_number: '082 555 0104' })
    expect(texts.messages().length).toBe(before)
    texts.answerWith(null)
    at(30)
    await p.settle()
    expect(texts.messages()[0]?.to).toBe('27825550104')
  })

  it('reveals only to the owner of an email address that it is already in use', async () => {
    const owner = await p.owner()
    const email = `${owner.username}@example.com`
    const taken = await register(email)
    const free = await register(newEmail())
    expect([taken.status, taken.message.replace(email, '')]).toEqual([
      free.status,
      free.message.replace(/naledi-\d+@example.com/, ''),
    ])
    expect(mailingsTo(email).map((mail) => mail.subject)).toEqual([
      'You already have an account with Fynbos Couriers',
    ])
  })

  it('[AUTH-034] [AUTH-035] opens the account at once without verification, and reports an email address in use', async () => {
    await open({ account_verification_method: 'none' })
    const email = newEmail()
    const reply = (await register(email)) as { status: number; access_token?: string }
    expect(reply.status).toBe(200)
    expect((await withToken(p, reply.access_token ?? '')('GET', '/general-data')).status).toBe(200)
    const taken = await register(email)
    expect([taken.status, taken.message]).toEqual([400, `User with email ${email} already exists`])
    expect(registrationMessage(taken.message)).toBe(
      `User with email ${email} already exists. Please go back and change your email address.`,
    )
  })

  it('[AUTH-033] requires the company’s fields and rejects missing, invalid and disposable values', async () => {
    await open({
      registration_fields: [
        {
          key: 'vat_number',
          label: 'VAT number',
          type: 'text',
          required: true,
          options: [],
          show_to_account: true,
        },
      ],
    })
    const problemsOf = async (more: Record<string, unknown>) => {
      const reply = await p.guest().http('POST', '/users/register', details(newEmail(), more))
      return [
        reply.status,
        (reply.body as { errors?: { field: string }[] }).errors?.map(({ field }) => field),
      ]
    }
    expect(await problemsOf({ custom_fields: {} })).toEqual([400, ['custom_fields.vat_number']])
    expect(await problemsOf({ company: ' ', name: '', phone_number: '12' })).toEqual([
      400,
      ['company', 'name', 'phone_number'],
    ])
    expect(await problemsOf({ email: 'someone@mailinator.com' })).toEqual([400, ['email']])
    expect(await problemsOf({ password: 'password' })).toEqual([400, ['password']])
  })

  it('[AUTH-035] requires the current version of the terms and stores the accepted version', async () => {
    await open({ window_user_terms_and_conditions: 'Be kind.', account_verification_method: 'none' })
    expect((await register(newEmail())).status).toBe(400)
    expect((await register(newEmail(), { terms_and_conditions_accepted_version: '2' })).status).toBe(400)
    const done = (await register(newEmail(), { terms_and_conditions_accepted_version: '3' })) as {
      access_token?: string
    }
    const { body } = await withToken(p, done.access_token ?? '')('GET', '/general-data')
    expect(body).toMatchObject({ user: { terms_and_conditions_accepted_version: '3' } })
  })

  it('[AUTH-055] requires terms only when the text for the chosen mode is set', async () => {
    const rejected = async (settings: Record<string, unknown>) => {
      await open({ account_verification_method: 'none', ...settings })
      return (await register(newEmail())).status === 400
    }
    const text = { window_user_terms_and_conditions: 'Be kind.' }
    const ticks = { shipment_terms: ['I pack well.'] }
    expect(await rejected({ terms_mode: 'window', ...text })).toBe(true)
    expect(await rejected({ terms_mode: 'checkbox', ...ticks })).toBe(true)
    expect(await rejected({ terms_mode: 'window', ...ticks, window_user_terms_and_conditions: '' })).toBe(
      false,
    )
    expect(await rejected({ terms_mode: 'checkbox', ...text, shipment_terms: [] })).toBe(false)
  })

  it('[AUTH-036] puts the account on hold until approval where the company requires it', async () => {
    await open({ registration_requires_approval: true, account_verification_method: 'none' })
    const done = (await register(newEmail())) as { access_token?: string }
    const { body } = await withToken(p, done.access_token ?? '')('GET', '/general-data')
    expect(body).toMatchObject({ account: { is_on_hold: true } })
  })

  it.each([{ registration_enabled: false }, { staff_only_login: true }])(
    '[AUTH-014] is closed with %o',
    async (settings) => {
      await open(settings)
      expect((await register(newEmail())).status).toBe(403)
    },
  )

  it('generates an account code from the company’s pattern', () => {
    expect(accountCode('AAA999', "Thandi's Tiles", '0071')).toBe('THA007')
    expect(accountCode('AA-99', 'Ü', '42')).toBe('UX-42')
  })
})

describe('challenge for public forms', () => {
  beforeEach(() => open({ captcha_enabled: true }))
  const solved = async () => {
    const { challenge } = await p.guest().send(challengeApi.challenge, {})
    return challenge && (await solve(challenge, async () => undefined))
  }
  const reset = async (captcha: unknown) => {
    const reply = await p.guest().http('POST', '/users/reset-password', { email: 'a@example.com', captcha })
    return reply.status
  }

  it('requires a solved challenge for registration and password reset, valid once', async () => {
    expect((await register(newEmail())).status).toBe(400)
    expect(await reset(undefined)).toBe(400)
    const captcha = await solved()
    expect((await register(newEmail(), { captcha })).status).toBe(200)
    expect((await register(newEmail(), { captcha })).status).toBe(400)
    expect(await reset(captcha)).toBe(400)
    expect(await reset(await solved())).toBe(200)
  })

  it('rejects a challenge that is forged, from another company, or older than twenty minutes', async () => {
    const good = await solved()
    expect(await reset({ ...good, number: (good?.number ?? 0) + 1 })).toBe(400)
    expect(await reset({ ...good, salt: '0?expires=1999999999&' })).toBe(400)
    at(20 * 60 + 1)
    expect(await reset(good)).toBe(400)
    const own = await solved()
    await open({ captcha_enabled: true })
    expect(await reset(own)).toBe(400)
  })

  it('requires no challenge from signed-in users, and issues none when it is switched off', async () => {
    const owner = await p.owner()
    const input = { email: `${owner.username}@example.com` }
    expect((await owner.http('POST', '/users/reset-password', input)).status).toBe(200)
    await open()
    expect(await p.guest().send(challengeApi.challenge, {})).toEqual({ challenge: null })
  })
})
