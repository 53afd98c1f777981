import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDotsVertical, IconTrash } from '../../kit/icons/icons.ts'
import { addressLine } from '@waybill/domain/accounts/address'
import { identityApi } from '@waybill/domain/identity/api'
import { seesUi } from '@waybill/domain/kit/actor'
import { formatPhone } from '@waybill/domain/kit/contacts/phone'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import { mapsApi } from '@waybill/domain/maps/api'
import { mayEditBranch } from '@waybill/domain/maps/branch-rules'
import type { Branch } from '@waybill/domain/maps/model'
import { startupApi } from '@waybill/domain/startup/api'
import { AuditTrailButton } from '../../audit/index.ts'
import { call, endpointQuery, refresh, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { MergingFormPanel } from '../../kit/form/merging/MergingFormPanel.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { useMergingForm } from '../../kit/form/merging/use-merging-form.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Menu } from '../../kit/ui/layers/Menu.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { EmptyState, RegionError } from '../../kit/ui/states/States.tsx'
import { None, When } from '../../kit/ui/values/Value.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { AreaMap } from '../drawn-maps/AreaMap.tsx'
import {
  branch_labels,
  editOf,
  hoursText,
  mergeBranchEdits,
  new_branch,
  patchOf,
  problemsOf,
  sentOf,
} from '../branches/branch-edit.ts'
import { BranchBadge } from '../branches/BranchBadge.tsx'
import { BranchFields } from '../branches/BranchFields.tsx'
import styles from './branch-page.module.css'

const back = { to: '/branches', label: 'Branches' }
/** Queries that show branches and are refetched after a change. */
const affected_queries = [mapsApi.branches, startupApi.generalData]

/** Page of one existing or new branch: address, contact, bays, hours and its areas on the map (ACC-026). */
export default function BranchPage() {
  const part = usePathPart('id')
  const id = Number(part)
  const query = useQuery({
    ...endpointQuery(mapsApi.branches, { id: [id] }),
    enabled: Number.isSafeInteger(id),
  })
  const [branch] = query.data?.branches ?? []
  if (part === 'new') return <NewBranch />
  if (branch) return <OneBranch key={branch.id} branch={branch} />
  return (
    <PendingRecord
      name="branch"
      back={back}
      query={query}
      missing="There is no such branch, or it is not yours."
    />
  )
}

function NewBranch() {
  const me = useMe()
  const go = useGo()
  const verdict = mayEditBranch(me, null)
  const mayAdd = mayCall(me, mapsApi.createBranch) && verdict === true
  const form = useForm({ initial: new_branch, check: problemsOf })
  const create = useEndpointMutation(mapsApi.createBranch, {
    inForm: true,
    refresh: affected_queries,
    done: ({ id, name }) => {
      toast.success(`Branch ${name} added`)
      void go(`/branches/${id}`, { replace: true })
    },
  })
  return (
    <Page width="form">
      <PageHeader title="New branch" back={back} />
      {mayAdd ? (
        <Card title="Details">
          <FormPanel
            form={form}
            saving={create.isPending || create.isSuccess}
            error={create.error}
            submit="Add branch"
            onSubmit={(values) => create.mutate(sentOf(values))}
          >
            <BranchFields form={form} />
          </FormPanel>
        </Card>
      ) : (
        <EmptyState title={reasonOf(verdict) ?? 'You can view branches, but not add one.'} />
      )}
    </Page>
  )
}

