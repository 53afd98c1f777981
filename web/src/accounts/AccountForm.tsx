import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { invoice_frequencies, type ListedAccount } from '@waybill/domain/accounts/model'
import { isPhone } from '@waybill/domain/kit/phone'
import { useRef, useState } from 'react'
import { call, newKey, Refusal, refresh } from '../kit/api/index.ts'
import { RadioGroup } from '../kit/form/Choices.tsx'
import { loose } from '../kit/form/FieldFrame.tsx'
import { FieldRow, FormPanel } from '../kit/form/FormPanel.tsx'
import type { Option } from '../kit/form/options.ts'
import { SelectField } from '../kit/form/SelectField.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { MoneyField, NumberField, PhoneField } from '../kit/form/TypedField.tsx'
import { useForm, type Form } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { useMe } from '../kit/session/me.ts'
import { Stack } from '../kit/ui/Layout.tsx'
import { Notice } from '../kit/ui/Notice.tsx'
import {
  changedFields,
  edit_labels,
  editableKeys,
  editOf,
  editProblems,
  frequency_labels,
  mergeEdits,
  patchOf,
  weekdays,
  type AccountEdit,
  type AccountEditKey,
  type EditConflict,
} from './account-edit.ts'

interface Undecided {
  conflicts: readonly EditConflict[]
  mine: AccountEdit
  theirs: AccountEdit
}

/**
 * The particulars of an account as a form. Saving names the version it is based on; when somebody else saved meanwhile
 * nothing is overwritten: their other changes are taken over, and for every field changed by both the person chooses.
 */
export function AccountForm({
  account,
  branches,
  onClose,
}: {
  account: ListedAccount
  /** What staff may choose from. */
  branches: readonly Option<number>[]
  onClose: () => void
}) {
  const client = useQueryClient()
  const [base, setBase] = useState(account)
  const [undecided, setUndecided] = useState<Undecided | null>(null)
  const [chosen, setChosen] = useState<Readonly<Partial<Record<AccountEditKey, 'mine' | 'theirs'>>>>({})
  const intention = useRef(newKey())
  const form = useForm<AccountEdit>({
    initial: editOf(account),
    format: { contact_mobile: (phone: string) => (isPhone(phone) ? null : 'Phone number is not valid') },
    check: (values) => [
      ...(undecided?.conflicts ?? [])
        .filter(({ key }) => !chosen[key])
        .map(({ key }) => ({
          field: key,
          message: `Choose which ${edit_labels[key].toLowerCase()} counts.`,
        })),
      ...editProblems(values),
    ],
  })

  /** Takes over what somebody else saved; answers what is left to send, or `null` when something must be decided. */
  const takeOver = async (values: AccountEdit): Promise<ReturnType<typeof patchOf> | null> => {
    const { accounts } = await call(accountsApi.list, { id: [account.id], limit: 1 })
    const fresh = accounts[0] ?? base
    const theirs = editOf(fresh)
    const { merged, conflicts } = mergeEdits(editOf(base), values, theirs)
    setBase(fresh)
    form.fill(merged)
    setChosen({})
    setUndecided(conflicts.length > 0 ? { conflicts, mine: values, theirs } : null)
    return conflicts.length > 0 ? null : patchOf(fresh, merged)
  }
  const save = useMutation<boolean, Error, AccountEdit>({
    mutationFn: async (values) => {
      const send = (patch: ReturnType<typeof patchOf>) =>
        call(accountsApi.change, patch, { idempotency_key: intention.current })
      if (changedFields(editOf(base), values).length > 0) {
        try {
          await send(patchOf(base, values))
        } catch (thrown) {
          intention.current = newKey()
          if (!(thrown instanceof Refusal) || thrown.status !== 409) throw thrown
          const again = await takeOver(values)
          if (!again) return false
          await send(again)
        }
      }
      await refresh(client, [accountsApi.list])
      return true
    },
    onSuccess: (isSaved) => {
      intention.current = newKey()
      if (!isSaved) return
      toast.success('Changes saved')
      onClose()
    },
  })
  const choose = (key: AccountEditKey, whose: 'mine' | 'theirs'): void => {
    if (!undecided) return
    setChosen({ ...chosen, [key]: whose })
    const { values, fill } = form
    fill({ ...values, [key]: undecided[whose][key] })
  }
  return (
    <FormPanel
      form={form}
      saving={save.isPending}
      error={save.error}
      submit="Save changes"
      onCancel={onClose}
      onSubmit={(values) => save.mutate(values)}
    >
      {undecided && (
        <Stack>
          <Notice variant="warning" title="Somebody else changed this account meanwhile." live>
            Choose for each field which value counts, then save again.
          </Notice>
          {undecided.conflicts.map(({ key, mine, theirs }) => (
            <RadioGroup<'mine' | 'theirs' | ''>
              key={key}
              {...loose(`conflict.${key}`, chosen[key] ?? '', (whose) => whose && choose(key, whose))}
              label={edit_labels[key]}
              choices={[
                { value: 'mine', label: 'Keep mine', hint: mine },
                { value: 'theirs', label: 'Take theirs', hint: theirs },
              ]}
            />
          ))}
        </Stack>
      )}
      <AccountFields form={form} account={account} branches={branches} />
    </FormPanel>
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
        hint="Where receivers of your parcels may write."
        optional
        inputMode="email"
        maxLength={1000}
      />
      {isStaffForm && (
        <>
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
                options={weekdays.map((label, value) => ({ value, label }))}
              />
            )}
            <NumberField
              {...form.field('payment_terms')}
              label={edit_labels.payment_terms}
              places={0}
              width={140}
            />
          </FieldRow>
        </>
      )}
    </>
  )
}
