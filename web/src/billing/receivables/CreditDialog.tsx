import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '@waybill/domain/billing/model'
import { receivablesApi, type Creditable } from '@waybill/domain/billing/receivables-api'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox, RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { checkReason } from './reason.ts'
import { receivables_queries } from './receivables-queries.ts'

type What = 'all' | 'lines' | 'amount'

interface Values {
  what: What
  chosen: boolean[]
  amount: Cents | null
  invoice_again: boolean
  reason: string
}

/**
 * Dialog that issues a credit note against an invoice: for everything that is not credited yet, for lines or for an
 * amount.
 */
export function CreditDialog({
  invoice,
  isVoid,
  onClose,
}: {
  invoice: Pick<Invoice, 'id' | 'doc_display_id'>
  /** Starts with everything, as one press. */
  isVoid: boolean
  onClose: () => void
}) {
  const query = useQuery(endpointQuery(receivablesApi.creditable, { invoice_id: invoice.id }))
  const { data } = query
  const title = isVoid ? `Void ${invoice.doc_display_id} by credit?` : `Credit ${invoice.doc_display_id}`
  return (
    <Modal title={title} onClose={onClose}>
      {!data && !query.error && <Loading lines={5} />}
      {!data && query.error && (
        <RegionError thrown={query.error} what="The invoice" onRetry={() => void query.refetch()} />
      )}
      {data?.uncredited === 0 && (
        <EmptyState title="Nothing is left to credit.">The whole invoice is already credited.</EmptyState>
      )}
      {data && data.uncredited > 0 && (
        <CreditForm
          key={data.uncredited}
          creditable={data}
          name={invoice.doc_display_id}
          isVoid={isVoid}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

function CreditForm({
  creditable: { invoice_id, uncredited, lines, may_invoice_again },
  name,
  isVoid,
  onClose,
}: {
  creditable: Creditable
  name: string
  isVoid: boolean
  onClose: () => void
}) {
  const chosenLines = ({ chosen }: Values) => lines.filter((_, at) => chosen[at])
  const amountOf = (values: Values): Cents =>
    values.what === 'all'
      ? uncredited
      : values.what === 'amount'
        ? (values.amount ?? 0)
        : chosenLines(values).reduce((sum, line) => sum + line.amount, 0)
  const form = useForm<Values>({
    initial: {
      what: isVoid ? 'all' : lines.length > 0 ? 'lines' : 'amount',
      chosen: lines.map(() => false),
      amount: null,
      invoice_again: false,
      reason: '',
    },
    check: (values) => {
      const total = amountOf(values)
      const field = values.what === 'lines' ? 'what' : 'amount'
      if (values.what === 'lines' && total === 0) return [{ field, message: 'Choose at least one line.' }]
      if (total <= 0) return [{ field, message: 'Give the amount.' }]
      if (total > uncredited)
        return [{ field, message: `Only ${formatRand(uncredited)} of this invoice can still be credited.` }]
      return checkReason(values)
    },
  })
  const send = useEndpointMutation(receivablesApi.credit, {
    inForm: true,
    refresh: receivables_queries,
    sentForApproval: onClose,
    done: ({ doc_display_id, total }) => {
      toast.success(`${doc_display_id} of ${formatRand(total)} credits ${name}`)
      onClose()
    },
  })
  const { what } = form.values
  const total = amountOf(form.values)
  const credit = (values: Values): void =>
    send.mutate({
      invoice_id,
      uncredited,
      reason: values.reason.trim(),
      ...(values.what === 'all' ? { is_void: true, invoice_again: values.invoice_again } : {}),
      ...(values.what === 'lines'
        ? { transaction_ids: chosenLines(values).map(({ transaction_id }) => transaction_id) }
        : {}),
      ...(values.what === 'amount' ? { amount: values.amount ?? undefined } : {}),
    })
  return (
    <FormPanel
      form={form}
      saving={send.isPending}
      error={send.error}
      submit={total > 0 ? `Credit ${formatRand(total)}` : 'Credit'}
      onCancel={onClose}
      onSubmit={credit}
    >
      <RadioGroup
        {...form.field('what')}
        label="What to credit"
        choices={[
          { value: 'all', label: `Everything not credited yet: ${formatRand(uncredited)}` },
          ...(lines.length > 0 ? [{ value: 'lines' as const, label: 'Lines of the invoice' }] : []),
          { value: 'amount', label: 'An amount' },
        ]}
      />
      {what === 'lines' &&
        lines.map((line, at) => (
          <Checkbox
            key={line.transaction_id}
            {...form.field(`chosen.${at}`)}
            label={[line.description, line.shipment_reference, formatRand(line.amount)]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      {what === 'amount' && (
        <MoneyField
          {...form.field('amount')}
          label="Amount"
          hint={`At most ${formatRand(uncredited)}, with VAT.`}
        />
      )}
      {what === 'all' && (
        <Checkbox
          {...form.field('invoice_again')}
          label="Put the charges on the next invoice again"
          hint="For an invoice with a wrong recipient or a wrong date."
          off={
            may_invoice_again ? null : 'Part of this invoice is already credited, or it has too many lines.'
          }
        />
      )}
      <TextField
        {...form.field('reason')}
        label="Reason"
        hint="Printed on the credit note."
        maxLength={500}
      />
    </FormPanel>
  )
}
