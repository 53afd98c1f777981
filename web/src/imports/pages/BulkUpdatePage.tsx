import { IconArrowBackUp, IconDownload } from '../../kit/icons/icons.ts'
import { bulkUpdateApi } from '@waybill/domain/imports/api'
import type { BulkJob, BulkRow, RowState } from '@waybill/domain/imports/model'
import { checksFirst, isRunning, mayCancelBulk, mayRun, rowsToRun } from '@waybill/domain/imports/rules'
import { undoLeaves } from '@waybill/domain/imports/undo'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { call, useEndpointMutation } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { downloadText, toCsv } from '../../kit/table/export/csv.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { Tabs, type Tab } from '../../kit/ui/page-layout/Tabs.tsx'
import { PageNotFound } from '../../kit/url/page-not-found.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import styles from '../imports.module.css'
import { JobProgress } from '../JobProgress.tsx'
import { RowPager } from '../RowPager.tsx'
import { lastRead, useJob, useRows } from '../use-job.ts'
import { counted, JobBadge, RowBadge } from '../texts.tsx'

const failing: RowState[] = ['wrong', 'failed']
const all_rows = 2_000

type View = 'all' | 'good' | 'done' | 'wrong' | 'left'
const states_of: Readonly<Record<View, RowState[] | undefined>> = {
  good: ['good'],
  done: ['done', 'undone'],
  wrong: failing,
  left: [...failing, 'waiting'],
  all: undefined,
}

/** Returns the outcome for a shipment, or its problems. */
const outcomeText = ({ outcome, problems, state }: BulkRow): string =>
  problems.length > 0
    ? problems.map(({ message }) => message).join(' ')
    : state === 'waiting'
      ? 'Not checked yet'
      : outcome

const columns: readonly Column<BulkRow>[] = [
  textColumn('row', 'Row', 64, ({ row }) => String(row), { align: 'right' }),
  textColumn(
    'reference',
    'Shipment',
    160,
    ({ reference, cells }) => reference || (cells['reference'] ?? ''),
    {
      cell: ({ shipment_id, reference, cells }) =>
        shipment_id === null ? (
          <span className="mono">{cells['reference']}</span>
        ) : (
          <AppLink to={`/shipments/${shipment_id}`}>{reference}</AppLink>
        ),
    },
  ),
  badgeColumn('state', 'State', 120, ({ state }) => state, {
    cell: ({ state }) => <RowBadge state={state} />,
  }),
  textColumn('outcome', 'What changes', 480, outcomeText),
]

const refresh = [bulkUpdateApi.detail, bulkUpdateApi.list]

