import { useQuery } from '@tanstack/react-query'
import { bulkUpdateApi } from '@waybill/domain/imports/api'
import {
  bulk_change_labels,
  max_update_rows,
  readReferences,
  type BulkChangeKind,
} from '@waybill/domain/imports/bulk-change'
import { ratesApi } from '@waybill/domain/rates/api'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { sharedFields, useForm } from '../../kit/form/use-form.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import {
  ChangeFields,
  changeOf,
  changeProblems,
  empty_change,
  useDriverChoices,
  type TypedChange,
} from '../../shipments/index.ts'
import styles from '../imports.module.css'
import { jobCard, jobColumns } from '../job-list.tsx'
import { counted } from '../texts.tsx'

const kinds = (Object.entries(bulk_change_labels) as [BulkChangeKind, string][]).map(([value, label]) => ({
  value,
  label,
}))

/** Cache time in ms for lists that rarely change. */
const quiet_ms = 600_000

function check(typed: TypedChange & { references: string }) {
  const references = readReferences(typed.references)
  return [
    ...(references.length === 0
      ? [{ field: 'references', message: 'Paste or scan the references of the shipments.' }]
      : []),
    ...(references.length > max_update_rows
      ? [
          {
            field: 'references',
            message: `At most ${formatCount(max_update_rows)} shipments are changed at once; these are ${formatCount(references.length)}.`,
          },
        ]
      : []),
    ...changeProblems(typed),
  ]
}

/** Page to start a bulk update: references, the change, and a check that changes nothing (docs/domain/tools.md). */
export default function BulkUpdatesPage() {
  const me = useMe()
  const go = useGo()
  const levels = useQuery({
    ...endpointQuery(ratesApi.serviceLevels, { is_active: true }),
    enabled: mayCall(me, ratesApi.serviceLevels),
    staleTime: quiet_ms,
  })
  const drivers = useDriverChoices({})
  const start = useEndpointMutation(bulkUpdateApi.start, {
    inForm: true,
    refresh: [bulkUpdateApi.list],
    done: ({ id }) => {
      form.reset(form.values)
      void go(`/tools/bulk-update/${id}`)
    },
  })
  const form = useForm<TypedChange & { references: string }>({
    initial: { ...empty_change, references: '' },
    check,
  })
  const { references } = form.values
  useScan((code) => form.set('references', `${references}${references === '' ? '' : '\n'}${code}`))
  const count = readReferences(references).length
  return (
    <Page width="detail">
      <PageHeader title="Bulk update" back={{ to: '/tools', label: 'Tools' }} />
      <Stack>
        <FormPanel
          form={form}
          saving={start.isPending}
          error={start.error}
          submit={count > 0 ? `Check ${counted(count, 'shipment')}` : 'Try'}
          note="You see what will change before anything is saved."
          onSubmit={(typed) => {
            const change = changeOf(typed)
            if (change) start.mutate({ references: readReferences(typed.references), change })
          }}
        >
          <Card title="Shipments" note={count > 0 ? counted(count, 'reference') : undefined}>
            <div className={styles.paste}>
              <TextArea
                {...form.field('references')}
                label="References"
                hint="Scan them, or paste a list: one per line, or separated by commas or spaces."
                rows={6}
              />
            </div>
          </Card>
          <Card title="Change">
            <Stack>
              <SelectField {...form.field('kind')} label="What to change" options={kinds} />
              <ChangeFields
                form={sharedFields<TypedChange, TypedChange & { references: string }>(form)}
                levels={(levels.data?.service_levels ?? []).map(({ code, name }) => ({
                  value: code,
                  label: name,
                  hint: code,
                }))}
                drivers={drivers}
              />
            </Stack>
          </Card>
        </FormPanel>
        <Earlier />
      </Stack>
    </Page>
  )
}

const columns = jobColumns('Change')

function Earlier() {
  const list = useList({ name: 'bulk-updates' })
  const found = useRows(bulkUpdateApi.list, list.input, ({ jobs }) => jobs)
  return (
    <Card title="Earlier updates" flush>
      <DataTable
        name="bulk-updates"
        caption="Earlier updates"
        columns={columns}
        inCard
        {...found}
        idOf={({ id }) => id}
        linkOf={({ id }) => `/tools/bulk-update/${id}`}
        card={jobCard}
        empty={{
          title: 'No updates yet',
          text: 'Each update is listed here with the result for each shipment.',
        }}
      />
    </Card>
  )
}
