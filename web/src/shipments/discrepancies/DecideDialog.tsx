import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { discrepanciesApi } from '@waybill/domain/shipments/discrepancies/discrepancies-api'
import {
  checkDecisionText,
  mayDecide,
  discrepancy_outcomes,
  type DiscrepancyOutcome,
} from '@waybill/domain/shipments/discrepancies/discrepancy'
import type { WeightDiscrepancy } from '@waybill/domain/shipments/discrepancies/model'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { useState } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { NumberField } from '../../kit/form/TypedField.tsx'
import { useForm, type Form } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useMe } from '../../kit/session/me.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { changed_by_discrepancy } from './changed-by-discrepancy.ts'

interface OwnMeasures {
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  weight_kg: number | null
}

interface DecisionValues {
  outcome: DiscrepancyOutcome
  message: string
  parcels: OwnMeasures[]
}

const measures = ['length_cm', 'width_cm', 'height_cm', 'weight_kg'] as const
const labels = {
  length_cm: 'Length (cm)',
  width_cm: 'Width (cm)',
  height_cm: 'Height (cm)',
  weight_kg: 'Weight (kg)',
} as const
const outcome_labels: Readonly<Record<DiscrepancyOutcome, string>> = {
  measured: 'The measured size and weight hold',
  submitted: 'The booked size and weight hold',
  own: 'Another size and weight',
}

/**
 * Decides on a weight discrepancy. Own measures are priced first, so that the price is on screen before it is charged.
 */
export function DecideDialog({
  discrepancy,
  onClose,
}: {
  discrepancy: WeightDiscrepancy
  onClose: () => void
}) {
  const me = useMe()
  const { id, version, tracking_reference } = discrepancy
  const judged = {
    ...discrepancy,
    submitted_rate: discrepancy.submitted_rate ?? 0,
    measured_rate: discrepancy.measured_rate ?? 0,
  }
  const outcomes = discrepancy_outcomes.filter((outcome) => mayDecide(me, judged, outcome) === true)
  const [priced, setPriced] = useState<{ of: string; rate: Cents } | null>(null)
  const form = useForm<DecisionValues>({
    initial: {
      outcome: outcomes[0] ?? 'submitted',
      message: '',
      parcels: discrepancy.parcels.map(({ measured }) => ({ ...measured })),
    },
    check: problemsOf,
  })
  const decide = useEndpointMutation(discrepanciesApi.decide, {
    inForm: true,
    refresh: changed_by_discrepancy,
    done: ({ decided_rate }) => {
      toast.success(
        decided_rate === null ? 'The decision is stored' : `The price is ${formatRand(decided_rate)}`,
      )
      onClose()
    },
  })
  const preview = useEndpointMutation(discrepanciesApi.preview, {
    inForm: true,
    done: ({ rate }, input) => setPriced({ of: JSON.stringify(input.parcels), rate }),
  })
  const { values } = form
  const parcels = ownParcels(discrepancy, values)
  const isUnpriced = values.outcome === 'own' && priced?.of !== JSON.stringify(parcels)
  const price = priceOf(discrepancy, values.outcome, isUnpriced ? null : (priced?.rate ?? null))
  return (
    <Modal title={`Decide on ${tracking_reference}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={decide.isPending || preview.isPending}
        error={decide.error ?? preview.error}
        submit={isUnpriced ? 'Show the price' : 'Decide'}
        onCancel={onClose}
        onSubmit={({ outcome, message }) => {
          const decision = { id, version, outcome, parcels }
          if (isUnpriced) preview.mutate(decision)
          else decide.mutate({ ...decision, message })
        }}
      >
        <RadioGroup
          {...form.field('outcome')}
          label="Which measures hold"
          choices={outcomes.map((value) => ({ value, label: outcome_labels[value] }))}
        />
        {values.outcome === 'own' && <OwnFields form={form} discrepancy={discrepancy} />}
        {price !== null && (
          <Notice variant="info" title={`The shipment will cost ${formatRand(price)}.`}>
            {discrepancy.submitted_rate !== null &&
              `As booked, it costs ${formatRand(discrepancy.submitted_rate)}.`}
          </Notice>
        )}
        <TextArea {...form.field('message')} label="Text to the account" rows={3} maxLength={2000} />
      </FormPanel>
    </Modal>
  )
}

function OwnFields({ form, discrepancy }: { form: Form<DecisionValues>; discrepancy: WeightDiscrepancy }) {
  return discrepancy.parcels.map(({ parcel_id, tracking_reference }, index) => (
    <fieldset key={parcel_id}>
      <legend className="mono">{tracking_reference}</legend>
      <FieldRow>
        {measures.map((measure) => (
          <NumberField
            key={measure}
            {...form.field(`parcels.${index}.${measure}`)}
            label={labels[measure]}
            places={measure === 'weight_kg' ? 3 : 1}
          />
        ))}
      </FieldRow>
    </fieldset>
  ))
}

function problemsOf({ outcome, message, parcels }: DecisionValues): FieldProblem[] {
  const text = checkDecisionText(message)
  const sizes =
    outcome === 'own'
      ? parcels.flatMap((parcel, index) =>
          measures.flatMap((measure) =>
            (parcel[measure] ?? 0) > 0
              ? []
              : [{ field: `parcels.${index}.${measure}`, message: 'Enter a value of more than 0.' }],
          ),
        )
      : []
  return [...sizes, ...(text === true ? [] : text.fields)]
}

function ownParcels(
  { parcels }: WeightDiscrepancy,
  { outcome, parcels: own }: DecisionValues,
): Input<typeof discrepanciesApi.preview>['parcels'] {
  if (outcome !== 'own') return undefined
  return parcels.map(({ parcel_id }, index) => ({
    id: parcel_id,
    length_cm: own[index]?.length_cm ?? 0,
    width_cm: own[index]?.width_cm ?? 0,
    height_cm: own[index]?.height_cm ?? 0,
    weight_kg: own[index]?.weight_kg ?? 0,
  }))
}

function priceOf(
  { submitted_rate, measured_rate }: WeightDiscrepancy,
  outcome: DiscrepancyOutcome,
  own: Cents | null,
): Cents | null {
  if (outcome === 'own') return own
  return outcome === 'measured' ? measured_rate : submitted_rate
}
