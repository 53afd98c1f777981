import { IconPlus, IconX } from '../../kit/icons/icons.ts'
import { suggestedFuelPercentage } from '@waybill/domain/rates/charges/adjustments'
import type { RateAdjustment } from '@waybill/domain/rates/price-books/price-book'
import { useState } from 'react'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { NumberField } from '../../kit/form/TypedField.tsx'
import type { Form } from '../../kit/form/use-form.ts'
import { ByPosition } from '../../kit/ui/ByPosition.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { ChargeFields, CountField, DecimalField, YesNo } from '../price-books/rate-form-fields.tsx'
import { PartForm } from '../price-books/PartForm.tsx'
import { rateAddress } from '../rate-texts.ts'
import styles from '../rates.module.css'
import type { RateBook } from '../use-rate-book.ts'

/**
 * Form for one adjustment: automatic or opt-in, dated, with conditions
 * (docs/domain/rating.md#adjustments-and-the-fuel-charge; RATE-006).
 */
export function AdjustmentForm({ book, adjustment }: { book: RateBook; adjustment: RateAdjustment }) {
  const { detail } = book
  return (
    <PartForm
      book={book}
      initial={adjustment}
      name={adjustment.name || 'this adjustment'}
      back={rateAddress('adjustments', { revision: detail.revision.id })}
      editOf={(value) => ({ part: 'rate_adjustments', id: adjustment.id, value })}
      takeOut={adjustment.id === 0 ? null : { part: 'rate_adjustments', id: adjustment.id, value: null }}
      decimals={(values) => [
        ['charge_value', values.charge_value],
        ...values.history.map(
          ({ charge_value }, at) => [`history.${at}.charge_value`, charge_value] as const,
        ),
      ]}
    >
      {(form) => (
        <Stack>
          <Card title="Adjustment">
            <div className={styles.stack}>
              <AboutFields form={form} />
              <FieldRow>
                <DateField {...form.field('valid_from')} label="First day" optional />
                <DateField {...form.field('valid_until')} label="Last day" optional />
              </FieldRow>
            </div>
          </Card>
          <Card title="What it costs">
            <div className={styles.stack}>
              <ChargeFields form={form} />
              <History form={form} />
            </div>
          </Card>
          <Card title="When it applies" note="Empty fields set no limit.">
            <div className={styles.stack}>
              <ConditionFields form={form} detail={detail} />
            </div>
          </Card>
        </Stack>
      )}
    </PartForm>
  )
}

/** The fields that both kinds of adjustments share. */
interface AdjustmentAbout {
  name: string
  description: string
  position: number
  is_opt_in: boolean
  opted_in_by_default: boolean
  visible_to: 'all' | 'staff'
  is_active: boolean
}

/** Fields for name, order, and whether the adjustment is automatic or chosen. */
export function AboutFields({ form: given }: { form: unknown }) {
  const form = given as Form<AdjustmentAbout>
  return (
    <>
      <FieldRow>
        <TextField {...form.field('name')} label="Name" />
        <CountField binding={form.field('position')} label="Order" hint="The lowest is charged first." />
      </FieldRow>
      <TextField
        {...form.field('description')}
        label="Description"
        hint="Shown to everyone who can choose it."
        optional
      />
      <YesNo
        binding={form.field('is_opt_in')}
        label="Chosen with the shipment"
        hint="Off: charged automatically when it applies."
      />
      {form.values.is_opt_in && (
        <>
          <YesNo binding={form.field('opted_in_by_default')} label="Ticked by default" />
          <SelectField
            {...form.field('visible_to')}
            label="Offered to"
            width={200}
            options={[
              { value: 'all', label: 'Everybody' },
              { value: 'staff', label: 'Staff only' },
            ]}
          />
        </>
      )}
      <YesNo binding={form.field('is_active')} label="Charged" />
    </>
  )
}

/** Editor for dated values, such as the monthly fuel charge. The newest value that has started applies. */
function History({ form }: { form: Form<RateAdjustment> }) {
  const { history, charge_type } = form.values
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupLegend}>From a date it is another value</legend>
      <div className={styles.stack}>
        <ByPosition of={history}>
          {(_, at) => (
            <Row>
              <DateField
                {...form.field(`history.${at}.effective_date`)}
                label={`From (${at + 1})`}
                onChange={(day) => form.set(`history.${at}.effective_date`, day ?? '')}
              />
              <DecimalField
                binding={form.field(`history.${at}.charge_value`)}
                label={`Value (${at + 1})`}
                unit={charge_type === 'percentage' ? '%' : 'R'}
              />
              <IconButton
                label={`Remove value ${at + 1}`}
                icon={IconX}
                size="sm"
                onClick={() =>
                  form.set(
                    'history',
                    history.filter((__, index) => index !== at),
                  )
                }
              />
            </Row>
          )}
        </ByPosition>
        <Row>
          <Button
            size="sm"
            icon={IconPlus}
            onClick={() =>
              form.set('history', [
                ...history,
                { effective_date: '', charge_value: form.values.charge_value },
              ])
            }
          >
            Add a dated value
          </Button>
          {charge_type === 'percentage' && (
            <FuelTool
              onSuggest={(percentage) =>
                form.set('history', [...history, { effective_date: '', charge_value: String(percentage) }])
              }
            />
          )}
        </Row>
      </div>
    </fieldset>
  )
}

/** Inputs of the fuel tool; prices in cents per litre, shares in percent. */
const fuel_parts = [
  ['base_price', 'Base price (c)'],
  ['base_percentage', 'At base (%)'],
  ['step_cents', 'Step (c)'],
  ['step_percentage', 'Per step (%)'],
  ['current_price', 'Price now (c)'],
] as const

/** Suggests a fuel percentage from the published fuel price (docs/domain/rating.md#adjustments-and-the-fuel-charge). */
function FuelTool({ onSuggest }: { onSuggest: (percentage: number) => void }) {
  const [terms, setTerms] = useState<Readonly<Record<string, number | null>> | null>(null)
  if (!terms)
    return (
      <Button
        size="sm"
        variant="ghost"
        onClick={() =>
          setTerms({
            base_price: null,
            base_percentage: null,
            step_cents: 10,
            step_percentage: 0.5,
            current_price: null,
          })
        }
      >
        Calculate a fuel charge
      </Button>
    )
  const isComplete = fuel_parts.every(([key]) => terms[key] !== null) && Number(terms.step_cents) > 0
  const suggested = isComplete
    ? suggestedFuelPercentage({
        base_price: terms.base_price ?? 0,
        base_percentage: terms.base_percentage ?? 0,
        step_cents: terms.step_cents ?? 1,
        step_percentage: terms.step_percentage ?? 0,
        current_price: terms.current_price ?? 0,
      })
    : null
  return (
    <FieldRow>
      {fuel_parts.map(([key, label]) => (
        <NumberField
          key={key}
          {...standaloneField(key, terms[key] ?? null, (value: number | null) =>
            setTerms({ ...terms, [key]: value }),
          )}
          label={label}
          size="sm"
        />
      ))}
      <Button
        size="sm"
        reason={suggested === null ? 'Fill in all five numbers.' : null}
        onClick={() => suggested !== null && onSuggest(suggested)}
      >
        {suggested === null ? 'Use it' : `Use ${suggested} %`}
      </Button>
    </FieldRow>
  )
}
