import { sizesOf } from '@waybill/domain/pickup-points/fit'
import { network_labels, pickup_point_providers } from '@waybill/domain/pickup-points/model'
import { weekday_choices } from '@waybill/domain/kit/dates/weekdays'
import { pod_methods } from '@waybill/domain/accounts/model'
import {
  charged_weight_methods,
  estimate_types,
  service_address_types,
  vat_types,
  weight_roundings,
  type ServiceAddressType,
  type ServiceLevel,
} from '@waybill/domain/rates/price-books/price-book'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { NumberField } from '../../kit/form/TypedField.tsx'
import type { FieldBinding, Form } from '../../kit/form/use-form.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { AccountsField } from './AccountsField.tsx'
import { CountField, ManyField, MaybeClock, NullableMany, WordsField, YesNo } from './rate-form-fields.tsx'
import { PartForm } from './PartForm.tsx'
import { rateAddress } from '../rate-texts.ts'
import shared from '../rates.module.css'
import styles from './service-level-form.module.css'
import type { RateBook } from '../use-rate-book.ts'

/** Display labels of the address types (RATE-012). */
const address_type_labels: Record<ServiceAddressType, string> = {
  'street-address': 'Street address',
  locker: 'Locker',
  counter: 'Counter',
  'locker-or-counter': 'Locker or counter',
  any: 'Any',
}

const pod_labels = { 'pin-with-fallback': 'PIN, else signature', grv: 'Signed delivery note' } as const

const rounding_labels = {
  round_up: 'Up to the next kg',
  round_normally: 'To the nearest kg',
  round_up_to_nearest_half: 'Up to the next half kg',
  do_not_round: 'Not rounded',
} as const

const visible_labels = {
  all: 'Everybody',
  staff: 'Staff only',
  accounts: 'Named accounts',
  guests: 'Guests only',
} as const

/** Display labels of the estimate units (RATE-005). */
const estimate_labels = { h: 'hrs', d: 'days' } as const

const limits = [
  ['min_weight', 'Smallest charged weight', 'kg'],
  ['max_weight', 'Largest charged weight', 'kg'],
  ['max_parcel_weight', 'Heaviest parcel', 'kg'],
  ['max_length', 'Longest side', 'cm'],
  ['max_girth', 'Largest girth', 'cm'],
  ['max_parcels', 'Most parcels', undefined],
] as const