function OneBranch({ branch }: { branch: Branch }) {
  const me = useMe()
  const go = useGo()
  const remove = useEndpointMutation(mapsApi.removeBranch, {
    refresh: affected_queries,
    done: () => {
      toast.success(`Branch ${branch.name} removed`)
      void go('/branches')
    },
  })
  const mayRemove = mayCall(me, mapsApi.removeBranch) && mayEditBranch(me, null) === true
  const mayChange = mayCall(me, mapsApi.changeBranch) && mayEditBranch(me, branch.id) === true
  const confirmRemove = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Remove the branch ${branch.name}?`,
      body: 'It can be removed only when no users, accounts, map areas or active shipments belong to it. Past shipments keep its name.',
      confirm: 'Remove branch',
      cancel: 'Keep',
      danger: true,
    })
    if (isSure) remove.mutate({ id: branch.id })
  }
  return (
    <Page width="detail">
      <PageHeader
        title={branch.public_name}
        badge={<BranchBadge branch={branch} size="large" />}
        note={<span className="mono">{branch.name}</span>}
        back={back}
        actions={
          <>
            <AuditTrailButton type="branch" object_id={String(branch.id)} />
            {mayRemove && (
              <Menu
                label={`Actions for ${branch.name}`}
                entries={[
                  { label: 'Remove', icon: IconTrash, danger: true, onSelect: () => confirmRemove() },
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
            {mayChange ? <BranchForm branch={branch} /> : <BranchFacts branch={branch} />}
          </Card>
        }
        side={
          <>
            <Card title="About this branch">
              <Facts
                of={[
                  ['Users', <Users key="users" branch={branch} />],
                  ['Added', <When key="added" at={branch.time_created} />],
                  ['Changed', <When key="changed" at={branch.time_modified} />],
                ]}
              />
            </Card>
            <AreaCard branch={branch} />
          </>
        }
      />
    </Page>
  )
}

function Users({ branch }: { branch: Branch }) {
  const me = useMe()
  const count = branch.user_count ?? 0
  const text = count === 1 ? '1 user' : `${count} users`
  const maySee = mayCall(me, identityApi.users) && seesUi(me, 'UI_users')
  return maySee ? <AppLink to={`/users?branch=${branch.id}`}>{text}</AppLink> : text
}

function AreaCard({ branch }: { branch: Branch }) {
  const query = useQuery(endpointQuery(mapsApi.branchAreas, { id: branch.id }))
  const areas = query.data?.areas ?? []
  const place = branch.lat === null || branch.lng === null ? null : { lat: branch.lat, lng: branch.lng }
  const names = areas.map(({ name }) => name).join(', ')
  return (
    <Card title="Area">
      {query.error ? (
        <RegionError thrown={query.error} what="The area" onRetry={() => void query.refetch()} />
      ) : (
        <>
          <div className={styles.frame}>
            <AreaMap
              areas={areas}
              place={place}
              label={names ? `Map of ${names}` : `Map with ${branch.public_name}`}
            />
          </div>
          {query.data && (
            <p className={styles.caption}>
              {names
                ? `Addresses in ${names} belong to this branch.`
                : 'No map area belongs to this branch. It gets the addresses that are nearest to it.'}
            </p>
          )}
          {place === null && (
            <p className={styles.caption}>
              We could not find the address on the map. Enter a more exact address.
            </p>
          )}
        </>
      )}
    </Card>
  )
}

function BranchFacts({ branch }: { branch: Branch }) {
  return (
    <Facts
      of={[
        [branch_labels.address, branch.address ? addressLine(branch.address) : <None key="none" />],
        [branch_labels.contact_name, branch.contact_name || <None key="none" />],
        [branch_labels.phone, branch.phone ? formatPhone(branch.phone) : <None key="none" />],
        [branch_labels.email, branch.email || <None key="none" />],
        [branch_labels.bays, branch.bays.join(', ') || <None key="none" />],
        [branch_labels.working_hours, hoursText(branch.working_hours)],
      ]}
    />
  )
}

function BranchForm({ branch }: { branch: Branch }) {
  const client = useQueryClient()
  const merging = useMergingForm({
    subject: branch,
    valuesOf: editOf,
    patchOf,
    merge: mergeBranchEdits,
    readAgain: async (known) => (await call(mapsApi.branches, { id: [known.id] })).branches[0] ?? known,
    send: (patch, idempotencyKey) => call(mapsApi.changeBranch, patch, { idempotency_key: idempotencyKey }),
    refresh: () => refresh(client, affected_queries),
    onSaved: () => form.reset(form.values),
    labelOf: (key) => branch_labels[key],
    problemsOf,
  })
  const { form } = merging
  return (
    <MergingFormPanel of={merging} title="Someone else changed this branch in the meantime.">
      <BranchFields form={form} />
    </MergingFormPanel>
  )
}
