import { useQuery } from '@tanstack/react-query'
import { collectionsApi, type RequestDetail } from '@waybill/domain/collections/api'
import { mayEdit } from '@waybill/domain/collections/rules'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { affected_queries } from '../changed.ts'
import { EditRecurring } from '../EditRecurring.tsx'
import styles from './edit-request-page.module.css'
import { particularsOf, problemsOf, valuesOf } from '../request-form.ts'
import { headingOf } from '../request-texts.ts'
import { RequestFields } from '../RequestFields.tsx'

/** Page to change a collection request: only this one, or this one and all that follow (docs/domain/collections.md). */
export default function EditRequestPage() {
  const me = useMe()
  const id = Number(usePathPart('id'))
  const query = useQuery({
    ...endpointQuery(collectionsApi.detail, { id }),
    enabled: Number.isSafeInteger(id),
  })
  if (query.data) return <Edit key={id} detail={query.data} />
  return (
    <PendingRecord
      name="collection request"
      back={{ to: '/collection-requests', label: headingOf(me) }}
      query={query}
      missing="There is no such collection request, or it is not yours."
    />
  )
}

const scopes = [
  { value: 'this', label: 'This one', hint: 'The others stay as they are.' },
  {
    value: 'following',
    label: 'This and following',
    hint: 'Also changes later requests and the schedule.',
  },
] as const

function Edit({ detail }: { detail: RequestDetail }) {
  const me = useMe()
  const go = useGo()
  const { request, recurring } = detail
  const [scope, setScope] = useState<'this' | 'following'>('this')
  const to = `/collection-requests/${request.id}`
  const today = dayOf(new Date())
  const goesOn = recurring !== null && (recurring.until === null || recurring.until >= today)
  const reason = reasonOf(mayEdit(request))
  return (
    <Page width="form">
      <PageHeader title={`Edit ${request.display_id}`} back={{ to, label: request.display_id }} />
      {reason !== null || !mayCall(me, collectionsApi.change) ? (
        <EmptyState title={reason ?? 'You may look at collection requests, but not change them.'} />
      ) : (
        <Stack>
          {goesOn && mayCall(me, collectionsApi.changeRecurring) && (
            <Card className={styles.scope}>
              <RadioGroup
                {...standaloneField('scope', scope, setScope)}
                label="What should change?"
                choices={scopes}
              />
            </Card>
          )}
          {scope === 'following' && recurring ? (
            <EditRecurring recurring={recurring} from={request.date} onDone={() => go(to)} />
          ) : (
            <EditOne request={request} onDone={() => go(to)} />
          )}
        </Stack>
      )}
    </Page>
  )
}

function EditOne({ request, onDone }: { request: RequestDetail['request']; onDone: () => void }) {
  const [stored] = useState(request)
  const form = useForm({
    initial: valuesOf(stored, { repeats: 'once', date: stored.date, weekdays: [], until: null }),
    check: (values) => problemsOf(values, new Date(), stored.date),
  })
  const change = useEndpointMutation(collectionsApi.change, {
    inForm: true,
    refresh: affected_queries,
    done: ({ display_id }) => {
      toast.success(`${display_id} changed`)
      onDone()
    },
  })
  return (
    <FormPanel
      form={form}
      saving={change.isPending || change.isSuccess}
      error={change.error}
      submit="Save changes"
      onCancel={onDone}
      onSubmit={(values) => {
        const { address, ...rest } = particularsOf(values)
        const hasMoved = JSON.stringify(address) !== JSON.stringify(stored.address)
        change.mutate({
          id: stored.id,
          version: stored.version,
          ...rest,
          address: hasMoved ? address : undefined,
          date: values.date ?? undefined,
          ignore_cut_off: values.ignore_cut_off,
        })
      }}
    >
      <RequestFields form={form} kind="one" />
    </FormPanel>
  )
}
