import { isColour } from '@waybill/domain/tags/rules'
import { zone_legs } from '@waybill/domain/maps/model'
import { tagTypeOf } from '@waybill/domain/maps/zone-rules'
import { Checkbox, RadioGroup, Toggle } from '../../kit/form/choices/Choices.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { SelectField, type Option } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { TimeWindow } from '../../kit/form/dates/TimeWindow.tsx'
import { NumberField } from '../../kit/form/TypedField.tsx'
import type { Form } from '../../kit/form/use-form.ts'
import { ChosenList } from './ChosenList.tsx'
import { DaysField } from './DaysField.tsx'
import { has, zone_labels, type ZoneEdit } from './zone-edit.ts'
import shared from '../zone.module.css'
import styles from './zone-fields.module.css'
import type { ZoneKind } from '@waybill/domain/maps/map-kinds'

/** The options of the form fields. */
export interface ZoneChoices {
  branches: readonly Option<number>[]
  drivers: readonly Option<string>[]
  tags: readonly Option<string>[]
  service_levels: readonly Option<number>[]
}

const leg_labels: Readonly<Record<(typeof zone_legs)[number], string>> = {
  both: 'Collections and deliveries',
  collection: 'Collections',
  delivery: 'Deliveries',
}

/** The form fields of a kind of area, except the outline. */
export function ZoneFields({
  kind,
  form,
  choices,
}: {
  kind: ZoneKind
  form: Form<ZoneEdit>
  choices: ZoneChoices
}) {
  const { values } = form
  const days = form.field('service_days')
  return (
    <>
      <TextField {...form.field('name')} label={zone_labels.name} maxLength={80} autoComplete="off" />
      {has(kind, 'branch_id') && (
        <SelectField {...form.field('branch_id')} label={zone_labels.branch_id} options={choices.branches} />
      )}
      {has(kind, 'routing_number') && (
        <TextField
          {...form.field('routing_number')}
          label={zone_labels.routing_number}
          hint="Printed large on labels, such as JNB-A1."
          optional
          mono
          maxLength={20}
          autoComplete="off"
        />
      )}
      {has(kind, 'drivers') && (
        <ChosenList
          binding={form.field('drivers')}
          label={zone_labels.drivers}
          hint="Stops go to the first driver who is on duty."
          options={choices.drivers}
          noun="driver"
          isOrdered
          optional
        />
      )}
      {tagTypeOf(kind) && (
        <ChosenList
          binding={form.field('tags')}
          label={zone_labels.tags}
          hint={
            kind === 'rates' ? 'The first tag sets the prices.' : 'Words for finding and filtering areas.'
          }
          options={choices.tags}
          noun="tag"
          isOrdered={kind === 'rates'}
          mayAddNew
          optional={kind !== 'rates'}
        />
      )}
      {has(kind, 'message') && (
        <TextField
          {...form.field('message')}
          label={zone_labels.message}
          hint="Shown to people who ask for a price here when no service is available."
          maxLength={255}
        />
      )}
      {has(kind, 'service_level_ids') && <BlockedLevels form={form} choices={choices} />}
      {has(kind, 'legs') && (
        <RadioGroup
          {...form.field('legs')}
          label={zone_labels.legs}
          choices={zone_legs.toReversed().map((value) => ({ value, label: leg_labels[value] }))}
        />
      )}
      {has(kind, 'service_days') && (
        <>
          <DaysField
            binding={{
              ...days,
              value: values.service_days.collection,
              onChange: (collection) => days.onChange({ ...values.service_days, collection }),
            }}
            label="Collected on"
          />
          <DaysField
            binding={{
              ...days,
              error: undefined,
              value: values.service_days.delivery,
              onChange: (delivery) => days.onChange({ ...values.service_days, delivery }),
            }}
            label="Delivered on"
          />
          <Toggle
            {...form.field('is_default')}
            label={zone_labels.is_default}
            hint="One service-day area applies everywhere else."
          />
        </>
      )}
      {has(kind, 'weekdays') && (
        <DaysField
          binding={form.field('weekdays')}
          label={zone_labels.weekdays}
          hint="None chosen: every day."
        />
      )}
      {has(kind, 'window_from') && (
        <TimeWindow {...form.field('window')} label={zone_labels.window} optional />
      )}
      <FieldRow>
        <NumberField
          {...form.field('priority')}
          label={zone_labels.priority}
          hint="Where areas overlap, the higher one applies, then the smaller."
          places={0}
        />
        <ColourField form={form} />
      </FieldRow>
      <FieldRow>
        <DateField {...form.field('first_day')} label={zone_labels.first_day} optional />
        <DateField {...form.field('last_day')} label={zone_labels.last_day} optional />
      </FieldRow>
      <Toggle
        {...form.field('is_active')}
        label={zone_labels.is_active}
        hint="When off, it stays on the map but has no effect."
      />
    </>
  )
}

function ColourField({ form }: { form: Form<ZoneEdit> }) {
  const binding = form.field('colour')
  return (
    <span className={styles.colour}>
      <input
        className={styles.colourInput}
        type="color"
        aria-label="Colour: choose"
        value={isColour(binding.value) ? binding.value : '#6b7280'}
        onChange={(event) => binding.onChange(event.target.value)}
      />
      <TextField {...binding} label={zone_labels.colour} mono maxLength={7} autoComplete="off" />
    </span>
  )
}

function BlockedLevels({ form, choices }: { form: Form<ZoneEdit>; choices: ZoneChoices }) {
  const { value, onChange, error } = form.field('service_level_ids')
  return (
    <fieldset className={shared.group}>
      <legend className={shared.groupLegend}>{zone_labels.service_level_ids}</legend>
      <Checkbox
        {...form.field('service_level_ids')}
        error={undefined}
        value={value === null}
        label="All of them"
        onChange={(isAll) => onChange(isAll ? null : [])}
      />
      {value !== null &&
        choices.service_levels.map((level) => (
          <Checkbox
            key={level.value}
            {...standaloneField(`level-${level.value}`, value.includes(level.value), (isChosen: boolean) =>
              onChange(isChosen ? [...value, level.value] : value.filter((one) => one !== level.value)),
            )}
            label={level.label}
          />
        ))}
      {error && (
        <p className={shared.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
