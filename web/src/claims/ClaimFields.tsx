import { kind_labels, pay_labels, claim_pay_methods, type ClaimKind } from '@waybill/domain/claims/model'
import { RadioGroup } from '../kit/form/choices/Choices.tsx'
import { FieldRow } from '../kit/form/FormPanel.tsx'
import { TextArea, TextField } from '../kit/form/TextField.tsx'
import { MoneyField } from '../kit/form/TypedField.tsx'
import { sharedFields, type Form } from '../kit/form/use-form.ts'
import type { ClaimValues } from './claim-form.ts'

const kind_hints: Readonly<Record<ClaimKind, string>> = {
  lost: 'It did not arrive, or was given to the wrong person.',
  damaged: 'It arrived broken, wet or opened.',
  short: 'Something was missing from what arrived.',
  late: 'It came after the guaranteed time.',
}

/** Fields for the kind of claim, its description and its amounts. */
export function WhatFields<Values extends ClaimValues>({
  form,
  kinds,
}: {
  form: Form<Values>
  kinds: readonly ClaimKind[]
}) {
  const bind: Form<ClaimValues> = sharedFields(form)
  const isLate = bind.values.kind === 'late'
  return (
    <>
      <RadioGroup
        {...bind.field('kind')}
        label="What happened"
        choices={kinds.map((value) => ({ value, label: kind_labels[value], hint: kind_hints[value] }))}
      />
      <TextArea
        {...bind.field('description')}
        label="Description"
        hint="What was in it, how it was packed, and what you found."
        rows={4}
        maxLength={4000}
      />
      <FieldRow>
        {!isLate && <MoneyField {...bind.field('item_value')} label="Value of the goods" />}
        <MoneyField {...bind.field('claimed_amount')} label="Amount claimed" />
      </FieldRow>
    </>
  )
}

/** Fields for the payment method and the contact address. */
export function PayFields<Values extends ClaimValues>({
  form,
  account_type,
}: {
  form: Form<Values>
  account_type: string
}) {
  const bind: Form<ClaimValues> = sharedFields(form)
  const methods = claim_pay_methods.filter(
    (method) => method !== 'account-credit' || account_type !== 'guest',
  )
  return (
    <>
      <RadioGroup
        {...bind.field('pay_by')}
        label="If it is approved, pay it as"
        choices={methods.map((value) => ({ value, label: pay_labels[value] }))}
      />
      {bind.values.pay_by === 'bank' && (
        <TextArea
          {...bind.field('bank_details')}
          label="Bank details"
          hint="Bank, account number and the name of the account holder."
          rows={2}
          maxLength={200}
        />
      )}
      <TextField
        {...bind.field('contact_email')}
        label="Email address for updates on this claim"
        type="email"
        autoComplete="email"
      />
    </>
  )
}
