import { interhub_carriers, interhub_service_levels } from '@waybill/domain/hub/settings'
import type { ManifestPhase } from '@waybill/domain/hub/manifest'
import { branchLimit, hasPermission } from '@waybill/domain/kit/actor'
import { ClockField } from '../../kit/form/dates/ClockField.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextArea, TextField } from '../../kit/form/TextField.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import type { Form } from '../../kit/form/use-form.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { DriverField, useDriverChoices } from '../../shipments/index.ts'
import { manifest_labels as labels, workOfTrip, type ManifestEdit } from './manifest-edit.ts'

/** Form fields of a manifest, without those that can no longer change in its phase. */
export function ManifestFields({
  form,
  branches,
  phase,
}: {
  form: Form<ManifestEdit>
  branches: readonly { id: number; name: string }[]
  /** `null` for a new manifest. */
  phase: ManifestPhase | null
}) {
  const me = useMe()
  const isOpen = phase === null || phase === 'open'
  const hasLeft = !isOpen && phase !== 'closed'
  const noDay = 'Choose the day first.'
  return (
    <>
      {isOpen && <ManifestRouteFields form={form} branches={branches} isNew={phase === null} />}
      {!hasLeft && <TripFields form={form} />}
      {!hasLeft && (
        <FieldRow>
          <DateField {...form.field('departure_day')} label={labels.departure_day} optional />
          <ClockField
            {...form.field('departure_time')}
            label={labels.departure_time}
            off={form.values.departure_day ? null : noDay}
          />
        </FieldRow>
      )}
      <FieldRow>
        <DateField {...form.field('arrival_day')} label={labels.arrival_day} optional />
        <ClockField
          {...form.field('arrival_time')}
          label={labels.arrival_time}
          off={form.values.arrival_day ? null : noDay}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          {...form.field('waybill_reference')}
          label={labels.waybill_reference}
          hint="Air waybill or consignment note."
          maxLength={80}
          optional
        />
        {hasPermission(me, 'INLINE_see_third_party_cost') && (
          <MoneyField
            {...form.field('cost')}
            label={labels.cost}
            hint="Spread over the parcels by charged weight."
            width={280}
            optional
          />
        )}
      </FieldRow>
      <TextArea {...form.field('notes')} label={labels.notes} maxLength={2000} optional />
    </>
  )
}

/** Route fields; once the manifest is open, the origin branch can no longer change. */
function ManifestRouteFields({
  form,
  branches,
  isNew,
}: {
  form: Form<ManifestEdit>
  branches: readonly { id: number; name: string }[]
  isNew: boolean
}) {
  const own = branchLimit(useMe())
  const places = branches.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FieldRow>
      {isNew && (
        <SelectField
          {...form.field('from_branch_id')}
          label={labels.from_branch_id}
          options={places}
          off={own === null ? null : 'Your branch.'}
        />
      )}
      <SelectField {...form.field('to_branch_id')} label={labels.to_branch_id} options={places} />
      <SelectField
        {...form.field('via_branch_id')}
        label={labels.via_branch_id}
        options={places}
        clearable
        optional
      />
    </FieldRow>
  )
}

/** Fields for carrier, driver and vehicle. */
function TripFields({ form }: { form: Form<ManifestEdit> }) {
  const drivers = useDriverChoices(workOfTrip(form.values))
  const { values } = form
  const carriers = useSetting(interhub_carriers).map(({ name }) => name)
  const services = useSetting(interhub_service_levels)
  return (
    <>
      <FieldRow>
        <SelectField
          {...form.field('carrier')}
          label={labels.carrier}
          options={choices(carriers, values.carrier)}
          none=""
          clearable
        />
        <SelectField
          {...form.field('service_level')}
          label={labels.service_level}
          options={choices(services, values.service_level)}
          none=""
          clearable
        />
      </FieldRow>
      <FieldRow>
        <DriverField
          driver={form.field('driver')}
          anyway={form.field('assign_anyway')}
          choices={drivers}
          label={labels.driver}
          hint="One of our own drivers, who scans its barcode to accept it."
          placeholder="Choose…"
          none=""
          clearable
          optional
        />
        {values.driver === '' && (
          <TextField
            {...form.field('driver_name')}
            label={labels.driver_name}
            hint="For a driver of the carrier."
            maxLength={120}
            optional
          />
        )}
      </FieldRow>
      <FieldRow>
        <TextField
          {...form.field('vehicle_registration')}
          label={labels.vehicle_registration}
          maxLength={40}
          optional
        />
        <TextField {...form.field('trailer')} label={labels.trailer} maxLength={40} optional />
        <TextField {...form.field('seal_number')} label={labels.seal_number} maxLength={60} optional />
      </FieldRow>
    </>
  )
}

/** Returns the choices for `names`, including the chosen value when it is no longer in the list. */
function choices(names: readonly string[], chosen: string) {
  const all = chosen === '' || names.includes(chosen) ? names : [chosen, ...names]
  return all.map((name) => ({ value: name, label: name }))
}
