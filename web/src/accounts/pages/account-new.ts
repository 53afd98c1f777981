import type { accountsApi } from '@waybill/domain/accounts/api'
import { accountProblems, type AccountRules } from '@waybill/domain/accounts/account-rules'
import { empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import type { InvoiceFrequency } from '@waybill/domain/accounts/model'
import { checkUser } from '@waybill/domain/identity/users-and-roles/user-rules'
import { role_ids, type Actor } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import type { Cents } from '@waybill/domain/kit/money'
import { isPhone, phoneSentence } from '@waybill/domain/kit/contacts/phone-number'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import type { Answers } from '../details/custom-values.ts'
import { readTags } from '../tags-text.ts'

/** A new account as form values; empty values use the company's defaults. */
export interface NewAccountEdit {
  name: string
  account_code: string
  vat_number: string
  registration_number: string
  default_collection_address: {
    contact_name: string
    mobile_number: string
    email: string
    address: AddressParts
  }
  first_user: { name: string; email: string; username: string }
  account_type: 'prepaid' | 'postpaid'
  credit_limit: Cents | null
  payment_terms: number | null
  invoice_frequency: InvoiceFrequency | null
  current_rate_group_id: number | null
  branch_id: number | null
  tracking_prefix: string
  tags: string
  answers: Answers
}

/** Returns an empty form with the company's default type and tags. */
export function emptyAccount(
  accountType: 'prepaid' | 'postpaid',
  tags: string,
  answers: Answers,
): NewAccountEdit {
  return {
    name: '',
    account_code: '',
    vat_number: '',
    registration_number: '',
    default_collection_address: { contact_name: '', mobile_number: '', email: '', address: empty_address },
    first_user: { name: '', email: '', username: '' },
    account_type: accountType,
    credit_limit: null,
    payment_terms: null,
    invoice_frequency: null,
    current_rate_group_id: null,
    branch_id: null,
    tracking_prefix: '',
    tags,
    answers,
  }
}

/** Returns the request that opens the account. */
export function newAccountInput(edit: NewAccountEdit): Input<typeof accountsApi.create> {
  const { default_collection_address: place, first_user, answers, tags, ...fields } = edit
  const answered = Object.entries(answers).filter(([, value]) => value !== '' && value !== false)
  return {
    name: fields.name,
    account_type: fields.account_type,
    account_code: fields.account_code || undefined,
    vat_number: fields.vat_number || undefined,
    registration_number: fields.registration_number || undefined,
    credit_limit: fields.credit_limit ?? undefined,
    payment_terms: fields.payment_terms ?? undefined,
    invoice_frequency: fields.invoice_frequency ?? undefined,
    current_rate_group_id: fields.current_rate_group_id ?? undefined,
    branch_id: fields.branch_id ?? undefined,
    tracking_prefix: fields.tracking_prefix || undefined,
    tags: readTags(tags),
    custom_fields: answered.length > 0 ? Object.fromEntries(answered) : undefined,
    default_collection_address: {
      contact_name: place.contact_name || undefined,
      mobile_number: place.mobile_number || undefined,
      email: place.email || undefined,
      address: place.address,
    },
    first_user: { ...first_user, username: first_user.username || undefined },
  }
}

/** Returns the problems of a new account, in the order of the form. */
export function newAccountProblems(actor: Actor, edit: NewAccountEdit, rules: AccountRules): FieldProblem[] {
  const { address, mobile_number } = edit.default_collection_address
  const input = newAccountInput(edit)
  const user = checkUser({
    ...edit.first_user,
    phone_number: '',
    role_id: role_ids.account_owner,
    account_id: 0,
    branch_id: null,
    limit_user_to_branch: false,
  })
  return [
    ...accountProblems(actor, input, rules),
    ...(address.local_area === '' && address.city === ''
      ? [
          {
            field: 'default_collection_address.address',
            message: 'The address needs at least a suburb or a city.',
          },
        ]
      : []),
    ...(mobile_number && !isPhone(mobile_number)
      ? [{ field: 'default_collection_address.mobile_number', message: phoneSentence() }]
      : []),
    ...user.map(({ field, message }) => ({ field: `first_user.${field}`, message })),
  ]
}
