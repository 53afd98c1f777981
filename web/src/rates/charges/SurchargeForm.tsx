import { pod_methods } from '@waybill/domain/accounts/model'
import {
  comparators,
  surcharge_metrics,
  surcharge_types,
  type Surcharge,
  type SurchargeType,
} from '@waybill/domain/rates/price-books/price-book'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { NumberField } from '../../kit/form/TypedField.tsx'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { ChargeFields, ManyField, NullableMany, YesNo } from '../price-books/rate-form-fields.tsx'
import { PartForm } from '../price-books/PartForm.tsx'
import { rateAddress } from '../rate-texts.ts'
import styles from '../rates.module.css'
import type { RateBook } from '../use-rate-book.ts'

/** Display labels of the surcharge types (RATE-011). */
export const surcharge_type_labels: Record<SurchargeType, string> = {
  zone: 'Zone',
  tag: 'Tag',
  'dimensions-weight': 'Dimensions/weight',
  'pod-method': 'POD method',
}

const metric_labels = {
  longest_side: 'Longest side (cm)',
  any_side: 'Any side (cm)',
  girth: 'Girth with length (cm)',
  volume: 'Volume (cm³)',
  parcel_weight: 'Weight of a parcel (kg)',
  shipment_weight: 'Weight of the shipment (kg)',
  parcel_count: 'Number of parcels',
} as const

const side_labels = { collection: 'Collection', delivery: 'Delivery', both: 'Both sides' } as const
const scope_labels = {
  any_parcel: 'Once, if any parcel matches',
  each_parcel: 'For each parcel that matches',
  shipment: 'For the shipment as a whole',
} as const

/** Form for one surcharge: its criterion and its charge (docs/domain/rating.md#surcharges; RATE-006, RATE-011). */
export function SurchargeForm({ book, surcharge }: { book: RateBook; surcharge: Surcharge }) {
  const { revision, surcharge_zones, book: content } = book.detail
  return (
    <PartForm
      book={book}
      initial={surcharge}
      name={surcharge.name || 'this surcharge'}
      back={rateAddress('surcharges', { revision: revision.id })}
      editOf={(value) => ({ part: 'surcharges', id: surcharge.id, value })}
      takeOut={surcharge.id === 0 ? null : { part: 'surcharges', id: surcharge.id, value: null }}
      decimals={(values) => [['charge_value', values.charge_value]]}
    >
      {(form) => (
        <Stack>
          <Card title="Surcharge">
            <div className={styles.stack}>
              <FieldRow>
                <TextField {...form.field('name')} label="Name" />
                <SelectField
                  {...form.field('type')}
                  label="Triggered by"
                  options={surcharge_types.map((value) => ({ value, label: surcharge_type_labels[value] }))}
                />
              </FieldRow>
              {form.values.type === 'zone' && (
                <>
                  <SelectField
                    {...form.field('side')}
                    label="Address to check"
                    width={240}
                    options={(['collection', 'delivery', 'both'] as const).map((value) => ({
                      value,
                      label: side_labels[value],
                    }))}
                  />
                  {surcharge_zones.length > 0 ? (
                    <ManyField
                      binding={form.field('zone_ids')}
                      label="Areas of the map"
                      choices={surcharge_zones.map(({ id, name }) => ({ value: id, label: name }))}
                    />
                  ) : (
                    <p className={styles.note}>
                      No surcharge areas are drawn yet. The surcharge is not charged until an area is drawn on
                      the map and ticked here.
                    </p>
                  )}
                </>
              )}
              {form.values.type === 'tag' && (
                <TextField
                  {...form.field('tag')}
                  label="Tag"
                  hint="Tag of the shipment or its account, such as Fragile."
                />
              )}
              {form.values.type === 'dimensions-weight' && (
                <FieldRow>
                  <SelectField
                    {...form.field('metric')}
                    label="What is measured"
                    options={surcharge_metrics.map((value) => ({ value, label: metric_labels[value] }))}
                  />
                  <SelectField
                    {...form.field('comparator')}
                    label="Is"
                    width={96}
                    options={comparators.map((value) => ({ value, label: value }))}
                  />
                  <NumberField
                    {...form.field('threshold')}
                    label="This"
                    onChange={(value) => form.set('threshold', value ?? 0)}
                  />
                  <SelectField
                    {...form.field('scope')}
                    label="Charged"
                    options={(['any_parcel', 'each_parcel', 'shipment'] as const).map((value) => ({
                      value,
                      label: scope_labels[value],
                    }))}
                  />
                </FieldRow>
              )}
              {form.values.type === 'pod-method' && (
                <SelectField
                  {...(form.field('pod_method') as FieldBinding<string>)}
                  label="Proof of delivery"
                  width={280}
                  options={pod_methods.map((value) => ({
                    value: value as string,
                    label: value === 'grv' ? 'Signed delivery note' : 'PIN, else signature',
                  }))}
                />
              )}
              <NullableMany
                binding={form.field('service_level_ids')}
                label="Service levels"
                choices={content.service_levels.map(({ id, name }) => ({ value: id, label: name }))}
              />
              <YesNo binding={form.field('is_active')} label="Charged" />
            </div>
          </Card>
          <Card title="What it costs">
            <div className={styles.stack}>
              <ChargeFields form={form} />
            </div>
          </Card>
        </Stack>
      )}
    </PartForm>
  )
}
