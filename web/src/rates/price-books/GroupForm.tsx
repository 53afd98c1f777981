import { IconPlus, IconX } from '../../kit/icons/icons.ts'
import {
  insurance_included_value,
  insurance_max_declared_value,
  insurance_min_charge,
  insurance_percentage,
} from '@waybill/domain/rates/settings'
import { lineageIn } from '@waybill/domain/rates/price-grid/price-grid'
import type { GroupOverride, RateGroup, RateGroupExtra } from '@waybill/domain/rates/price-books/price-book'
import { useState } from 'react'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import type { Form } from '../../kit/form/use-form.ts'
import { useSetting } from '../../kit/session/me.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { ByPosition } from '../../kit/ui/ByPosition.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Row } from '../../kit/ui/page-layout/Layout.tsx'
import { AmountField, DecimalField } from './rate-form-fields.tsx'
import { PartForm } from './PartForm.tsx'
import { chargeText, rateAddress } from '../rate-texts.ts'
import styles from '../rates.module.css'
import type { RateBook } from '../use-rate-book.ts'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'

/**
 * Form for a rate group, the insurance of its accounts, and its overrides of charges
 * (docs/domain/rating.md#price-books-groups-and-revisions, docs/domain/rating.md#insurance).
 */
export function GroupForm({ book, group }: { book: RateBook; group: RateGroup }) {
  const { book: content, revision } = book.detail
  const back = rateAddress('groups', { revision: revision.id })
  const parents = content.rate_groups.filter(
    ({ id }) => id !== group.id && !lineageIn(content, id).some((one) => one.id === group.id),
  )
  return (
    <div className={styles.part}>
      <PartForm
        book={book}
        initial={{ ...group, base_percentage: group.base_percentage ?? '' }}
        name={group.name || 'this rate group'}
        back={back}
        editOf={(values) => ({ part: 'rate_groups', id: group.id, value: groupOf(values) })}
        takeOut={group.id === 0 ? null : { part: 'rate_groups', id: group.id, value: null }}
        decimals={({ base_percentage }) =>
          base_percentage === '' ? [] : [['base_percentage', base_percentage]]
        }
      >
        {(form) => (
          <Card title="Rate group">
            <div className={styles.stack}>
              <TextField {...form.field('name')} label="Name" />
              <FieldRow>
                <SelectField
                  {...form.field('parent_rate_group_id')}
                  label="Inherits from"
                  clearable
                  placeholder="Nobody"
                  options={parents.map(({ id, name }) => ({ value: id, label: name }))}
                />
                {form.values.parent_rate_group_id !== null && (
                  <DecimalField
                    binding={form.field('base_percentage')}
                    label="On inherited prices"
                    unit="%"
                    hint="-10 makes them 10 % cheaper."
                  />
                )}
                <MoneyField
                  {...form.field('min_charge')}
                  label="Minimum charge"
                  hint={
                    form.values.parent_rate_group_id === null
                      ? '0 means no minimum.'
                      : 'Leave empty to inherit.'
                  }
                  optional
                />
              </FieldRow>
            </div>
          </Card>
        )}
      </PartForm>
      {group.id !== 0 && (
        <>
          <Insurance key={`insurance-${group.id}`} book={book} group={group} back={back} />
          <Overrides book={book} group={group} />
        </>
      )}
    </div>
  )
}

/**
 * Converts form values to a rate group. An empty percentage becomes `null`, and so does any percentage without a
 * parent, because there are no inherited prices.
 */
function groupOf(values: Omit<RateGroup, 'base_percentage'> & { base_percentage: string }): RateGroup {
  const isNone = values.base_percentage === '' || values.parent_rate_group_id === null
  return { ...values, base_percentage: isNone ? null : values.base_percentage }
}

