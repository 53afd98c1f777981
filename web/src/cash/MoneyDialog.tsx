import { amountProblem, type Cents } from '@waybill/domain/kit/money'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import type { ReactNode } from 'react'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { MoneyField } from '../kit/form/TypedField.tsx'
import { useForm, type Form } from '../kit/form/use-form.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'

/** What a dialog about money asks for. */
export interface MoneyValues {
  amount: Cents | null
  text: string
}

/** A dialog that asks for an amount and, with `textLabel`, a text. */
export function MoneyDialog({
  title,
  submit,
  amountLabel = 'Amount',
  textLabel,
  mayBeZero = false,
  saving,
  error,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  submit: string
  amountLabel?: string
  textLabel?: string
  mayBeZero?: boolean
  saving: boolean
  error: Error | null
  onSubmit: (amount: Cents, text: string) => void
  onClose: () => void
  children?: ReactNode
}) {
  const form: Form<MoneyValues> = useForm<MoneyValues>({
    initial: { amount: null, text: '' },
    check: ({ amount, text }) => {
      const problems: FieldProblem[] = []
      const problem = amount === null ? 'is needed' : mayBeZero && amount === 0 ? null : amountProblem(amount)
      if (problem !== null) problems.push({ field: 'amount', message: `The amount ${problem}.` })
      if (textLabel && text.trim() === '')
        problems.push({ field: 'text', message: `Fill in: ${textLabel.toLowerCase()}.` })
      return problems
    },
  })
  return (
    <Modal title={title} onClose={onClose}>
      <FormPanel
        form={form}
        saving={saving}
        error={error}
        submit={submit}
        onCancel={onClose}
        onSubmit={({ amount, text }) => onSubmit(amount ?? 0, text.trim())}
      >
        {children}
        <MoneyField {...form.field('amount')} label={amountLabel} />
        {textLabel && <TextField {...form.field('text')} label={textLabel} maxLength={120} />}
      </FormPanel>
    </Modal>
  )
}
