import type { accountsApi } from '@waybill/domain/accounts/api'
import type { InvoiceFrequency, ListedAccount } from '@waybill/domain/accounts/model'
import { hasPermission, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { isOneEmail, splitList } from '@waybill/domain/kit/contacts/email'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { weekday_names } from '@waybill/domain/kit/dates/weekdays'
import { changedKeys, mergeValues } from '../../kit/form/merging/merge-edits.ts'
import { readTags, tagsText } from '../tags-text.ts'

/** The fields of an account that can be edited on its page. */
export interface AccountEdit {
  name: string
  account_code: string
  vat_number: string
  registration_number: string
  support_email: string
  contact_name: string
  contact_mobile: string
  contact_email: string
  branch_id: number | null
  credit_limit: Cents | null
  payment_terms: number | null
  payment_terms_from_statement: boolean
  invoice_frequency: InvoiceFrequency
  invoice_weekday: number
  /** Tags separated by commas. */
  tags: string
}
export type AccountEditKey = keyof AccountEdit

export const edit_labels: Readonly<Record<AccountEditKey, string>> = {
  name: 'Name',
  account_code: 'Account code',
  vat_number: 'VAT number',
  registration_number: 'Registration number',
  support_email: 'Support email',
  contact_name: 'Billing contact',
  contact_mobile: 'Mobile number',
  contact_email: 'Invoices are sent to',
  branch_id: 'Branch',
  credit_limit: 'Credit limit',
  payment_terms: 'Days to pay',
  payment_terms_from_statement: 'Counted from the statement',
  invoice_frequency: 'Invoiced',
  invoice_weekday: 'Weekday of invoices',
  tags: 'Tags',
}

export const frequency_labels: Readonly<Record<InvoiceFrequency, string>> = {
  monthly: 'Monthly, on the last day',
  weekly: 'Weekly',
  daily: 'Daily',
  shipment: 'With each shipment',
}

const owners: readonly AccountEditKey[] = [
  'name',
  'vat_number',
  'registration_number',
  'support_email',
  'contact_name',
  'contact_mobile',
  'contact_email',
]
const keys = Object.keys(edit_labels) as AccountEditKey[]

/**
 * Returns the fields that the viewer may edit: owners their own details, staff all fields except those that need a
 * missing permission.
 */
export function editableKeys(me: Actor): ReadonlySet<AccountEditKey> {
  if (!isStaff(me)) return new Set(owners)
  const withheld: AccountEditKey[] = [
    ...(hasPermission(me, 'INLINE_edit_account_code') ? [] : (['account_code'] as const)),
    ...(hasPermission(me, 'INLINE_edit_credit_limit') ? [] : (['credit_limit'] as const)),
  ]
  return new Set(keys.filter((key) => !withheld.includes(key)))
}

/** Returns the stored values of the editable fields. */
export function editOf(account: ListedAccount): AccountEdit {
  return {
    name: account.name,
    account_code: account.account_code,
    vat_number: account.vat_number ?? '',
    registration_number: account.registration_number ?? '',
    support_email: account.support_email ?? '',
    contact_name: account.billing_contact?.name ?? '',
    contact_mobile: account.billing_contact?.mobile_number ?? '',
    contact_email: account.billing_contact?.email ?? '',
    branch_id: account.branch_id || null,
    credit_limit: account.credit_limit,
    payment_terms: account.payment_terms,
    payment_terms_from_statement: account.payment_terms_from_statement,
    invoice_frequency: account.invoice_frequency,
    invoice_weekday: account.invoice_frequency_time,
    tags: tagsText(account.tags),
  }
}

/** Returns the problems of edited values, in the order of the form. */
export function editProblems(values: AccountEdit): { field: AccountEditKey; message: string }[] {
  const emails = (key: 'support_email' | 'contact_email') =>
    splitList(values[key])
      .filter((one) => !isOneEmail(one))
      .slice(0, 1)
      .map((one) => ({ field: key, message: `${one} is not an email address.` }))
  return [
    ...(values.name.trim() ? [] : [{ field: 'name' as const, message: 'Give the account a name.' }]),
    ...(values.account_code.trim()
      ? []
      : [{ field: 'account_code' as const, message: 'Give the account a code.' }]),
    ...emails('contact_email'),
    ...emails('support_email'),
    ...((values.credit_limit ?? -1) >= 0
      ? []
      : [{ field: 'credit_limit' as const, message: 'The credit limit must be 0 or more.' }]),
    ...(Number.isInteger(values.payment_terms) && (values.payment_terms ?? -1) >= 0
      ? []
      : [{ field: 'payment_terms' as const, message: 'Give the days to pay as a whole number.' }]),
  ]
}

/** Returns the change request: only changed fields, and the version on which they are based. */
export function patchOf(account: ListedAccount, values: AccountEdit): Input<typeof accountsApi.change> {
  const changed = new Set(changedKeys(editOf(account), values))
  const text = (key: 'name' | 'account_code' | 'vat_number' | 'registration_number' | 'support_email') =>
    changed.has(key) ? { [key]: values[key] } : {}
  const hasContact = (['contact_name', 'contact_mobile', 'contact_email'] as const).some((key) =>
    changed.has(key),
  )
  return {
    id: account.id,
    ...(account.version === undefined || account.version === null ? {} : { version: account.version }),
    ...text('name'),
    ...text('account_code'),
    ...text('vat_number'),
    ...text('registration_number'),
    ...text('support_email'),
    ...(hasContact
      ? {
          billing_contact: {
            name: values.contact_name,
            mobile_number: values.contact_mobile,
            email: values.contact_email,
          },
        }
      : {}),
    ...(changed.has('branch_id') && values.branch_id !== null ? { branch_id: values.branch_id } : {}),
    ...(changed.has('credit_limit') && values.credit_limit !== null
      ? { credit_limit: values.credit_limit }
      : {}),
    ...(changed.has('payment_terms') && values.payment_terms !== null
      ? { payment_terms: values.payment_terms }
      : {}),
    ...(changed.has('payment_terms_from_statement')
      ? { payment_terms_from_statement: values.payment_terms_from_statement }
      : {}),
    ...(changed.has('invoice_frequency') ? { invoice_frequency: values.invoice_frequency } : {}),
    ...(changed.has('tags') ? { tags: readTags(values.tags) } : {}),
    ...(changed.has('invoice_weekday') ? { invoice_frequency_time: values.invoice_weekday } : {}),
  }
}

/** A field that two users changed differently, with both values as display text. */
export interface EditConflict {
  key: AccountEditKey
  mine: string
  theirs: string
}

/** Merges the changes of two users and returns the conflicts with display values. */
export function mergeEdits(
  base: AccountEdit,
  mine: AccountEdit,
  theirs: AccountEdit,
): { merged: AccountEdit; conflicts: EditConflict[] } {
  const { merged, conflicts } = mergeValues(base, mine, theirs)
  return {
    merged,
    conflicts: conflicts.map((key) => ({
      key,
      mine: displayValue(key, mine),
      theirs: displayValue(key, theirs),
    })),
  }
}

/** Returns a value as display text. */
export function displayValue(key: AccountEditKey, values: AccountEdit): string {
  const value = values[key]
  if (value === null || value === '') return 'Empty'
  if (key === 'credit_limit') return formatRand(Number(value))
  if (key === 'invoice_frequency') return frequency_labels[values.invoice_frequency]
  if (key === 'invoice_weekday') return weekday_names[values.invoice_weekday] ?? ''
  return String(value)
}
