import { IconDownload } from '../../kit/icons/icons.ts'
import { importApi } from '@waybill/domain/imports/api'
import {
  guessColumns,
  import_columns,
  missingColumns,
  type ColumnValues,
} from '@waybill/domain/imports/columns'
import type { ColumnMap } from '@waybill/domain/kit/csv/match-headings'
import { max_import_rows, readShipmentFile, shipmentRows } from '@waybill/domain/imports/shipment-file'
import { isStaff } from '@waybill/domain/kit/actor'
import { dangerous_goods_text } from '@waybill/domain/shipments/booking/shipment-checks'
import { dangerous_goods_confirmation } from '@waybill/domain/shipments/settings'
import { useMemo, useState } from 'react'
import { sentenceOf, useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FileField } from '../../kit/form/FileField.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { ColumnMatch } from '../../kit/import/ColumnMatch.tsx'
import { fileText, spreadsheet_types } from '../../kit/import/file-text.ts'
import { usePreference } from '../../kit/preferences/preferences.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { downloadText, toCsv } from '../../kit/table/export/csv.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Steps } from '../../kit/ui/page-layout/Steps.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import shared from '../imports.module.css'
import styles from './imports-page.module.css'
import { jobCard, jobColumns } from '../job-list.tsx'
import { rememberFile, chosenFile, type ChosenFile } from '../chosen-file.ts'
import { ValuesForAll } from '../ValuesForAll.tsx'
import { import_steps } from '../import-steps.ts'
import { counted, importsAddress } from '../texts.tsx'

/** Columns that are not in the template, because it uses `parcels` instead. */
const size_columns = /^parcel_(count|length|width|height|weight)$/

function templateFor(viewerIsStaff: boolean): string {
  const columns = import_columns.filter(
    ({ key, staff_only }) => !size_columns.test(key) && (viewerIsStaff || !staff_only),
  )
  return toCsv([columns.map(({ key }) => key), columns.map(({ example }) => example ?? '')])
}

/** Page for the first two steps of an import: choose a file and match its columns (TOOL-004). */
export default function ImportsPage() {
  const me = useMe()
  const viewerIsStaff = isStaff(me)
  const { values, set } = useSearchState()
  const [file, setFile] = useState<ChosenFile | null>(chosenFile)
  const choose = (chosen: ChosenFile | null): void => {
    rememberFile(chosen)
    setFile(chosen)
    set({ step: chosen ? 'columns' : undefined })
  }
  const isMatching = file !== null && values['step'] === 'columns'
  const title = isMatching ? 'Columns' : 'Shipment bulk import'
  const back = isMatching
    ? { to: importsAddress(me), label: 'Shipment bulk import' }
    : viewerIsStaff
      ? { to: '/tools', label: 'Tools' }
      : { to: '/shipments', label: 'Shipments' }
  return (
    <Page width="detail">
      <PageHeader
        title={title}
        titleText={isMatching ? 'Shipment bulk import, columns' : title}
        note={`Step ${isMatching ? 2 : 1} of 4`}
        back={back}
      />
      <Steps of={import_steps} at={isMatching ? 1 : 0} />
      {isMatching ? (
        <Matching file={file} is_staff={viewerIsStaff} onBack={() => choose(null)} />
      ) : (
        <Choosing is_staff={viewerIsStaff} onChoose={choose} />
      )}
    </Page>
  )
}

function Choosing({ is_staff, onChoose }: { is_staff: boolean; onChoose: (file: ChosenFile) => void }) {
  const [pasted, setPasted] = useState('')
  const [error, setError] = useState('')
  const take = (file: ChosenFile): void => {
    const read = readShipmentFile(file.content)
    if ('problem' in read) setError(read.problem)
    else onChoose(file)
  }
  const read = async (chosen: File): Promise<void> => {
    try {
      take({ name: chosen.name, content: await fileText(chosen) })
    } catch (thrown) {
      setError(sentenceOf(thrown) ?? '')
    }
  }
  return (
    <Stack>
      <Card title="File">
        <Stack>
          <p>
            A CSV or Excel file with one line per shipment, at most {formatCount(max_import_rows)} of them.
            Lines with the same customer reference are parcels of one shipment. Nothing is booked until you
            have checked the result.
          </p>
          <Row>
            <FileField
              label="CSV or Excel file"
              hideLabel
              isCleared
              accept={`.csv,.txt,.tsv,text/csv,${spreadsheet_types}`}
              onChoose={(chosen) => void read(chosen)}
            />
            <Button
              icon={IconDownload}
              onClick={() => downloadText('shipments-template.csv', templateFor(is_staff))}
            >
              Download template
            </Button>
          </Row>
          <div className={shared.paste}>
            <TextArea
              {...standaloneField('pasted', pasted, setPasted)}
              label="Or paste cells from a spreadsheet"
              hint="Include the column names in the first line."
              rows={4}
              optional
            />
          </div>
          {error && <Notice variant="error" title={error} live />}
          <div className={styles.foot}>
            <Button
              variant="primary"
              reason={pasted.trim() === '' ? 'Choose a file or paste cells first.' : null}
              onClick={() => take({ name: 'pasted.csv', content: pasted })}
            >
              Next
            </Button>
          </div>
        </Stack>
      </Card>
      <Earlier />
    </Stack>
  )
}