/** Returns the initial terms of a group that has no insurance and inherits none: those of the company’s settings. */
function useDefaultInsurance(): Omit<RateGroupExtra, 'rate_group_id'> {
  const percentage = useSetting(insurance_percentage)
  return {
    id: 0,
    insurance_percentage: String(percentage),
    insurance_min_charge: useSetting(insurance_min_charge),
    insurance_included_value: useSetting(insurance_included_value),
    insurance_max_declared_value: useSetting(insurance_max_declared_value),
    insurance_bands: [],
    vat_type: null,
  }
}

/** The insurance of a group; inherited until the group gets its own terms. */
function Insurance({ book, group, back }: { book: RateBook; group: RateGroup; back: string }) {
  const { book: content } = book.detail
  const defaultInsurance = useDefaultInsurance()
  const own = content.rate_group_extras.find((row) => row.rate_group_id === group.id)
  const [isOpen, setOpen] = useState(own !== undefined)
  const above = lineageIn(content, group.id)
    .slice(1)
    .flatMap((one) => content.rate_group_extras.filter((row) => row.rate_group_id === one.id))[0]
  if (!isOpen)
    return (
      <Card title="Insurance">
        <Row>
          <span className={styles.note}>
            {above
              ? `Inherited: ${above.insurance_percentage} % of the declared value.`
              : 'No insurance is offered to this group.'}
          </span>
          {book.may('rate_group_extras') === true && (
            <Button size="sm" onClick={() => setOpen(true)}>
              Set own terms
            </Button>
          )}
        </Row>
      </Card>
    )
  const { id: rateGroupId } = group
  return (
    <PartForm
      book={book}
      initial={own ?? { ...defaultInsurance, ...above, id: 0, rate_group_id: rateGroupId }}
      name={`the insurance of ${group.name}`}
      back={back}
      editOf={(value) => ({ part: 'rate_group_extras', rate_group_id: rateGroupId, value })}
      takeOut={own ? { part: 'rate_group_extras', rate_group_id: rateGroupId, value: null } : null}
      decimals={(values) => [
        ['insurance_percentage', values.insurance_percentage],
        ...values.insurance_bands.map(
          ({ charge_value }, at) => [`insurance_bands.${at}.charge_value`, charge_value] as const,
        ),
      ]}
    >
      {(form) => (
        <Card title="Insurance">
          <div className={styles.stack}>
            <FieldRow>
              <DecimalField
                binding={form.field('insurance_percentage')}
                label="Of the declared value"
                unit="%"
              />
              <AmountField binding={form.field('insurance_min_charge')} label="At least" />
              <AmountField
                binding={form.field('insurance_included_value')}
                label="Free cover"
                hint="Only the value above this is charged."
              />
              <AmountField
                binding={form.field('insurance_max_declared_value')}
                label="Highest declared value"
              />
            </FieldRow>
            <InsuranceBands form={form} />
          </div>
        </Card>
      )}
    </PartForm>
  )
}

function InsuranceBands({ form }: { form: Form<RateGroupExtra> }) {
  const { insurance_bands: bands } = form.values
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupLegend}>Bands by declared value</legend>
      <div className={styles.stack}>
        <ByPosition of={bands}>
          {(_, at) => (
            <Row>
              <AmountField
                binding={form.field(`insurance_bands.${at}.value_to`)}
                label={`Up to (${at + 1})`}
              />
              <SelectField
                {...form.field(`insurance_bands.${at}.charge_type`)}
                label={`Charged as (${at + 1})`}
                width={160}
                options={[
                  { value: 'percentage', label: 'Percentage' },
                  { value: 'flat', label: 'Flat amount' },
                ]}
              />
              <DecimalField
                binding={form.field(`insurance_bands.${at}.charge_value`)}
                label={`Value (${at + 1})`}
              />
              <IconButton
                label={`Remove band ${at + 1}`}
                icon={IconX}
                size="sm"
                onClick={() =>
                  form.set(
                    'insurance_bands',
                    bands.filter((__, index) => index !== at),
                  )
                }
              />
            </Row>
          )}
        </ByPosition>
        <div>
          <Button
            size="sm"
            icon={IconPlus}
            onClick={() =>
              form.set('insurance_bands', [
                ...bands,
                {
                  value_to: (bands.at(-1)?.value_to ?? 0) + 2_500_00,
                  charge_type: 'flat',
                  charge_value: '50',
                },
              ])
            }
          >
            Add a band
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

