import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { collectionsApi } from '@waybill/domain/collections/api'
import { vehicles, type Vehicle } from '@waybill/domain/collections/model'
import { mayIgnoreCutOff } from '@waybill/domain/collections/rules'
import { isStaff } from '@waybill/domain/kit/actor'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import {
  collection_request_cut_off_time,
  recurring_collection_holiday_rule,
} from '@waybill/domain/collections/settings'
import { movedSentence } from '@waybill/domain/kit/dates/service-days'
import { require_postal_code_on_shipment_creation } from '@waybill/domain/shipments/settings'
import type { ReactNode } from 'react'
import { AccountPicker, AddressField, bookAddress, ContactFields, useAccount } from '../accounts/index.ts'
import { endpointQuery } from '../kit/api/index.ts'
import { Checkbox } from '../kit/form/choices/Choices.tsx'
import { DateField } from '../kit/form/dates/DateField.tsx'
import { FieldRow } from '../kit/form/FormPanel.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { TextArea, TextField } from '../kit/form/TextField.tsx'
import { TimeWindow } from '../kit/form/dates/TimeWindow.tsx'
import { NumberField } from '../kit/form/TypedField.tsx'
import type { Form } from '../kit/form/use-form.ts'
import { useMe, useSetting } from '../kit/session/me.ts'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Segments } from '../kit/ui/page-layout/Tabs.tsx'
import styles from './request-fields.module.css'
import type { RequestValues } from './request-form.ts'
import { recurringText, vehicle_labels } from './request-texts.ts'
import { Weekdays } from './Weekdays.tsx'
import { placeSearch } from '../maps/index.ts'
import { useCountriesServed } from '../rates/index.ts'

type RequestForm = Form<RequestValues>

/** The form to show: a new request, a single request, or a recurring collection from a day on. */
export type FormKind = 'new' | 'one' | 'recurring'

/** The fields of a collection request in their sections: where, when and what. */
export function RequestFields({ form, kind }: { form: RequestForm; kind: FormKind }) {
  return (
    <>
      {kind === 'new' && <Whose form={form} />}
      <Section title="Where we collect">
        <Where form={form} />
      </Section>
      <Section title="When">
        <WhenFields form={form} kind={kind} />
      </Section>
      <Section title="What we collect">
        <What form={form} />
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className={styles.section}>{children}</div>
    </Card>
  )
}

/** Account field for staff; nothing for customers, who have only one account. */
function Whose({ form }: { form: RequestForm }) {
  const me = useMe()
  const account = useAccount(form.values.account_id)
  if (me.account_id !== null) return null
  return (
    <Section title="Whose parcels">
      <AccountPicker binding={form.field('account_id')} chosen={account} />
    </Section>
  )
}

function Where({ form }: { form: RequestForm }) {
  const address = form.field('address')
  const needsCode = useSetting(require_postal_code_on_shipment_creation)
  const countries = useCountriesServed()
  return (
    <>
      <AddressField
        {...address}
        label="Find an address"
        needs_code={needsCode}
        abroad={countries.collection}
        placeSearch={placeSearch}
        account_id={form.values.account_id}
        onChange={(typed) => {
          address.onChange(typed)
          form.set('address_book_id', null)
        }}
        onEntry={(entry) => {
          address.onChange(bookAddress(entry))
          form.set('address_book_id', entry.id)
          form.set('contact', {
            name: entry.contact_name || entry.name,
            mobile_number: entry.mobile_number,
            email: entry.email,
          })
          if (entry.special_instructions) form.set('instructions', entry.special_instructions)
        }}
      />
      <ContactFields
        name={form.field('contact.name')}
        mobile_number={form.field('contact.mobile_number')}
        email={form.field('contact.email')}
      />
    </>
  )
}

const repeat_choices = [
  { key: 'once', label: 'Once' },
  { key: 'daily', label: 'Daily' },
  { key: 'weekly', label: 'Weekly' },
] as const

function WhenFields({ form, kind }: { form: RequestForm; kind: FormKind }) {
  const { repeats, date } = form.values
  const holidayRule = useSetting(recurring_collection_holiday_rule)
  const isRecurring = repeats !== 'once'
  const today = dayOf(new Date())
  return (
    <>
      {kind !== 'one' && (
        <div className={styles.choice}>
          <Segments
            label="How often"
            chosen={repeats}
            choices={kind === 'recurring' ? repeat_choices.slice(1) : repeat_choices}
            onChoose={(chosen) => form.set('repeats', chosen)}
          />
        </div>
      )}
      {repeats === 'weekly' && <Weekdays binding={form.field('weekdays')} />}
      <FieldRow>
        {kind !== 'recurring' && (
          <DateField {...form.field('date')} label={isRecurring ? 'From' : 'Collect on'} from={today} />
        )}
        <TimeWindow {...form.field('window')} label="Between" />
        {kind !== 'one' && isRecurring && (
          <DateField {...form.field('until')} label="Until" optional from={date ?? today} />
        )}
      </FieldRow>
      {kind !== 'recurring' && !isRecurring && (
        <>
          <Offered form={form} />
          <IgnoreCutOff form={form} />
        </>
      )}
      {kind !== 'one' && isRecurring && (
        <p className={styles.remark}>{recurringText(repeats, holidayRule)}</p>
      )}
    </>
  )
}

/** Shows the actual collection day before the form is sent, when it differs from the chosen day. */
function Offered({ form }: { form: RequestForm }) {
  const { date, address, ignore_cut_off, window } = form.values
  const today = dayOf(new Date())
  const { data } = useQuery({
    ...endpointQuery(collectionsApi.day, {
      date: date ?? undefined,
      lat: address.lat ?? undefined,
      lng: address.lng ?? undefined,
      ignore_cut_off,
      before: window.to || undefined,
    }),
    enabled: date !== null && date >= today,
    placeholderData: keepPreviousData,
  })
  if (!data?.moved_by || date === null) return null
  if (data.date === null) return <p className={styles.moved}>We do not collect at this address.</p>
  return (
    <p className={styles.moved} role="status">
      {movedSentence(date, data.date, data.moved_by, data.cut_off)}
    </p>
  )
}

/** Checkbox to collect today after the cut-off, for users with that right. */
function IgnoreCutOff({ form }: { form: RequestForm }) {
  const me = useMe()
  const cutOff = useSetting(collection_request_cut_off_time)
  const now = new Date()
  const isLate = form.values.date === dayOf(now) && clockOf(now) > cutOff
  if (!isLate || mayIgnoreCutOff(me) !== true) return null
  return <Checkbox {...form.field('ignore_cut_off')} label={`Collect today although it is after ${cutOff}`} />
}

function What({ form }: { form: RequestForm }) {
  const me = useMe()
  return (
    <>
      <FieldRow>
        <NumberField {...form.field('expected_parcels')} label="Expected parcels" optional places={0} />
        <NumberField {...form.field('expected_kg')} label="Expected weight" optional suffix="kg" />
        <SelectField<Vehicle, Vehicle>
          {...form.field('vehicle')}
          label="Vehicle"
          options={vehicles.map((value) => ({ value, label: vehicle_labels[value] }))}
        />
      </FieldRow>
      <TextField
        {...form.field('packaging')}
        label="Packaging to bring"
        optional
        maxLength={500}
        placeholder="20 flyers, 5 medium boxes"
        autoComplete="off"
      />
      <TextArea
        {...form.field('instructions')}
        label="Instructions for the driver"
        optional
        rows={2}
        maxLength={2000}
      />
      <TextField
        {...form.field('customer_reference')}
        label={isStaff(me) ? 'Customer reference' : 'Your reference'}
        optional
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  )
}
