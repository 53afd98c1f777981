import { useQuery } from '@tanstack/react-query'
import { claimsApi, type ClaimsOfShipment } from '@waybill/domain/claims/api'
import { claim_folder, max_files, type ClaimKind, type ClaimPayMethod } from '@waybill/domain/claims/model'
import type { Cents } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { stillSending, UploadsField, type Uploaded } from '../../files/index.ts'
import { endpointQuery, ApiError, useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { Money, None, When } from '../../kit/ui/values/Value.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { affected_queries } from '../changed.ts'
import { problemsOf, sentOf } from '../claim-form.ts'
import { PayFields, WhatFields } from '../ClaimFields.tsx'
import styles from './new-claim-page.module.css'

/** Lodges a claim for a shipment that is found by its reference, typed or from the URL. */
export default function NewClaimPage() {
  const { values, set } = useSearchState()
  const reference = values.shipment ?? ''
  const query = useQuery({
    ...endpointQuery(claimsApi.ofShipment, { tracking_reference: reference }),
    enabled: reference !== '',
  })
  const back = query.data
    ? { to: `/shipments/${query.data.shipment.id}`, label: 'Shipment' }
    : { to: '/claims', label: 'Claims' }
  const isUnknown = query.error instanceof ApiError && query.error.status === 404
  return (
    <Page width="form">
      <PageHeader title="Lodge a claim" back={back} />
      <Stack>
        {(reference === '' || isUnknown) && (
          <FindShipment
            typed={reference}
            unknown={isUnknown ? `No shipment of yours matches ${reference}. Check the reference.` : ''}
            onFind={(shipment) => set({ shipment }, { replace: true })}
          />
        )}
        {query.error && !isUnknown && (
          <RegionError thrown={query.error} what="The shipment" onRetry={() => void query.refetch()} />
        )}
        {reference !== '' && query.isPending && <Loading lines={8} />}
        {query.data && <Lodging key={query.data.shipment.id} of={query.data} />}
      </Stack>
    </Page>
  )
}

function FindShipment({
  typed,
  unknown,
  onFind,
}: {
  typed: string
  unknown: string
  onFind: (reference: string) => void
}) {
  const form = useForm({
    initial: { reference: typed },
    check: ({ reference }) =>
      reference.trim() === '' ? [{ field: 'reference', message: 'Enter the tracking reference.' }] : [],
  })
  return (
    <Card title="Shipment">
      <FormPanel
        form={form}
        saving={false}
        error={null}
        submit="Find shipment"
        onSubmit={({ reference }) => onFind(reference.trim().toUpperCase())}
      >
        {unknown && <Notice variant="warning" title={unknown} live />}
        <TextField
          {...form.field('reference')}
          label="Tracking reference"
          hint="It is on the waybill and in our messages."
          autoComplete="off"
        />
      </FormPanel>
    </Card>
  )
}

interface LodgingValues {
  kind: ClaimKind
  parcel_ids: readonly number[]
  description: string
  item_value: Cents | null
  claimed_amount: Cents | null
  pay_by: ClaimPayMethod
  bank_details: string
  contact_email: string
  files: readonly Uploaded[]
}

function Lodging({ of: { shipment, refusal, claims, ...about } }: { of: ClaimsOfShipment }) {
  return (
    <>
      <Card title={shipment.tracking_reference}>
        <Facts
          of={[
            ['Account', shipment.account_name],
            [
              'Delivered',
              shipment.delivered_date ? (
                <When key="when" at={shipment.delivered_date} />
              ) : (
                <None key="none" />
              ),
            ],
            [
              'Declared value',
              shipment.declared_value > 0 ? (
                <Money key="money" cents={shipment.declared_value} />
              ) : (
                <None key="none" />
              ),
            ],
            ['Claims until', about.lodge_until ? dayText(about.lodge_until) : <None key="none" />],
          ]}
        />
      </Card>
      {refusal !== '' && (
        <Notice variant="warning" title={refusal}>
          <AppLink to={`/shipments/${shipment.id}`}>Back to the shipment</AppLink>
        </Notice>
      )}
      {refusal === '' && about.is_after_window && (
        <Notice variant="info" title="It is too late to lodge a claim.">
          You may take it in all the same; the claim says so.
        </Notice>
      )}
      {claims.length > 0 && (
        <Notice variant="info" title="There are claims for this shipment already:">
          {claims.map((claim) => (
            <AppLink key={claim.id} to={`/claims/${claim.id}`}>
              {claim.display_id}{' '}
            </AppLink>
          ))}
        </Notice>
      )}
      {refusal === '' && (
        <Card title="Claim">
          <LodgingForm shipment={shipment} about={about} />
        </Card>
      )}
    </>
  )
}

function LodgingForm({
  shipment,
  about,
}: {
  shipment: ClaimsOfShipment['shipment']
  about: Pick<ClaimsOfShipment, 'kinds' | 'contact_email'>
}) {
  const me = useMe()
  const go = useGo()
  const kinds = about.kinds.filter((one) => one.refusal === '').map((one) => one.kind)
  const rules = { account_type: shipment.account_type, by_claimant: me.account_id !== null }
  const initial: LodgingValues = {
    kind: kinds.includes('damaged') ? 'damaged' : (kinds[0] ?? 'lost'),
    parcel_ids: shipment.parcels.map((parcel) => parcel.id),
    description: '',
    item_value: null,
    claimed_amount: null,
    pay_by: shipment.account_type === 'guest' ? 'bank' : 'account-credit',
    bank_details: '',
    contact_email: about.contact_email,
    files: [],
  }
  const [sending, setSending] = useState(0)
  const form = useForm({
    initial,
    check: (values) => [
      ...(values.parcel_ids.length === 0
        ? [{ field: 'parcel_ids', message: 'Choose the parcels for this claim.' }]
        : []),
      ...problemsOf(values, { ...rules, files: values.files.length }),
      ...stillSending(sending),
    ],
  })
  const lodge = useEndpointMutation(claimsApi.lodge, {
    inForm: true,
    refresh: affected_queries,
    done: ({ id, display_id }) => {
      toast.success(`${display_id} lodged`)
      void go(`/claims/${id}`, { replace: true })
    },
  })
  return (
    <FormPanel
      form={form}
      saving={lodge.isPending || lodge.isSuccess}
      error={lodge.error}
      submit="Lodge claim"
      onCancel={() => go(`/shipments/${shipment.id}`)}
      onSubmit={({ parcel_ids, files, ...values }) =>
        lodge.mutate({
          shipment_id: shipment.id,
          ...sentOf(values),
          parcel_ids: [...parcel_ids],
          files: [...files],
        })
      }
    >
      {shipment.parcels.length > 1 && (
        <Parcels
          parcels={shipment.parcels}
          chosen={form.values.parcel_ids}
          error={form.errors.parcel_ids}
          onChange={(ids) => form.set('parcel_ids', ids)}
        />
      )}
      <WhatFields form={form} kinds={kinds} />
      <UploadsField
        {...form.field('files')}
        label="Invoice and photos"
        hint="The invoice that proves the value, and photos of the goods and their packaging. Pictures or PDF, up to 10 MB each."
        optional
        folder={claim_folder}
        max={max_files}
        onSending={setSending}
      />
      <PayFields form={form} account_type={shipment.account_type} />
    </FormPanel>
  )
}

function Parcels({
  parcels,
  chosen,
  error,
  onChange,
}: {
  parcels: ClaimsOfShipment['shipment']['parcels']
  chosen: readonly number[]
  error: string | undefined
  onChange: (ids: readonly number[]) => void
}) {
  return (
    <fieldset className={styles.parcels}>
      <legend className={styles.parcelsLegend}>Parcels</legend>
      {parcels.map(({ id, tracking_reference, description }) => (
        <Checkbox
          key={id}
          {...standaloneField(`parcel-${id}`, chosen.includes(id), (isChosen) =>
            onChange(
              isChosen
                ? parcels.map((one) => one.id).filter((one) => one === id || chosen.includes(one))
                : chosen.filter((one) => one !== id),
            ),
          )}
          label={[tracking_reference, description].filter(Boolean).join(' · ')}
        />
      ))}
      {error && <p className={styles.problem}>{error}</p>}
    </fieldset>
  )
}
