import type { Cents } from '@waybill/domain/kit/money'
import { provider_title } from '@waybill/domain/identity/settings'
import { consentText, termsProblems } from '@waybill/domain/payments/auto-top-up'
import { autoTopUpApi } from '@waybill/domain/payments/auto-top-up-api'
import type { AutoTopUp, SavedCard } from '@waybill/domain/payments/model'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useSetting } from '../../kit/session/me.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { cardText } from '../ways-to-pay/SavedCards.tsx'

const usual = { threshold: 200_00, amount: 500_00, monthly_limit: 2_000_00 }

/** The terms of an automatic top-up, and the text that the customer agrees to. */
export function AutoTopUpDialog({
  mandate,
  cards,
  limit,
  onClose,
}: {
  mandate: AutoTopUp | null
  cards: readonly SavedCard[]
  /** The most of one top-up in cents. */
  limit: Cents | null
  onClose: () => void
}) {
  const company = useSetting(provider_title)
  const { threshold, amount, monthly_limit } = mandate ?? usual
  const form = useForm({
    initial: {
      card_id: mandate?.card?.id ?? cards[0]?.id ?? 0,
      threshold: threshold as Cents | null,
      amount: amount as Cents | null,
      monthly_limit: monthly_limit as Cents | null,
      is_accepted: false,
    },
    check: (values) => {
      const problems = termsProblems(termsOf(values), limit)
      return values.is_accepted
        ? problems
        : [...problems, { field: 'is_accepted', message: 'Accept the text first.' }]
    },
  })
  const send = useEndpointMutation(autoTopUpApi.save, {
    inForm: true,
    refresh: [autoTopUpApi.read],
    done: () => {
      toast.success('Automatic top-up is on')
      onClose()
    },
  })
  return (
    <Modal title="Automatic top-up" onClose={onClose} width="narrow">
      <FormPanel
        form={form}
        saving={send.isPending || send.isSuccess}
        error={send.error}
        submit="Switch on"
        onCancel={onClose}
        onSubmit={(values) =>
          send.mutate({ card_id: values.card_id, is_accepted: values.is_accepted, ...termsOf(values) })
        }
      >
        <SelectField
          {...form.field('card_id')}
          label="Card"
          options={cards.map((card) => ({ value: card.id, label: cardText(card) }))}
        />
        <MoneyField {...form.field('threshold')} label="When the balance is below" />
        <MoneyField {...form.field('amount')} label="Charge" />
        <MoneyField {...form.field('monthly_limit')} label="At most in a month" />
        <Checkbox {...form.field('is_accepted')} label={consentText(termsOf(form.values), company)} />
      </FormPanel>
    </Modal>
  )
}

function termsOf({
  threshold,
  amount,
  monthly_limit,
}: Record<'threshold' | 'amount' | 'monthly_limit', Cents | null>) {
  return { threshold: threshold ?? 0, amount: amount ?? 0, monthly_limit: monthly_limit ?? 0 }
}
