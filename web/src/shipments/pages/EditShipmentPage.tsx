import { useQuery } from '@tanstack/react-query'
import { isStaff } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { shipment_requested_date_change_reasons } from '@waybill/domain/shipments/settings'
import { invoice_trigger_statuses, statusLabel } from '@waybill/domain/shipments/statuses/status'
import { useEffect } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { MergeConflicts } from '../../kit/form/merging/MergeConflicts.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { ChangePreview } from '../edit/ChangePreview.tsx'
import { isRescheduled } from '../edit/edit-values.ts'
import { useEdit, useEditable, type EditState } from '../edit/use-edit.ts'
import { both_sides } from '../new/booking.ts'
import { SideCard } from '../new/collection-and-delivery/SideCard.tsx'
import {
  CodAmount,
  CostCentre,
  DeclaredValue,
  OptIns,
  PodMethodChoice,
  ResponsibleContact,
} from '../new/ExtrasCard.tsx'
import { ParcelGrid } from '../new/parcels/ParcelGrid.tsx'
import { ServiceList } from '../new/pricing/ServiceList.tsx'
import { useParcelTypes } from '../new/use-booking-rules.ts'
import { ParcelTable } from '../ParcelTable.tsx'
import { ShipmentStatusBadge } from '../statuses/ShipmentStatusBadge.tsx'
import { useAllDrivers } from './use-filter-choices.ts'

/** Edits a booked shipment on one page, with the effect of the change before it is saved (SHIP-087…SHIP-089). */
export default function EditShipmentPage() {
  const id = Number(usePathPart('id'))
  const query = useQuery(endpointQuery(shipmentsApi.detail, { id }))
  if (query.data) return <Content key={id} shipment={query.data.shipment} />
  return (
    <Page width="detail">
      <PageHeader title="Edit shipment" back={{ to: '/shipments', label: 'Shipments' }} />
      {query.error ? (
        <RegionError thrown={query.error} what="This shipment" onRetry={() => void query.refetch()} />
      ) : (
        <Loading lines={12} onRetry={() => void query.refetch()} />
      )}
    </Page>
  )
}

function Content({ shipment }: { shipment: Shipment }) {
  const { isAny, reasonAt } = useEditable(shipment)
  const back = `/shipments/${shipment.id}`
  return (
    <Page width="detail">
      <PageHeader
        title={`Edit ${shipment.tracking_reference}`}
        back={{ to: back, label: 'Shipment' }}
        badge={<ShipmentStatusBadge status={shipment.status} />}
      />
      {isAny ? (
        <EditShipment shipment={shipment} back={back} />
      ) : (
        <Notice variant="warning">
          {reasonAt('customer_reference') ?? 'You may not change this shipment.'}
        </Notice>
      )}
    </Page>
  )
}

function EditShipment({ shipment, back }: { shipment: Shipment; back: string }) {
  const go = useGo()
  const state = useEdit(shipment, () => void go(back))
  const { form, merging, preview } = state
  const people = new Map(useAllDrivers().map(({ username, name }) => [username, name]))
  useSectionOfAddress()
  return (
    <FormPanel
      form={form}
      saving={state.isSending}
      error={state.error}
      submit={preview ? 'Save changes' : 'Show what changes'}
      onSubmit={state.submit}
      onCancel={() => void go(back)}
    >
      <MergeConflicts
        title="Someone else changed this shipment in the meantime."
        conflicts={merging.conflicts}
        chosen={merging.chosen}
        onChoose={merging.choose}
      />
      <Columns
        pinned
        main={
          <>
            {both_sides.map((side) => (
              <SideCard key={side} state={state.booking} side={side}>
                <Reason state={state} side={side} />
              </SideCard>
            ))}
            <Parcels state={state} />
            <Service state={state} />
            <Extras state={state} />
            <References state={state} />
          </>
        }
        side={
          <Card title="What changes">
            {preview ? (
              <ChangePreview of={preview} people={people} />
            ) : (
              <p>Price, days, labels and messages are displayed here before you save.</p>
            )}
          </Card>
        }
      />
    </FormPanel>
  )
}

/** Scrolls to the section that the address names, and focuses its first field that can be changed. */
function useSectionOfAddress(): void {
  useEffect(() => {
    const heading = document.getElementById(window.location.hash.slice(1))
    const section = heading?.closest('section')
    section?.scrollIntoView({ block: 'start' })
    section
      ?.querySelector<HTMLElement>('input:not([readonly]):not(:disabled), textarea:not([readonly])')
      ?.focus({ preventScroll: true })
  }, [])
}

/** The reason for another day or window, once one was chosen and if the company has reasons. */
function Reason({ state: { form, merging }, side }: { state: EditState; side: 'collection' | 'delivery' }) {
  const reasons = useSetting(shipment_requested_date_change_reasons)
  if (reasons.length === 0 || !isRescheduled(merging.base, form.values, side)) return null
  return (
    <SelectField
      {...form.field(`${side}_reason`)}
      label="Reason for the change"
      options={reasons.map((one) => ({ value: one, label: one }))}
    />
  )
}

function Parcels({ state: { form, booking, merging } }: { state: EditState }) {
  const types = useParcelTypes(booking.account)
  const { off } = form.field('parcels')
  if (!off) return <ParcelGrid form={booking.form} types={types} />
  return (
    <Stack>
      <ParcelTable shipment={merging.base} />
      <Notice variant="general">{off}</Notice>
    </Stack>
  )
}

function Service({ state: { form, booking, merging } }: { state: EditState }) {
  const binding = form.field('service_level_code')
  if (!binding.off)
    return (
      <ServiceList binding={binding} prices={booking.prices} collect_on={form.values.collection_min_date} />
    )
  return (
    <Card title="Service">
      <Facts of={[['Service', merging.base.service_level_name || merging.base.service_level_code]]} />
      <p>{binding.off}</p>
    </Card>
  )
}

function Extras({ state: { form, booking } }: { state: EditState }) {
  const me = useMe()
  return (
    <Card title="Extras">
      <Stack>
        <OptIns state={booking} />
        <DeclaredValue state={booking} />
        <CodAmount state={booking} />
        <PodMethodChoice state={booking} />
        {isStaff(me) && (
          <>
            <ResponsibleContact state={booking} />
            <Checkbox {...form.field('mute_notifications')} label="Send no messages to the contacts" />
          </>
        )}
      </Stack>
    </Card>
  )
}

function References({ state: { form, booking } }: { state: EditState }) {
  const me = useMe()
  return (
    <Card title={<span id="references-title">References</span>}>
      <Stack>
        <TextField
          {...form.field('customer_reference')}
          label="Customer reference"
          optional
          maxLength={255}
        />
        <TextField
          {...form.field('customer_reference_name')}
          label="Name of the reference"
          optional
          maxLength={255}
        />
        <TextField
          {...form.field('custom_tracking_reference')}
          label="Custom tracking reference"
          optional
          mono
          maxLength={60}
        />
        <CostCentre state={booking} />
        <DateField {...form.field('due_date')} label="Due date" optional />
        {isStaff(me) && (
          <SelectField
            {...form.field('invoice_trigger')}
            label="May be invoiced from"
            optional
            clearable
            options={invoice_trigger_statuses.map((value) => ({ value, label: statusLabel(value) }))}
          />
        )}
      </Stack>
    </Card>
  )
}
