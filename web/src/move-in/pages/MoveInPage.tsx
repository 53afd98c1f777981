import { useQuery, useQueryClient } from '@tanstack/react-query'
import { moveInApi, type BlockedRecord, type MoveInBatch } from '@waybill/domain/move-in/api'
import { move_in_kinds } from '@waybill/domain/move-in/columns'
import { useState } from 'react'
import { endpointQuery, refresh, sentenceOf, useChange } from '../../kit/api/index.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Tabs } from '../../kit/ui/page-layout/Tabs.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { ProgressBar } from '../../kit/ui/states/ProgressBar.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { batch_columns, BatchBadge } from '../batch-columns.tsx'
import { kind_texts } from '../kind-texts.ts'
import { LineTable } from '../LineTable.tsx'
import { OldBalances } from '../OldBalances.tsx'
import { undoFile } from '../portion-calls.ts'
import { ShadowMonths } from '../ShadowMonths.tsx'

const tabs = [
  { key: 'steps', label: 'Steps' },
  { key: 'balances', label: 'Trial balance' },
  { key: 'shadow', label: 'Shadow month' },
  { key: 'files', label: 'Loaded files' },
] as const

/** Page on which a company moves in from another system: files in their order, trial balance, and price comparison. */
export default function MoveInPage() {
  const { values, set } = useSearchState()
  const tab = tabs.find(({ key }) => key === values['tab'])?.key ?? 'steps'
  const overview = useQuery(endpointQuery(moveInApi.overview, {}))
  return (
    <Page width="detail">
      <PageHeader title="Move in" back={{ to: '/tools', label: 'Tools' }} />
      <Tabs
        label="Parts of the move"
        tabs={tabs}
        chosen={tab}
        onChoose={(key) => set({ tab: key === 'steps' ? undefined : key })}
      />
      {overview.isError ? (
        <RegionError thrown={overview.error} what="The move" onRetry={() => void overview.refetch()} />
      ) : !overview.data ? (
        <Loading lines={8} />
      ) : (
        <>
          {tab === 'steps' && <Kinds counts={overview.data.kinds} />}
          {tab === 'balances' && <OldBalances opening={overview.data.opening} />}
          {tab === 'shadow' && <ShadowMonths />}
          {tab === 'files' && <LoadedFiles />}
        </>
      )}
    </Page>
  )
}

function Kinds({ counts }: { counts: readonly { kind: string; records: number }[] }) {
  return (
    <Stack>
      {move_in_kinds.map((kind, at) => {
        const { title, about } = kind_texts[kind]
        const loaded = counts.find((one) => one.kind === kind)?.records ?? 0
        return (
          <Card
            key={kind}
            title={`${at + 1}. ${title}`}
            actions={<AppLink to={`/tools/move-in/${kind}`}>Load {title.toLowerCase()}</AppLink>}
          >
            <p>{about}</p>
            <Facts of={[['Loaded', formatCount(loaded)]]} />
          </Card>
        )
      })}
    </Stack>
  )
}

function LoadedFiles() {
  const me = useMe()
  const list = useList({ name: 'move-in-files' })
  const found = useRows(moveInApi.batches, list.input, ({ batches }) => batches)
  const client = useQueryClient()
  const [step, setStep] = useState({ done: 0, of: 0 })
  const [blocked, setBlocked] = useState<readonly BlockedRecord[]>([])
  const [error, setError] = useState('')
  const undo = useChange({
    act: (id: number) => undoFile(id, setStep),
    done: (found) => {
      setBlocked(found)
      if (found.length === 0) toast.success('The file was undone')
    },
    failed: (thrown) => setError(sentenceOf(thrown) ?? ''),
    settled: () => refresh(client, [moveInApi.batches, moveInApi.overview, moveInApi.openings]),
  })
  const confirmUndo = async ({ id, name, created, changed }: MoveInBatch): Promise<void> => {
    const isSure = await confirmAction({
      title: `Undo ${name}?`,
      body: `${formatCount(created)} records are removed and ${formatCount(changed)} get their values of before. Nothing is undone if something newer depends on one of them.`,
      confirm: 'Undo file',
      cancel: 'Keep it',
      danger: true,
    })
    if (!isSure) return
    setStep({ done: 0, of: 0 })
    setBlocked([])
    setError('')
    undo.mutate(id)
  }
  return (
    <Stack>
      {undo.isPending && (
        <Card
          title="Undoing"
          note={step.of > 0 ? `${formatCount(step.done)} of ${formatCount(step.of)}` : 'Checking'}
        >
          <ProgressBar label="Records undone" {...step} />
        </Card>
      )}
      {error && (
        <Notice variant="error" title={error} live>
          Choose Undo again to continue.
        </Notice>
      )}
      {blocked.length > 0 && (
        <>
          <Notice
            variant="error"
            title={
              blocked.length === 1
                ? 'One record is in use. Undo or remove what uses it first.'
                : `${formatCount(blocked.length)} records are in use. Undo or remove what uses them first.`
            }
            live
          />
          <Card title="Records in use" flush>
            <LineTable
              label="Records in use"
              headings={['Line', 'Record', 'Problem']}
              lines={blocked.map(({ line, old_key, message }) => [String(line), old_key, message])}
            />
          </Card>
        </>
      )}
      <Card title="Loaded files" flush>
        <DataTable
          name="move-in-files"
          caption="Loaded files"
          columns={batch_columns}
          inCard
          {...found}
          list={list}
          idOf={({ id }) => id}
          rowMenu={(batch) =>
            batch.time_undone === null && mayCall(me, moveInApi.undo)
              ? [{ label: 'Undo', danger: true, onSelect: () => confirmUndo(batch) }]
              : []
          }
          card={(batch) => ({
            title: batch.name,
            badge: <BatchBadge of={batch} />,
            lines: [kind_texts[batch.kind].title, `${formatCount(batch.created)} added`],
          })}
          empty={{ title: 'No files yet', text: 'Each file that you load is listed here and can be undone.' }}
        />
      </Card>
    </Stack>
  )
}
