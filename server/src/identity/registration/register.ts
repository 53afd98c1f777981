import { randomBytes } from 'node:crypto'
import {
  account_verification_method,
  block_disposable_emails,
  otp_expiry_minutes,
  otp_length,
  otp_resend_seconds,
  registration_enabled,
  registration_fields,
} from '@waybill/domain/accounts/settings'
import type {
  registrationApi,
  RegistrationInput,
} from '@waybill/domain/identity/registration/registration-api'
import { registrationAsked } from '@waybill/domain/identity/events'
import { registrationProblems } from '@waybill/domain/identity/registration/registration'
import { staff_only_login } from '@waybill/domain/identity/settings'
import { checksTerms } from '@waybill/domain/identity/registration/terms'
import { dialledPhone, formatPhone } from '@waybill/domain/kit/contacts/phone'
import { forbidden, invalid, Problem, unauthorised } from '@waybill/domain/kit/problem'
import { requireNotBlocked } from '../../blocked-list/index.ts'
import { digestOf } from '../../kit/sealer.ts'
import type { Context, ExternalContext, ExternalHandler, BaseContext, Handler } from '../../kit/handler.ts'
import { requireSolved } from '../sign-in/challenge.ts'
import { claimOfHour } from '../sign-in/limit-tries.ts'
import { makeCustomer, type NewCustomer } from './new-customer.ts'
import { requireNewPassword, hashPassword } from '../passwords/password.ts'
import {
  claimCodeTry,
  findRegistration,
  findRegistrationByToken,
  insertRegistration,
  openRegistrations,
  proveEmail,
  removeRegistration,
  saveCode,
} from './register-store.ts'
import { openSession, type Opened } from '../sessions-and-keys/sessions.ts'
import { isNameTaken } from '../store.ts'
import { termsOf } from './terms.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Lifetime of an unconfirmed registration, in ms (one day). */
export const registration_ms = day_ms
const tries_per_code = 5
const codes_per_hour = 5
const registrations_of_address = 10
const digits = '0123456789'

/**
 * Opens an account for a new customer (AUTH-032). Where verification is required, response and work are the same
 * whether or not the email address is in use; only the message to its owner states that. The account is created when
 * the code is entered.
 */
export const register: ExternalHandler<typeof registrationApi.register> = async (ctx, input) => {
  requireOpen(ctx)
  requireComplete(ctx, input)
  await requireNotBlocked(
    ctx,
    { emails: [input.email], mobile_numbers: [input.phone_number], ip_address: ctx.request.address },
    'We cannot open an account with these details here. Please contact us.',
  )
  const { password, captcha, ...rest } = input
  const owner = { name: input.name, email: input.email, username: input.email }
  const error = await ctx.inTransaction(async (inner) => {
    await requireSolved(inner, captcha)
    return claimOfHour(inner, `registrations from ${inner.request.address}`, registrations_of_address)
  })
  if (error) throw error
  const passwordHash = await hashPassword(requireNewPassword(ctx, password, owner))
  const customer: NewCustomer = { ...rest, password_hash: passwordHash }
  if (ctx.setting(account_verification_method) === 'none')
    return ctx.answer(async (inner) => {
      await requireFree(inner, input.email)
      const user = await makeCustomer(inner, customer)
      return { message: 'Your account is open.', ...(await openSession(inner, user, undefined)) }
    })
  return ctx.answer(async (inner) => {
    const token = randomBytes(32).toString('base64url')
    const registrationId = await insertRegistration(inner, {
      email: input.email,
      token_digest: digestOf(token),
      details_sealed: inner.sealer.seal(JSON.stringify(customer)),
    })
    await inner.emit(registrationAsked, { registration_id: registrationId })
    const receiver = provesByPhone(inner, false) ? formatPhone(input.phone_number) : input.email
    return { message: `We have sent a code to ${receiver}.`, registration: token }
  })
}

/** Checks whether a password is allowed, at the form step that requests it. `register` checks it again. */
export const checkNewPassword: Handler<typeof registrationApi.checkPassword> = async (ctx, input) => {
  const { password, name, email } = input
  requireOpen(ctx)
  requireNewPassword(ctx, password, { name, email, username: email })
  return {}
}

/** Sends the code of a registration again. The response is the same whether or not the registration exists. */
export const resendCode: Handler<typeof registrationApi.resendCode> = async (ctx, { registration }) => {
  const found = await findRegistrationByToken(ctx, digestOf(registration), oldest(ctx))
  if (found) await ctx.emit(registrationAsked, { registration_id: found.id })
  return { message: 'A new code is on its way.' }
}

/** A message for a registration: the code, or a notice to the owner that the email address already has an account. */
export interface CodeMailing {
  email: string
  /** The phone number that the code is sent to by SMS; `null` when it is sent to the email address. */
  phone: string | null
  name: string
  code: string | null
  minutes: number
}

