import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDotsVertical, IconTrash } from '../../kit/icons/icons.ts'
import { formatPhone } from '@waybill/domain/kit/contacts/phone'
import { pickupPointsApi, type ManagedPoint } from '@waybill/domain/pickup-points/api'
import { network_labels } from '@waybill/domain/pickup-points/model'
import { mayClosePoint } from '@waybill/domain/pickup-points/own-point'
import { mayEditPoints } from '@waybill/domain/pickup-points/point-access'
import { AuditTrailButton } from '../../audit/index.ts'
import { call, endpointQuery, refresh, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { MergingFormPanel } from '../../kit/form/merging/MergingFormPanel.tsx'
import { useMergingForm } from '../../kit/form/merging/use-merging-form.ts'
import { useForm } from '../../kit/form/use-form.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Menu } from '../../kit/ui/layers/Menu.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { None, When } from '../../kit/ui/values/Value.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { placeLine } from '../place-line.ts'
import {
  editOf,
  mergePointEdits,
  new_point,
  patchOf,
  point_labels,
  problemsOf,
  sentOf,
} from '../point-edit.ts'
import { PointFields } from '../PointFields.tsx'
import { PointPhotos } from '../PointPhotos.tsx'
import { hoursLine, managedState, stockText } from '../point-state.ts'
import { useLocationsTitle } from '../use-locations-title.ts'

/** Queries that show points and are refetched after a change. */
const affected_queries = [pickupPointsApi.managed, pickupPointsApi.list]

/** Page of one existing or new location: address with pin, hours, doors or capacity, photos and state. */
export default function PointPage() {
  const part = usePathPart('id')
  const back = { to: '/locations', label: useLocationsTitle() }
  const id = Number(part)
  const query = useQuery({
    ...endpointQuery(pickupPointsApi.managed, { id }),
    enabled: Number.isSafeInteger(id),
  })
  const [point] = query.data?.points ?? []
  if (part === 'new') return <NewPoint back={back} />
  if (point) return <OnePoint key={point.id} point={point} back={back} />
  return (
    <PendingRecord
      name="location"
      back={back}
      query={query}
      missing="There is no such location, or it is not yours."
    />
  )
}

interface Back {
  back: { to: string; label: string }
}

function NewPoint({ back }: Back) {
  const me = useMe()
  const go = useGo()
  const form = useForm({ initial: new_point, check: problemsOf })
  const create = useEndpointMutation(pickupPointsApi.create, {
    inForm: true,
    refresh: affected_queries,
    done: ({ id, name }) => {
      toast.success(`${name} added`)
      void go(`/locations/${id}`, { replace: true })
    },
  })
  return (
    <Page width="form">
      <PageHeader title="New location" back={back} />
      {mayCall(me, pickupPointsApi.create) ? (
        <Card title="Details">
          <FormPanel
            form={form}
            saving={create.isPending || create.isSuccess}
            error={create.error}
            submit="Add location"
            onSubmit={(values) => create.mutate(sentOf(values))}
          >
            <PointFields form={form} isNew />
          </FormPanel>
        </Card>
      ) : (
        <EmptyState title="You can view locations, but not add one." />
      )}
    </Page>
  )
}

function OnePoint({ point, back }: Back & { point: ManagedPoint }) {
  const me = useMe()
  const go = useGo()
  const state = managedState(point, new Date())
  const isOwn = point.pickup_point_provider === 'own' && point.closed_date === null
  const close = useEndpointMutation(pickupPointsApi.close, {
    refresh: affected_queries,
    done: () => {
      toast.success(`${point.name} closed for good`)
      void go('/locations')
    },
  })
  const confirmClose = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Close ${point.name} for good?`,
      body: 'It cannot be opened again. Past shipments keep its name.',
      confirm: 'Close for good',
      cancel: 'Keep',
      danger: true,
    })
    if (isSure) close.mutate({ id: point.id })
  }
  const mayChange = isOwn && mayCall(me, pickupPointsApi.change) && mayEditPoints(me) === true
  return (
    <Page width="detail">
      <PageHeader
        title={point.name}
        badge={<StatusBadge family={state.family} label={state.label} size="large" />}
        note={<span className="mono">{point.pickup_point_id}</span>}
        back={back}
        actions={
          <>
            <AuditTrailButton type="pickup_point" object_id={String(point.id)} />
            {isOwn && mayCall(me, pickupPointsApi.close) && (
              <Menu
                label={`Actions for ${point.name}`}
                entries={[
                  {
                    label: 'Close for good',
                    icon: IconTrash,
                    danger: true,
                    verdict: mayClosePoint(point.name, point.parcels_held),
                    onSelect: () => confirmClose(),
                  },
                ]}
              >
                {(trigger) => (
                  <IconButton {...trigger} label="More actions" icon={IconDotsVertical} variant="secondary" />
                )}
              </Menu>
            )}
          </>
        }
      />
      <Columns
        main={
          <Card title="Details">
            {mayChange ? <PointForm point={point} /> : <DetailFacts point={point} />}
          </Card>
        }
        side={
          <Card title="About this location">
            <Facts
              of={[
                ['Network', network_labels[point.pickup_point_provider]],
                ['Kind', point.type === 'locker' ? 'Locker' : 'Counter'],
                ['Holds', stockText(point)],
                ...(point.out_of_order_reason ? [['Out of order', point.out_of_order_reason] as const] : []),
                ...(point.closed_date
                  ? [['Closed', <When key="closed" at={point.closed_date} />] as const]
                  : []),
                ...(point.time_synced
                  ? [['Listed by its network', <When key="synced" at={point.time_synced} />] as const]
                  : []),
                ['Changed', <When key="changed" at={point.time_modified} />],
              ]}
            />
          </Card>
        }
      />
    </Page>
  )
}

function DetailFacts({ point }: { point: ManagedPoint }) {
  return (
    <>
      <Facts
        of={[
          [point_labels.address, placeLine(point)],
          [point_labels.trading_hours, hoursLine(point) || <None key="none" />],
          [point_labels.phone, point.phone ? formatPhone(point.phone) : <None key="none" />],
          [point_labels.description, point.description || <None key="none" />],
        ]}
      />
      <PointPhotos point={point} />
    </>
  )
}

function PointForm({ point }: { point: ManagedPoint }) {
  const client = useQueryClient()
  const merging = useMergingForm({
    subject: point,
    valuesOf: editOf,
    patchOf,
    merge: mergePointEdits,
    readAgain: async (known) => (await call(pickupPointsApi.managed, { id: known.id })).points[0] ?? known,
    send: (patch, idempotencyKey) => call(pickupPointsApi.change, patch, { idempotency_key: idempotencyKey }),
    refresh: () => refresh(client, affected_queries),
    onSaved: () => form.reset(form.values),
    labelOf: (key) => point_labels[key],
    problemsOf,
  })
  const { form, base } = merging
  const held = new Set(
    base.stock.flatMap(({ doors }) =>
      doors.flatMap(({ name, is_held }) => (is_held ? [name.toLowerCase()] : [])),
    ),
  )
  return (
    <MergingFormPanel of={merging} title="Someone else changed this location in the meantime.">
      <PointFields form={form} held={held} />
    </MergingFormPanel>
  )
}
