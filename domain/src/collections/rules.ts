import type { AddressParts } from '../accounts/address.ts'
import type { ContactInput } from '../accounts/contact.ts'
import { mayBook } from '../accounts/affordability.ts'
import { hasPermission, isOffice, isStaff, type Actor } from '../kit/actor.ts'
import { isEmail } from '../kit/contacts/email.ts'
import { isPhone, phoneSentence } from '../kit/contacts/phone-number.ts'
import { forbidden, invalid, Problem, wrongState, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { Frequency } from './days.ts'
import { max_kg, max_parcels } from './model.ts'
import { isOpenRequest, manualStatuses, requestStatusLabel, type CollectionRequestStatus } from './status.ts'

/** The account data that decides whether the account may request collections. */
export interface RequestingAccount {
  account_type: string
  status: string
  is_on_hold: boolean
  /** The email address shown to the users of a held account. */
  support_email: string
}

/**
 * Checks whether a user may see and use collection requests: the feature must be on, and a customer needs a postpaid
 * account.
 */
export function maySeeRequests(
  actor: Actor,
  about: { is_enabled: boolean; account_type: string | null },
): RuleResult {
  if (!about.is_enabled) return forbidden('Collection requests are switched off for this company.')
  if (isStaff(actor)) return true
  return about.account_type === 'postpaid'
    ? true
    : forbidden('Bulk collections are for accounts that pay by invoice. Ask us to change your account.')
}

/**
 * Checks whether a user may request a collection for an account (docs/domain/collections.md,
 * docs/domain/accounts-and-ledger.md#funds-and-holds).
 */
export function mayRequestFor(actor: Actor, account: RequestingAccount): RuleResult {
  if (account.account_type === 'guest')
    return invalid('Guests have no collection requests. Choose an account.', [
      { field: 'account_id', message: 'is the guest account' },
    ])
  if (account.account_type !== 'postpaid' && !isStaff(actor))
    return forbidden('Bulk collections are for accounts that pay by invoice. Ask us to change your account.')
  if (account.status === 'closed') return new Problem('account_closed', 'the account has been closed')
  const onHold = mayBook(account, account.support_email)
  return onHold === true ? true : wrongState(onHold.message)
}

/** Checks whether a user may request a collection for today after the cut-off. */
export function mayIgnoreCutOff(actor: Actor): RuleResult {
  return isOffice(actor) && hasPermission(actor, 'INLINE_override_cut_off')
    ? true
    : forbidden('You may not request a collection for today after the cut-off.')
}

/** The data to validate: a new request, or a stored request with its changes applied. */
export interface RequestDraft {
  address: AddressParts | null
  contact: ContactInput
  /** `HH:mm`. */
  after: string
  before: string
  expected_parcels: number | null
  expected_kg: number | null
}

/** Returns the problems of a request, in the order of its form. */
export function checkRequest(draft: RequestDraft): FieldProblem[] {
  const { address, contact } = draft
  const problems: FieldProblem[] = []
  const wrong = (field: string, message: string) => problems.push({ field, message })
  if (!address || (address.local_area === '' && address.city === '' && address.entered_address === ''))
    wrong('address', 'Enter the collection address.')
  if (!contact.name) wrong('contact.name', 'Enter a contact name.')
  if (!contact.mobile_number && !contact.email)
    wrong('contact.mobile_number', 'Enter a mobile number or an email address.')
  if (contact.mobile_number && !isPhone(contact.mobile_number))
    wrong('contact.mobile_number', phoneSentence())
  if (contact.email && !isEmail(contact.email))
    wrong('contact.email', `${contact.email} is not an email address.`)
  if (draft.after >= draft.before) wrong('before', 'Must be later than the earliest collection time.')
  checkNumber('expected_parcels', draft.expected_parcels, max_parcels, 'parcels', wrong)
  checkNumber('expected_kg', draft.expected_kg, max_kg, 'kg', wrong)
  return problems
}

function checkNumber(
  field: string,
  value: number | null,
  max: number,
  what: string,
  wrong: (field: string, message: string) => void,
): void {
  if (value !== null && (value < 0 || value > max))
    wrong(field, `Give 0 to ${max.toLocaleString('en')} ${what}.`)
}

/** The last year in which a recurring collection may end. */
const furthest_year = 2100

/** Returns the problems of a recurrence. Days are `YYYY-MM-DD`. */
export function checkRecurrence(about: {
  frequency: Frequency
  weekdays: readonly number[]
  from: string
  until: string | null
}): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (about.frequency === 'weekly' && about.weekdays.length === 0)
    problems.push({ field: 'weekdays', message: 'Choose at least one day of the week.' })
  if (about.weekdays.some((day) => day < 0 || day > 6))
    problems.push({ field: 'weekdays', message: 'Days of the week are 0 for Sunday to 6 for Saturday.' })
  if (about.until !== null && about.until < about.from)
    problems.push({ field: 'until', message: 'Must not be before the first day.' })
  if (about.until !== null && Number(about.until.slice(0, 4)) > furthest_year)
    problems.push({ field: 'until', message: 'Is too far in the future. Leave it empty for no end date.' })
  return problems
}

/** Throws an `invalid` error with all problems and the message of the first one; does nothing when there are none. */
export function requireSound(problems: readonly FieldProblem[]): void {
  const [first] = problems
  if (first) throw invalid(first.message, problems)
}

/** Checks whether the details of a request may still be changed. */
export function mayEdit(request: { status: CollectionRequestStatus; display_id: string }): RuleResult {
  return isOpenRequest(request.status)
    ? true
    : wrongState(
        `${request.display_id} is ${requestStatusLabel(request.status).toLowerCase()} and can no longer be changed. Make a new request.`,
      )
}

/** Checks whether a user may change the status of a request by hand (COLL-003…COLL-005). Customers may only cancel. */
export function mayEnter(
  actor: Actor,
  request: { status: CollectionRequestStatus; display_id: string },
  to: CollectionRequestStatus,
): RuleResult {
  if (!isOffice(actor) && to !== 'cancelled') return forbidden('Only our office may change this status.')
  const open = mayEdit(request)
  if (open !== true) return open
  if (to === 'collection-assigned')
    return wrongState('Assign a driver to the request to give it this status.')
  return manualStatuses(request.status).includes(to)
    ? true
    : wrongState(
        `A request that is ${requestStatusLabel(request.status).toLowerCase()} cannot become ${requestStatusLabel(to).toLowerCase()} by hand.`,
      )
}
