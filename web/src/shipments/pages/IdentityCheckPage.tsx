import { useQuery } from '@tanstack/react-query'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import {
  identity_documents,
  identityNote,
  identityProblems,
  namesMatch,
  readIdCard,
  type IdentityDocument,
} from '@waybill/domain/shipments/proof-of-delivery/identity-check'
import type { Shipment } from '@waybill/domain/shipments/model'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { cleanScan } from '../../kit/scan/recogniser.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'

const documents = Object.entries(identity_documents).map(([value, label]) => ({
  value: value as IdentityDocument,
  label,
}))

/**
 * `/idm?ref=`: staff at a counter or a driver scan the receiver’s identity document, compare the name, and record the
 * check as a note (NAV-003, NAV-004). The page has no navigation, because it is opened by a code on any device.
 */
export default function IdentityCheckPage() {
  const { values, set } = useSearchState()
  const reference = values.ref ?? ''
  const query = useQuery({
    ...endpointQuery(shipmentsApi.detail, { tracking_reference: reference }),
    enabled: reference !== '',
  })
  return (
    <Page width="form">
      <PageHeader title="Identity check" />
      <Stack>
        {reference === '' ? (
          <ReferenceForm onFound={(ref) => set({ ref })} />
        ) : query.error ? (
          <RegionError thrown={query.error} what="This shipment" onRetry={() => void query.refetch()} />
        ) : query.data ? (
          <CheckReceiver shipment={query.data.shipment} />
        ) : (
          <Loading lines={4} />
        )}
        {reference !== '' && (
          <Button variant="link" onClick={() => set({ ref: undefined })}>
            Check another shipment
          </Button>
        )}
      </Stack>
    </Page>
  )
}

function ReferenceForm({ onFound }: { onFound: (reference: string) => void }) {
  const [typed, setTyped] = useState('')
  useScan((code) => onFound(code))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const reference = cleanScan(typed)
        if (reference !== '') onFound(reference)
      }}
    >
      <Stack>
        <TextField
          {...standaloneField('reference', typed, setTyped)}
          label="Tracking reference"
          hint="Scan the label of the parcel, or type its reference."
          takesScans="page"
          autoComplete="off"
        />
        <div>
          <Button type="submit" variant="primary">
            Find shipment
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function CheckReceiver({ shipment }: { shipment: Shipment }) {
  const receiver = shipment.delivery_contact.name
  const [stored, setStored] = useState('')
  const form = useForm({
    initial: { document: 'id-card', name: '', number: '' },
    check: identityProblems,
  })
  const send = useEndpointMutation(shipmentsApi.addNote, {
    inForm: true,
    refresh: [shipmentsApi.detail],
    done: ({ message }) => {
      setStored(message)
      form.reset({ document: 'id-card', name: '', number: '' })
    },
  })
  useScan((_, raw) => {
    const shown = readIdCard(raw)
    if (shown) form.fill(shown)
  })
  const { name } = form.values
  return (
    <>
      <Card title="Receiver">
        <Facts
          of={[
            ['Shipment', shipment.custom_tracking_reference ?? shipment.short_tracking_reference],
            ['Name', receiver],
          ]}
        />
      </Card>
      {stored && (
        <Notice variant="success" title="Saved on the shipment." live>
          {stored}
        </Notice>
      )}
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Save identity check"
        note="Only the kind of document and its last three characters are saved."
        onSubmit={(shown) =>
          send.mutate({ id: shipment.id, type: 'internal', message: identityNote(shown, receiver) })
        }
      >
        <SelectField {...form.field('document')} label="Document" options={documents} />
        <TextField
          {...form.field('name')}
          label="Name on the document"
          hint="Scan the barcode of an ID card, or type what the document says."
          takesScans="page"
          autoComplete="off"
        />
        <TextField {...form.field('number')} label="Number" takesScans="page" autoComplete="off" />
      </FormPanel>
      {name.trim() !== '' && (
        <Notice variant={namesMatch(name, receiver) ? 'success' : 'warning'} live>
          {namesMatch(name, receiver)
            ? 'The name matches the receiver.'
            : `The name differs from the receiver, ${receiver}. Ask before you hand over the parcel.`}
        </Notice>
      )}
    </>
  )
}
