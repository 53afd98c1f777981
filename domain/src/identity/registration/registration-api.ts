import { z } from 'zod'
import { AddressInput } from '../../accounts/address.ts'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { phone } from '../../kit/contacts/phone.ts'
import { maybe, text } from '../../kit/calls/wire.ts'
import { SolvedChallenge } from '../sign-in/challenge.ts'
import { terms_modes } from './terms.ts'

/** The terms and conditions of a courier company. */
export const TermsOfCompany = z.object({
  terms_mode: z.enum(terms_modes),
  shipment_terms: z.array(z.string()),
  window_user_terms_and_conditions: z.string(),
  terms_and_conditions_version: z.string(),
})

/** The data that the registration form collects (AUTH-032). */
export const RegistrationInput = z.object({
  account_type: z.enum(['company', 'personal']),
  company: maybe(text(255)),
  name: text(255),
  email: text(254),
  phone_number: phone,
  password: z.string().max(200),
  collection_address: maybe(AddressInput),
  billing_address: maybe(AddressInput),
  custom_fields: maybe(z.record(z.string(), z.unknown())),
  referrer: maybe(text(255)),
  terms_and_conditions_accepted_version: maybe(text(60)),
  captcha: maybe(SolvedChallenge),
})
export type RegistrationInput = z.output<typeof RegistrationInput>

/** Registration endpoints. Separate from sign-in, so that the sign-in page stays small. */
export const registrationApi = {
  register: endpoint('POST /users/register', {
    input: RegistrationInput,
    /** Contains a token when no verification is required. */
    output: z.object({
      message: z.string(),
      /** Used to request the code again and to submit it. */
      registration: z.string().optional(),
      access_token: z.string().optional(),
      known_device: z.string().optional(),
    }),
    audience: 'public',
    permission: null,
    published: false,
    summary: 'Creates an account for a new customer after the code sent to the email address was entered.',
  }),
  resendCode: endpoint('POST /users/register/resend', {
    input: z.object({ registration: z.string().max(100) }),
    output: z.object({ message: z.string() }),
    audience: 'public',
    permission: null,
    published: false,
    summary: 'Sends the registration code again.',
  }),
  checkPassword: endpoint('POST /users/register/password', {
    input: z.object({ password: z.string().max(200), name: text(255), email: text(254) }),
    output: z.object({}),
    audience: 'public',
    permission: null,
    published: false,
    summary: 'Checks whether a password is allowed, before registration.',
  }),
  terms: endpoint('GET /providers/terms', {
    input: z.object({}),
    output: TermsOfCompany,
    audience: 'public',
    permission: null,
    published: false,
    summary: 'Returns the terms that customers accept.',
  }),
}
