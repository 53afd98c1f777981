import { collectionsApi } from '@waybill/domain/collections/api'
import { collection_request_cut_off_time } from '@waybill/domain/collections/settings'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { lawfulWorkingDays } from '@waybill/domain/kit/dates/national-holidays'
import { offerDay } from '@waybill/domain/kit/dates/service-days'
import { collection_time_from, collection_time_to } from '@waybill/domain/shipments/settings'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { affected_queries } from '../changed.ts'
import { newValues, particularsOf, problemsOf, type RequestValues } from '../request-form.ts'
import { headingOf } from '../request-texts.ts'
import { RequestFields } from '../RequestFields.tsx'

/** Page to create a collection request, either once or recurring (COLL-001, COLL-006). */
export default function NewRequestPage() {
  const me = useMe()
  const go = useGo()
  const now = new Date()
  const window = { from: useSetting(collection_time_from), to: useSetting(collection_time_to) }
  const cutOff = useSetting(collection_request_cut_off_time)
  const { day } = offerDay(dayOf(now), now, { cut_off: cutOff, until: window.to }, lawfulWorkingDays(now))
  const form = useForm({
    initial: newValues(me.account_id, day ?? dayOf(now), window),
    check: (values) => problemsOf(values, new Date()),
  })
  const create = useEndpointMutation(collectionsApi.create, {
    inForm: true,
    refresh: affected_queries,
    done: ({ id, display_id }) => {
      toast.success(`${display_id} created`)
      void go(`/collection-requests/${id}`, { replace: true })
    },
  })
  const repeat = useEndpointMutation(collectionsApi.createRecurring, {
    inForm: true,
    refresh: affected_queries,
    done: () => {
      toast.success('Recurring collection created')
      void go('/collection-requests', { replace: true })
    },
  })
  const send = (values: RequestValues): void => {
    const { repeats, date, ignore_cut_off, weekdays, until } = values
    const about = {
      ...particularsOf(values),
      account_id: values.account_id ?? undefined,
      date: date ?? undefined,
    }
    if (repeats === 'once') create.mutate({ ...about, ignore_cut_off })
    else
      repeat.mutate({
        ...about,
        ignore_cut_off: undefined,
        frequency: repeats,
        weekdays: [...weekdays],
        until: until ?? undefined,
      })
  }
  return (
    <Page width="form">
      <PageHeader
        title="New collection request"
        back={{ to: '/collection-requests', label: headingOf(me) }}
      />
      <FormPanel
        form={form}
        saving={create.isPending || create.isSuccess || repeat.isPending || repeat.isSuccess}
        error={create.error ?? repeat.error}
        submit={form.values.repeats === 'once' ? 'Request collection' : 'Create recurring collection'}
        onCancel={() => go('/collection-requests')}
        onSubmit={send}
      >
        <RequestFields form={form} kind="new" />
      </FormPanel>
    </Page>
  )
}