/** Form for a service level (docs/domain/rating.md#service-levels; RATE-004, RATE-005, RATE-010, RATE-012). */
export function ServiceLevelForm({ book, level }: { book: RateBook; level: ServiceLevel }) {
  const { revision } = book.detail
  const addressTypes = service_address_types.map((value) => ({ value, label: address_type_labels[value] }))
  return (
    <PartForm
      book={book}
      initial={level}
      name={level.name || 'this service level'}
      back={rateAddress('service-levels', { revision: revision.id })}
      editOf={(value) => ({ part: 'service_levels', id: level.id, value })}
      takeOut={level.id === 0 ? null : { part: 'service_levels', id: level.id, value: null }}
    >
      {(form) => (
        <Stack>
          <Card title="Service level">
            <div className={shared.stack}>
              <FieldRow>
                <TextField {...form.field('code')} label="Code" width={140} />
                <TextField {...form.field('name')} label="Name" />
              </FieldRow>
              <TextField
                {...form.field('description')}
                label="Description"
                hint="Shown to customers, such as Delivered within 2-3 days."
                optional
              />
              <FieldRow>
                <SelectField
                  {...form.field('visible_to')}
                  label="Offered to"
                  options={(['all', 'staff', 'accounts', 'guests'] as const).map((value) => ({
                    value,
                    label: visible_labels[value],
                  }))}
                />
                <CountField binding={form.field('priority')} label="Order" hint="The lowest comes first." />
              </FieldRow>
              {form.values.visible_to === 'accounts' && (
                <>
                  <AccountsField binding={form.field('visible_account_ids')} label="Accounts" />
                  <WordsField
                    binding={form.field('visible_account_tags')}
                    label="Account tags"
                    hint="Separated by commas."
                  />
                </>
              )}
              <YesNo binding={form.field('is_active')} label="Sold" />
            </div>
          </Card>
          <Card title="Address types">
            <div className={shared.stack}>
              <ManyField
                binding={form.field('collection_address_types')}
                label="Collected from"
                choices={addressTypes}
              />
              <ManyField
                binding={form.field('delivery_address_types')}
                label="Delivered to"
                choices={addressTypes}
              />
              <FieldRow>
                <SelectField
                  {...form.field('pickup_point_provider')}
                  label="Only pickup points of"
                  clearable
                  placeholder="Any network"
                  options={pickup_point_providers.map((value) => ({
                    value: value as string,
                    label: network_labels[value],
                  }))}
                  onChange={(network) => {
                    form.set('pickup_point_provider', network)
                    form.set('pickup_point_size', null)
                  }}
                />
                <CompartmentSize form={form} />
              </FieldRow>
            </div>
          </Card>
          <Card title="Weight and size">
            <div className={shared.stack}>
              <FieldRow>
                <CountField
                  binding={form.field('volumetric_factor')}
                  label="Volumetric factor"
                  unit="cm³ per kg"
                />
                <SelectField
                  {...form.field('weight_rounding')}
                  label="Weight is rounded"
                  options={weight_roundings.map((value) => ({ value, label: rounding_labels[value] }))}
                />
                <SelectField
                  {...form.field('charged_weight_method')}
                  label="Parcels are weighed"
                  options={charged_weight_methods.map((value) => ({
                    value,
                    label: value === 'shipment' ? 'Together' : 'Separately',
                  }))}
                />
                <SelectField
                  {...form.field('base_charge_scope')}
                  label="The base price is for"
                  options={(['shipment', 'parcel'] as const).map((value) => ({
                    value,
                    label: value === 'shipment' ? 'The shipment' : 'Each parcel',
                  }))}
                />
              </FieldRow>
              <FieldRow>
                {limits.map(([key, label, unit]) => (
                  <NumberField
                    key={key}
                    {...form.field(key)}
                    label={label}
                    optional
                    {...(unit ? { unit } : {})}
                  />
                ))}
              </FieldRow>
              <WordsField
                binding={form.field('packagings')}
                label="Only in this packaging"
                hint="Names of parcel types, separated by commas."
              />
            </div>
          </Card>
          <Card title="Collection and delivery">
            <div className={shared.stack}>
              <fieldset className={shared.group}>
                <legend className={shared.groupLegend}>Book before, for a collection on the same day</legend>
                <div className={styles.week}>
                  {weekday_choices.map(({ value, label }) => (
                    <MaybeClock
                      key={value}
                      binding={form.field(`collection_cut_off_times.${value}`)}
                      label={label}
                    />
                  ))}
                </div>
              </fieldset>
              <ManyField
                binding={form.field('collection_days')}
                label="Collection days"
                choices={weekday_choices}
              />
              <ManyField
                binding={form.field('delivery_days')}
                label="Delivery days"
                choices={weekday_choices}
              />
              <YesNo binding={form.field('skip_public_holidays')} label="Public holidays do not count" />
              <FieldRow>
                <CountField
                  binding={form.field('delivery_estimate_from_value')}
                  label="Earliest delivery after"
                />
                <EstimateUnit
                  binding={form.field('delivery_estimate_from_type')}
                  label="Unit of the earliest"
                />
                <CountField
                  binding={form.field('delivery_estimate_to_value')}
                  label="Latest delivery after"
                />
                <EstimateUnit binding={form.field('delivery_estimate_to_type')} label="Unit of the latest" />
              </FieldRow>
              <NumberField
                {...form.field('collection_capacity_per_day')}
                label="Collections per day and branch"
                hint="Leave empty for no limit."
                optional
                width={200}
                places={0}
              />
            </div>
          </Card>
          <Card title="VAT, value and proof">
            <div className={shared.stack}>
              <SelectField
                {...form.field('vat_type')}
                label="VAT"
                width={240}
                options={vat_types.map((value) => ({
                  value,
                  label: value === 'standard' ? 'Standard rate' : 'Zero rate',
                }))}
              />
              <YesNo
                binding={form.field('insurance_disabled')}
                label="No insurance"
                hint="The declared value is not asked for."
              />
              <NullableMany
                binding={form.field('pod_methods') as FieldBinding<(typeof pod_methods)[number][] | null>}
                label="Proof of delivery"
                choices={pod_methods.map((value) => ({ value, label: pod_labels[value] }))}
              />
            </div>
          </Card>
        </Stack>
      )}
    </PartForm>
  )
}

/**
 * Field for the compartment size of a service level: a choice of the network’s sizes, or free text for the company’s
 * own lockers.
 */
function CompartmentSize({ form }: { form: Form<ServiceLevel> }) {
  const field = form.field('pickup_point_size')
  const network = form.values.pickup_point_provider
  const sizes = sizesOf(network)
  if (network === null) return null
  if (sizes)
    return (
      <SelectField
        {...field}
        label="Compartment size"
        clearable
        placeholder="Any size"
        options={sizes.map((value) => ({ value, label: value }))}
      />
    )
  return (
    <TextField
      {...field}
      label="Compartment size"
      optional
      value={field.value ?? ''}
      onChange={(text) => field.onChange(text.trim() === '' ? null : text)}
    />
  )
}

function EstimateUnit({
  binding,
  label,
}: {
  binding: FieldBinding<(typeof estimate_types)[number]>
  label: string
}) {
  return (
    <SelectField
      {...binding}
      label={label}
      options={estimate_types.map((value) => ({ value, label: estimate_labels[value] }))}
    />
  )
}
