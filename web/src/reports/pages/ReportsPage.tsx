import { IconDotsVertical, IconSearch } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { report_groups } from '@waybill/domain/reports/report'
import { reportApi, type MadeFile, type SavedReport } from '@waybill/domain/reports/report-api'
import { scheduleText } from '@waybill/domain/reports/schedule'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Menu } from '../../kit/ui/layers/Menu.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { When } from '../../kit/ui/values/Value.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { addressOf, rangeText } from '../report-question.ts'
import shared from '../reports.module.css'
import styles from './reports-page.module.css'
import { SaveReportDialog } from '../SaveReportDialog.tsx'

/** Lists the reports that the user may see, their saved reports and their files (NAV-062). */
export default function ReportsPage() {
  const query = useQuery(endpointQuery(reportApi.list, {}))
  const [typed, setTyped] = useState('')
  const { data } = query
  return (
    <Page width="detail">
      <PageHeader title="Reports" count={data?.reports.length} />
      <div className={styles.search} role="search">
        <TextField
          {...standaloneField('q', typed, setTyped)}
          label="Search reports"
          hideLabel
          type="search"
          icon={IconSearch}
          placeholder="What do you want to know?"
          autoComplete="off"
          takesScans
        />
      </div>
      {data ? (
        <Lists {...data} typed={typed.trim().toLowerCase()} onClear={() => setTyped('')} />
      ) : query.error ? (
        <RegionError thrown={query.error} what="The reports" onRetry={() => void query.refetch()} />
      ) : (
        <Loading lines={10} />
      )}
    </Page>
  )
}

interface Given {
  reports: readonly { id: string; title: string; question: string; group: string }[]
  saved: readonly SavedReport[]
  files: readonly MadeFile[]
  typed: string
  onClear: () => void
}

function Lists({ reports, saved, files, typed, onClear }: Given) {
  const matches = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(typed))
  const matching = saved.filter(({ name, report_title }) => matches(name, report_title))
  const scheduled = matching.filter(({ schedule }) => schedule !== null)
  const plain = matching.filter(({ schedule }) => schedule === null)
  const found = reports.filter(({ title, question, group }) => matches(title, question, group))
  if (typed !== '' && found.length + matching.length === 0)
    return <EmptyState title="No reports match." action={<Button onClick={onClear}>Clear search</Button>} />
  return (
    <div className={styles.lists}>
      {plain.length > 0 && <Saved title="Saved" of={plain} />}
      {scheduled.length > 0 && <Saved title="Scheduled" of={scheduled} />}
      {typed === '' && files.length > 0 && <Files of={files} />}
      {report_groups.map((group) => {
        const own = found.filter((report) => report.group === group)
        return (
          own.length > 0 && (
            <Card key={group} title={group} flush>
              <ul className={styles.list}>
                {own.map(({ id, title, question }) => (
                  <li key={id} className={styles.entry}>
                    <span className={styles.entryText}>
                      <AppLink to={`/reports/${id}`}>{title}</AppLink>
                      <span className={shared.note}>{question}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
          )
        )
      })}
    </div>
  )
}

function Saved({ title, of: saved }: { title: string; of: readonly SavedReport[] }) {
  const me = useMe()
  const [changing, setChanging] = useState<SavedReport | null>(null)
  const remove = useEndpointMutation(reportApi.remove, { refresh: [reportApi.list] })
  const confirmRemoval = async ({ id, name, schedule }: SavedReport): Promise<void> => {
    const body = schedule
      ? 'It is no longer sent. Links to existing files still work.'
      : 'The report itself stays.'
    if (
      await confirmAction({ title: `Remove ${name}?`, body, confirm: 'Remove', cancel: 'Keep', danger: true })
    )
      remove.mutate({ id })
  }
  return (
    <Card title={title} flush>
      <ul className={styles.list}>
        {saved.map((one) => (
          <li key={one.id} className={styles.entry}>
            <span className={styles.entryText}>
              <AppLink to={addressOf(one.question)}>{one.name}</AppLink>
              <span className={shared.note}>
                {one.report_title} · {rangeText(one.question)}
                {one.schedule && ` · ${scheduleText(one.schedule)} to ${one.schedule.emails.join(', ')}`}
              </span>
              {one.problem !== '' && <span className={styles.problem}>Last run: {one.problem}</span>}
            </span>
            {one.next_run && (
              <span className={shared.note}>
                next <When at={one.next_run} />
              </span>
            )}
            {mayCall(me, reportApi.change) && (
              <Menu
                label={`Actions for ${one.name}`}
                entries={[
                  {
                    label: one.schedule ? 'Change schedule…' : 'Rename or schedule…',
                    onSelect: () => setChanging(one),
                  },
                  { label: 'Remove…', danger: true, onSelect: () => confirmRemoval(one) },
                ]}
              >
                {(trigger) => (
                  <IconButton
                    {...trigger}
                    size="sm"
                    label={`Actions for ${one.name}`}
                    icon={IconDotsVertical}
                  />
                )}
              </Menu>
            )}
          </li>
        ))}
      </ul>
      {changing && (
        <SaveReportDialog
          question={changing.question}
          title={changing.name}
          saved={changing}
          onClose={() => setChanging(null)}
        />
      )}
    </Card>
  )
}

const file_states = {
  queued: { family: 'blue', label: 'Preparing' },
  done: { family: 'green', label: 'Ready' },
  failed: { family: 'red', label: 'Failed' },
} as const

function Files({ of: files }: { of: readonly MadeFile[] }) {
  return (
    <Card title="Files" note="Kept for 7 days" flush>
      <ul className={styles.list}>
        {files.map(({ id, title, format, status, rows, url, problem, time_created }) => (
          <li key={id} className={styles.entry}>
            <span className={styles.entryText}>
              {status === 'done' ? <a href={url}>{title}</a> : <span>{title}</span>}
              <span className={shared.note}>
                {format.toUpperCase()}
                {rows !== null && ` · ${formatCount(rows)} rows`}
                {problem !== '' && ` · ${problem}`}
              </span>
            </span>
            <span className={shared.note}>
              <When at={time_created} />
            </span>
            <StatusBadge {...file_states[status]} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
