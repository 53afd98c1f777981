import { checkChange, type BulkChange, type BulkChangeKind } from '@waybill/domain/imports/bulk-change'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import {
  on_hold_internal_reasons,
  on_hold_reasons,
  shipment_requested_date_change_reasons,
} from '@waybill/domain/shipments/settings'
import { isHeld } from '@waybill/domain/shipments/statuses/interventions'
import {
  shipment_statuses,
  statusLabel,
  type ShipmentStatus,
} from '@waybill/domain/shipments/statuses/status'
import type { DriverChoice } from '@waybill/domain/shipments/driver-doubts'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import type { Option } from '../../kit/form/choices/options.ts'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import type { Form } from '../../kit/form/use-form.ts'
import { useSetting } from '../../kit/session/me.ts'
import { DriverField } from '../DriverField.tsx'

/** Form values of a change to many shipments. Only the fields of the chosen kind are used. */
export interface TypedChange {
  kind: BulkChangeKind | null
  status: ShipmentStatus | null
  hold: 'on-hold' | 'on-hold-internal'
  service_level_code: string | null
  side: 'collection' | 'delivery'
  day: string | null
  driver: string | null
  assign_anyway: boolean
  message: string
}

/** Returns the change; `null` while required values are missing. */
export function changeOf(typed: TypedChange): BulkChange | null {
  const { kind, message, side } = typed
  switch (kind) {
    case 'status':
      return typed.status && { kind, status: typed.status, message }
    case 'service-level':
      return typed.service_level_code ? { kind, service_level_code: typed.service_level_code } : null
    case 'date':
      return typed.day ? { kind, side, day: typed.day, reason: message } : null
    case 'driver':
      return { kind, side, driver: typed.driver ?? '', assign_anyway: typed.assign_anyway }
    case 'hold':
      return { kind, status: typed.hold, message }
    case 'release':
    case 'cancel':
      return { kind, message }
    case null:
      return null
  }
}

/** The values of a form in which nothing has been chosen. */
export const empty_change: TypedChange = {
  kind: null,
  status: null,
  hold: 'on-hold',
  service_level_code: null,
  side: 'delivery',
  day: null,
  driver: null,
  assign_anyway: false,
  message: '',
}

const missing: Readonly<Partial<Record<BulkChangeKind, FieldProblem>>> = {
  status: { field: 'status', message: 'Choose the new status.' },
  'service-level': { field: 'service_level_code', message: 'Choose the service level.' },
  date: { field: 'day', message: 'Choose the new date.' },
}

/** Returns the problems of a change by form field. */
export function changeProblems(typed: TypedChange): FieldProblem[] {
  if (!typed.kind) return [{ field: 'kind', message: 'Choose what to change.' }]
  const change = changeOf(typed)
  const absent = change ? undefined : missing[typed.kind]
  return [
    ...(absent ? [absent] : []),
    ...(change ? checkChange(change) : []).map((one) => ({ ...one, field: fieldTyped(one.field) })),
  ]
}

function fieldTyped(field: string): string {
  return field === 'reason' ? 'message' : field
}

const legs: readonly Option<'collection' | 'delivery'>[] = [
  { value: 'collection', label: 'Collection' },
  { value: 'delivery', label: 'Delivery' },
]

/** The selectable statuses. Hold and cancel are separate kinds of change. */
const statuses = shipment_statuses
  .filter((status) => status !== 'cancelled' && !isHeld(status))
  .map((value) => ({ value, label: statusLabel(value) }))

/** The fields of the selected kind of change. */
export function ChangeFields({
  form,
  levels,
  drivers,
}: {
  form: Form<TypedChange>
  levels: readonly Option<string>[]
  drivers: readonly DriverChoice[]
}) {
  const { kind, hold } = form.values
  const holdReasons = useSetting(on_hold_reasons)
  const internal = useSetting(on_hold_internal_reasons)
  const dates = useSetting(shipment_requested_date_change_reasons)
  const reasons = kind === 'date' ? dates : kind !== 'hold' ? [] : hold === 'on-hold' ? holdReasons : internal
  const message = (label: string, optional = false) =>
    reasons.length > 0 ? (
      <SelectField<string, string>
        {...form.field('message')}
        label={label}
        optional={optional}
        clearable
        none=""
        options={reasons.map((one) => ({ value: one, label: one }))}
      />
    ) : (
      <TextArea {...form.field('message')} label={label} optional={optional} maxLength={500} rows={2} />
    )
  if (kind === 'status')
    return (
      <>
        <SelectField {...form.field('status')} label="New status" options={statuses} />
        {message('Message', true)}
      </>
    )
  if (kind === 'service-level')
    return <SelectField {...form.field('service_level_code')} label="New service level" options={levels} />
  if (kind === 'date')
    return (
      <>
        <FieldRow>
          <SelectField {...form.field('side')} label="Which date" options={legs} />
          <DateField {...form.field('day')} label="New date" />
        </FieldRow>
        {message('Reason', true)}
      </>
    )
  if (kind === 'driver')
    return (
      <>
        <SelectField {...form.field('side')} label="Which stop" options={legs} />
        <DriverField
          driver={form.field('driver')}
          anyway={form.field('assign_anyway')}
          choices={drivers}
          placeholder="Nobody"
          clearable
          always
        />
      </>
    )
  if (kind === 'hold')
    return (
      <>
        <SelectField
          {...form.field('hold')}
          label="Hold"
          options={[
            { value: 'on-hold', label: 'On hold, customers see it' },
            { value: 'on-hold-internal', label: 'Internal hold' },
          ]}
        />
        {message('Reason')}
      </>
    )
  if (kind === 'release') return message('Message', true)
  return kind === 'cancel' ? message('Reason') : null
}
