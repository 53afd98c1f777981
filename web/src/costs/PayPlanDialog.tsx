import { IconPlus, IconTrash } from '../kit/icons/icons.ts'
import { payApi } from '@waybill/domain/costs/api'
import type { PayPlan, PayRules } from '@waybill/domain/costs/model'
import { checkPayPlan } from '@waybill/domain/costs/pay-plan'
import type { Cents } from '@waybill/domain/kit/money'
import { useEndpointMutation } from '../kit/api/index.ts'
import { DateField } from '../kit/form/dates/DateField.tsx'
import { FieldRow, FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { MoneyField, NumberField } from '../kit/form/TypedField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { ByPosition } from '../kit/ui/ByPosition.tsx'
import { Button, IconButton } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Row } from '../kit/ui/page-layout/Layout.tsx'

interface PlanValues {
  name: string
  valid_from: string | null
  per_stop: Cents | null
  per_kg: Cents | null
  zones: { zone: string; amount: Cents | null }[]
  bonus: Cents | null
  bonus_from_stops: number | null
}

const rulesOf = (values: PlanValues): PayRules => ({
  per_stop: values.per_stop ?? 0,
  per_kg: values.per_kg ?? 0,
  zones: values.zones.map(({ zone, amount }) => ({ zone, amount: amount ?? 0 })),
  bonus: values.bonus ?? 0,
  bonus_from_stops: values.bonus_from_stops ?? 0,
})

/** Adds a pay plan, or a version of one with the amounts of its newest version filled in. */
export function PayPlanDialog({ plan, onClose }: { plan: PayPlan | null; onClose: () => void }) {
  const newest = plan?.versions[0]?.rules
  const form = useForm<PlanValues>({
    initial: {
      name: plan?.name ?? '',
      valid_from: null,
      per_stop: newest?.per_stop ?? null,
      per_kg: newest?.per_kg ?? null,
      zones: newest?.zones ?? [],
      bonus: newest?.bonus ?? null,
      bonus_from_stops: newest?.bonus_from_stops ?? null,
    },
    check: (values) => [
      ...checkPayPlan({ name: values.name, rules: rulesOf(values) }),
      ...(values.valid_from === null ? [{ field: 'valid_from', message: 'Choose the first day.' }] : []),
    ],
  })
  const about = {
    inForm: true,
    refresh: [payApi.plans],
    done: ({ name }: PayPlan) => {
      toast.success(`${name} is saved`)
      onClose()
    },
  } as const
  const create = useEndpointMutation(payApi.createPlan, about)
  const add = useEndpointMutation(payApi.addVersion, about)
  const { zones } = form.values
  const setZones = (next: PlanValues['zones']): void => form.set('zones', next)
  return (
    <Modal title={plan ? `New version of ${plan.name}` : 'New pay plan'} onClose={onClose}>
      <FormPanel
        form={form}
        saving={create.isPending || add.isPending}
        error={create.error ?? add.error}
        submit="Save"
        onCancel={onClose}
        onSubmit={(values) => {
          if (values.valid_from === null) return undefined
          const version = { valid_from: values.valid_from, rules: rulesOf(values) }
          return plan
            ? add.mutate({ id: plan.id, ...version })
            : create.mutate({ name: values.name, ...version })
        }}
      >
        {!plan && (
          <TextField {...form.field('name')} label="Name" maxLength={120} hint="It cannot be changed later" />
        )}
        <DateField {...form.field('valid_from')} label="Valid from" />
        <FieldRow>
          <MoneyField {...form.field('per_stop')} label="For each stop" optional />
          <MoneyField {...form.field('per_kg')} label="For each kg" optional />
        </FieldRow>
        <FieldRow>
          <MoneyField {...form.field('bonus')} label="Bonus of a day" optional />
          <NumberField {...form.field('bonus_from_stops')} label="From how many stops" places={0} optional />
        </FieldRow>
        <ByPosition of={zones}>
          {(_zone, at) => (
            <Row>
              <TextField {...form.field(`zones.${at}.zone`)} label={`Round ${at + 1}`} maxLength={120} />
              <MoneyField {...form.field(`zones.${at}.amount`)} label="More for each stop" />
              <IconButton
                icon={IconTrash}
                label={`Remove round ${at + 1}`}
                onClick={() => setZones(zones.filter((_, other) => other !== at))}
              />
            </Row>
          )}
        </ByPosition>
        <Button
          variant="ghost"
          icon={IconPlus}
          onClick={() => setZones([...zones, { zone: '', amount: null }])}
        >
          Add a round
        </Button>
      </FormPanel>
    </Modal>
  )
}
