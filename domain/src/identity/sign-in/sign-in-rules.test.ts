import { describe, expect, it } from 'vitest'
import { role_ids } from '../../kit/actor.ts'
import { sha256 } from '../../kit/sha256.ts'
import { solve } from './challenge.ts'
import { max_wait_s, waitAfter } from './guess-limits.ts'
import { checkPassword, max_password_length } from './passwords.ts'
import { isDisposable, registrationMessage, registrationProblems } from '../registration/registration.ts'
import { absoluteMs, idle_ms, keyExpiry, sessionKindOf } from './sessions.ts'
import { isFreshlyConfirmed, stepUpMethods } from './step-up.ts'
import { checksTerms, isRead, mustAcceptTerms } from '../registration/terms.ts'
import {
  authUrl,
  requiresSecondFactor,
  isPasscode,
  plainRecoveryCode,
  secondFactorRequirementOf,
  secretOf,
  stepAt,
  stepsAround,
} from './two-factor.ts'

const now = new Date('2026-01-14T10:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const [minute, hour] = [60_000, 3_600_000]
const day = 24 * hour

describe('delay after failed sign-in attempts', () => {
  it('[AUTH-010] allows five failed attempts without a delay, then doubles the delay from one second up to five minutes', () => {
    expect([0, 1, 4].map(waitAfter)).toEqual([0, 0, 0])
    expect([5, 6, 7, 8, 13].map(waitAfter)).toEqual([1, 2, 4, 8, 256])
    expect([14, 25, 1_000].map(waitAfter)).toEqual([max_wait_s, max_wait_s, max_wait_s])
  })
})

describe('solving a proof-of-work challenge', () => {
  const given = (number: number, maxnumber: number) => ({
    algorithm: 'SHA-256' as const,
    challenge: sha256(`salt${number}`),
    salt: 'salt',
    signature: 'signed',
    maxnumber,
  })
  const solved = async (number: number, maxnumber: number) => {
    let pauses = 0
    const answer = await solve(given(number, maxnumber), async () => {
      pauses += 1
      return Promise.resolve()
    })
    return { answer, pauses }
  }

  it('finds the first and the last number and returns null above the maximum', async () => {
    expect((await solved(0, 10)).answer).toEqual({
      algorithm: 'SHA-256',
      challenge: sha256('salt0'),
      salt: 'salt',
      signature: 'signed',
      number: 0,
    })
    expect((await solved(10, 10)).answer?.number).toBe(10)
    expect((await solved(11, 10)).answer).toBeNull()
  })

  it('pauses after every two thousand tries', async () => {
    expect((await solved(1_998, 9_000)).pauses).toBe(0)
    expect((await solved(1_999, 9_000)).pauses).toBe(1)
    expect((await solved(6_000, 9_000)).pauses).toBe(3)
  })
})

describe('password rules', () => {
  const owner = { name: 'Thandi Nkosi', email: 'thandi@fynbos.example', username: 'tn', provider: 'Fynbos' }
  const check = (password: string) => checkPassword(password, 8, owner)

  it('requires the minimum length and allows at most 128 characters', () => {
    expect(check('')).toMatchObject({ message: 'Choose a password.' })
    expect(check('1234567')).toMatchObject({ message: 'A password needs 8 to 128 characters.' })
    expect(check('12345678')).toBe(true)
    expect(check('x'.repeat(max_password_length))).toBe(true)
    expect(check('x'.repeat(max_password_length + 1))).not.toBe(true)
  })

  it('rejects the name, the email address, its local part and the company, ignoring case', () => {
    for (const taken of ['THANDI nkosi', 'thandi@fynbos.example'])
      expect(check(taken)).toMatchObject({ fields: [{ field: 'password' }] })
    expect(checkPassword('Fynbos', 4, owner)).not.toBe(true)
    expect(checkPassword('thandi', 4, owner)).not.toBe(true)
    expect(checkPassword(' ', 1, { ...owner, username: '' })).toBe(true)
  })
})

describe('registration rules', () => {
  const facts = {
    account_type: 'company' as const,
    company: 'Overberg Books',
    name: 'Riaan',
    email: 'riaan@overbergbooks.example',
    phone_number: '082 555 0142',
  }
  const problems = (more: object, blockDisposableEmails = false) =>
    registrationProblems(
      { ...facts, ...more },
      { fields: [], block_disposable_emails: blockDisposableEmails },
    )
  const fields = (more: object, block = false) => problems(more, block).map(({ field }) => field)

  it('[AUTH-032] [AUTH-033] lists missing and invalid fields in the order of the form', () => {
    expect(problems({})).toEqual([])
    expect(fields({ company: ' ', name: '', email: '', phone_number: '' })).toEqual([
      'company',
      'name',
      'email',
      'phone_number',
    ])
    expect(fields({ company: '', account_type: 'personal' })).toEqual([])
    expect(fields({ email: 'riaan', phone_number: '12' })).toEqual(['email', 'phone_number'])
  })

  it('rejects disposable email domains and their subdomains where the company blocks them', () => {
    expect(fields({ email: 'me@mailinator.com' })).toEqual([])
    expect(fields({ email: 'me@mailinator.com' }, true)).toEqual(['email'])
    expect(fields({}, true)).toEqual([])
    expect([isDisposable('a@x.mailinator.com'), isDisposable('a@notmailinator.com')]).toEqual([true, false])
  })

  it('[AUTH-034] adds advice on how to continue when the email address is already in use', () => {
    expect(registrationMessage('User with email a@b.co already exists.')).toBe(
      'User with email a@b.co already exists. Please go back and change your email address.',
    )
    expect(registrationMessage('Name is required.')).toBe('Name is required.')
  })
})

describe('session kinds and lifetimes', () => {
  const kind = (roleId: number, shipmentPageMode: string | null = null) =>
    sessionKindOf({ role_id: roleId, shipment_page_mode: shipmentPageMode })

  it('[AUTH-015] derives the kind from role and page mode and defines the idle and absolute lifetime of each kind', () => {
    expect(kind(role_ids.driver)).toBe('driver')
    expect(kind(role_ids.driver, 'kiosk')).toBe('driver')
    expect(kind(role_ids.administrator, 'kiosk')).toBe('kiosk')
    expect(kind(role_ids.administrator)).toBe('browser')
    expect(idle_ms).toEqual({ browser: 12 * hour, driver: 30 * day, kiosk: 12 * hour })
    expect([absoluteMs('driver', '7 days'), absoluteMs('kiosk', 'never')]).toEqual([90 * day, 12 * hour])
    expect(
      (['7 days', '30 days', 'never'] as const).map((life) => absoluteMs('browser', life) / day),
    ).toEqual([7, 30, 30])
  })

  it('[AUTH-015] lets an API key expire after 7 days, after 30 days or never', () => {
    expect(keyExpiry('never', now)).toBeNull()
    expect(keyExpiry('7 days', now)).toEqual(after(7 * day))
    expect(keyExpiry('30 days', now)).toEqual(after(30 * day))
  })
})

describe('step-up confirmation', () => {
  it('offers the second factors that are set up, or the password when there are none', () => {
    expect(stepUpMethods({ passkey: false, passcode: false })).toEqual(['password'])
    expect(stepUpMethods({ passkey: true, passcode: false })).toEqual(['passkey'])
    expect(stepUpMethods({ passkey: false, passcode: true })).toEqual(['passcode'])
    expect(stepUpMethods({ passkey: true, passcode: true })).toEqual(['passkey', 'passcode'])
  })

  it('is valid for ten minutes, and at most thirty seconds before it was given', () => {
    expect(isFreshlyConfirmed(null, now)).toBe(false)
    for (const ms of [-10 * minute, 0, 30_000]) expect(isFreshlyConfirmed(after(ms), now)).toBe(true)
    for (const ms of [-10 * minute - 1, 30_001, 10 * minute])
      expect(isFreshlyConfirmed(after(ms), now)).toBe(false)
  })
})

describe('terms and conditions', () => {
  const terms = {
    terms_mode: 'checkbox' as const,
    shipment_terms: ['I agree.'],
    window_user_terms_and_conditions: '',
    terms_and_conditions_version: '3',
  }

  it('[AUTH-055] must be accepted when there is a version and a text for the chosen mode', () => {
    expect(checksTerms(terms)).toBe(true)
    expect(checksTerms({ ...terms, terms_and_conditions_version: '' })).toBe(false)
    expect(checksTerms({ ...terms, shipment_terms: [] })).toBe(false)
    expect(checksTerms({ ...terms, terms_mode: 'window' })).toBe(false)
    const windowUserTermsAndConditions = 'All of it.'
    expect(
      checksTerms({
        ...terms,
        terms_mode: 'window',
        window_user_terms_and_conditions: windowUserTermsAndConditions,
      }),
    ).toBe(true)
  })

  it('[AUTH-054] must be accepted by customers who accepted another version, except while impersonated', () => {
    const customer = { account_id: 7, terms_and_conditions_accepted_version: '2', is_impersonated: false }
    expect(mustAcceptTerms('3', customer)).toBe(true)
    expect(mustAcceptTerms('2', customer)).toBe(false)
    expect(mustAcceptTerms('3', { ...customer, is_impersonated: true })).toBe(false)
    expect(mustAcceptTerms('3', { ...customer, account_id: undefined })).toBe(false)
  })

  it('[AUTH-057] count as read within 60 pixels of the end, or when they need no scrolling', () => {
    const at = (scrollTop: number) => isRead({ scrollTop, clientHeight: 300, scrollHeight: 1_000 })
    expect([0, 639, 640, 700].map(at)).toEqual([false, false, true, true])
    expect(isRead({ scrollTop: 0, clientHeight: 300, scrollHeight: 300 })).toBe(true)
  })
})

describe('second factor rules', () => {
  const staff = { role_id: role_ids.driver, account_id: null, require_2fa: false }
  const administrator = { ...staff, role_id: role_ids.administrator }
  const customer = { ...staff, role_id: role_ids.account_owner, account_id: 7 }
  const guest = { ...staff, role_id: role_ids.guest }

  it('requires it by role, or by company setting for administrators or all staff', () => {
    const requirementsFor = (ensure: 'off' | 'administrators' | 'staff') =>
      [administrator, staff, customer, guest].map((user) => requiresSecondFactor(ensure, user))
    expect(requirementsFor('off')).toEqual([false, false, false, false])
    expect(requirementsFor('administrators')).toEqual([true, false, false, false])
    expect(requirementsFor('staff')).toEqual([true, true, false, false])
    expect(requiresSecondFactor('off', { ...customer, require_2fa: true })).toBe(true)
    expect([secondFactorRequirementOf('staff'), secondFactorRequirementOf('all')]).toEqual(['staff', 'off'])
  })

  it('[AUTH-050] accepts exactly six digits as a passcode', () => {
    expect(['123456', '12345', '1234567', '12345a', ' 123456'].map(isPasscode)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('normalises hyphens, spaces and case in a recovery code and returns null for an invalid one', () => {
    expect(plainRecoveryCode('abcde-fgh23')).toBe('ABCDEFGH23')
    expect(plainRecoveryCode('ABCDE FGH2')).toBeNull()
    expect(plainRecoveryCode('ABCDEFGHI1')).toBeNull()
  })

  it('counts in steps of thirty seconds and accepts one step before and after', () => {
    expect([0, 29_999, 30_000].map((ms) => stepAt(new Date(ms)))).toEqual([0, 0, 1])
    expect(stepsAround(new Date(300_000))).toEqual([9, 10, 11])
  })

  it('[AUTH-044] builds an otpauth address with company, user and secret and reads the secret from it', () => {
    const address = authUrl({
      issuer: 'Fynbos Express',
      account: 'thandi@fynbos.example',
      secret: 'GEZDGNBV',
    })
    expect(address).toBe(
      'otpauth://totp/Fynbos%20Express:thandi%40fynbos.example?secret=GEZDGNBV&issuer=Fynbos%20Express&algorithm=SHA1&digits=6&period=30',
    )
    expect([secretOf(address), secretOf('otpauth://totp/x')]).toEqual(['GEZDGNBV', ''])
  })
})