const kinds: readonly {
  kind: GroupOverride['kind']
  part: 'surcharges' | 'rate_adjustments' | 'time_based_rate_adjustments'
}[] = [
  { kind: 'surcharge', part: 'surcharges' },
  { kind: 'rate_adjustment', part: 'rate_adjustments' },
  { kind: 'time_based_rate_adjustment', part: 'time_based_rate_adjustments' },
]

/** Table of all charges with this group’s override: as in the book, switched on or off, or with its own value. */
function Overrides({ book, group }: { book: RateBook; group: RateGroup }) {
  const { book: content } = book.detail
  const mayChange = book.may('group_overrides') === true
  const rows = kinds.flatMap(({ kind, part }) =>
    content[part].map((charge) => ({
      kind,
      charge,
      own: content.group_overrides.find(
        (row) => row.rate_group_id === group.id && row.kind === kind && row.charge_id === charge.id,
      ),
    })),
  )
  const store = (
    { kind, charge }: (typeof rows)[number],
    value: { is_active: boolean; charge_value: string | null } | null,
  ): void => {
    book
      .change([{ part: 'group_overrides', rate_group_id: group.id, kind, charge_id: charge.id, value }])
      .catch(showError)
  }
  return (
    <Card title="Charges of this group" flush>
      <ScrollRegion label="Charges of this group" className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Charge</th>
              <th scope="col">In the price book</th>
              <th scope="col">For this group</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.kind} ${row.charge.id}`}>
                <td>{row.charge.name}</td>
                <td>{row.charge.is_active ? chargeText(row.charge) : 'switched off'}</td>
                <td>
                  {mayChange ? (
                    <OverrideChoice
                      label={`${row.charge.name} for ${group.name}`}
                      own={row.own}
                      charge_value={row.charge.charge_value}
                      onStore={(value) => store(row, value)}
                    />
                  ) : (
                    overrideText(row.own)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  )
}

function overrideText(own: GroupOverride | undefined): string {
  if (!own) return 'as in the price book'
  return own.is_active ? (own.charge_value ?? 'switched on') : 'switched off'
}

type Mode = 'book' | 'off' | 'on' | 'own'

function OverrideChoice({
  label,
  own,
  charge_value,
  onStore,
}: {
  label: string
  own: GroupOverride | undefined
  charge_value: string
  onStore: (value: { is_active: boolean; charge_value: string | null } | null) => void
}) {
  const mode: Mode = !own ? 'book' : !own.is_active ? 'off' : own.charge_value === null ? 'on' : 'own'
  const [typed, setTyped] = useState<string | null>(null)
  const values: Record<Mode, { is_active: boolean; charge_value: string | null } | null> = {
    book: null,
    off: { is_active: false, charge_value: null },
    on: { is_active: true, charge_value: null },
    own: { is_active: true, charge_value: own?.charge_value ?? charge_value },
  }
  const commit = (): void => {
    if (typed === null) return
    setTyped(null)
    if (/^-?\d{1,9}(\.\d{1,6})?$/.test(typed)) onStore({ is_active: true, charge_value: typed })
  }
  return (
    <Row>
      <SelectField
        {...standaloneField('mode', mode, (next: Mode) => onStore(values[next]))}
        label={label}
        hideLabel
        size="sm"
        width={170}
        options={[
          { value: 'book', label: 'As in the price book' },
          { value: 'off', label: 'Switched off' },
          { value: 'on', label: 'Switched on' },
          { value: 'own', label: 'Own value' },
        ]}
      />
      {mode === 'own' && (
        <TextField
          {...standaloneField('own', typed ?? own?.charge_value ?? '', setTyped)}
          label={`Value of ${label}`}
          hideLabel
          size="sm"
          width={96}
          inputMode="decimal"
          alignRight
          onLeave={commit}
        />
      )}
    </Row>
  )
}
