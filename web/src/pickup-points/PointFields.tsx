import type { OwnPointDetails } from '@waybill/domain/pickup-points/own-point'
import { AddressField } from '../accounts/index.ts'
import { RadioGroup, Toggle } from '../kit/form/choices/Choices.tsx'
import { FieldRow } from '../kit/form/FormPanel.tsx'
import { TextArea, TextField } from '../kit/form/TextField.tsx'
import { NumberField, PhoneField } from '../kit/form/TypedField.tsx'
import type { Form } from '../kit/form/use-form.ts'
import { PinField, placeSearch } from '../maps/index.ts'
import { DoorsField } from './DoorsField.tsx'
import { HolidayHoursField, TradingHoursField } from './HoursFields.tsx'
import { PhotosField } from './PhotosField.tsx'
import { point_labels } from './point-edit.ts'

const no_doors: ReadonlySet<string> = new Set()

/**
 * The form fields of an own point. `held` contains the lower-case names of doors with a parcel. The kind can be chosen
 * only for a new point.
 */
export function PointFields({
  form,
  isNew = false,
  held = no_doors,
}: {
  form: Form<OwnPointDetails>
  isNew?: boolean
  held?: ReadonlySet<string>
}) {
  const { address, type } = form.values
  return (
    <>
      {isNew && (
        <RadioGroup
          {...form.field('type')}
          label={point_labels.type}
          choices={[
            { value: 'locker', label: 'Locker', hint: 'Has doors that open without staff.' },
            { value: 'counter', label: 'Counter', hint: 'Somebody takes and hands out the parcels.' },
          ]}
        />
      )}
      <FieldRow>
        <TextField
          {...form.field('pickup_point_id')}
          label={point_labels.pickup_point_id}
          hint="Unique, such as CT01."
          mono
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          {...form.field('name')}
          label={point_labels.name}
          hint="As customers see it, such as Sea Point locker."
          maxLength={120}
          autoComplete="off"
        />
      </FieldRow>
      <AddressField
        {...form.field('address')}
        label={point_labels.address}
        needs_code={false}
        placeSearch={placeSearch}
      />
      <PinField
        name="address"
        value={address}
        onChange={(pin) => form.set('address', { ...address, ...pin })}
      />
      <TradingHoursField binding={form.field('trading_hours')} label={point_labels.trading_hours} />
      <HolidayHoursField binding={form.field('holiday_hours')} label={point_labels.holiday_hours} />
      <PhoneField {...form.field('phone')} label={point_labels.phone} optional />
      <TextArea
        {...form.field('description')}
        label={point_labels.description}
        hint="How to find it."
        optional
        maxLength={1000}
      />
      {type === 'counter' ? (
        <NumberField
          {...form.field('capacity')}
          label={point_labels.capacity}
          unit="parcels"
          hint="It takes no more parcels than this at a time."
          optional
          places={0}
          width={140}
        />
      ) : (
        <DoorsField binding={form.field('stock')} label={point_labels.stock} held={held} />
      )}
      <PhotosField {...form.field('photos')} label={point_labels.photos} />
      <TextField
        {...form.field('out_of_order_reason')}
        label={point_labels.out_of_order_reason}
        hint="While there is a reason, it takes no parcels and keeps those that it has."
        optional
        maxLength={300}
        autoComplete="off"
      />
      <Toggle
        {...form.field('is_hidden')}
        label={point_labels.is_hidden}
        hint="Customers do not find it among the locations."
      />
    </>
  )
}
