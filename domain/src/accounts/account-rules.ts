import { hasPermission, isStaff, type Actor } from '../kit/actor.ts'
import { isEmail, splitList } from '../kit/contacts/email.ts'
import { formatCount } from '../kit/texts/format.ts'
import { formatRand } from '../kit/money.ts'
import { isPhone, phoneSentence } from '../kit/contacts/phone-number.ts'
import { forbidden, wrongState, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { InvoiceFrequency } from './account.ts'
import { answerable, customFieldProblems, type CustomFieldRules, type CustomValues } from './custom-fields.ts'

/** Fields that an account owner may change on their own account. Only staff may change the other fields. */
export const owner_fields = [
  'name',
  'billing_contact',
  'support_email',
  'vat_number',
  'registration_number',
  'parcel_types',
  'cost_centers',
  'default_collection_address',
  'default_collection_address_id',
  'pod_method',
  'custom_fields',
] as const

/**
 * Fields of an account that staff may change only with the named permission
 * (docs/domain/people-and-permissions.md#permissions-inside-a-page).
 */
export const guarded_fields: Readonly<Record<string, { needs: string; what: string }>> = {
  account_code: { needs: 'INLINE_edit_account_code', what: 'account codes' },
  credit_limit: { needs: 'INLINE_edit_credit_limit', what: 'credit limits' },
  current_rate_group_id: { needs: 'INLINE_edit_rate_group', what: 'the price list of accounts' },
  next_rate_group_id: { needs: 'INLINE_edit_rate_group', what: 'the price list of accounts' },
  next_rate_group_date: { needs: 'INLINE_edit_rate_group', what: 'the price list of accounts' },
  is_on_hold: { needs: 'INLINE_toggle_account_hold', what: 'account holds' },
  hold_message: { needs: 'INLINE_toggle_account_hold', what: 'account holds' },
  disable_auto_hold: { needs: 'INLINE_toggle_account_hold', what: 'account holds' },
  disable_account_in_arrears_checks: {
    needs: 'INLINE_toggle_account_hold',
    what: 'account holds',
  },
  temp_disable_auto_hold: { needs: 'INLINE_temp_disable_auto_hold', what: 'automatic holds' },
}

/** Whether `actor` may change a field of an account that they can access (ACC-011). */
export function mayEditField(actor: Actor, field: string): RuleResult {
  if (!isStaff(actor))
    return (owner_fields as readonly string[]).includes(field)
      ? true
      : forbidden(`Only the courier company may change ${field.replaceAll('_', ' ')}.`)
  const guard = guarded_fields[field]
  return !guard || hasPermission(actor, guard.needs)
    ? true
    : forbidden(`You may not change ${guard.what}. Ask someone with the permission ${guard.needs}.`)
}

/** The account fields that the rules validate; absent fields are not checked. Money in cents. */
export interface AccountTerms {
  name?: string | undefined
  account_code?: string | undefined
  credit_limit?: number | undefined
  payment_terms?: number | undefined
  invoice_frequency?: InvoiceFrequency | undefined
  invoice_frequency_time?: number | undefined
  charge_discrepancy_threshold_override?: number | undefined
  charge_discrepancy_percentage_override?: number | undefined
  cod_max_amount?: number | undefined
  cod_fee_percentage?: number | undefined
  cod_fee_minimum?: number | undefined
  billing_contact?: { email?: string | undefined; mobile_number?: string | undefined } | undefined
  support_email?: string | undefined
  tracking_prefix?: string | undefined
  custom_fields?: CustomValues | undefined
  cost_centers?: readonly { name: string; code?: string | undefined }[] | undefined
  parcel_types?: readonly ParcelTypeTerms[] | undefined
  tags?: readonly string[] | undefined
}

interface ParcelTypeTerms {
  name: string
  is_default?: boolean | undefined
  length?: number | null | undefined
  width?: number | null | undefined
  height?: number | null | undefined
  weight?: number | null | undefined
  declared_value?: number | null | undefined
}

/** The company settings against which account fields are validated. */
export interface AccountRules extends CustomFieldRules {
  account_invoice_frequency_options: readonly InvoiceFrequency[]
}

export const max_cost_centers = 500
export const max_parcel_types = 100
export const max_tags = 20
const max_payment_days = 365

/** Returns the problems of the submitted fields, in the order of the form (ACC-001, ACC-002). */
export function accountProblems(actor: Actor, terms: AccountTerms, rules: AccountRules): FieldProblem[] {
  const problems: FieldProblem[] = []
  const addProblem = (field: string, message: string) => problems.push({ field, message })
  const { name, account_code, credit_limit, payment_terms, invoice_frequency, invoice_frequency_time } = terms
  if (name?.trim() === '') addProblem('name', 'Give the account a name.')
  if (account_code !== undefined && !/^[A-Z0-9][A-Z0-9-]{1,19}$/i.test(account_code))
    addProblem('account_code', 'An account code is 2 to 20 letters, digits and hyphens.')
  if (terms.tracking_prefix && !/^[A-Z0-9]+$/i.test(terms.tracking_prefix))
    addProblem('tracking_prefix', 'A tracking prefix is letters and digits only.')
  if ((credit_limit ?? 0) < 0) addProblem('credit_limit', 'The credit limit must be 0 or more.')
  if ((terms.charge_discrepancy_threshold_override ?? 0) < 0)
    addProblem('charge_discrepancy_threshold_override', 'The amount must be 0 or more.')
  const percentage = terms.charge_discrepancy_percentage_override ?? 0
  if (percentage < 0 || percentage > 100)
    addProblem('charge_discrepancy_percentage_override', 'The percentage must be 0 to 100.')
  for (const field of ['cod_max_amount', 'cod_fee_minimum'] as const)
    if ((terms[field] ?? 0) < 0) addProblem(field, 'The amount must be 0 or more.')
  const feePercentage = terms.cod_fee_percentage ?? 0
  if (feePercentage < 0 || feePercentage > 100)
    addProblem('cod_fee_percentage', 'The fee must be 0 to 100 %.')
  if (payment_terms !== undefined && (payment_terms < 0 || payment_terms > max_payment_days))
    addProblem('payment_terms', `The days to pay must be 0 to ${max_payment_days}.`)
  if (invoice_frequency && !rules.account_invoice_frequency_options.includes(invoice_frequency))
    addProblem('invoice_frequency', 'This invoice frequency is not available. Choose one from the list.')
  if (invoice_frequency_time !== undefined && (invoice_frequency_time < 0 || invoice_frequency_time > 6))
    addProblem('invoice_frequency_time', 'The weekday must be 0 (Sunday) to 6 (Saturday).')
  const { email, mobile_number } = terms.billing_contact ?? {}
  if (mobile_number && !isPhone(mobile_number)) addProblem('billing_contact.mobile_number', phoneSentence())
  if (email && !isEmail(email)) addProblem('billing_contact.email', emailSentence(email))
  if (terms.support_email && !isEmail(terms.support_email))
    addProblem('support_email', emailSentence(terms.support_email))
  if (terms.custom_fields) problems.push(...answerProblems(actor, terms.custom_fields, rules))
  problems.push(...listProblems(terms))
  return problems
}

function emailSentence(text: string): string {
  const wrong = splitList(text).find((one) => !isEmail(one)) ?? text.trim()
  return `${wrong} is not an email address.`
}

function answerProblems(actor: Actor, values: CustomValues, rules: AccountRules): FieldProblem[] {
  const fields = answerable(actor, rules)
  const known = new Set(fields.map(({ key }) => key))
  const unknown = Object.keys(values).filter((key) => !known.has(key))
  return [
    ...unknown.map((key) => ({
      field: `custom_fields.${key}`,
      message: `There is no field ${key}. Set up fields in the account settings.`,
    })),
    ...customFieldProblems(fields, values, 'sent'),
  ]
}

function listProblems({ cost_centers, parcel_types, tags }: AccountTerms): FieldProblem[] {
  const problems: FieldProblem[] = []
  const addProblem = (field: string, message: string) => problems.push({ field, message })
  if ((cost_centers?.length ?? 0) > max_cost_centers)
    addProblem('cost_centers', `An account has at most ${max_cost_centers} cost centres.`)
  cost_centers?.forEach((centre, at) => {
    if (centre.name.trim() === '') addProblem(`cost_centers.${at}.name`, 'Give the cost centre a name.')
    else if (isRepeated(cost_centers, at, (one) => one.name))
      addProblem(`cost_centers.${at}.name`, `Another cost centre is named ${centre.name}.`)
    if (centre.code && isRepeated(cost_centers, at, (one) => one.code ?? ''))
      addProblem(`cost_centers.${at}.code`, `Another cost centre has the code ${centre.code}.`)
  })
  if ((parcel_types?.length ?? 0) > max_parcel_types)
    addProblem('parcel_types', `An account has at most ${max_parcel_types} parcel types.`)
  parcel_types?.forEach((type, at) => {
    if (type.name.trim() === '') addProblem(`parcel_types.${at}.name`, 'Give the parcel type a name.')
    else if (isRepeated(parcel_types, at, (one) => one.name))
      addProblem(`parcel_types.${at}.name`, `Another parcel type is named ${type.name}.`)
    for (const key of ['length', 'width', 'height', 'weight', 'declared_value'] as const)
      if ((type[key] ?? 0) < 0) addProblem(`parcel_types.${at}.${key}`, 'Must be 0 or more.')
  })
  if ((parcel_types?.filter((type) => type.is_default).length ?? 0) > 1)
    addProblem('parcel_types', 'Only one parcel type can be the default.')
  if ((tags?.length ?? 0) > max_tags) addProblem('tags', `An account has at most ${max_tags} tags.`)
  return problems
}

function isRepeated<Row>(rows: readonly Row[], at: number, textOf: (row: Row) => string): boolean {
  const text = textOf(rows[at] as Row)
    .trim()
    .toLowerCase()
  return rows.slice(0, at).some((row) => textOf(row).trim().toLowerCase() === text)
}

/** The data needed to decide whether an account may be closed. Balance in cents. */
export interface ClosingFacts {
  account_type: string
  status: string
  balance: number
}

/**
 * Whether an account may be closed: it is not the guest account, it is open, and its balance is 0. A debt that will
 * not be paid must be written off first. Active shipments are checked separately, see `mayCloseOver` (ACC-012).
 */
export function mayClose(actor: Actor, account: ClosingFacts): RuleResult {
  const may = mayCloseAccounts(actor)
  if (may !== true) return may
  if (account.account_type === 'guest')
    return wrongState('The guest account is needed for guest bookings and cannot be closed.')
  if (account.status === 'closed') return wrongState('This account is already closed.')
  const amount = formatRand(Math.abs(account.balance))
  if (account.balance < 0)
    return wrongState(
      `The account owes ${amount}. Record the payment or write it off, then close the account.`,
    )
  return account.balance === 0
    ? true
    : wrongState(`The account has ${amount} in credit. Refund it, then close the account.`)
}

/** Whether `actor` may close and reopen accounts at all. */
export function mayCloseAccounts(actor: Actor): RuleResult {
  return isStaff(actor) && hasPermission(actor, 'INLINE_close_account')
    ? true
    : forbidden('You may not close or reopen accounts. Ask someone with the permission INLINE_close_account.')
}

/** Whether an account may be closed, given the number of its active shipments. */
export function mayCloseOver(activeCount: number): RuleResult {
  if (activeCount === 0) return true
  return wrongState(
    activeCount === 1
      ? 'One shipment is still active. Finish or cancel it, then close the account.'
      : `${formatCount(activeCount)} shipments are still active. Finish or cancel them, then close the account.`,
  )
}

/** Whether a closed account may be reopened. */
export function mayReopen(actor: Actor, account: Pick<ClosingFacts, 'status'>): RuleResult {
  const may = mayCloseAccounts(actor)
  if (may !== true) return may
  return account.status === 'closed' ? true : wrongState('This account is already open.')
}

/** Normalises tags for storage: trimmed, without empty ones, each once regardless of case, in the given order. */
export function cleanTags(tags: readonly string[]): string[] {
  const saved = new Map<string, string>()
  for (const tag of tags.map((one) => one.trim()))
    if (tag && !saved.has(tag.toLowerCase())) saved.set(tag.toLowerCase(), tag)
  return [...saved.values()]
}
