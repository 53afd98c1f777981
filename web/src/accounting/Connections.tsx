import { IconPlugConnected } from '../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { accountingApi, type AccountingConnection } from '@waybill/domain/accounting/api'
import {
  accounting_systems,
  format_labels,
  type AccountingSystemName,
} from '@waybill/domain/accounting/chart'
import { assumptionsTitle, exportAssumptions } from '@waybill/domain/accounting/assumptions'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { confirmAction } from '../kit/layers/alerts.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Card, Facts } from '../kit/ui/page-layout/Card.tsx'
import { Row, Stack } from '../kit/ui/page-layout/Layout.tsx'
import { Loading, RegionError } from '../kit/ui/states/States.tsx'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import { When } from '../kit/ui/values/Value.tsx'
import { Assumptions } from './Assumptions.tsx'

/** The accounting programs that batches can be sent to. */
export function Connections() {
  const query = useQuery(endpointQuery(accountingApi.connections, {}))
  if (query.error && !query.data)
    return <RegionError thrown={query.error} what="The connections" onRetry={() => void query.refetch()} />
  if (!query.data) return <Loading lines={4} />
  const { connections } = query.data
  return (
    <Stack>
      {accounting_systems.map((system) => (
        <ConnectionCard key={system} system={system} of={connections.find((one) => one.system === system)} />
      ))}
    </Stack>
  )
}

function ConnectionCard({
  system,
  of: connection,
}: {
  system: AccountingSystemName
  of: AccountingConnection | undefined
}) {
  const me = useMe()
  const name = format_labels[system]
  const [isOpen, setOpen] = useState(false)
  const disconnect = useEndpointMutation(accountingApi.disconnect, {
    refresh: [accountingApi.connections],
    done: () => toast.success(`${name} disconnected`),
  })
  const confirmDisconnect = async (id: number): Promise<void> => {
    const isSure = await confirmAction({
      title: `Disconnect ${name}?`,
      body: 'Its credentials are deleted. Documents that are still waiting are sent when it is connected again.',
      confirm: 'Disconnect',
      cancel: 'Keep it',
      danger: true,
    })
    if (isSure) disconnect.mutate({ id })
  }
  return (
    <Card title={name}>
      <Stack>
        {connection ? (
          <Facts
            of={[
              ['State', <State key="state" of={connection} />],
              [system === 'xero' ? 'Tenant' : 'Company', connection.organisation],
              ['Changed', <When key="changed" at={connection.time_modified} />],
              ...(connection.problem ? ([['Problem', connection.problem]] as const) : []),
            ]}
          />
        ) : (
          <p>Not connected. Exports for {name} can be downloaded as files.</p>
        )}
        <Assumptions title={assumptionsTitle(system)} of={exportAssumptions(system)} />
        <Row>
          {mayCall(me, accountingApi.connect) && (
            <Button icon={IconPlugConnected} onClick={() => setOpen(true)}>
              {connection ? 'Connect again' : `Connect ${name}`}
            </Button>
          )}
          {connection && mayCall(me, accountingApi.disconnect) && (
            <Button
              variant="danger"
              busy={disconnect.isPending}
              onClick={() => confirmDisconnect(connection.id)}
            >
              Disconnect {name}
            </Button>
          )}
        </Row>
      </Stack>
      {isOpen && <ConnectDialog system={system} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function State({ of: { is_active, problem } }: { of: AccountingConnection }) {
  if (!is_active) return <StatusBadge family="red" label="Signed out" />
  return problem ? (
    <StatusBadge family="yellow" label="Not answering" />
  ) : (
    <StatusBadge family="green" label="Connected" />
  )
}

const fields = [
  ['client_id', 'Client ID'],
  ['client_secret', 'Client secret'],
  ['refresh_token', 'Refresh token'],
] as const

function ConnectDialog({ system, onClose }: { system: AccountingSystemName; onClose: () => void }) {
  const name = format_labels[system]
  const organisation = system === 'xero' ? 'Tenant ID' : 'Company ID'
  const form = useForm({
    initial: { organisation: '', client_id: '', client_secret: '', refresh_token: '' },
    check: (values) =>
      ([['organisation', organisation], ...fields] as const).flatMap(([field, label]) =>
        values[field].trim() ? [] : [{ field, message: `Enter this: ${label}.` }],
      ),
  })
  const connect = useEndpointMutation(accountingApi.connect, {
    inForm: true,
    refresh: [accountingApi.connections],
    done: () => {
      toast.success(`${name} connected`)
      onClose()
    },
  })
  return (
    <Modal title={`Connect ${name}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={connect.isPending}
        error={connect.error}
        submit="Connect"
        onCancel={onClose}
        onSubmit={(values) => connect.mutate({ system, ...values })}
      >
        <TextField
          {...form.field('organisation')}
          label={organisation}
          hint={`From the developer page of ${name}, with the values below.`}
          maxLength={80}
          autoComplete="off"
        />
        {fields.map(([key, label]) => (
          <TextField key={key} {...form.field(key)} label={label} mono maxLength={4000} autoComplete="off" />
        ))}
      </FormPanel>
    </Modal>
  )
}
