import { address_types } from '@waybill/domain/accounts/address'
import { place_kinds, type RateConditions } from '@waybill/domain/rates/price-books/price-book'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import type { FieldBinding, Form } from '../../kit/form/use-form.ts'
import { AccountsField } from '../price-books/AccountsField.tsx'
import { NullableMany, WordsField } from '../price-books/rate-form-fields.tsx'
import type { Detail } from '../use-rate-book.ts'
import { zonesOf } from '../price-books/lane-ends.ts'

const place_labels = { 'street-address': 'Street address', locker: 'Locker', counter: 'Counter' } as const

/**
 * Fields for the conditions of an adjustment. An empty field does not restrict
 * (docs/domain/rating.md#adjustments-and-the-fuel-charge).
 */
export function ConditionFields({ form: given, detail }: { form: unknown; detail: Detail }) {
  const form = given as Form<{ conditions: RateConditions }>
  const { book } = detail
  const groups = new Set(book.tag_groups.map(({ name }) => name))
  const zones = zonesOf(detail)
    .filter((zone) => zone !== '*' && !groups.has(zone))
    .map((value) => ({ value, label: value }))
  return (
    <>
      <AccountsField binding={form.field('conditions.account_ids')} label="Accounts" />
      <WordsField
        binding={form.field('conditions.account_tags')}
        label="Account tags"
        hint="Separated by commas; one of them is enough."
      />
      <NullableMany
        binding={form.field('conditions.rate_group_ids')}
        label="Rate groups"
        choices={book.rate_groups.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NullableMany
        binding={form.field('conditions.service_level_ids')}
        label="Service levels"
        choices={book.service_levels.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NullableMany binding={form.field('conditions.from_tags')} label="From zone" choices={zones} />
      <NullableMany binding={form.field('conditions.to_tags')} label="To zone" choices={zones} />
      <WordsField
        binding={form.field('conditions.packagings')}
        label="Packaging"
        hint="Names of parcel types, separated by commas."
      />
      <NullableMany
        binding={form.field('conditions.address_types') as FieldBinding<string[] | null>}
        label="Address type on either side"
        choices={address_types.map((value) => ({
          value: value as string,
          label: value.charAt(0).toUpperCase() + value.slice(1),
        }))}
      />
      <NullableMany
        binding={form.field('conditions.collection_kinds') as FieldBinding<string[] | null>}
        label="Collected from"
        choices={place_kinds.map((value) => ({ value: value as string, label: place_labels[value] }))}
      />
      <NullableMany
        binding={form.field('conditions.delivery_kinds') as FieldBinding<string[] | null>}
        label="Delivered to"
        choices={place_kinds.map((value) => ({ value: value as string, label: place_labels[value] }))}
      />
      <FieldRow>
        <MoneyField {...form.field('conditions.declared_value_from')} label="Declared value from" optional />
        <MoneyField {...form.field('conditions.declared_value_to')} label="Declared value to" optional />
      </FieldRow>
    </>
  )
}
