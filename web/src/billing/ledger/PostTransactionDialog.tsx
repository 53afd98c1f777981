import type { ListedAccount } from '@waybill/domain/accounts/model'
import { billingApi } from '@waybill/domain/billing/api'
import { mayPost } from '@waybill/domain/billing/posting'
import { accounting_lock_date } from '@waybill/domain/billing/settings'
import {
  postable_types,
  transaction_types,
  type TransactionTypeName,
} from '@waybill/domain/billing/transaction-types'
import { hasPermission, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { confirmUnusual } from './confirm-unusual.tsx'
import { fieldsOf, useEndpointMutation } from '../../kit/api/index.ts'
import { ledger_queries } from './ledger-queries.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextArea, TextField } from '../../kit/form/TextField.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'

/** Returns the transaction types that a user may post by hand (BILL-002). */
export function postableBy(me: Actor): readonly TransactionTypeName[] {
  if (!isStaff(me) || !mayCall(me, billingApi.post)) return []
  return postable_types.filter((name) => hasPermission(me, transaction_types[name].permission ?? ''))
}

interface Values {
  type: TransactionTypeName | null
  amount: Cents | null
  description: string
  shipment_reference: string
  effective_date: string | null
  internal_note: string
  post_anyway: boolean
}

/** Dialog that posts a transaction to an account by hand. It previews the resulting balance. */
export function PostTransactionDialog({ account, onClose }: { account: ListedAccount; onClose: () => void }) {
  const me = useMe()
  const lockDate = useSetting(accounting_lock_date)
  const mayBackdate = hasPermission(me, 'INLINE_backdate_transaction')
  const send = useEndpointMutation(billingApi.post, {
    inForm: true,
    refresh: ledger_queries,
    sentForApproval: onClose,
    done: ({ type, amount }) => {
      toast.success(`${transaction_types[type].label} of ${formatRand(Math.abs(amount))} posted`)
      onClose()
    },
  })
  const form = useForm<Values>({
    initial: {
      type: null,
      amount: null,
      description: '',
      shipment_reference: '',
      effective_date: null,
      internal_note: '',
      post_anyway: false,
    },
    check: ({ type, amount, description, effective_date }) => {
      const missing = [
        ...(type ? [] : [{ field: 'type', message: 'Choose the type.' }]),
        ...(amount === null ? [{ field: 'amount', message: 'Give the amount.' }] : []),
        ...(description.trim() ? [] : [{ field: 'description', message: 'Say what it is for.' }]),
      ]
      if (!type || amount === null || missing.length > 0) return missing
      return mayPost(me, {
        type,
        amount,
        effective_date: effective_date ? startOfDay(effective_date) : null,
        now: new Date(),
        accounting_lock_date: lockDate,
      })
    },
  })
  const { type, amount, post_anyway } = form.values
  const isSimilar = post_anyway || fieldsOf(send.error).some(({ field }) => field === 'post_anyway')
  const post = async (values: Values): Promise<void> => {
    if (!values.type || values.amount === null) return
    const to = `${account.name} (${account.account_code})`
    if (!(await confirmUnusual([{ amount: values.amount, to }]))) return
    send.mutate({
      account_id: account.id,
      type: values.type,
      amount: values.amount,
      description: values.description,
      shipment_reference: values.shipment_reference || undefined,
      effective_date: values.effective_date ? startOfDay(values.effective_date) : undefined,
      internal_note: values.internal_note || undefined,
      post_anyway: values.post_anyway,
    })
  }
  return (
    <Modal title={`Post a transaction to ${account.name}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={type && amount ? `Post ${formatRand(amount)}` : 'Post transaction'}
        onCancel={onClose}
        onSubmit={(values) => void post(values)}
      >
        <FieldRow>
          <SelectField
            {...form.field('type')}
            label="Type"
            options={postableBy(me).map((name) => ({ value: name, label: transaction_types[name].label }))}
          />
          <MoneyField {...form.field('amount')} label="Amount" />
        </FieldRow>
        <TextField
          {...form.field('description')}
          label="Description"
          hint="The customer sees this."
          maxLength={500}
        />
        <FieldRow>
          <TextField
            {...form.field('shipment_reference')}
            label="Shipment reference"
            optional
            mono
            maxLength={60}
          />
          {mayBackdate && (
            <DateField
              {...form.field('effective_date')}
              label="Value date"
              optional
              until={dayOf(new Date())}
            />
          )}
        </FieldRow>
        <TextArea
          {...form.field('internal_note')}
          label="Internal note"
          hint="Only your company sees this."
          optional
          rows={2}
          maxLength={2000}
        />
        {isSimilar && (
          <Checkbox
            {...form.field('post_anyway')}
            label="This is a different payment from the one on the bank statement"
          />
        )}
        <Effect balance={account.balance} type={type} amount={amount} />
      </FormPanel>
    </Modal>
  )
}

/** Shows the balance before and after the posting. */
function Effect({
  balance,
  type,
  amount,
}: {
  balance: Cents
  type: TransactionTypeName | null
  amount: Cents | null
}) {
  if (!type || !amount || amount < 0) return null
  const after = balance + amount * transaction_types[type].sign
  return (
    <p className="tabular" aria-live="polite">
      Balance {formatRand(balance)} → <strong>{formatRand(after)}</strong>
    </p>
  )
}
