import { useQueryClient } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { invoice_frequencies, type ListedAccount } from '@waybill/domain/accounts/model'
import { isPhone, phoneSentence } from '@waybill/domain/kit/contacts/phone-number'
import { weekday_choices } from '@waybill/domain/kit/dates/weekdays'
import { call, refresh } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { MergingFormPanel } from '../../kit/form/merging/MergingFormPanel.tsx'
import type { Option } from '../../kit/form/choices/options.ts'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { MoneyField, NumberField, PhoneField } from '../../kit/form/TypedField.tsx'
import type { Form } from '../../kit/form/use-form.ts'
import { useMergingForm } from '../../kit/form/merging/use-merging-form.ts'
import { useMe } from '../../kit/session/me.ts'
import {
  edit_labels,
  editableKeys,
  editOf,
  editProblems,
  frequency_labels,
  mergeEdits,
  patchOf,
  type AccountEdit,
} from './account-edit.ts'

/**
 * Form for the details of an account. Saving sends the version on which the edit is based. When another user saved in
 * the meantime, nothing is overwritten: their other changes are merged, and the user chooses a value for every field
 * that both changed.
 */
export function AccountForm({
  account,
  branches,
  onClose,
}: {
  account: ListedAccount
  /** The branches that staff may choose. */
  branches: readonly Option<number>[]
  onClose: () => void
}) {
  const client = useQueryClient()
  const merging = useMergingForm({
    subject: account,
    valuesOf: editOf,
    patchOf,
    merge: mergeEdits,
    readAgain: async (base) =>
      (await call(accountsApi.list, { id: [base.id], limit: 1 })).accounts[0] ?? base,
    send: (patch, idempotencyKey) => call(accountsApi.change, patch, { idempotency_key: idempotencyKey }),
    refresh: () => refresh(client, [accountsApi.list]),
    onSaved: onClose,
    labelOf: (key) => edit_labels[key],
    format: { contact_mobile: (phone: string) => (isPhone(phone) ? null : phoneSentence()) },
    problemsOf: editProblems,
  })
  const { form } = merging
  return (
    <MergingFormPanel
      of={merging}
      title="Someone else changed this account in the meantime."
      onCancel={onClose}
    >
      <AccountFields form={form} account={account} branches={branches} />
    </MergingFormPanel>
  )
}

function AccountFields({
  form,
  account,
  branches,
}: {
  form: Form<AccountEdit>
  account: ListedAccount
  branches: readonly Option<number>[]
}) {
  const me = useMe()
  const may = editableKeys(me)
  const isStaffForm = may.has('payment_terms')
  const known =
    account.branch_id && !branches.some(({ value }) => value === account.branch_id)
      ? [{ value: account.branch_id, label: account.branch_name ?? '' }, ...branches]
      : branches
  return (
    <>
      <FieldRow>
        <TextField {...form.field('name')} label={edit_labels.name} maxLength={255} />
        {may.has('account_code') && (
          <TextField {...form.field('account_code')} label={edit_labels.account_code} mono maxLength={20} />
        )}
      </FieldRow>
      <FieldRow>
        <TextField {...form.field('vat_number')} label={edit_labels.vat_number} optional maxLength={20} />
        <TextField
          {...form.field('registration_number')}
          label={edit_labels.registration_number}
          optional
          maxLength={40}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          {...form.field('contact_name')}
          label={edit_labels.contact_name}
          optional
          maxLength={255}
        />
        <PhoneField {...form.field('contact_mobile')} label={edit_labels.contact_mobile} optional />
      </FieldRow>
      <TextField
        {...form.field('contact_email')}
        label={edit_labels.contact_email}
        hint="One or more email addresses, separated by commas."
        optional
        inputMode="email"
        maxLength={1000}
      />
      <TextField
        {...form.field('support_email')}
        label={edit_labels.support_email}
        hint="Receivers of your parcels can write to this address."
        optional
        inputMode="email"
        maxLength={1000}
      />
      {isStaffForm && (
        <>
          <TextField
            {...form.field('tags')}
            label={edit_labels.tags}
            hint="Separated by commas."
            optional
            maxLength={500}
          />
          <FieldRow>
            <SelectField {...form.field('branch_id')} label={edit_labels.branch_id} options={known} />
            {may.has('credit_limit') && (
              <MoneyField {...form.field('credit_limit')} label={edit_labels.credit_limit} />
            )}
          </FieldRow>
          <FieldRow>
            <SelectField
              {...form.field('invoice_frequency')}
              label={edit_labels.invoice_frequency}
              options={invoice_frequencies.map((value) => ({ value, label: frequency_labels[value] }))}
            />
            {form.values.invoice_frequency === 'weekly' && (
              <SelectField
                {...form.field('invoice_weekday')}
                label={edit_labels.invoice_weekday}
                options={weekday_choices}
              />
            )}
            <NumberField
              {...form.field('payment_terms')}
              label={edit_labels.payment_terms}
              places={0}
              width={140}
            />
          </FieldRow>
          <Checkbox
            {...form.field('payment_terms_from_statement')}
            label={edit_labels.payment_terms_from_statement}
            hint="Days are counted from the end of the invoice month."
          />
        </>
      )}
    </>
  )
}