/** Page of one bulk update: what would change, what cannot change and why, then the run (docs/domain/tools.md). */
export default function BulkUpdatePage() {
  const id = Number(usePathPart('id'))
  if (!Number.isInteger(id)) throw new PageNotFound()
  const query = useJob(bulkUpdateApi, id)
  const job = query.data
  const failed = job ? job.counts.wrong + job.counts.failed : 0
  const download = async (): Promise<void> => {
    const { rows } = await call(bulkUpdateApi.rows, { id, state: failing, limit: all_rows, offset: 0 })
    downloadText(
      'failing-shipments.csv',
      toCsv([
        ['reference', 'reason'],
        ...rows.map((row) => [row.cells['reference'] ?? '', outcomeText(row)]),
      ]),
    )
  }
  return (
    <Page width="detail">
      <PageHeader
        title={job?.name ?? 'Bulk update'}
        badge={job && <JobBadge of={job} />}
        back={{ to: '/tools/bulk-update', label: 'Bulk update' }}
        actions={
          <>
            {failed > 0 && (
              <Button
                icon={IconDownload}
                onClick={() => download().catch((thrown: unknown) => showError(thrown))}
              >
                Download {counted(failed, 'failing row')}
              </Button>
            )}
            {job && <Undo job={job} />}
          </>
        }
      />
      {query.isError && (
        <RegionError thrown={query.error} what="The update" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading lines={6} />}
      {job && <Whole job={job} readAt={lastRead(query)} onReload={() => void query.refetch()} />}
    </Page>
  )
}

/** Starts the check of an undo, whose page shows what would change back before anything is saved. */
function Undo({ job: { id, undo_until } }: { job: BulkJob }) {
  const me = useMe()
  const go = useGo()
  const undo = useEndpointMutation(bulkUpdateApi.undo, {
    refresh: [bulkUpdateApi.list],
    done: (started) => void go(`/tools/bulk-update/${started.id}`),
  })
  if (undo_until === null || !mayCall(me, bulkUpdateApi.undo)) return null
  return (
    <Button icon={IconArrowBackUp} busy={undo.isPending} onClick={() => undo.mutate({ id })}>
      Undo…
    </Button>
  )
}

function Whole({ job, readAt, onReload }: { job: BulkJob; readAt: number; onReload: () => void }) {
  const { id, counts, state, change } = job
  const undoes = change?.kind === 'undo' ? change : null
  const failed = counts.wrong + counts.failed
  const { values, set } = useSearchState()
  const run = useEndpointMutation(bulkUpdateApi.run, {
    refresh,
    failed: (thrown) => {
      showError(thrown)
      onReload()
    },
  })
  const cancel = useEndpointMutation(bulkUpdateApi.cancel, { refresh })
  const canRun = mayRun(job)
  const changed = counts.done + counts.undone
  const left = failed + counts.waiting
  const all: Tab<View> = { key: 'all', label: 'All', count: job.total }
  const done: Tab<View> = { key: 'done', label: 'Changed', count: changed }
  const tabs: Tab<View>[] =
    state === 'finished'
      ? [all, done, { key: 'left', label: 'Not changed', count: left, urgent: left > 0 }]
      : [
          all,
          { key: 'good', label: 'Will change', count: counts.good },
          ...(changed > 0 ? [done] : []),
          { key: 'wrong', label: 'Will not change', count: failed, urgent: failed > 0 },
        ]
  const view = tabs.find(({ key }) => key === values['rows'])?.key ?? 'all'
  const offset = Math.max(0, Math.floor(Number(values['from']) || 0))
  const rows = useRows(bulkUpdateApi, job, readAt, { state: states_of[view], offset })
  return (
    <Stack>
      <JobProgress job={job} onCancel={mayCancelBulk(state) === true ? () => cancel.mutate({ id }) : null} />
      {state === 'checked' && (
        <Notice
          variant={failed > 0 ? 'warning' : 'info'}
          title={`Applies to ${counts.good} of ${job.total}.`}
        >
          {counts.done > 0
            ? `${counted(counts.done, 'shipment was', 'shipments were')} changed before.`
            : 'Nothing has been changed yet.'}
        </Notice>
      )}
      {undoes && (
        <Notice
          variant="info"
          title="What an undo leaves"
          action={<AppLink to={`/tools/bulk-update/${undoes.job_id}`}>Show the update</AppLink>}
        >
          {undoLeaves(undoes.change).join(' ')}
        </Notice>
      )}
      {state === 'finished' && (
        <Notice
          variant={left > 0 ? 'warning' : 'success'}
          title={`${counted(changed, 'shipment was', 'shipments were')} changed${undoes ? ' back' : ''}.`}
        >
          {left > 0 && `${counted(left, 'shipment was', 'shipments were')} not; the rows say why.`}
          {counts.undone > 0 && ` For ${counted(counts.undone, 'shipment')} the change was undone.`}
          {job.undo_until && ` The change can be undone until ${formatDateTime(job.undo_until)}.`}
        </Notice>
      )}
      {state === 'cancelled' && (
        <Notice variant="warning" title={job.stopped_because || 'The job was stopped.'}>
          {counted(counts.done, 'shipment was', 'shipments were')} changed before it stopped.
        </Notice>
      )}
      <Card title="Shipments" flush>
        <Tabs
          tabs={tabs}
          chosen={view}
          label="Shipments"
          onChoose={(key) => set({ rows: key, from: undefined }, { replace: true })}
        />
        <DataTable
          name="bulk-update-rows"
          caption="Shipments of the update"
          columns={columns}
          inCard
          rows={rows.data?.rows}
          query={rows}
          idOf={({ row }) => row}
          card={(row) => ({
            title: row.reference || (row.cells['reference'] ?? ''),
            badge: <RowBadge state={row.state} />,
            lines: [outcomeText(row)],
          })}
          empty={{ title: 'No shipments here' }}
        />
        <RowPager
          offset={offset}
          total={rows.data?.count ?? 0}
          onTurn={(next) => set({ from: next === 0 ? undefined : String(next) })}
        />
        {!isRunning(state) && rowsToRun(job) > 0 && (
          <div className={styles.pinned}>
            <span className={styles.quiet}>
              {failed > 0 && counts.good > 0 && 'The others stay as they are.'}
            </span>
            <Button
              variant="primary"
              busy={run.isPending}
              reason={canRun === true ? null : canRun.message}
              onClick={() =>
                run.mutate({
                  id,
                  seen: { good: counts.good, time_started: job.time_started ?? undefined },
                })
              }
            >
              {checksFirst(job)
                ? `Check ${counted(rowsToRun(job), 'shipment')} again`
                : `${undoes ? 'Undo for' : 'Change'} ${counted(rowsToRun(job), 'shipment')}`}
            </Button>
          </div>
        )}
      </Card>
    </Stack>
  )
}
