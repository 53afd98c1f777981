import { customFieldProblems } from '../../accounts/custom-fields.ts'
import type { CustomField } from '../../accounts/settings.ts'
import { isOneEmail } from '../../kit/contacts/email.ts'
import { isPhone, phoneSentence } from '../../kit/contacts/phone-number.ts'
import type { FieldProblem } from '../../kit/problem.ts'
import { disposable_domains } from './disposable-domains.ts'

/** The data of the registration form that its rules check. */
export interface RegistrationFacts {
  account_type: 'company' | 'personal'
  company?: string | undefined
  name: string
  email: string
  phone_number: string
  custom_fields?: Readonly<Record<string, unknown>> | undefined
}

/** Returns the problems of a registration, in the order of the form; empty when there are none (AUTH-032, AUTH-033). */
export function registrationProblems(
  facts: RegistrationFacts,
  rules: { fields: readonly CustomField[]; block_disposable_emails: boolean },
): FieldProblem[] {
  const problems: FieldProblem[] = []
  const addProblem = (field: string, message: string) => problems.push({ field, message })
  if (facts.account_type === 'company' && !facts.company?.trim())
    addProblem('company', 'Company is required.')
  if (!facts.name.trim()) addProblem('name', 'Name is required.')
  if (!facts.email.trim()) addProblem('email', 'Email is required.')
  else if (!isOneEmail(facts.email)) addProblem('email', 'Email is not valid.')
  else if (rules.block_disposable_emails && isDisposable(facts.email))
    addProblem('email', 'Disposable email addresses cannot be used. Enter a permanent one.')
  if (!facts.phone_number.trim()) addProblem('phone_number', 'Phone number is required.')
  else if (!isPhone(facts.phone_number)) addProblem('phone_number', phoneSentence())
  problems.push(...customFieldProblems(rules.fields, facts.custom_fields ?? {}, 'all'))
  return problems
}

/** Whether an email address belongs to a disposable email service. */
export function isDisposable(email: string): boolean {
  const host = email.trim().toLowerCase().split('@')[1] ?? ''
  return disposable_domains.some((one) => host === one || host.endsWith(`.${one}`))
}

/**
 * Returns the error message to display during registration. For an existing email address it adds advice to go back
 * and change it (AUTH-034).
 */
export function registrationMessage(message: string): string {
  return /User with email .+ already exists/.test(message)
    ? `${message.replace(/\.+$/, '')}. Please go back and change your email address.`
    : message
}
