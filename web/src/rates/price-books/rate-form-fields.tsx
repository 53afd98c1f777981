import {
  charge_types,
  percentage_bases,
  vat_types,
  type ChargeType,
} from '@waybill/domain/rates/price-books/price-book'
import type { Cents } from '@waybill/domain/kit/money'
import type { VatType } from '@waybill/domain/rates/price-books/price-book'
import { Checkbox, Toggle } from '../../kit/form/choices/Choices.tsx'
import { ClockField } from '../../kit/form/dates/ClockField.tsx'
import { standaloneField, type FieldAppearance } from '../../kit/form/FieldFrame.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { MoneyField, NumberField } from '../../kit/form/TypedField.tsx'
import type { FieldBinding, Form } from '../../kit/form/use-form.ts'
import { charge_type_labels } from '../rate-texts.ts'
import styles from '../rates.module.css'

/** Check boxes to select several values. */
export function ManyField<Value extends string | number>({
  binding,
  label,
  choices,
}: {
  binding: FieldBinding<Value[]>
  label: string
  choices: readonly { value: Value; label: string }[]
}) {
  const { name, value, onChange, register, error } = binding
  register(label)
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupLegend}>{label}</legend>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <Checkbox
            key={choice.value}
            {...standaloneField(name, value.includes(choice.value), (on: boolean) =>
              onChange(on ? [...value, choice.value] : value.filter((one) => one !== choice.value)),
            )}
            label={choice.label}
          />
        ))}
      </div>
      {error && <p role="alert">{error}</p>}
    </fieldset>
  )
}

/** Like `ManyField`, but an empty selection is `null` and does not restrict. */
export function NullableMany<Value extends string | number>({
  binding,
  label,
  choices,
}: {
  binding: FieldBinding<Value[] | null>
  label: string
  choices: readonly { value: Value; label: string }[]
}) {
  return (
    <ManyField
      binding={{
        ...binding,
        value: binding.value ?? [],
        onChange: (values) => binding.onChange(values.length > 0 ? values : null),
      }}
      label={`${label} (none ticked: all)`}
      choices={choices}
    />
  )
}

/** Text field for words separated by commas. An empty field is `null` and does not restrict. */
export function WordsField({
  binding,
  ...appearance
}: { binding: FieldBinding<string[] | null> } & Pick<FieldAppearance, 'label' | 'hint'>) {
  const { value, onChange } = binding
  return (
    <TextField
      {...binding}
      {...appearance}
      optional
      value={(value ?? []).join(', ')}
      onChange={(text) => {
        const words = text.split(',').map((word) => word.trimStart())
        onChange(text.trim() === '' ? null : words)
      }}
      onLeave={() => {
        const words = (value ?? []).map((word) => word.trim()).filter(Boolean)
        onChange(words.length > 0 ? words : null)
        binding.onLeave()
      }}
    />
  )
}

/** Field for a whole number. An empty field counts as 0. */
export function CountField({
  binding,
  ...appearance
}: { binding: FieldBinding<number> } & Pick<FieldAppearance, 'label' | 'hint' | 'unit'>) {
  return (
    <NumberField
      {...binding}
      {...appearance}
      places={0}
      onChange={(value) => binding.onChange(Math.round(value ?? 0))}
    />
  )
}

/** Field for an amount in cents. An empty field counts as 0. */
export function AmountField({
  binding,
  ...appearance
}: { binding: FieldBinding<Cents> } & Pick<FieldAppearance, 'label' | 'hint'>) {
  return <MoneyField {...binding} {...appearance} onChange={(cents) => binding.onChange(cents ?? 0)} />
}

/** Field for a decimal stored as text, so that a percentage stays exactly as entered. */
export function DecimalField({
  binding,
  ...appearance
}: { binding: FieldBinding<string> } & Pick<FieldAppearance, 'label' | 'hint' | 'unit'>) {
  return (
    <TextField {...binding} {...appearance} inputMode="decimal" autoComplete="off" alignRight width={240} />
  )
}

/** Optional field for a time of day. */
export function MaybeClock({ binding, label }: { binding: FieldBinding<string | null>; label: string }) {
  return (
    <ClockField
      {...binding}
      label={label}
      optional
      value={binding.value ?? ''}
      onChange={(time) => binding.onChange(time === '' ? null : time)}
    />
  )
}

/** Switch with a label and an optional hint. */
export function YesNo({
  binding,
  label,
  hint,
}: {
  binding: FieldBinding<boolean>
  label: string
  hint?: string
}) {
  return <Toggle {...binding} label={label} {...(hint ? { hint } : {})} />
}

/** The charge fields of every surcharge and adjustment (docs/domain/rating.md#adjustments-and-the-fuel-charge). */
interface ChargeValues {
  charge_type: ChargeType
  charge_value: string
  basis: (typeof percentage_bases)[number]
  free_units: number
  min_amount: Cents | null
  max_amount: Cents | null
  per_side: boolean
  vat_type: VatType | null
}

const basis_labels = {
  base: 'Base charge',
  base_and_surcharges: 'Base charge and surcharges',
  running_total: 'All charges before it',
} as const

/** Fields that define how the amount of a charge is calculated (RATE-006). */
export function ChargeFields({ form: given }: { form: unknown }) {
  const form = given as Form<ChargeValues>
  const { charge_type } = form.values
  const isShare = charge_type === 'percentage'
  const isFreeable = !isShare && charge_type !== 'flat'
  return (
    <>
      <FieldRow>
        <SelectField
          {...form.field('charge_type')}
          label="Charged as"
          options={charge_types.map((value) => ({ value, label: charge_type_labels[value] }))}
        />
        <DecimalField
          binding={form.field('charge_value')}
          label={isShare ? 'Percentage' : 'Amount'}
          unit={isShare ? '%' : 'R'}
          hint="Below zero is a discount."
        />
        {isShare && (
          <SelectField
            {...form.field('basis')}
            label="Of"
            options={percentage_bases.map((value) => ({ value, label: basis_labels[value] }))}
          />
        )}
        {isFreeable && (
          <NumberField
            {...form.field('free_units')}
            label="Free of charge"
            unit={charge_type === 'perKg' ? 'kg' : charge_type === 'perItem' ? 'parcels' : 'km'}
            onChange={(value) => form.set('free_units', value ?? 0)}
          />
        )}
      </FieldRow>
      <FieldRow>
        <MoneyField {...form.field('min_amount')} label="At least" optional />
        <MoneyField {...form.field('max_amount')} label="At most" optional />
        <SelectField
          {...form.field('vat_type')}
          label="VAT"
          clearable
          placeholder="Same as the base charge"
          options={vat_types.map((value) => ({
            value,
            label: value === 'standard' ? 'Standard rate' : 'Zero rate',
          }))}
        />
      </FieldRow>
      <YesNo binding={form.field('per_side')} label="Charged once for each side that matches" />
    </>
  )
}
