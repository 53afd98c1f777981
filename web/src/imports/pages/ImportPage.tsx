import { IconArrowBackUp, IconDownload, IconFileText, IconPrinter } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { importApi } from '@waybill/domain/imports/api'
import type { BulkJob, RowState } from '@waybill/domain/imports/model'
import { isRunning, mayCancelBulk, mayCorrect, mayRun, undo_hours } from '@waybill/domain/imports/rules'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { batch_label_max, shipmentsApi } from '@waybill/domain/shipments/api'
import { useState } from 'react'
import { call, endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { useUnsaved } from '../../kit/form/drafts/use-unsaved.ts'
import { confirmAction, showError } from '../../kit/layers/alerts.ts'
import { openTab } from '../../kit/layers/open-tab.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { downloadText, toCsv } from '../../kit/table/export/csv.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { Steps } from '../../kit/ui/page-layout/Steps.tsx'
import { Tabs, type Tab } from '../../kit/ui/page-layout/Tabs.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { PageNotFound } from '../../kit/url/page-not-found.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { printLabels, stickers } from '../../shipments/index.ts'
import { Causes } from '../Causes.tsx'
import { causesOf, failingRows, type Cause } from '../causes.ts'
import shared from '../imports.module.css'
import styles from './import-page.module.css'
import { JobProgress } from '../JobProgress.tsx'
import { RowList, type Edits } from '../RowList.tsx'
import { RowPager } from '../RowPager.tsx'
import { import_steps } from '../import-steps.ts'
import { lastRead, useJob, useRows } from '../use-job.ts'
import { counted, importsAddress, JobBadge } from '../texts.tsx'

const failing: RowState[] = ['wrong', 'failed']
/** Row limit of a request for all rows. */
const all_rows = 2_000

type View = 'wrong' | 'ready' | 'done' | 'all'
const states_of: Readonly<Record<View, RowState[] | undefined>> = {
  wrong: failing,
  ready: ['good', 'waiting'],
  done: ['done', 'undone', 'kept'],
  all: undefined,
}

/** Page of one import: rows to correct, rows to book and booked rows (TOOL-004). */
export default function ImportPage() {
  const id = Number(usePathPart('id'))
  if (!Number.isInteger(id)) throw new PageNotFound()
  const me = useMe()
  const query = useJob(importApi, id)
  const job = query.data
  const isChecked = job?.time_started === null
  const back = { to: importsAddress(me), label: 'Shipment bulk import' }
  return (
    <Page width="detail">
      <PageHeader
        title={job?.name ?? 'Import'}
        badge={job && <JobBadge of={job} />}
        note={job ? `Step ${isChecked ? 3 : 4} of 4` : undefined}
        back={back}
        actions={job && <Actions job={job} />}
      />
      <Steps of={import_steps} at={isChecked ? 2 : 3} />
      {query.isError && (
        <RegionError thrown={query.error} what="The import" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading lines={6} />}
      {job && <Whole job={job} readAt={lastRead(query)} />}
    </Page>
  )
}

const refresh = [importApi.detail, importApi.list]

/** Returns all rows in the given states, for a file or a print. */
async function readAll(id: number, state: RowState[]) {
  return (await call(importApi.rows, { id, state, limit: all_rows, offset: 0 })).rows
}

function Actions({ job }: { job: BulkJob }) {
  const me = useMe()
  const undo = useEndpointMutation(importApi.undo, { refresh })
  const { id, counts } = job
  const failed = counts.wrong + counts.failed
  const confirmUndo = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Undo this import?`,
      body: `Its ${counted(counts.done, 'shipment')} are cancelled and their charges reversed. Collected shipments stay.`,
      confirm: 'Undo import',
      cancel: 'Keep it',
      danger: true,
    })
    if (isSure) undo.mutate({ id })
  }
  const attempt = (what: () => Promise<unknown>) => () =>
    void what().catch((thrown: unknown) => showError(thrown))
  const download = attempt(async () => {
    downloadText(`failing-${job.name}`, toCsv(failingRows(job.columns, await readAll(id, failing))))
  })
  const original = attempt(async () => openTab((await call(importApi.file, { id })).url))
  const print = attempt(async () => {
    const ids = (await readAll(id, ['done'])).flatMap(({ shipment_id }) => shipment_id ?? [])
    for (let at = 0; at < ids.length; at += batch_label_max)
      await printLabels(ids.slice(at, at + batch_label_max), stickers)
  })
  const entries: MenuEntry[] = [
    ...(job.has_file ? [{ label: 'Original file', icon: IconFileText, onSelect: original }] : []),
    ...(failed > 0
      ? [{ label: `Download ${counted(failed, 'failing row')}`, icon: IconDownload, onSelect: download }]
      : []),
    ...(job.undo_until !== null
      ? [
          'separator' as const,
          { label: 'Undo import…', icon: IconArrowBackUp, danger: true, onSelect: () => confirmUndo() },
        ]
      : []),
  ]
  return (
    <>
      {counts.done > 0 && mayCall(me, shipmentsApi.batchLabel) && (
        <Button icon={IconPrinter} onClick={print}>
          Print labels
        </Button>
      )}
      <Menu label="More" entries={entries}>
        {(trigger) => <Button {...trigger}>More</Button>}
      </Menu>
    </>
  )
}

function Whole({ job, readAt }: { job: BulkJob; readAt: number }) {
  const { id, counts } = job
  const failed = counts.wrong + counts.failed
  const { values, set } = useSearchState()
  const [edits, setEdits] = useState<Edits>({})
  const edited = Object.keys(edits).length
  useUnsaved(edited > 0)
  const view: View =
    (Object.keys(states_of) as View[]).find((one) => one === values['rows']) ?? (failed > 0 ? 'wrong' : 'all')
  const offset = Math.max(0, Math.floor(Number(values['from']) || 0))
  const rows = useRows(importApi, job, readAt, { state: states_of[view], offset })
  const wrong = useQuery({
    ...endpointQuery(importApi.rows, { id, state: failing, limit: all_rows, offset: 0 }),
    queryKey: ['causes', id, job.state, failed, readAt],
    enabled: failed > 0 && !isRunning(job.state),
  })
  const errors = (wrong.data?.rows ?? []).reduce((sum, { problems }) => sum + problems.length, 0)
  const correct = useEndpointMutation(importApi.correct, { refresh, done: () => setEdits({}) })
  const run = useEndpointMutation(importApi.run, {
    refresh,
    done: () => set({ rows: undefined, from: undefined }),
  })
  const cancel = useEndpointMutation(importApi.cancel, { refresh })
  const send = (sent: Edits): void =>
    correct.mutate({
      id,
      rows: Object.entries(sent).map(([row, cells]) => ({ row: Number(row), cells: { ...cells } })),
    })
  const replace = ({ rows: same, column }: Cause, text: string): void =>
    send({ ...edits, ...Object.fromEntries(same.map((row) => [row, { ...edits[row], [column]: text }])) })
  const canCorrect = mayCorrect(job) === true
  const canRun = mayRun(job)
  const ready = counts.good + counts.failed
  const isWaiting = counts.waiting > 0 && ready === 0
  const mayGoOn = !isRunning(job.state) && job.state !== 'undone' && (edited > 0 || ready > 0 || isWaiting)
  const tabs: Tab<View>[] = [
    { key: 'wrong', label: 'Errors', count: failed, urgent: failed > 0 },
    { key: 'ready', label: 'Ready', count: counts.good + counts.waiting },
    { key: 'done', label: 'Booked', count: counts.done + counts.undone + counts.kept },
    { key: 'all', label: 'All', count: job.total },
  ]
  return (
    <Stack>
      <JobProgress
        job={job}
        onCancel={mayCancelBulk(job.state) === true ? () => cancel.mutate({ id }) : null}
      />
      <Outcome job={job} />
      <Card title="Summary">
        <div className={styles.tally}>
          <Count of={job.total} what="shipments" />
          <Count of={counts.good} what="ready" />
          <Count of={failed} what={failed === 1 ? 'row with errors' : 'rows with errors'} />
          {wrong.data && failed > 0 && <Count of={errors} what={errors === 1 ? 'error' : 'errors'} />}
          <Count of={counts.done} what="booked" />
          {job.price_good > 0 && <Sum cents={job.price_good} what="price of ready shipments" />}
          {job.price_done > 0 && <Sum cents={job.price_done} what="price of booked shipments" />}
        </div>
      </Card>
      {canCorrect && wrong.data && <Causes causes={causesOf(wrong.data.rows)} onReplace={replace} />}
      <Card title="Rows" flush>
        <Tabs
          tabs={tabs}
          chosen={view}
          label="Rows"
          onChoose={(key) => set({ rows: key, from: undefined }, { replace: true })}
        />
        {rows.isError && (
          <RegionError thrown={rows.error} what="The rows" onRetry={() => void rows.refetch()} />
        )}
        {rows.isPending && <Loading lines={4} />}
        {rows.data?.rows.length === 0 && <EmptyState title="No rows here" />}
        <RowList
          rows={rows.data?.rows ?? []}
          columns={job.columns}
          edits={edits}
          {...(canCorrect
            ? {
                onEdit: (row: number, column: string, text: string) =>
                  setEdits((now) => ({ ...now, [row]: { ...now[row], [column]: text } })),
              }
            : {})}
        />
        <RowPager
          offset={offset}
          total={rows.data?.count ?? 0}
          onTurn={(next) => set({ from: next === 0 ? undefined : String(next) })}
        />
        {mayGoOn && (
          <div className={shared.pinned}>
            <span className={shared.quiet}>
              {edited > 0
                ? `${counted(edited, 'row')} corrected`
                : failed > 0 && ready > 0
                  ? 'Rows with errors are left out. You can correct and book them later.'
                  : ''}
            </span>
            {edited > 0 || isWaiting ? (
              <Button variant="primary" busy={correct.isPending} onClick={() => send(edits)}>
                {edited > 0 ? `Check ${counted(edited, 'row')} again` : 'Continue checking'}
              </Button>
            ) : (
              ready > 0 && (
                <Button
                  variant="primary"
                  busy={run.isPending}
                  reason={canRun === true ? null : canRun.message}
                  onClick={() => run.mutate({ id })}
                >
                  {counts.failed > 0 && counts.good === 0
                    ? `Try ${counted(counts.failed, 'shipment')} again`
                    : `Book ${counted(ready, 'shipment')}`}
                </Button>
              )
            )}
          </div>
        )}
      </Card>
    </Stack>
  )
}

function Count({ of, what }: { of: number; what: string }) {
  return (
    <div className={styles.tallyPart}>
      <strong className={styles.tallyStrong}>{formatCount(of)}</strong>
      <span className={styles.tallyName}>{what}</span>
    </div>
  )
}

function Sum({ cents, what }: { cents: number; what: string }) {
  return (
    <div className={styles.tallyPart}>
      <strong className={styles.tallyStrong}>
        <Money cents={cents} />
      </strong>
      <span className={styles.tallyName}>{what}</span>
    </div>
  )
}

/** Displays the result of the job. */
function Outcome({ job }: { job: BulkJob }) {
  const { state, counts, undo_until } = job
  const failed = counts.wrong + counts.failed
  if (state === 'cancelled')
    return (
      <Notice variant="warning" title={job.stopped_because || 'The job was stopped.'}>
        {counted(counts.done, 'shipment was', 'shipments were')} booked before it stopped.
      </Notice>
    )
  if (state === 'undone')
    return (
      <Notice variant="info" title={`${counted(counts.undone, 'shipment was', 'shipments were')} cancelled.`}>
        {counts.kept > 0 &&
          `${counted(counts.kept, 'shipment', 'shipments')} could not be; the rows say why.`}
      </Notice>
    )
  if (state === 'checked' && counts.done === 0 && failed === 0)
    return <Notice variant="success" title="All rows are correct." />
  if (state !== 'finished') return null
  return (
    <Notice
      variant={failed > 0 ? 'warning' : 'success'}
      title={`${counted(counts.done, 'shipment is', 'shipments are')} booked.`}
    >
      {failed > 0 && `${counted(failed, 'row is', 'rows are')} left out. `}
      {undo_until &&
        `It can be undone until ${formatDateTime(undo_until)}, ${undo_hours} hours after it ran.`}
    </Notice>
  )
}