/** Creates the code of a registration. Returns `null` within the minimum interval, or after five codes per hour. */
export async function startVerification(ctx: Context, registrationId: number): Promise<CodeMailing | null> {
  const found = await findRegistration(ctx, registrationId)
  if (!found) return null
  const pauseMs = ctx.setting(otp_resend_seconds) * 1000
  if (found.time_code_sent && ctx.now.getTime() - found.time_code_sent.getTime() < pauseMs) return null
  const details = detailsOf(ctx, found.details_sealed)
  const isByPhone = provesByPhone(ctx, found.is_email_proved)
  const receiver = isByPhone ? dialledPhone(details.phone_number) : found.email.toLowerCase()
  if (await claimOfHour(ctx, `code to ${digestOf(receiver)}`, codes_per_hour)) return null
  const minutes = ctx.setting(otp_expiry_minutes)
  const code = ctx.random(digits, ctx.setting(otp_length))
  await saveCode(ctx, found.id, {
    code_digest: codeDigest(ctx, found.id, code),
    time_code_expires: new Date(ctx.now.getTime() + minutes * 60_000),
  })
  const isTaken = await isNameTaken(ctx, found.email)
  const phone = isByPhone && !isTaken ? dialledPhone(details.phone_number) : null
  return { email: found.email, phone, name: details.name, code: isTaken ? null : code, minutes }
}

/**
 * Creates the customer of a registration whose code was entered, and signs the owner in (AUTH-008, AUTH-036). The
 * attempt is counted before the code is compared.
 */
export async function confirmRegistration(
  ctx: ExternalContext,
  email: string,
  code: string,
  own: { registration?: string | undefined; known_device?: string | undefined },
): Promise<Opened> {
  const tokenDigest = own.registration ? digestOf(own.registration) : null
  const matched = await ctx.inTransaction(async (inner) => {
    const open = await openRegistrations(inner, email, oldest(inner))
    for (const one of open) {
      if (tokenDigest !== null && one.token_digest !== tokenDigest) continue
      if (!one.time_code_expires || one.time_code_expires <= inner.now) continue
      if (!(await claimCodeTry(inner, one.id, tries_per_code))) continue
      if (one.code_digest === codeDigest(inner, one.id, code.trim())) return one
    }
    return null
  })
  if (!matched) throw unauthorised('This code is wrong, has been used or has expired. Ask for a new one.')
  if (ctx.setting(account_verification_method) === 'both' && !matched.is_email_proved) {
    await ctx.inTransaction(async (inner) => {
      await proveEmail(inner, matched.id)
      await inner.emit(registrationAsked, { registration_id: matched.id })
    })
    const { phone_number } = detailsOf(ctx, matched.details_sealed)
    const text = `We have sent another code to ${formatPhone(phone_number)}. Enter it as well.`
    throw new Problem('verification_needed', text)
  }
  return ctx.answer(async (inner) => {
    if (!(await removeRegistration(inner, matched.id)))
      throw unauthorised('This code is wrong, has been used or has expired. Ask for a new one.')
    await requireFree(inner, matched.email)
    const user = await makeCustomer(inner, detailsOf(inner, matched.details_sealed))
    return openSession(inner, user, own.known_device)
  })
}

/** Returns the password hash of an unconfirmed registration; `null` when there is none. */
export async function pendingPassword(ctx: Context, email: string): Promise<string | null> {
  const [newest] = await openRegistrations(ctx, email, oldest(ctx))
  return newest ? detailsOf(ctx, newest.details_sealed).password_hash : null
}

/** Whether the next code of a registration is sent to the phone. */
function provesByPhone(reader: BaseContext, isEmailProved: boolean): boolean {
  const method = reader.setting(account_verification_method)
  return method === 'sms' || (method === 'both' && isEmailProved)
}

function requireOpen(ctx: BaseContext): void {
  if (!ctx.setting(registration_enabled) || ctx.setting(staff_only_login))
    throw forbidden('New accounts cannot be opened here. Please contact the courier company.')
}

function requireComplete(ctx: BaseContext, input: RegistrationInput): void {
  const problems = registrationProblems(input, {
    fields: ctx.setting(registration_fields),
    block_disposable_emails: ctx.setting(block_disposable_emails),
  })
  const [first] = problems
  if (first) throw invalid(first.message, problems)
  const terms = termsOf(ctx)
  const accepted = input.terms_and_conditions_accepted_version
  if (checksTerms(terms) && accepted !== terms.terms_and_conditions_version)
    throw invalid('Please accept the terms and conditions.', [
      { field: 'terms_and_conditions_accepted_version', message: 'Please accept the terms and conditions.' },
    ])
}

async function requireFree(ctx: Context, email: string): Promise<void> {
  if (await isNameTaken(ctx, email))
    throw invalid(`User with email ${email} already exists`, [
      { field: 'email', message: `User with email ${email} already exists` },
    ])
}

function detailsOf(ctx: BaseContext, sealed: string): NewCustomer {
  return JSON.parse(ctx.sealer.open(sealed)) as NewCustomer
}

function codeDigest(ctx: BaseContext, id: number, code: string): string {
  return ctx.sealer.digest(`registration code of ${id}`, code)
}

function oldest(ctx: BaseContext): Date {
  return new Date(ctx.now.getTime() - registration_ms)
}
