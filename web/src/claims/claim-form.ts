import { checkClaim } from '@waybill/domain/claims/lodging'
import type { ClaimKind, ClaimPayMethod } from '@waybill/domain/claims/model'
import type { Cents } from '@waybill/domain/kit/money'
import type { FieldProblem } from '@waybill/domain/kit/problem'

/** The form values of a new or changed claim. Amounts in cents. */
export interface ClaimValues {
  kind: ClaimKind
  description: string
  item_value: Cents | null
  claimed_amount: Cents | null
  pay_by: ClaimPayMethod
  bank_details: string
  contact_email: string
}

/** Validates the form values with the rules of the server. */
export function problemsOf(
  values: ClaimValues,
  about: { account_type: string; by_claimant: boolean; files?: number },
): FieldProblem[] {
  return checkClaim(
    { ...values, item_value: values.item_value ?? 0, claimed_amount: values.claimed_amount ?? 0 },
    about,
  )
}

/** Converts the form values to the request; bank details are empty unless payment is to a bank account. */
export function sentOf(values: ClaimValues) {
  return {
    ...values,
    item_value: values.item_value ?? undefined,
    claimed_amount: values.claimed_amount ?? undefined,
    bank_details: values.pay_by === 'bank' ? values.bank_details : '',
  }
}