function Matching({ file, is_staff, onBack }: { file: ChosenFile; is_staff: boolean; onBack: () => void }) {
  const me = useMe()
  const go = useGo()
  const isRequested = useSetting(dangerous_goods_confirmation) && !is_staff
  const [saved, save] = usePreference<Record<string, string>>('shipment_import_columns', {})
  const read = useMemo(() => readShipmentFile(file.content), [file])
  const [guess] = useState(() =>
    'problem' in read ? { columns: {}, guessed: [] } : guessColumns(read.headings, saved),
  )
  const [columns, setColumns] = useState<ColumnMap>(file.columns ?? guess.columns)
  const [values, setValues] = useState<ColumnValues>(file.values ?? {})
  const [confirmed, setConfirmed] = useState(false)
  const start = useEndpointMutation(importApi.start, {
    refresh: [importApi.list],
    done: ({ id }) => {
      rememberFile(null)
      void go(`${importsAddress(me)}/${id}`)
    },
  })
  if ('problem' in read) return <Notice variant="error" title={read.problem} />
  const change = (next: ColumnMap, all: ColumnValues): void => {
    const forAll = Object.fromEntries(Object.entries(all).filter(([key]) => !(key in next)))
    setColumns(next)
    setValues(forAll)
    rememberFile({ ...file, columns: next, values: forAll })
  }
  const rows = shipmentRows(read, columns, values)
  const missing = missingColumns(columns, is_staff, values)
  const guessed = guess.guessed.filter((key) => columns[key] === guess.columns[key])
  const known = import_columns
    .filter(({ staff_only }) => is_staff || !staff_only)
    .map((column) => ({ ...column, hint: column.group }))
  const problem = 'problem' in rows ? rows.problem : null
  const reason =
    missing.length > 0
      ? `Choose a column, or one value for all: ${missing.join(', ')}.`
      : isRequested && !confirmed
        ? 'Please confirm that the shipments contain no dangerous or prohibited goods.'
        : problem
  const send = (): void => {
    save(
      Object.fromEntries(
        Object.entries(columns).map(([key, position]) => [key, read.headings[position] ?? '']),
      ),
    )
    start.mutate({
      file_name: file.name,
      content: file.content,
      columns,
      values,
      dangerous_goods_confirmed: confirmed,
    })
  }
  return (
    <Stack>
      {problem && <Notice variant="error" title={problem} live />}
      {missing.length > 0 && (
        <Notice variant="warning" title={`Not matched yet: ${missing.join(', ')}.`}>
          Choose a column, or give one value for every shipment. You cannot book without it.
        </Notice>
      )}
      {read.remark && <Notice variant="warning" title={read.remark} />}
      {guessed.length > 0 && (
        <Notice variant="info">
          {guessed.length === 1
            ? '1 column was guessed from its name. Check that it is right.'
            : `${formatCount(guessed.length)} columns were guessed from their names. Check that they are right.`}
        </Notice>
      )}
      <Card title={file.name} note={'problem' in rows ? undefined : counted(rows.length, 'shipment')} flush>
        <ColumnMatch
          file={read}
          known={known}
          columns={columns}
          guessed={guessed}
          onChange={(next) => change(next, values)}
        />
      </Card>
      <ValuesForAll
        columns={columns}
        values={values}
        is_staff={is_staff}
        onChange={(next) => change(columns, next)}
      />
      {isRequested && (
        <Checkbox {...standaloneField('confirmed', confirmed, setConfirmed)} label={dangerous_goods_text} />
      )}
      <div className={cx(shared.pinned, styles.foot)}>
        <span className={shared.quiet}>
          {reason ??
            `${formatCount(Object.keys(columns).length)} of ${counted(read.headings.length, 'column')} matched`}
        </span>
        <Row>
          <Button onClick={onBack}>Another file</Button>
          <Button variant="primary" busy={start.isPending} reason={reason} onClick={send}>
            Check rows
          </Button>
        </Row>
      </div>
    </Stack>
  )
}

const columns = jobColumns('File')

function Earlier() {
  const me = useMe()
  const list = useList({ name: 'shipment-imports' })
  const found = useRows(importApi.list, list.input, ({ jobs }) => jobs)
  return (
    <Card title="Earlier imports" flush>
      <DataTable
        name="shipment-imports"
        caption="Earlier imports"
        columns={columns}
        inCard
        {...found}
        idOf={({ id }) => id}
        linkOf={({ id }) => `${importsAddress(me)}/${id}`}
        card={jobCard}
        empty={{ title: 'No imports yet', text: 'Each import is kept here with its file and its rows.' }}
      />
    </Card>
  )
}
