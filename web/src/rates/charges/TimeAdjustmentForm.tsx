import { weekday_choices } from '@waybill/domain/kit/dates/weekdays'
import { legs, type Leg, type TimeBasedRateAdjustment } from '@waybill/domain/rates/price-books/price-book'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { AboutFields } from './AdjustmentForm.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { ChargeFields, ManyField, MaybeClock, YesNo } from '../price-books/rate-form-fields.tsx'
import { PartForm } from '../price-books/PartForm.tsx'
import { rateAddress } from '../rate-texts.ts'
import styles from '../rates.module.css'
import type { RateBook } from '../use-rate-book.ts'

/** Display labels of the legs (RATE-008). */
export const leg_labels: Record<Leg, string> = { collection: 'Collection', delivery: 'Delivery' }

/** Form for one charge on certain days or hours of a leg (docs/domain/rating.md#time-based-adjustments; RATE-008). */
export function TimeAdjustmentForm({
  book,
  adjustment,
}: {
  book: RateBook
  adjustment: TimeBasedRateAdjustment
}) {
  const { detail } = book
  const { id } = adjustment
  return (
    <PartForm
      book={book}
      initial={adjustment}
      name={adjustment.name || 'this adjustment'}
      back={rateAddress('adjustments', { revision: detail.revision.id })}
      editOf={(value) => ({ part: 'time_based_rate_adjustments', id, value })}
      takeOut={id === 0 ? null : { part: 'time_based_rate_adjustments', id, value: null }}
      decimals={(values) => [['charge_value', values.charge_value]]}
    >
      {(form) => (
        <Stack>
          <Card title="Time-based adjustment">
            <div className={styles.stack}>
              <AboutFields form={form} />
            </div>
          </Card>
          <Card title="Days and hours">
            <div className={styles.stack}>
              <SelectField
                {...form.field('leg')}
                label="Leg"
                width={200}
                options={legs.map((value) => ({ value, label: leg_labels[value] }))}
              />
              <ManyField
                binding={form.field('weekdays')}
                label="Days (none ticked: any)"
                choices={weekday_choices}
              />
              <YesNo binding={form.field('public_holidays')} label="Public holidays" />
              <FieldRow>
                <MaybeClock binding={form.field('window_from')} label="Window from" />
                <MaybeClock binding={form.field('window_to')} label="Window to" />
                <MaybeClock binding={form.field('deadline')} label="Or before" />
              </FieldRow>
            </div>
          </Card>
          <Card title="What it costs">
            <div className={styles.stack}>
              <ChargeFields form={form} />
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
